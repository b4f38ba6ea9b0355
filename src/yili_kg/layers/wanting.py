"""Which units a stretch of text is that is not as long as they are: far too short for all of them, or far too long for one.

An edition that leaves passages out, or a page of excerpts, has between two places that were found in the received text only
some words of what stands there: the first of it, the last, or both. Their edges and their length tell which. What stands
before the first place that was found may be a preface with a unit at its end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from yili_kg.received.align import Unit

__all__ = ["beginning", "place_of", "room_of", "standing"]

#: A stretch of less than this share of its units has only some of them.
_FEW = 0.5
#: A stretch so many times as long as its unit, and so many graphs besides, holds other words.
_FULL, _SLACK = 1.5, 12


def room_of(unit: Unit) -> int:
    """So many graphs a unit has at most, with what an edition has more."""
    return round(_FULL * unit.length) + _SLACK


def place_of(text: str, unit: Unit, start: int, stop: int) -> int:
    """Where the first words of a unit stand that ends at `stop`, and not far more than its words before it; -1 for nowhere."""
    return text.rfind(unit.first, max(start, stop - room_of(unit)), stop)


def beginning(text: str, unit: Unit, start: int, stop: int) -> int:
    """Where a unit begins that ends at `stop`: at `start`, if no more stands there than it can have; -1 where nothing tells."""
    if stop - start <= room_of(unit):
        return start
    place = place_of(text, unit, start, stop)
    # Its first words may be others here; its last ones and its length tell as well.
    return stop - unit.length if place < 0 and text.endswith(unit.last, start, stop) else place


def standing(graphs: str, units: Sequence[Unit]) -> tuple[int, ...]:
    """The places, among some units that follow each other, of those that a stretch (folded graphs) can be.

    All of them where it is long enough, or where neither its first nor its last graphs are those of the first or the last
    unit; else the first ones, the last ones, or both, so many that they come nearest to its length, and at least one of each
    whose end it has. Cost is linear in the graphs.
    """
    whole = tuple(range(len(units)))
    if len(units) < 2 or len(graphs) >= _FEW * sum(unit.length for unit in units):
        return whole
    begins, ends = graphs.startswith(units[0].first), graphs.endswith(units[-1].last)
    front = _lengths(len(graphs), units) if begins else [0]
    back = _lengths(len(graphs), reversed(units)) if ends else [0]
    numbers = {*_numbers(len(graphs), front, back), (int(begins), int(ends))}
    fitting = ((*whole[:first], *whole[len(whole) - last :]) for first, last in sorted(numbers))
    return min((some for some in fitting if some), key=lambda some: _unlike(graphs, units, some), default=whole)


def _lengths(room: int, units: Iterable[Unit]) -> list[int]:
    """How long the first 0, 1, 2 … of some units are, up to the first that is as long as there is room."""
    lengths = [0]
    for length in accumulate(unit.length for unit in units):
        lengths.append(length)
        if length >= room:
            break
    return lengths


def _numbers(room: int, front: Sequence[int], back: Sequence[int]) -> Iterator[tuple[int, int]]:
    """How many of the first and how many of the last together come near to a length, for each number of the first."""
    for first, length in enumerate(front):
        last = bisect_left(back, room - length)
        yield from ((first, number) for number in (last - 1, last) if 0 <= number < len(back))


def _unlike(graphs: str, units: Sequence[Unit], some: Sequence[int]) -> tuple[int, int, int]:
    """How badly some units are a stretch: ends that are not theirs, graphs too many or too few, how many units."""
    ends = graphs.startswith(units[some[0]].first) + graphs.endswith(units[some[-1]].last)
    return -ends, abs(sum(units[number].length for number in some) - len(graphs)), len(some)
