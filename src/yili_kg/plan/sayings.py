"""What the plan says to the reader, Chinese and English, from `sayings.tsv` and `sentences.tsv` in `extraction/rules/plan/`."""

from __future__ import annotations

from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Saying", "named", "reason", "sayings", "turn_of"]


class Saying(Row):
    """A message in both languages with `{…}` to be filled in; `name` is what it calls a place."""

    id: Filled
    zh: str = ""
    en: str = ""
    name: str = ""


@cache
def sayings(table: str = "sayings") -> dict[str, Saying]:
    """The messages of a table (`sayings`, `sentences`) by id."""
    rows = read_table(data_folder("extraction") / "rules" / "plan" / f"{table}.tsv", Saying, unique=("id",))
    return {row.id: row for row in rows}


def reason(name: str, **filled: str) -> tuple[str, str]:
    """Why something is as it is on the plan, Chinese and English."""
    saying = sayings()[name]
    return saying.zh.format_map(filled), saying.en.format_map(filled)


def named(name: str, **filled: str) -> str:
    """What a place is called that the text does not name."""
    return sayings()[name].name.format_map(filled)


def turn_of(name: str, **filled: str) -> tuple[str, str]:
    """A turn of a sentence about a step, Chinese and English."""
    saying = sayings("sentences")[name]
    return saying.zh.format_map(filled), saying.en.format_map(filled)
