"""Aligning a text to the skeleton: where each passage of the received text begins and ends in an edition.

The text is a stream of graphs, the skeleton a sequence of units (base text, note, base text …) of which only the
edges and lengths are known. A cut between two units shows itself by the last graphs of the one and the first of the
other. Cuts that both sides know once are anchors (the longest increasing chain of them is kept); between two anchors
the remaining cuts are chosen by dynamic programming over the places where at least some of their graphs stand, weighed
against the lengths that the skeleton knows. Where such a gap is large for what stands in it (words that come again and
again), anchors are looked for within it, and what is then left is searched near where the lengths put it. So the cost
is linear in text and units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from yili_kg.received.anchors import Anchor, Unit, anchors, edge_keys
from yili_kg.received.fits import Fits, Windows

__all__ = ["Aligner", "Unit", "align", "edge_keys"]

#: Points that a missed cut costs.
_MISSED = 2.0
#: How many earlier cuts a cut may follow directly; the anchor below may always be followed.
_LOOK_BACK = 12
#: A gap is searched whole where at most so many places are to be looked at for each graph and cut in it; no gap of a
#: real edition has more than two.
_WHOLE = 4
#: A gap of so many cuts times graphs is searched whole at any rate.
_SMALL = 300_000
#: Else a cut is looked for within so many graphs of where the lengths put it.
_BAND = 200
#: How many times over anchors are looked for in what lies between anchors.
_DEPTH = 3
#: Before the first and after the last anchor a text may be so much longer than the units, and so many graphs besides.
_LONGER, _SLACK = 1.5, 60


def align(text: str, units: Sequence[Unit], breaks: Sequence[int] = ()) -> list[int]:
    """For each cut 0 … len(units) its place in `text` (folded graphs), -1 where it was not found.

    Cut `i` lies before unit `i`; the last one is the end of the last unit. `breaks` are the places where the layout
    begins something new. The found places increase.
    """
    if not text or not units:
        return [-1] * (len(units) + 1)
    return Aligner(text, units, breaks).cuts()


@dataclass(frozen=True, slots=True)
class _Gap:
    """What lies between two anchors (None: the text's own end): the cuts `first` … `last`, at `start`–`stop`."""

    low: Anchor | None
    high: Anchor | None
    first: int
    last: int
    start: int
    stop: int


class Aligner:
    """Chooses the cuts of a text that is not empty."""

    def __init__(self, text: str, units: Sequence[Unit], breaks: Sequence[int] = ()) -> None:
        self.text, self.units = text, units
        self._fits = Fits(text, units, frozenset(breaks))
        self._lengths = [0, *accumulate(unit.length for unit in units)]
        self._steps = 0

    @property
    def compared(self) -> int:
        """How many places were held against the skeleton, and how many pairs of places against the lengths, so far."""
        return self._fits.compared + self._steps

    def cuts(self) -> list[int]:
        """For each cut its place, -1 where it was not found."""
        cuts = [-1] * (len(self.units) + 1)
        for cut, place in self._divided(None, self._agreeing(anchors(self.text, self.units)), None, _DEPTH):
            cuts[cut] = place
        return cuts

    def _divided(
        self, low: Anchor | None, inner: Sequence[Anchor], high: Anchor | None, depth: int
    ) -> Iterator[Anchor]:
        """The `inner` anchors between `low` and `high`, and what is found between them."""
        for below, above in pairwise((low, *inner, high)):
            yield from self._between(below, above, depth)
            if above is not None and above is not high:
                yield above

    def _between(self, low: Anchor | None, high: Anchor | None, depth: int) -> Iterator[Anchor]:
        """The cuts after `low` and before `high` with their places."""
        gap = self._gap(low, high)
        if gap is None:
            return
        if not self._is_large(gap):
            yield from self._chain(gap, banded=False)
        elif depth and (inner := self._anchors_within(gap)):
            yield from self._divided(low, inner, high, depth - 1)
        else:
            yield from self._chain(gap, banded=True)

    def _gap(self, low: Anchor | None, high: Anchor | None) -> _Gap | None:
        """The gap between two anchors, less the cuts that cannot lie in it; None where nothing is left."""
        first, start = (low[0] + 1, low[1]) if low else (0, 0)
        last, stop = (high[0] - 1, high[1]) if high else (len(self.units), len(self.text))
        if first > last or start >= stop:
            return None
        room, lengths = _LONGER * (stop - start) + _SLACK, self._lengths
        if low is None and high is not None:
            while first < last and lengths[high[0]] - lengths[first] > room:
                first += 1
        if high is None and low is not None:
            while last > first and lengths[last] - lengths[low[0]] > room:
                last -= 1
        return _Gap(low, high, first, last, start, stop)

    def _is_large(self, gap: _Gap) -> bool:
        cuts = range(gap.first, gap.last + 1)
        if len(cuts) * (gap.stop - gap.start) <= _SMALL:
            return False
        return self._fits.work(cuts, gap.start, gap.stop) > _WHOLE * (len(cuts) + gap.stop - gap.start)

    def _anchors_within(self, gap: _Gap) -> list[Anchor]:
        """Cuts whose graphs stand once in the gap, on both sides, though they may stand outside of it too."""
        offset = max(gap.first - 1, 0)
        found = anchors(self.text[gap.start : gap.stop], self.units[offset : gap.last + 1])
        return self._agreeing([(cut + offset, place + gap.start) for cut, place in found])

    def _agreeing(self, found: Sequence[Anchor]) -> list[Anchor]:
        """The anchors less those but for which the lengths agree: such a cut must hold its own among all its places.

        Where an edition has a graph more at the true cut, the same words may stand, once, at another place.
        """
        kept: list[Anchor] = list(found[:1])
        for (cut, place), (above, end) in pairwise(found[1:]):
            below, start = kept[-1]
            before = _stretch(place - start, self._lengths[cut] - self._lengths[below])
            behind = _stretch(end - place, self._lengths[above] - self._lengths[cut])
            if before + behind <= _MISSED + _stretch(end - start, self._lengths[above] - self._lengths[below]):
                kept.append((cut, place))
        return [*kept, *found[1:][-1:]]

    def _windows(self, gap: _Gap, cut: int, *, banded: bool) -> Windows:
        """Where a cut is looked for: in the whole gap, or near where the lengths from its two ends put it."""
        if not banded:
            return ((gap.start, gap.stop),)
        first, last = gap.low[0] if gap.low else 0, gap.high[0] if gap.high else len(self.units)
        lengths = self._lengths
        whole = max(1, lengths[last] - lengths[first])
        expected = {
            gap.start + lengths[cut] - lengths[first],
            gap.stop - (lengths[last] - lengths[cut]),
            gap.start + (lengths[cut] - lengths[first]) * (gap.stop - gap.start) // whole,
        }
        windows = [(max(gap.start, at - _BAND), min(gap.stop, at + _BAND)) for at in sorted(expected)]
        return [(start, stop) for start, stop in windows if start <= stop]

    def _chain(self, gap: _Gap, *, banded: bool) -> list[Anchor]:
        """The best chain of candidates of the cuts of a gap."""
        low = gap.low
        # A node is (cut, place); its best score comes from an earlier node, the anchor below, or nothing.
        nodes: list[tuple[int, int, float, int]] = []
        if low is not None:
            nodes.append((low[0], low[1], 0.0, -1))
        by_cut: list[tuple[int, range]] = [(low[0], range(0, 1))] if low is not None else []
        for cut in range(gap.first, gap.last + 1):
            begin = len(nodes)
            for place, points in self._fits.candidates(cut, self._windows(gap, cut, banded=banded)):
                best, came = (points - (0.0 if low is None else 1e9), -1)
                for earlier, members in (*by_cut[:1], *by_cut[1:][-_LOOK_BACK:]):
                    expected = self._lengths[cut] - self._lengths[earlier]
                    missed = _MISSED * (cut - earlier - 1)
                    self._steps += len(members)
                    for number in members:
                        distance = place - nodes[number][1]
                        if distance <= 0:
                            continue
                        score = nodes[number][2] + points - missed - _stretch(distance, expected)
                        if score > best:
                            best, came = score, number
                if best > -1e8:
                    nodes.append((cut, place, best, came))
            if len(nodes) > begin:
                by_cut.append((cut, range(begin, len(nodes))))
        return self._best(nodes, gap)

    def _best(self, nodes: list[tuple[int, int, float, int]], gap: _Gap) -> list[Anchor]:
        """The chain that ends with the best node, the anchor above counted in."""
        choice, top = -1, float("-inf")
        for number, (cut, place, score, _) in enumerate(nodes):
            if gap.high is not None:
                expected = self._lengths[gap.high[0]] - self._lengths[cut]
                distance = gap.high[1] - place
                if distance <= 0:
                    continue
                score -= _MISSED * (gap.high[0] - cut - 1) + _stretch(distance, expected)
            if score > top:
                choice, top = number, score
        chosen: list[Anchor] = []
        while choice >= 0:
            cut, place, _, came = nodes[choice]
            if gap.low is None or cut != gap.low[0]:
                chosen.append((cut, place))
            choice = came
        return chosen[::-1]


def _stretch(gap: int, expected: int) -> float:
    """What it costs that a stretch is longer or shorter than the skeleton says."""
    off = abs(gap - expected)
    return 0.25 * off if off <= 8 else 2.0 + 0.08 * (off - 8)
