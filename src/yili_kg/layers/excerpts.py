"""Text that leaves passages out or sets them in an order of its own: each stretch is the passage whose words it has.

The alignment of a text with the received text weighs lengths, and so holds only where the text goes on as that does. Where
it does not, passages and notes are known one by one by their edges and lengths (`received.tiles`), and what stands between two
of them by its length, as what follows the one or goes before the other.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yili_kg.layers.strips import Part, Strip, clip, cut_before, join
from yili_kg.models.quick import quick, replace
from yili_kg.received.anchors import Unit
from yili_kg.received.tiles import tiles
from yili_kg.sources.books import received_speaker
from yili_kg.tables.layers import layers

__all__ = ["excerpt_parts"]

#: This share of the graphs must lie off where the alignment has them, and this share must be passages known by themselves.
_OFF, _KNOWN = 0.1, 0.9
#: A text in which the alignment finds so many of a chapter's units has them all; one is where it is found, or so near.
_WHOLE, _NEAR = 0.9, 2
#: A stretch of less than this share of its unit is a part of it.
_MOST = 0.7
#: What stands between two known passages is another one if it is so much longer or shorter at most.
_ALIKE, _SLACK = 0.25, 1
#: It may be so many on end.
_ON_END = 2


@quick
@dataclass(frozen=True, slots=True)
class _Stretch:
    """Graphs `start`–`end` of the joined text that are a unit, by its place among those of the chapter; -1 for none.

    A note is `marked` where the first of them is the mark 注, which is the name of its layer.
    """

    start: int
    end: int
    unit: int = -1
    marked: bool = False


def excerpt_parts(
    raw: str, strips: Sequence[Strip], chapter: str, units: Sequence[Unit], cuts: Sequence[int]
) -> list[Part] | None:
    """The parts of strips by their words; None where the text goes on as the received text does, or has other words.

    `units` are those of the chapter that the strips may have, without marks; `cuts` are the places that the alignment
    found for them in the joined graphs, -1 for none.
    """
    if sum(cut >= 0 for cut in cuts) >= _WHOLE * len(units):
        return None
    text, _, begins = join(strips)
    stretches = _known(text, chapter, units)
    if sum(one.end - one.start for one in stretches) < _KNOWN * len(text) or _off(cuts, stretches) < _OFF * len(text):
        return None
    whole = list(_filled(stretches, units, len(text)))
    ends = [one.end for one in whole]
    parts: list[Part] = []
    for strip, begin in zip(strips, begins, strict=True):
        if not strip.graphs:  # a line of signs or letters is no passage
            layer = layers().named("essay") if strip.layer == layers().running else strip.layer
            parts.append(Part(strip.pieces, layer, strip.speaker, chapter, (), "part", run=strip.run))
            continue
        end = begin + len(strip.graphs)
        inside = whole[bisect_right(ends, begin) : bisect_left(ends, end) + 1]
        within = [
            replace(
                s, start=max(s.start, begin) - begin, end=min(s.end, end) - begin, marked=s.marked and s.start >= begin
            )
            for s in inside
        ]
        parts.extend(_parts(raw, strip, within, units, chapter))
    return parts


def _off(cuts: Sequence[int], stretches: Sequence[_Stretch]) -> int:
    """How many graphs are of units that the alignment has elsewhere, or nowhere."""
    return sum(one.end - one.start for one in stretches if abs(cuts[one.unit] - one.start - one.marked) > _NEAR)


def _known(text: str, chapter: str, units: Sequence[Unit]) -> list[_Stretch]:
    """The stretches of a text that are units of the chapter, in order."""
    numbers = {(unit.passage, unit.kind): number for number, unit in enumerate(units)}
    stretches: list[_Stretch] = []
    end = 0
    for tile in tiles(text, chapter):
        number = numbers.get((tile.unit.passage, tile.unit.kind), -1)
        if number < 0 or tile.chapter != chapter:
            continue
        marked = tile.unit.kind in layers().notes and tile.start > end and text[tile.start - 1] == tile.unit.kind
        stretches.append(_Stretch(tile.start - marked, tile.end, number, marked=marked))
        end = tile.end
    return stretches


def _filled(stretches: Sequence[_Stretch], units: Sequence[Unit], total: int) -> Iterator[_Stretch]:
    """The stretches with what stands between them, as units where it is as long as those that are wanting there."""
    before = _Stretch(0, 0)
    for behind in (*stretches, _Stretch(total, total)):
        if before.end < behind.start:
            yield from _between(before, behind, units)
        if behind.end > behind.start:
            yield behind
        before = behind


def _between(before: _Stretch, behind: _Stretch, units: Sequence[Unit]) -> Iterator[_Stretch]:
    """What stands between two stretches: what follows the one, or goes before the other, or words of no unit."""
    room = behind.start - before.end
    wanting: list[tuple[int, range]] = []
    for count in range(1, _ON_END + 1):
        follows = range(before.unit + 1, before.unit + 1 + count) if before.unit >= 0 else range(0)
        precedes = range(behind.unit - count, behind.unit) if behind.unit >= count else range(0)
        for run in (follows, precedes):
            length = sum(unit.length for unit in units[run.start : run.stop])
            if run and run.stop <= len(units) and abs(room - length) <= _ALIKE * length + _SLACK:
                wanting.append((abs(room - length), run))
    if not wanting:
        yield _Stretch(before.end, behind.start)
        return
    run = min(wanting, key=lambda one: (one[0], len(one[1]), one[1].start))[1]
    start = before.end
    for number in run:
        end = behind.start if number == run[-1] else min(start + units[number].length, behind.start)
        if start < end:
            yield _Stretch(start, end, number)
        start = end


def _parts(
    raw: str, strip: Strip, stretches: Sequence[_Stretch], units: Sequence[Unit], chapter: str
) -> Iterator[Part]:
    """The parts of a strip; words of no unit stay what the strip is, or go on with the note that they stand behind."""
    edge = strip.start
    note, running, before = layers().notes, layers().running, ""
    for number, one in enumerate(stretches):
        last = number == len(stretches) - 1
        stop = strip.end if last else cut_before(raw, strip.places[one.end], strip.places[one.end - 1] + 1)
        pieces = clip(strip.pieces, edge, stop)
        edge = stop
        if one.unit < 0:
            goes_on = before in note and strip.layer == running
            layer = before if goes_on else layers().named("base") if strip.layer == running else strip.layer
            yield Part(pieces, layer, received_speaker(layer) if goes_on else "", chapter, (), "part", run=strip.run)
            continue
        unit = units[one.unit]
        before = unit.kind
        speaker = received_speaker(unit.kind) if unit.kind in note else ""
        extent = "part" if one.end - one.start < _MOST * unit.length else "whole"
        place = strip.places[one.start]
        marks = ((place, place + 1),) if one.marked else ()
        yield Part(pieces, unit.kind, speaker, chapter, (unit.passage,), extent, marks, run=strip.run)
