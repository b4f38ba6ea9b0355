"""Graphs that a library has lost from its texts, and what stands there instead: `extraction/rules/lost-in-print.tsv`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table

__all__ = ["with_lost_graphs"]


class _Lost(Row):
    """A graph that stands in the texts of a library for another, which it has lost."""

    printed: FoldedWord
    graph: FoldedWord
    reason: Filled


def with_lost_graphs(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Folded words with a graph that a library has lost, by how it prints them (防服 for 喪服), if that is no word itself.

    Raises DataError for a broken table.
    """
    rows = read_table(data_folder("extraction") / "rules" / "lost-in-print.tsv", _Lost, unique=("printed",))
    known = set(words)
    for row in rows:
        for word in sorted(known):
            printed = word.replace(row.graph, row.printed)
            if len(word) > 1 and printed != word and printed not in known:
                yield printed, word
