"""The table of traditions of the text, `extraction/tables/traditions.tsv`."""

from __future__ import annotations

from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Tradition", "traditions"]


class Tradition(Row):
    """One tradition; `other` is what the text has where an old note reports this one, empty where nobody can say."""

    tradition: Filled
    other: str = ""
    reason: Filled


@cache
def traditions() -> dict[str, Tradition]:
    """The traditions of the text by name."""
    rows = read_table(data_folder("extraction") / "tables" / "traditions.tsv", Tradition, unique=("tradition",))
    return {row.tradition: row for row in rows}
