"""Base text that stands out of its order: books that put the words of the Record behind the ritual that they are on.

What stands apart (a strip, or what a ring ○ sets off in it) is looked up by the edges of all passages and by its length.
It is taken out where these are another passage's than the order says, and where there is more to go by than a formula
that recurs: it begins with 記, or is of the Record, or is long, or goes on where the last such piece left off. Only what
begins with 記, or goes on so, may be of another chapter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from yili_kg.layers.strips import Part, Strip, clip, cut_before
from yili_kg.models.quick import replace
from yili_kg.received.anchors import Unit
from yili_kg.received.chapters import chapters
from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import base_units
from yili_kg.tables.layers import layers

__all__ = ["Stray", "divided", "stray_parts", "strays"]

#: What sets pieces of base text off from one another.
_RING = "○"
#: A piece of so many graphs is no formula.
_LONG = 12
#: Nor is, where it is of the Record, one of so many.
_SHORT = 4
#: So many graphs may stand before the passage's first (記, 鄉射記).
_BEFORE = 4
#: At most so many passages in one piece.
_RUN = 8
#: A piece goes on where the last one left off: with one of so many passages behind it.
_NEAR = 3
#: This share of an edge must stand there; of both edges of a piece, all but one graph.
_ALIKE, _WRONG = 0.75, 1


@dataclass(frozen=True, slots=True)
class Stray:
    """Passages of a chapter, by their places in it: the `first` to the `last`."""

    chapter: str
    first: int
    last: int

    @property
    def units(self) -> tuple[Unit, ...]:
        """The passages."""
        return base_units(self.chapter)[self.first : self.last + 1]


def divided(raw: str, strips: Sequence[Strip]) -> list[Strip]:
    """The strips, cut where a ring sets base text off."""
    return [piece for strip in strips for piece in _pieces(raw, strip)]


def _pieces(raw: str, strip: Strip) -> Iterator[Strip]:
    places = strip.places
    cuts = [n for n in range(1, len(places)) if _RING in raw[places[n - 1] + 1 : places[n]]]
    edges = [strip.start, *(cut_before(raw, places[n], places[n - 1] + 1) for n in cuts), strip.end]
    for (a, b), (start, end) in zip(pairwise([0, *cuts, len(places)]), pairwise(edges), strict=True):
        pieces = clip(strip.pieces, start, end)
        yield replace(strip, pieces=pieces, graphs=strip.graphs[a:b], places=places[a:b]) if cuts else strip


def strays(pieces: Sequence[Strip], ordered: Sequence[Sequence[str]], chapter: str) -> dict[int, Stray]:
    """The pieces out of order, by number; `ordered` are the passages that the order of the text gives each piece."""
    found: dict[int, Stray] = {}
    last: Stray | None = None
    for number, piece in enumerate(pieces):
        fitting = list(dict.fromkeys(_looked_up(piece.graphs)))
        if _is_in_place(piece.graphs, ordered[number], fitting):
            last = None
            continue
        chosen = _chosen(piece.graphs, fitting, chapter, last)
        if chosen is not None:
            found[number] = last = chosen
    return found


def _is_in_place(graphs: str, given: Sequence[str], fitting: Sequence[Stray]) -> bool:
    """Whether a piece fits the passages that the order gives it, or has the beginning or the end of one of them."""
    if len(given) > _RUN:
        return False
    if any(unit.passage in given for one in fitting for unit in one.units):
        return True
    units = [_passages()[passage] for passage in given]
    return any(_alike(u.first, graphs[: len(u.first)]) or _alike(u.last, graphs[-len(u.last) :]) for u in units)


def _chosen(graphs: str, fitting: Sequence[Stray], chapter: str, last: Stray | None) -> Stray | None:
    """The passages that a piece out of order is; None where too little speaks for any, or as much for several."""
    behind = [s for s in fitting if last and s.chapter == last.chapter and 0 < s.first - last.last <= _NEAR]
    if behind:
        return min(behind, key=lambda s: (s.first, s.last))
    likely = [one for one in fitting if _is_likely(one, graphs, chapter)]
    likely = [one for one in likely if one.chapter == chapter] or likely
    return likely[0] if len(likely) == 1 else None


def _is_likely(one: Stray, graphs: str, chapter: str) -> bool:
    """Whether more than a formula that recurs speaks for passages that a piece fits."""
    record = layers().base[-1]
    is_record, named = one.units[0].kind == record, graphs.startswith(record)
    if one.chapter != chapter:
        return named and is_record
    return named or len(graphs) >= (_SHORT if is_record else _LONG)


def _looked_up(graphs: str) -> Iterator[Stray]:
    """The passages, in any chapter, whose first and last graphs and whose length a piece has."""
    firsts, lasts = _edges()
    for offset in range(min(_BEFORE, len(graphs)) + 1):
        for chapter, first in firsts.get(graphs[offset : offset + EDGE], ()):
            yield from _runs(graphs[offset:], chapter, range(first, first + 1))
    for chapter, last in lasts.get(graphs[-EDGE:], ()):
        for offset in (0, 1):
            yield from _runs(graphs[offset:], chapter, range(max(0, last - _RUN + 1), last + 1))


def _runs(graphs: str, chapter: str, firsts: range) -> Iterator[Stray]:
    """The passages on end, from one of `firsts`, that a text is."""
    units = base_units(chapter)
    for first in firsts:
        head = _unlike(units[first].first, graphs[: len(units[first].first)])
        length = 0
        for last in range(first, min(first + _RUN, len(units))) if head <= _WRONG else ():
            length += units[last].length
            if length > 1.2 * len(graphs) + 2:
                break
            tail = _unlike(units[last].last, graphs[-len(units[last].last) :])
            if abs(length - len(graphs)) <= 0.2 * len(graphs) + 1 and head + tail <= _WRONG:
                yield Stray(chapter, first, last)


@cache
def _edges() -> tuple[dict[str, list[tuple[str, int]]], dict[str, list[tuple[str, int]]]]:
    """Where each beginning and each end of a passage stands: chapter, place of the passage in it."""
    firsts: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    lasts: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for chapter in chapters():
        for place, unit in enumerate(base_units(chapter)):
            firsts[unit.first].append((chapter, place))
            lasts[unit.last].append((chapter, place))
    return dict(firsts), dict(lasts)


@cache
def _passages() -> dict[str, Unit]:
    return {unit.passage: unit for chapter in chapters() for unit in base_units(chapter)}


def _unlike(edge: str, graphs: str) -> int:
    """How many graphs of an edge do not stand there."""
    return len(edge) - sum(a == b for a, b in zip(edge, graphs, strict=False))


def _alike(edge: str, graphs: str) -> bool:
    return len(edge) == EDGE and _unlike(edge, graphs) <= (1 - _ALIKE) * EDGE


def stray_parts(pieces: Sequence[Strip], found: dict[int, Stray], chapter: str) -> Iterator[Part]:
    """The parts of the pieces out of order."""
    for number, stray in found.items():
        strip, units = pieces[number], stray.units
        yield Part(
            strip.pieces,
            units[0].kind,
            "",
            stray.chapter,
            tuple(u.passage for u in units),
            "several" if len(units) > 1 else "whole",
            run=strip.run,
            home=chapter if stray.chapter != chapter else "",
        )
