"""Where in a text a cut between two units may lie: the places around which enough of their graphs stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import add

from yili_kg.received.anchors import Unit

__all__ = ["Fits", "Windows"]

#: Points that a graph at its place gives, and that a line or paragraph beginning gives.
_GRAPH, _BREAK = 1.0, 1.5
#: A place is a candidate when at least this share of the graphs around it fit.
_SHARE = 0.5
#: At most so many candidates a cut, the best ones.
_CANDIDATES = 24
#: Where fewer graphs are known around a cut, the beginnings of lines are candidates too.
_TELLING = 4

#: Stretches of places, first and last with them, in which a cut is looked for.
Windows = Sequence[tuple[int, int]]


@dataclass(slots=True)
class Fits:
    """A text with its pairs of graphs looked up once; `compared` counts the places held against the skeleton."""

    text: str
    units: Sequence[Unit]
    breaks: frozenset[int]
    compared: int = 0
    _breaks: list[int] = field(init=False)
    _pairs: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list), init=False)

    def __post_init__(self) -> None:
        """Looks up where each pair of graphs stands."""
        self._breaks = sorted(self.breaks)
        pairs = self._pairs
        for place, pair in enumerate(map(add, self.text, self.text[1:])):
            pairs[pair].append(place)

    def work(self, cuts: Iterable[int], start: int, stop: int) -> int:
        """How many places must be looked at to find these cuts within `start`–`stop`."""
        return sum(
            bisect_right(places, stop - shift) - bisect_left(places, start - shift)
            for cut in cuts
            for places, shift in self._shifted(cut)
        )

    def candidates(self, cut: int, windows: Windows) -> list[tuple[int, float]]:
        """Places for a cut within the windows with the points of each, the best ones, in order."""
        before, after = self._around(cut)
        rated: list[tuple[float, int]] = []
        for place in self._voted(cut, windows):
            points = self._points(place, before, after)
            if points is not None:
                rated.append((points, place))
        rated.sort(key=lambda r: (-r[0], r[1]))
        return [(place, points) for points, place in sorted(rated[:_CANDIDATES], key=lambda r: r[1])]

    def _around(self, cut: int) -> tuple[str, str]:
        """The graphs before and after a cut; nothing stands before the first and after the last."""
        before = self.units[cut - 1].last if cut else ""
        after = self.units[cut].first if cut < len(self.units) else ""
        return before, after

    def _shifted(self, cut: int) -> list[tuple[list[int], int]]:
        """The places of each pair of graphs around a cut, and how far the cut lies behind that pair."""
        before, after = self._around(cut)
        around = before + after
        return [
            (self._pairs[pair], len(before) - offset)
            for offset in range(len(around) - 1)
            if (pair := around[offset : offset + 2]) in self._pairs
        ]

    def _voted(self, cut: int, windows: Windows) -> set[int]:
        """The places that at least one pair of graphs speaks for, the ends of the text, and breaks for short edges."""
        votes: set[int] = set()
        before, after = self._around(cut)
        shifted = self._shifted(cut)
        for start, stop in windows:
            for places, shift in shifted:
                votes.update(place + shift for place in _within(places, start - shift, stop - shift))
            votes.update(end for end in (0, len(self.text)) if end in (start, stop))
            if len(before) + len(after) < _TELLING:
                votes.update(_within(self._breaks, start, stop))
        self.compared += len(votes)
        return votes

    def _points(self, place: int, before: str, after: str) -> float | None:
        """What speaks for a place: graphs that fit less graphs that do not; None where too few fit."""
        text = self.text
        left, right = text[max(0, place - len(before)) : place], text[place : place + len(after)]
        if place in (0, len(text)):  # one side lies outside the text
            known = max(len(left) + len(right), len(after) if place == 0 else len(before))
        else:
            known = len(before) + len(after)
        fits = sum(a == b for a, b in zip(reversed(before), reversed(left), strict=False))
        fits += sum(a == b for a, b in zip(after, right, strict=False))
        if not known or fits < _SHARE * known:
            return None
        return _GRAPH * fits - _GRAPH * (known - fits) + (_BREAK if place in self.breaks else 0.0)


def _within(places: list[int], low: int, high: int) -> list[int]:
    """The places from `low` to `high`, of places in order."""
    return places[bisect_left(places, low) : bisect_right(places, high)]
