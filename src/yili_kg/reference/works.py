"""What is known of cited works and their divisions besides their names: the tables of `extraction/reference/`.

`works.tsv` tells how a work is written before its divisions, whether years date it and which other work stands in its
books; `divisions.tsv` which division goes on in which, or holds others; `untitled.tsv` what 記 and 傳 stand for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import model_validator

from yili_kg.data import data_folder
from yili_kg.received.chapters import chapter_titles, cited_as
from yili_kg.tables.rulebook import Filled, FoldedPattern
from yili_kg.tables.table import Row, read_table

__all__ = [
    "Division",
    "Untitled",
    "Work",
    "as_cited",
    "divisions",
    "plain_year",
    "read_untitled",
    "read_works",
    "traditions",
    "work_of",
    "works",
]

Trait = Literal["goes-on-in", "opens-with", "to-the-end", "holds-others", "lists-behind", "told-by-degrees"]
_RowT = TypeVar("_RowT", bound=Row)


class Work(Row):
    """A cited work; the header of the table explains its traits."""

    work: Filled
    names: FoldedPattern | None = None
    parts: FoldedPattern | None = None
    divided: Literal["", "yes"] = ""
    bare: Literal["", "yes"] = ""
    annals: str = ""
    shares: str = ""
    keeps: Literal["", "yes"] = ""
    reason: Filled

    @property
    def books(self) -> tuple[str, ...]:
        """The works in whose books its words stand, its own first."""
        return (self.work, self.shares) if self.shares else (self.work,)


class Division(Row):
    """One fact about a division; the header of the table explains the traits."""

    division: Filled
    trait: Trait
    value: str = ""
    reason: Filled

    @model_validator(mode="after")
    def _has_value(self) -> Self:
        if bool(self.value) != (self.trait in ("goes-on-in", "opens-with")):
            raise ValueError("goes-on-in and opens-with have a value, the other traits have none")
        return self


class Untitled(Row):
    """What a word that is no title stands for in some 篇."""

    word: Filled
    chapters: str = ""
    target: Filled
    reason: Filled

    @model_validator(mode="after")
    def _known_chapters(self) -> Self:
        unknown = [c for c in self.chapters.split() if c not in chapter_titles()]
        if unknown:
            raise ValueError(f"no chapter {', '.join(unknown)} (01 to 17)")
        return self


def read_works(path: Path) -> dict[str, Work]:
    """The works of a table by name; raises DataError for a broken one."""
    return {row.work: row for row in read_table(path, Work, unique=("work",))}


def read_untitled(path: Path) -> tuple[Untitled, ...]:
    """The rows of a table in order; raises DataError for a broken one."""
    return read_table(path, Untitled, unique=("word", "chapters"))


@cache
def works() -> dict[str, Work]:
    """The works that come with yili-kg, in the order of the table."""
    return read_works(data_folder("extraction") / "reference" / "works.tsv")


def work_of(name: str) -> Work:
    """What is known of a work; nothing but its name where the table does not have it."""
    return works().get(name) or Work(work=name, reason="not in the table")


@cache
def traditions() -> tuple[str, ...]:
    """The traditions on the Annals."""
    return tuple(name for name, work in works().items() if work.annals not in ("", name))


@cache
def divisions(trait: Trait) -> Mapping[str, str]:
    """The divisions that have a trait, each with its value."""
    rows = read_table(data_folder("extraction") / "reference" / "divisions.tsv", Division, unique=("division", "trait"))
    return {row.division: row.value for row in rows if row.trait == trait}


@cache
def _untitled() -> tuple[Untitled, ...]:
    return read_untitled(data_folder("extraction") / "reference" / "untitled.tsv")


@cache
def as_cited(word: str, chapter: str) -> str | None:
    """What a word that is no title (記, 傳) stands for in a 篇 (`04`); None for a word that the table lacks."""
    rows = [row for row in _untitled() if row.word == word]
    for row in rows:
        if row.chapters and chapter not in row.chapters.split():
            continue
        target = cited_as(chapter) if row.target == "." else row.target
        if target:
            return target
    return word if rows else None


def plain_year(year: str) -> str:
    """A year without the 有 that may stand before its units: 二十有七年 is 二十七年."""
    return year.replace("有", "")
