"""The table `extraction/tables/reader.tsv`: the words that stand beside the text on the pages on which it is read."""

from __future__ import annotations

from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Wording", "reader_words"]


class Wording(Row):
    """Words in both languages, and the name by which a page asks for them."""

    word: Filled
    zh: Filled
    en: Filled


@cache
def reader_words() -> dict[str, Wording]:
    """The words by name. Raises DataError for a broken table."""
    rows = read_table(data_folder("extraction") / "tables" / "reader.tsv", Wording, unique=("word",))
    return {row.word: row for row in rows}
