"""A chain of labels over places, each weighed by itself and with the one before it: how likely each label is at each place.

The sums are those of a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001); forwards and backwards
over the places, so that the time is in their number.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Chain"]


class Chain:
    """Which labels may follow which: `links[a][b]` is what it speaks for label `b` right behind `a`, 0 where it never is."""

    def __init__(self, links: Sequence[Sequence[float]]) -> None:
        size = len(links)
        #: For each label those that may stand before it, and behind it, with what it speaks for that.
        self._before = [[(a, links[a][b]) for a in range(size) if links[a][b] > 0] for b in range(size)]
        self._behind = [[(b, links[a][b]) for b in range(size) if links[a][b] > 0] for a in range(size)]

    def chances(self, spoken: Sequence[Sequence[float]]) -> list[list[float]]:
        """How likely each label is at each place, 0 to 1; `spoken` is how much each speaks for itself there, above 0."""
        forwards = self._forwards(spoken)
        chances: list[list[float]] = []
        behind: list[float] = []
        for place in range(len(spoken) - 1, -1, -1):
            here = forwards[place]
            if behind:
                later = spoken[place + 1]
                ahead = [later[b] * behind[b] for b in range(len(later))]
                behind = []
                for followers in self._behind:
                    total = 0.0
                    for b, link in followers:
                        total += link * ahead[b]
                    behind.append(total)
                behind = _shares(behind)
            else:
                behind = [1.0] * len(here)
            chances.append(_shares([here[label] * behind[label] for label in range(len(here))]))
        chances.reverse()
        return chances

    def _forwards(self, spoken: Sequence[Sequence[float]]) -> list[list[float]]:
        """How likely each label is at each place by what stands before it."""
        forwards: list[list[float]] = []
        last: list[float] = []
        for here in spoken:
            if last:
                made: list[float] = []
                for label, leaders in enumerate(self._before):
                    total = 0.0
                    for a, link in leaders:
                        total += link * last[a]
                    made.append(total * here[label])
            else:
                made = list(here)
            last = _shares(made)
            forwards.append(last)
        return forwards


def _shares(amounts: list[float]) -> list[float]:
    total = sum(amounts)
    return [amount / total for amount in amounts] if total > 0 else [1 / len(amounts)] * len(amounts)
