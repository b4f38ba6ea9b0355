"""Roles in a rite: who is 主人 or 賓 in a chapter, where the text or the notes say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from pydantic import field_validator

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.models import Citation, Mention
from yili_kg.received.chapters import chapter_titles
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Occupant", "in_rites", "load_occupants", "read_occupants"]


class Occupant(Row):
    """Who fills a role in one rite: `words` of the note on `passage` say it; `concept` is empty where none fits."""

    chapter: Filled
    role: Filled
    occupant: Filled
    concept: str = ""
    en: Filled
    passage: Filled
    words: Filled

    @field_validator("chapter")
    @classmethod
    def _known_chapter(cls, chapter: str) -> str:
        if chapter not in chapter_titles():
            raise ValueError(f"no chapter {chapter} (01 to 17)")
        return chapter

    @property
    def name(self) -> str:
        """The role of this rite, `鄉飲酒禮·主人`."""
        return f"{chapter_titles()[self.chapter]}·{self.role}"


def read_occupants(path: Path, lexicon: Lexicon) -> tuple[Occupant, ...]:
    """The rows of the table; raises DataError for an empty field, an unknown chapter or concept, a role named twice."""
    rows = read_table(path, Occupant, unique=("chapter", "role"))
    for row in rows:
        for concept in filter(None, (row.role, row.concept)):
            if concept not in lexicon.entries or lexicon.entries[concept].type != "role":
                raise DataError(f"no role {concept} in the lexicon", where=row.place)
    return rows


@cache
def load_occupants() -> dict[tuple[str, str], Occupant]:
    """The occupants that come with yili-kg by chapter (`04`) and role."""
    rows = read_occupants(data_folder("extraction") / "passages" / "occupants.tsv", load_lexicon())
    return {(row.chapter, row.role): row for row in rows}


def in_rites(mentions: Iterable[Mention], citations: Iterable[Citation], chapters: dict[str, str]) -> list[Mention]:
    """The mentions, those of roles with the role of their rite; what is quoted from another text stays general.

    `chapters` are the chapters (`04`) of the segments.
    """
    occupants = load_occupants()
    quoted = sorted((q.start, q.end) for c in citations for q in c.quotes)
    placed: list[Mention] = []
    next_quote = 0
    for mention in sorted(mentions):
        while next_quote < len(quoted) and quoted[next_quote][1] <= mention.start:
            next_quote += 1
        inside = next_quote < len(quoted) and quoted[next_quote][0] <= mention.start
        occupant = None
        if mention.type == "role" and not inside:
            occupant = occupants.get((chapters.get(mention.segment, ""), mention.concept))
        placed.append(replace(mention, role=occupant.name) if occupant else mention)
    return placed
