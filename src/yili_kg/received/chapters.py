"""The 17 篇: number, name, short names, pinyin and English, from `extraction/passages/chapters.tsv`."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["Chapter", "chapter_names", "chapter_rows", "chapter_titles", "chapters", "chapters_cited", "cited_as"]


class Chapter(Row):
    """One 篇; `forms` are its short names, `cited` how commentators call it where the heading says otherwise."""

    chapter: str = Field(pattern="^[0-9]{2}$")
    name: Filled
    forms: str = ""
    cited: str = ""
    pinyin: Filled
    en: Filled


@cache
def chapters() -> dict[str, Chapter]:
    """The 篇 by number, in the received order."""
    rows = read_table(data_folder("extraction") / "passages" / "chapters.tsv", Chapter, unique=("chapter",))
    return {row.chapter: row for row in rows}


@cache
def chapter_rows() -> tuple[dict[str, str], ...]:
    """The rows of the table as mappings, in the received order."""
    return tuple(row.model_dump() for row in chapters().values())


@cache
def chapter_names() -> dict[str, str]:
    """Folded name of a 篇, with its short forms → its number, `04`."""
    return {fold(name): row.chapter for row in chapters().values() for name in (row.name, *row.forms.split())}


@cache
def chapter_titles() -> dict[str, str]:
    """Number of a 篇 → its name, `鄉飲酒禮`."""
    return {row.chapter: row.name for row in chapters().values()}


def cited_as(chapter: str) -> str:
    """The target of citations of a 篇 by its number, `儀禮·有司徹`; empty where there is no such 篇."""
    row = chapters().get(chapter)
    return f"儀禮·{row.cited or row.name}" if row else ""


@cache
def chapters_cited() -> frozenset[str]:
    """The targets of citations of all 篇."""
    return frozenset(map(cited_as, chapters()))
