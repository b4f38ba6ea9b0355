"""One key for the graphs with which editions write the same word, for comparing a quotation with its book.

Another key, for those that prints confuse, the pairs that notes call writings of one word, and whether two graphs are common
and have no part in common, are asked only where two strings stand against each other already.
"""

from __future__ import annotations

from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import Keys, fold

__all__ = ["alike", "another_reading", "as_printed", "printed_alike", "two_words"]

#: The sign of a graph that an edition lost.
_LOST = "□"
#: Of two strings of one length, and of so many graphs at least, so many may be another reading, and none nearer to an end:
#: there, and in fewer graphs, the words are oftener the commentator's, or those of another passage.
_LEAST_READ, _CHANGED, _OF_BOTH = 8, 2, 2


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


class _Common(Row):
    """A graph that the cited books have often, and the parts of which it is made."""

    graph: str = Field(min_length=1, max_length=1)
    parts: str = ""


@cache
def _keys(table: str = "same-words") -> Keys:
    rows = read_table(data_folder("extraction") / "reference" / f"{table}.tsv", _Same, unique=("graph",))
    return Keys({ord(fold(row.graph)): ord(fold(row.key)) for row in rows})


def alike(folded: str) -> str:
    """Folded text with one key for each word that editions write in several ways; same number of code points."""
    return _keys().of(folded)


def as_printed(graphs: str) -> str:
    """Graphs with one key for those of one shape that prints confuse (己 and 已); same number of graphs."""
    keys = _keys("confused")
    return alike(keys.of(keys.of(graphs)))


@cache
def _writings() -> frozenset[frozenset[str]]:
    path = data_folder("extraction") / "reference" / "writings.tsv"
    return frozenset(frozenset((row.one, row.other)) for row in read_table(path, _Writing, unique=("one", "other")))


@cache
def _common() -> dict[str, frozenset[str]]:
    path = data_folder("extraction") / "reference" / "common-graphs.tsv"
    return {row.graph: frozenset((row.graph, *row.parts)) for row in read_table(path, _Common, unique=("graph",))}


def two_words(one: str, other: str) -> bool:
    """Whether two graphs, with one key for each word, are two words for certain.

    Both are common, have no part in common, and are neither writings of one word nor confused in print.
    """
    parts = _common()
    if one not in parts or other not in parts or parts[one] & parts[other]:
        return False
    return as_printed(one) != as_printed(other) and frozenset((one, other)) not in _writings()


def printed_alike(one: str, other: str) -> bool:
    """Whether two strings differ only by graphs that prints confuse, or have lost."""
    pairs = zip(as_printed(one), as_printed(other), strict=False)
    return len(one) == len(other) and all(a == b or _LOST in (a, b) for a, b in pairs)


def another_reading(one: str, other: str) -> bool:
    """Whether two strings of one length have one or two words for others, and begin and end with the same graphs."""
    if len(one) != len(other) or len(one) < _LEAST_READ:
        return False
    changed = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b and two_words(a, b)]
    if not 0 < len(changed) <= _CHANGED:
        return False
    if not (printed_alike(one[:_OF_BOTH], other[:_OF_BOTH]) and printed_alike(one[-_OF_BOTH:], other[-_OF_BOTH:])):
        return False
    numeral = load_patterns("titles")["numeral"].fullmatch
    return not any(numeral(one[n]) and numeral(other[n]) for n in changed)
