"""Where a reader would set a mark in words without punctuation: each place between two graphs is weighed.

What stands around a place speaks for a mark there or against it: 也|, |故, 者|謂, and graphs that stand a little further off.
What each is worth was fitted on notes and books whose sentences readers have parted (`extraction/weights/breaks.tsv`, made by
`python -m benchmarks.break_weights --write`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import exp
from pathlib import Path
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["ANY", "END", "PLACE", "BreakRow", "Breaks", "around", "load_breaks", "read_breaks"]

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


class Breaks:
    """How likely a mark stands at the places of words without punctuation: `weights` by what stands around a place."""

    def __init__(self, weights: Iterable[tuple[str, float]]) -> None:
        self._weights = dict(weights)
        self._always = self._weights.pop(PLACE, 0.0)

    def chance(self, graphs: str, place: int) -> float:
        """How likely a mark stands before graph `place`, 0 to 1: before the first and behind the last one for certain."""
        if not 0 < place < len(graphs):
            return 1.0
        weight = self._weights.get
        return 1 / (1 + exp(-self._always - sum(weight(words, 0.0) for words in around(graphs, place))))

    def chances(self, graphs: str) -> list[float]:
        """How likely a mark stands at each place, one more than there are graphs. The time is in the length of the words."""
        return [self.chance(graphs, place) for place in range(len(graphs) + 1)]


def read_breaks(path: Path) -> dict[str, Breaks]:
    """The weights of a file, for any mark and for ends of sentences. Raises DataError for a broken table."""
    weights: dict[str, list[tuple[str, float]]] = {ANY: [], END: []}
    for row in read_table(path, BreakRow, unique=("mark", "around")):
        if row.around.count(PLACE) != 1:
            raise DataError(f"{row.around} has not one place ({PLACE})", where=row.place)
        weights[row.mark].append((row.around, row.weight))
    return {mark: Breaks(some) for mark, some in weights.items()}


@cache
def load_breaks() -> dict[str, Breaks]:
    """The weights that come with yili-kg."""
    return read_breaks(data_folder("extraction") / "weights" / "breaks.tsv")
