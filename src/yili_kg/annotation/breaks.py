"""Where a reader would set a mark in words without punctuation: each place between two graphs is weighed.

What stands around a place speaks for a mark there or against it: 也|, |故, 者|謂, and graphs that stand a little further off.
What each is worth was fitted on notes and books whose sentences readers have parted (`extraction/weights/breaks.tsv`, made by
`python -m benchmarks.break_weights --write`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["ANY", "END", "PLACE", "BreakRow", "Breaks", "Chances", "around", "load_breaks", "read_breaks"]

#: What is weighed: whether any mark stands at a place, and whether a sentence ends there.
ANY, END = "any", "end"
#: The place that is weighed, and a graph of any kind, in the words around it.
PLACE, SOME = "|", "·"
#: How many graphs before and behind a place are looked at together.
_TOGETHER = ((1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (3, 0), (0, 3), (2, 1), (1, 2), (2, 2))
#: How far off one graph alone still counts.
_FAR = (2, 3)


class BreakRow(Row):
    """Some graphs around a place, and what they are worth: above 0 they speak for a mark."""

    mark: Literal["any", "end"] = Field(description="any: for any mark; end: for the end of a sentence")
    around: Filled = Field(description="graphs with | at the place; · is any graph; | alone: what every place has")
    weight: float = Field(description="in logarithms of odds")


def around(graphs: str, place: int) -> Iterator[str]:
    """What stands around a place before graph `place`: the ways in which the table names it."""
    for before, behind in _TOGETHER:
        if before <= place and place + behind <= len(graphs):
            yield f"{graphs[place - before : place]}{PLACE}{graphs[place : place + behind]}"
    for far in _FAR:
        if far <= place:
            yield f"{graphs[place - far]}{SOME * (far - 1)}{PLACE}"
        if place + far <= len(graphs):
            yield f"{PLACE}{SOME * (far - 1)}{graphs[place + far - 1]}"


class Chances(NamedTuple):
    """How likely any mark stands at a place, and how likely a sentence ends there: 0 to 1."""

    any: float
    end: float


#: Before the first graph and behind the last one.
_CERTAIN = Chances(1.0, 1.0)


class Breaks:
    """How likely marks stand at the places of words without punctuation: `weights` by mark and what stands around a place."""

    def __init__(self, weights: Mapping[str, Mapping[str, float]]) -> None:
        either = weights.get(ANY, {}), weights.get(END, {})
        self._always = tuple(some.get(PLACE, 0.0) for some in either)
        #: From where to where the graphs stand, seen from the place, and what they weigh for a mark and an end.
        self._around: dict[tuple[int, int], dict[str, tuple[float, float]]] = {}
        for words in sorted({*either[0], *either[1]} - {PLACE}):
            graphs, first = _looked_at(words)
            known = self._around.setdefault((first, first + len(graphs)), {})
            known[graphs] = either[0].get(words, 0.0), either[1].get(words, 0.0)

    def at(self, graphs: str, place: int) -> Chances:
        """How likely a mark stands before graph `place`; before the first and behind the last one does for certain."""
        if not 0 < place < len(graphs):
            return _CERTAIN
        some, end = self._always
        for (first, last), known in self._around.items():
            begin = place + first
            weight = known.get(graphs[begin : place + last]) if begin >= 0 else None
            if weight is not None:
                some += weight[0]
                end += weight[1]
        return Chances(1 / (1 + exp(-some)), 1 / (1 + exp(-end)))

    def chances(self, graphs: str) -> list[Chances]:
        """How likely marks stand at each place, one more than there are graphs. The time is in the length of the words."""
        return [self.at(graphs, place) for place in range(len(graphs) + 1)]


def _looked_at(words: str) -> tuple[str, int]:
    """The graphs that words around a place speak of, and where they begin, seen from the place: 也·| is 也 two before it."""
    before, _, behind = words.partition(PLACE)
    graphs = (before + behind).strip(SOME)
    return graphs, -len(before) if before else len(behind) - len(graphs)


def read_breaks(path: Path) -> Breaks:
    """The weights of a file. Raises DataError for a broken table."""
    weights: dict[str, dict[str, float]] = {ANY: {}, END: {}}
    for row in read_table(path, BreakRow, unique=("mark", "around")):
        if row.around.count(PLACE) != 1:
            raise DataError(f"{row.around} has not one place ({PLACE})", where=row.place)
        weights[row.mark][row.around] = row.weight
    return Breaks(weights)


@cache
def load_breaks() -> Breaks:
    """The weights that come with yili-kg."""
    return read_breaks(data_folder("extraction") / "weights" / "breaks.tsv")
