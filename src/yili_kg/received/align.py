"""Aligning a text to the skeleton: where each passage of the received text begins and ends in an edition.

The text is a stream of graphs, the skeleton a sequence of units (base text, note, base text …) of which only the
edges and lengths are known. A cut between two units shows itself by the last graphs of the one and the first of the
other. Cuts that both sides know once are pins (the longest increasing chain of them is kept); between two pins the
remaining cuts are chosen by dynamic programming over the places where at least some of their graphs stand, weighed
against the lengths that the skeleton knows. Cost is linear in text and units apart from the small gaps between pins.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from yili_kg.text.chains import longest_chain

__all__ = ["Unit", "align", "edge_keys"]

#: Points that a graph at its place gives, that a line or paragraph beginning gives, that a missed cut costs.
_GRAPH, _BREAK, _MISSED = 1.0, 1.5, 2.0
#: A place is a candidate when at least this share of the graphs around it fit.
_SHARE = 0.5
#: At most so many candidates a cut between two pins, the best ones.
_CANDIDATES = 24
#: How many earlier cuts a cut may follow directly; the pin below may always be followed.
_LOOK_BACK = 12


@dataclass(frozen=True, slots=True)
class Unit:
    """A passage's base text or its note: folded edges, length in graphs."""

    passage: str
    kind: str
    first: str
    last: str
    length: int


def edge_keys(units: Sequence[Unit]) -> list[str]:
    """For each inner cut (before unit 1, 2 …) the graphs around it, last of the one and first of the other."""
    return [a.last + b.first for a, b in pairwise(units)]


def align(text: str, units: Sequence[Unit], breaks: Sequence[int] = ()) -> list[int]:
    """For each cut 0 … len(units) its place in `text` (folded graphs), -1 where it was not found.

    Cut `i` lies before unit `i`; the last one is the end of the last unit. `breaks` are the places where the layout
    begins something new. The found places increase.
    """
    if not text or not units:
        return [-1] * (len(units) + 1)
    pins = _pins(text, units)
    finder = _Finder(text, units, frozenset(breaks))
    cuts = [-1] * (len(units) + 1)
    for index, place in pins:
        cuts[index] = place
    previous: tuple[int, int] | None = None
    for pin in [*pins, None]:
        for index, place in finder.between(previous, pin):
            cuts[index] = place
        previous = pin
    return cuts


def _pins(text: str, units: Sequence[Unit]) -> list[tuple[int, int]]:
    """(cut, place) pairs that stand once in the text and once in the skeleton, in increasing order."""
    found: dict[int, int] = {}
    for width in (4, 3):
        wanted: Counter[str] = Counter()
        index_of: dict[str, int] = {}
        for i, (a, b) in enumerate(pairwise(units), 1):
            if len(a.last) >= width and len(b.first) >= width:
                key = a.last[-width:] + b.first[:width]
                wanted[key] += 1
                index_of[key] = i
        seen: dict[str, int] = {}
        for place in range(len(text) - 2 * width + 1):
            key = text[place : place + 2 * width]
            if key in wanted:
                seen[key] = place + width if key not in seen else -1
        for key, place in seen.items():
            if place >= 0 and wanted[key] == 1:
                found.setdefault(index_of[key], place)
    return longest_chain(sorted(found.items()))


class _Finder:
    """Chooses the cuts between two pins."""

    def __init__(self, text: str, units: Sequence[Unit], breaks: frozenset[int]) -> None:
        self.text, self.units, self.breaks = text, units, breaks
        self.lengths = [0]
        for unit in units:
            self.lengths.append(self.lengths[-1] + unit.length)
        self.bigrams: dict[str, list[int]] = defaultdict(list)
        for place in range(len(text) - 1):
            self.bigrams[text[place : place + 2]].append(place)

    def between(self, low: tuple[int, int] | None, high: tuple[int, int] | None) -> list[tuple[int, int]]:
        """The cuts with their places after `low` and before `high` (None: the text's own ends)."""
        first = low[0] + 1 if low else 0
        last = high[0] - 1 if high else len(self.units)
        start = low[1] if low else 0
        stop = high[1] if high else len(self.text)
        if first > last or stop - start < 1:
            return []
        if low is None and high is not None:  # only the cuts that can lie in the text before the pin
            while first < last and self.lengths[high[0]] - self.lengths[first] > 1.5 * stop + 60:
                first += 1
        if high is None and low is not None:
            room = stop - start
            while last > first and self.lengths[last] - self.lengths[low[0]] > 1.5 * room + 60:
                last -= 1
        return self._chain(low, high, first, last, start, stop)

    def _chain(
        self, low: tuple[int, int] | None, high: tuple[int, int] | None, first: int, last: int, start: int, stop: int
    ) -> list[tuple[int, int]]:
        # A node is (cut, place); its best score comes from an earlier node, the pin below, or nothing.
        nodes: list[tuple[int, int, float, int]] = []
        if low is not None:
            nodes.append((low[0], low[1], 0.0, -1))
        by_cut: list[tuple[int, range]] = [(low[0], range(0, 1))] if low is not None else []
        for cut in range(first, last + 1):
            begin = len(nodes)
            for place, points in self._candidates(cut, start, stop):
                best, came = (points - (0.0 if low is None else 1e9), -1)
                for earlier, members in (*by_cut[:1], *by_cut[1:][-_LOOK_BACK:]):
                    expected = self.lengths[cut] - self.lengths[earlier]
                    missed = _MISSED * (cut - earlier - 1)
                    for number in members:
                        gap = place - nodes[number][1]
                        if gap <= 0:
                            continue
                        score = nodes[number][2] + points - missed - _stretch(gap, expected)
                        if score > best:
                            best, came = score, number
                if best > -1e8:
                    nodes.append((cut, place, best, came))
            if len(nodes) > begin:
                by_cut.append((cut, range(begin, len(nodes))))
        return self._best(nodes, low, high)

    def _best(
        self,
        nodes: list[tuple[int, int, float, int]],
        low: tuple[int, int] | None,
        high: tuple[int, int] | None,
    ) -> list[tuple[int, int]]:
        choice, top = -1, float("-inf")
        for number, (cut, place, score, _) in enumerate(nodes):
            if high is not None:
                expected = self.lengths[high[0]] - self.lengths[cut]
                gap = high[1] - place
                score -= _MISSED * (high[0] - cut - 1) + _stretch(gap, expected)
                if gap <= 0:
                    continue
            if score > top:
                choice, top = number, score
        chosen: list[tuple[int, int]] = []
        while choice >= 0:
            cut, place, _, came = nodes[choice]
            if low is None or cut != low[0]:
                chosen.append((cut, place))
            choice = came
        return chosen[::-1]

    def _candidates(self, cut: int, start: int, stop: int) -> list[tuple[int, float]]:
        """Places for a cut within `start`–`stop` with the points of each, the best ones."""
        before = self.units[cut - 1].last if cut else ""
        after = self.units[cut].first if cut < len(self.units) else ""
        votes: set[int] = set()
        around = before + after
        for offset in range(len(around) - 1):
            places = self.bigrams.get(around[offset : offset + 2], ())
            shift = len(before) - offset
            low = bisect_left(places, start - shift)
            for place in places[low:]:
                if place + shift > stop:
                    break
                votes.add(place + shift)
        if start == 0:
            votes.add(0)
        if stop == len(self.text):
            votes.add(stop)
        if len(around) < 4:
            votes.update(b for b in self.breaks if start <= b <= stop)
        rated: list[tuple[float, int]] = []
        for place in votes:
            left = self.text[max(0, place - len(before)) : place]
            right = self.text[place : place + len(after)]
            known = len(left) + len(right)
            if place in (0, len(self.text)):  # one side lies outside the text
                known = max(known, len(after) if place == 0 else len(before))
            else:
                known = len(around)
            fits = sum(a == b for a, b in zip(reversed(before), reversed(left), strict=False))
            fits += sum(a == b for a, b in zip(after, right, strict=False))
            if known and fits >= _SHARE * known:
                points = _GRAPH * fits - _GRAPH * (known - fits) + (_BREAK if place in self.breaks else 0.0)
                rated.append((points, place))
        rated.sort(key=lambda r: (-r[0], r[1]))
        return [(place, points) for points, place in sorted(rated[:_CANDIDATES], key=lambda r: r[1])]


def _stretch(gap: int, expected: int) -> float:
    """What it costs that a stretch is longer or shorter than the skeleton says."""
    off = abs(gap - expected)
    return 0.25 * off if off <= 8 else 2.0 + 0.08 * (off - 8)
