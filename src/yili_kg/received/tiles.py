"""Which stretches of a text are passages or notes of the received text: a chain of them, known by edges and lengths.

A page that sets nothing apart, or the lines of which are broken anywhere, shows by its words alone what is base text and
what is a note. A stretch is a unit of the skeleton where it begins with the unit's first graphs and has its last ones
about where the unit's length puts them. Of stretches that overlap the chain is kept that covers most, in which what goes
on as the received text does, and what is of the chapter under whose heading it stands, counts for more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from yili_kg.received.align import Unit
from yili_kg.received.chapters import chapters
from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import running_units

__all__ = ["Tile", "tiles"]

#: A stretch may be longer or shorter than its unit by so many graphs, and by this share of it.
_OFF, _SHARE = 1, 0.08
#: So many graphs a stretch counts for more where it goes on from the one before, and where its chapter is that of the heading.
_GOES_ON, _AT_HOME = 4, 1
#: So many graphs of one edge may be others than the unit's, where the other edge stands whole and the length fits.
_WRONG = 1

#: A unit with its chapter and its place in it.
_Known = tuple[str, int, Unit]


@dataclass(frozen=True, slots=True)
class Tile:
    """A stretch `start`–`end` of some folded graphs that is a unit; `number` is its place among those of its chapter."""

    start: int
    end: int
    chapter: str
    number: int

    @property
    def unit(self) -> Unit:
        """The passage's base text, or the note on it."""
        return running_units(self.chapter)[self.number]


def tiles(graphs: str, chapter: str = "") -> list[Tile]:
    """The chain of passages and notes that covers most of a text (folded graphs), in order, without overlap.

    `chapter` (`04`) is that of the heading above the text. Cost is linear in the graphs.
    """
    found = sorted(_candidates(graphs), key=lambda tile: (tile.end, tile.start, tile.chapter, tile.number))
    best: list[tuple[int, int]] = [
        (0, -1)
    ]  # the score of the best chain up to each end, and the stretch that closes it
    ends = [0]
    scores: list[tuple[int, int]] = []  # of the chain that each stretch closes, and the one before it
    last: dict[tuple[str, int, int], int] = {}
    for number, tile in enumerate(found):
        score, before = best[bisect_right(ends, tile.start) - 1]
        for back in (1, 2):  # an edition may leave the notes out
            other = last.get((tile.chapter, tile.number - back, tile.start), -1)
            if other >= 0 and scores[other][0] + _GOES_ON > score:
                score, before = scores[other][0] + _GOES_ON, other
        score += tile.end - tile.start + (_AT_HOME if tile.chapter == chapter else 0)
        scores.append((score, before))
        last[tile.chapter, tile.number, tile.end] = number
        if score > best[-1][0]:
            if tile.end > ends[-1]:
                ends.append(tile.end)
                best.append((score, number))
            else:
                best[-1] = (score, number)
    chain: list[Tile] = []
    number = best[-1][1]
    while number >= 0:
        chain.append(found[number])
        number = scores[number][1]
    return chain[::-1]


def _candidates(graphs: str) -> Iterator[Tile]:
    """Every stretch that has the first and the last graphs of a unit, and about its length."""
    firsts, lasts = _edges()
    for place in range(len(graphs) - EDGE + 1):
        edge = graphs[place : place + EDGE]
        for chapter, number, unit in firsts.get(edge, ()):
            if end := _end(graphs, place, unit):
                yield Tile(place, end, chapter, number)
        for chapter, number, unit in lasts.get(edge, ()):
            start = place + EDGE - unit.length
            if start >= 0 and 0 < _unlike(graphs, start, unit.first) <= _WRONG:
                yield Tile(start, place + EDGE, chapter, number)


def _end(graphs: str, start: int, unit: Unit) -> int:
    """Where the unit that begins at `start` ends: the place nearest to where its length puts it; 0 for nowhere.

    Just there one of its last graphs may be another or lost.
    """
    aim = start + unit.length
    for off in range(int(_OFF + _SHARE * unit.length) + 1):
        for end in (aim + off, aim - off):
            if end - start >= EDGE and graphs.startswith(unit.last, end - EDGE):
                return end
    whole = unit.length >= 2 * EDGE and aim <= len(graphs)
    return aim if whole and _unlike(graphs, aim - EDGE, unit.last) <= _WRONG else 0


def _unlike(graphs: str, place: int, edge: str) -> int:
    """How many graphs of an edge do not stand at a place."""
    return len(edge) - sum(a == b for a, b in zip(edge, graphs[place : place + EDGE], strict=False))


@cache
def _edges() -> tuple[dict[str, list[_Known]], dict[str, list[_Known]]]:
    """The units of all chapters by their first graphs, the longer ones by their last ones; what is too short is left out."""
    firsts: defaultdict[str, list[_Known]] = defaultdict(list)
    lasts: defaultdict[str, list[_Known]] = defaultdict(list)
    for chapter in chapters():
        for number, unit in enumerate(running_units(chapter)):
            if min(len(unit.first), len(unit.last)) == EDGE:
                firsts[unit.first].append((chapter, number, unit))
                if unit.length >= 2 * EDGE:
                    lasts[unit.last].append((chapter, number, unit))
    return dict(firsts), dict(lasts)
