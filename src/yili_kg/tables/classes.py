"""The table of concepts in a class of their own, `extraction/tables/classes.tsv`: spirits, groups."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["ConceptClass", "classes"]


class ConceptClass(Row):
    """A concept and, with all that is narrower, its class in the graph."""

    concept: Filled
    class_: Filled = Field(pattern=r"^[a-z]+:\w+$", description="prefix and local name: yl:Spirit")
    reason: Filled


@cache
def classes() -> dict[str, str]:
    """The class by concept."""
    rows = read_table(data_folder("extraction") / "tables" / "classes.tsv", ConceptClass, unique=("concept",))
    return {row.concept: row.class_ for row in rows}
