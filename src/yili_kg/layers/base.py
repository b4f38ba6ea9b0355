"""Numbering base text that the layout sets apart: which passages of the received text each stretch covers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile

from yili_kg.layers.excerpts import excerpt_parts
from yili_kg.layers.strays import divided, stray_parts, strays
from yili_kg.layers.strips import Part, Strip, clip, cut_before, join
from yili_kg.layers.wanting import beginning, standing
from yili_kg.models.quick import replace
from yili_kg.received.align import Unit, align
from yili_kg.received.units import base_units
from yili_kg.sources.comments import MAY_RUN_ON
from yili_kg.tables.layers import layers

__all__ = ["number_base", "runs_on"]


@dataclass(slots=True)
class _Stretch:
    """Graphs `start`–`end` of the joined text that the units `first` … `last` cover."""

    first: int
    last: int
    start: int
    end: int


def number_base(raw: str, strips: Sequence[Strip], chapter: str) -> list[Part]:
    """Parts of the strips, a passage each where its ends were found; several where an inner cut was not.

    Words that the skeleton does not know stay base text without a passage. What stands out of its order is looked up
    first, and the rest put in order without it.
    """
    pieces = divided(raw, strips)
    cuts = _cuts(pieces, chapter)
    undivided = len(pieces) == len(strips)
    if undivided and (excerpts := excerpt_parts(raw, strips, chapter, base_units(chapter), cuts)):
        return excerpts
    ordered = _in_order(raw, pieces, chapter, cuts)
    given = [[passage for part in parts for passage in part.passages] for parts in ordered]
    found = strays(pieces, given, chapter)
    if not found:
        whole = cuts if undivided else _cuts(strips, chapter)
        return [part for parts in _in_order(raw, strips, chapter, whole) for part in parts]
    rest = [piece for number, piece in enumerate(pieces) if number not in found]
    ordered = _in_order(raw, rest, chapter, _cuts(rest, chapter))
    return [*stray_parts(pieces, found, chapter), *(part for parts in ordered for part in parts)]


def _cuts(strips: Sequence[Strip], chapter: str) -> list[int]:
    """Where in the joined graphs of strips each passage of a chapter begins, -1 where it was not found."""
    text, _, begins = join(strips)
    return align(text, base_units(chapter), begins)


def _in_order(raw: str, strips: Sequence[Strip], chapter: str, cuts: list[int]) -> list[list[Part]]:
    """The parts of each strip of a text that goes on as the received text does."""
    text, _, begins = join(strips)
    units = base_units(chapter)
    stretches = _stretches(cuts, units, text, begins)
    parts: list[list[Part]] = []
    ends = [s.end for s in stretches]
    for strip, begin in zip(strips, begins, strict=True):
        end = begin + len(strip.graphs)
        # The stretches follow one upon the other: those that overlap a strip stand together.
        near = islice(stretches, bisect_right(ends, begin), None)
        inside = [s for s in takewhile(lambda s, end=end: s.start < end, near) if _belongs(s, begin, end)]  # type: ignore[misc]
        if not inside:
            found = _looked_up(strip.graphs, units)
            inside = [_Stretch(found[0], found[-1], begin, end)] if found else []
        parts.append(_parts(raw, strip, begin, inside, units, chapter))
    return parts


def _stretches(cuts: list[int], units: Sequence[Unit], text: str, begins: Sequence[int]) -> list[_Stretch]:
    found = [(i, c) for i, c in enumerate(cuts) if c >= 0]
    if not found:
        return []
    stretches: list[_Stretch] = []
    first, place = found[0]
    if place > 0 and first > 0 and (begin := beginning(text, units[first - 1], 0, place)) >= 0:
        stretches.append(_Stretch(first - 1, first - 1, begin, place))
    for (i, a), (j, b) in zip(found, [*found[1:], (-1, len(text))], strict=True):
        if i < len(units) and b > a:
            stretches.extend(_standing(text, units, range(i, max(i + 1, j)), a, b, begins))
    return stretches


def _standing(
    text: str, units: Sequence[Unit], wanting: range, start: int, end: int, begins: Sequence[int]
) -> Iterator[_Stretch]:
    """What stands at `start`–`end`, of units of which no cut was found: all of them, or those that there is room for."""
    some = [wanting[number] for number in standing(text[start:end], units[wanting.start : wanting.stop])]
    gap = next((number for number, (one, other) in enumerate(pairwise(some), 1) if other > one + 1), len(some))
    before, behind = (sum(units[number].length for number in part) for part in (some[:gap], some[gap:]))
    middle = end
    if gap < len(some):
        aim = start + (end - start) * before // (before + behind)
        breaks = begins[bisect_right(begins, start) : bisect_left(begins, end)]
        # A line that has not just the words of both is the beginning of the first.
        middle = min(breaks, key=lambda place: abs(place - aim), default=aim if before + behind == end - start else end)
    yield _Stretch(some[0], some[gap - 1], start, middle)
    if middle < end:
        yield _Stretch(some[gap], some[-1], middle, end)


def _belongs(stretch: _Stretch, begin: int, end: int) -> bool:
    """Whether enough of a stretch lies in a strip to count as its passage there."""
    overlap = min(stretch.end, end) - max(stretch.start, begin)
    return overlap > 2 or (overlap > 0 and (2 * overlap > stretch.end - stretch.start or 2 * overlap > end - begin))


def _parts(
    raw: str, strip: Strip, begin: int, inside: list[_Stretch], units: Sequence[Unit], chapter: str
) -> list[Part]:
    if not inside:
        return [Part(strip.pieces, layers().named("base"), "", chapter, (), "part", run=strip.run)]
    parts: list[Part] = []
    edge, end = strip.start, begin + len(strip.graphs)
    for number, stretch in enumerate(inside):
        stop = strip.end
        if number < len(inside) - 1:
            at = inside[number + 1].start - begin
            stop = cut_before(raw, strip.places[at], strip.places[at - 1] + 1)
        members = units[stretch.first : stretch.last + 1]
        length = min(stretch.end, end) - max(stretch.start, begin)
        short = length < 0.7 * sum(u.length for u in members)
        extent = "several" if len(members) > 1 else "part" if short else "whole"
        pieces = clip(strip.pieces, edge, stop)
        passages = tuple(u.passage for u in members)
        parts.append(Part(pieces, members[0].kind, "", chapter, passages, extent, run=strip.run))
        edge = stop
    return parts


def _looked_up(graphs: str, units: Sequence[Unit]) -> list[int]:
    """Passages of a strip out of its order (a Record put behind the ritual): by its first and last graphs."""
    if len(graphs) < 4:
        return []
    for first in (i for i, u in enumerate(units) if len(u.first) >= 4 and graphs.startswith(u.first)):
        length = 0
        for last in range(first, len(units)):
            length += units[last].length
            if graphs.endswith(units[last].last) and abs(length - len(graphs)) <= 2:
                return list(range(first, last + 1))
            if length > len(graphs) + 2:
                break
    return []


def runs_on(raw: str, note: Strip, near: Sequence[Unit]) -> tuple[Strip, Strip] | None:
    """A note of hard-broken lines whose last line was full, so that base text follows it unseen.

    `near` are the passages around the note. Returns the note and the base text where the edges and the length of some
    of these passages fit what stands from one of the note's line beginnings to its end; None where none fit.
    """
    places = note.places
    longest = sum(unit.length for unit in near) + 3
    starts = [
        i
        for i in range(max(1, len(places) - longest), len(places))
        if not raw[places[i - 1] + 1 : places[i]].isprintable()
    ]
    for at in starts:
        rest = note.graphs[at:]
        for first, unit in enumerate(near):
            if not _fits(unit.first, rest[: len(unit.first)]):
                continue
            length = 0
            for last in near[first:]:
                length += last.length
                if abs(len(rest) - length) <= 3 and _fits(last.last, rest[-len(last.last) :]):
                    return _divided(raw, note, at)
                if length > len(rest) + 3:
                    break
    return None


def _divided(raw: str, note: Strip, at: int) -> tuple[Strip, Strip]:
    place = cut_before(raw, note.places[at], note.places[at - 1] + 1)
    head = replace(
        note,
        pieces=clip(note.pieces, note.start, place),
        layer=note.layer.rstrip(MAY_RUN_ON),
        graphs=note.graphs[:at],
        places=note.places[:at],
    )
    tail = replace(
        note,
        pieces=clip(note.pieces, place, note.end),
        layer=layers().named("base"),
        speaker="",
        graphs=note.graphs[at:],
        places=note.places[at:],
    )
    return head, tail


def _fits(edge: str, graphs: str) -> bool:
    return sum(a == b for a, b in zip(edge, graphs, strict=False)) >= 0.75 * len(edge)
