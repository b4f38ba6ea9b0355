"""Chains of labels over places, each weighed by itself and with the one before it: how likely each label is at each place.

The sums are those of a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001), forwards and backwards
over the places, for many chains at once; the time is in the number of places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

__all__ = ["Chain", "Rows"]

#: A row of numbers for each place, one for each label.
Rows = np.ndarray[Any, np.dtype[np.float64]]
#: So many places are held at once, where there is more than one chain.
_AT_ONCE = 100_000


class Chain:
    """Which labels may follow which: `links[a][b]` is what it speaks for label `b` right behind `a`, 0 where it never is."""

    def __init__(self, links: Sequence[Sequence[float]]) -> None:
        self._links = np.array(links, dtype=np.float64)

    def chances(self, spoken: Sequence[Rows]) -> list[Rows]:
        """How likely each label is at each place of each chain, 0 to 1; `spoken` is how much each speaks for itself there."""
        order = sorted(range(len(spoken)), key=lambda number: -len(spoken[number]))
        made: list[Rows] = [np.empty((0, len(self._links)))] * len(spoken)
        for group in _groups([number for number in order if len(spoken[number])], spoken):
            chains = [spoken[number] for number in group]
            before = _told(chains, self._links)
            behind = _told([chain[::-1] for chain in chains], self._links.T)
            for number, chain, one, other in zip(group, chains, before, behind, strict=True):
                made[number] = _shares(one * chain * other[::-1])
        return made


def _groups(order: Sequence[int], spoken: Sequence[Rows]) -> Iterator[list[int]]:
    """The numbers of chains that are gone through together, the longest first."""
    group: list[int] = []
    for number in order:
        if group and len(spoken[group[0]]) * (len(group) + 1) > _AT_ONCE:
            yield group
            group = []
        group.append(number)
    if group:
        yield group


def _told(chains: Sequence[Rows], links: Rows) -> Iterator[Rows]:
    """What the places before each place tell of its labels; the longest of the chains is the first."""
    lengths = [len(chain) for chain in chains]
    spoken = np.ones((lengths[0], len(chains), len(links)))
    for number, chain in enumerate(chains):
        spoken[: len(chain), number] = chain
    told = np.ones_like(spoken)
    there = len(chains)
    for place in range(1, lengths[0]):
        while lengths[there - 1] <= place:
            there -= 1
        told[place, :there] = _shares((told[place - 1, :there] * spoken[place - 1, :there]) @ links)
    return (told[:length, number] for number, length in enumerate(lengths))


def _shares(amounts: Rows) -> Rows:
    """Rows that add up to 1; of a row of zeros the same for each label."""
    totals = amounts.sum(axis=1, keepdims=True)
    shares: Rows
    if totals.all():
        shares = amounts / totals
    else:
        shares = np.where(totals > 0, amounts / np.where(totals > 0, totals, 1), 1 / amounts.shape[1])
    return shares
