"""Kinds of graphs: those that stand in like surroundings (俎鼎牲, 冠衣帶, 又注說) are of one kind.

What was seen of one word then says something of others of its kind. The kinds were made by counting what stands beside each
graph in the received text, its commentaries and the books that they cite (`extraction/weights/kinds.tsv`, made by
`python -m benchmarks.graph_kinds --write`); nobody named them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["KindRow", "kinds_of", "load_kinds", "read_kinds"]

#: The kind of a graph that is seldom seen.
_SELDOM = "?"
#: The first sign that stands for a kind in a string of kinds; the others follow it.
_FIRST = 0xE000


class KindRow(Row):
    """A kind of graphs: its number, and all graphs of the kind, the most frequent first."""

    kind: int = Field(ge=0, description="number of the kind")
    graphs: Filled = Field(description="the folded graphs of the kind, the most frequent first")


def read_kinds(path: Path) -> dict[int, str]:
    """What stands for the kind of each graph: a sign of its own for each kind. Raises DataError for a broken table.

    Given and made are as `str.translate` has them.
    """
    kinds: dict[int, str] = {}
    for row in read_table(path, KindRow, unique=("kind",)):
        for graph in row.graphs:
            if ord(graph) in kinds:
                raise DataError(f"{graph} is of two kinds", where=row.place)
            kinds[ord(graph)] = chr(_FIRST + row.kind)
    return kinds


class _Kinds(dict[int, str]):
    """What stands for the kind of each graph, of those that are seldom seen too."""

    def __missing__(self, graph: int) -> str:
        return _SELDOM


@cache
def load_kinds() -> Mapping[int, str]:
    """The kinds that come with yili-kg."""
    return _Kinds(read_kinds(data_folder("extraction") / "weights" / "kinds.tsv"))


def kinds_of(graphs: str) -> str:
    """The kinds of folded graphs, a sign for each."""
    return graphs.translate(load_kinds())
