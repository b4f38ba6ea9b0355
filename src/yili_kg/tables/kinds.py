"""The table of kinds of records, `extraction/tables/kinds.tsv`: what can be found in an edition, and under what names."""

from __future__ import annotations

from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table

__all__ = ["Kind", "kinds"]


class Kind(Row):
    """One kind of record; the header of the table explains the columns."""

    kind: str
    field: str
    counted: str
    class_: str = ""
    csv: Literal["", "yes"] = ""
    lifted: Literal["", "plain"] = ""
    zh: str
    en: str


@cache
def kinds() -> tuple[Kind, ...]:
    """The kinds in the order in which they are printed."""
    return read_table(data_folder("extraction") / "tables" / "kinds.tsv", Kind, unique=("kind",))
