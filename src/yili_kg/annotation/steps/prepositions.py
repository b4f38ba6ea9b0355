"""Words that tie a noun to an act, before a verb and behind it: `extraction/rules/steps/prepositions.tsv`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import FoldedWord
from yili_kg.tables.table import Row, read_table

__all__ = ["Before", "Preposition", "load_prepositions"]

Before = Literal["", "at", "from", "means", "near", "together", "also", "exists", "stands", "state"]


class Preposition(Row):
    """One preposition with what it makes of a noun; the header of the table explains the columns."""

    word: FoldedWord
    before: Before = ""
    behind: Literal["", "at", "from"] = ""
    example: str


@cache
def load_prepositions() -> dict[str, Preposition]:
    """The prepositions by their graphs."""
    rows = read_table(data_folder("extraction") / "rules" / "steps" / "prepositions.tsv", Preposition, unique=("word",))
    return {row.word: row for row in rows}
