"""One key for the graphs with which editions write the same word, for comparing a quotation with its book.

Another key, for those that prints confuse, and the pairs that notes call writings of one word are asked only where two
strings stand against each other already.
"""

from __future__ import annotations

from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import Keys, fold

__all__ = ["alike", "as_printed", "other_writings"]


class _Same(Row):
    """A graph, the graph that stands for it where books are compared, and the word that both write."""

    graph: str = Field(min_length=1, max_length=1)
    key: str = Field(min_length=1, max_length=1)
    reason: str = Field(min_length=1)


class _Writing(Row):
    """Two graphs that notes call writings of one word, and in how many places they do."""

    one: str = Field(min_length=1, max_length=1)
    other: str = Field(min_length=1, max_length=1)
    said: int = Field(ge=1)


@cache
def _keys(table: str = "same-words") -> Keys:
    rows = read_table(data_folder("extraction") / "reference" / f"{table}.tsv", _Same, unique=("graph",))
    return Keys({ord(fold(row.graph)): ord(fold(row.key)) for row in rows})


def alike(folded: str) -> str:
    """Folded text with one key for each word that editions write in several ways; same number of code points."""
    return folded.translate(_keys())


def as_printed(graphs: str) -> str:
    """Graphs with one key for those of one shape that prints confuse (己 and 已); same number of graphs."""
    keys = _keys("confused")
    return alike(graphs.translate(keys).translate(keys))


@cache
def _writings() -> frozenset[frozenset[str]]:
    path = data_folder("extraction") / "reference" / "writings.tsv"
    return frozenset(frozenset((row.one, row.other)) for row in read_table(path, _Writing, unique=("one", "other")))


def other_writings(one: str, other: str) -> bool:
    """Whether two graphs, with one key for each word, are no more than writings of one word, or confused in print."""
    return as_printed(one) == as_printed(other) or frozenset((one, other)) in _writings()
