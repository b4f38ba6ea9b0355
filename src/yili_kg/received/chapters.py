"""The 17 篇: number, name, short names, pinyin and English, from `extraction/passages/chapters.tsv`."""

from __future__ import annotations

import csv
from functools import cache

from yili_kg.data import data_folder
from yili_kg.text.folding import fold

__all__ = ["chapter_names", "chapter_rows", "chapter_titles", "cited_as"]


@cache
def chapter_rows() -> tuple[dict[str, str], ...]:
    """The rows of the table, in the received order."""
    with (data_folder("extraction") / "passages" / "chapters.tsv").open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines, delimiter="\t"))


@cache
def chapter_names() -> dict[str, str]:
    """Folded name of a 篇, with its short forms → its number, `04`."""
    return {fold(name): row["chapter"] for row in chapter_rows() for name in (row["name"], *row["forms"].split())}


@cache
def chapter_titles() -> dict[str, str]:
    """Number of a 篇 → its name, `鄉飲酒禮`."""
    return {row["chapter"]: row["name"] for row in chapter_rows()}


def cited_as(chapter: str) -> str:
    """The target of citations of a 篇 by its number, `儀禮·有司徹`; empty where there is no such 篇."""
    name = chapter_titles().get(chapter, "")
    # Commentators call the last 篇 有司徹, from its first words; the editions head it 有司.
    return f"儀禮·{'有司徹' if name == '有司' else name}" if name else ""
