"""Roles in a rite: who is 主人 or 賓 in a chapter, where the text or the notes say so."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.models import Citation, Mention
from yili_kg.received.chapters import chapter_titles

__all__ = ["Occupant", "in_rites", "load_occupants", "read_occupants"]

_COLUMNS = ("chapter", "role", "occupant", "concept", "en", "passage", "words")


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who fills a role in one rite: `words` of the note on `passage` say it; `concept` is empty where none fits."""

    chapter: str
    role: str
    occupant: str
    concept: str
    en: str
    passage: str
    words: str

    @property
    def name(self) -> str:
        """The role of this rite, `鄉飲酒禮·主人`."""
        return f"{chapter_titles()[self.chapter]}·{self.role}"


def read_occupants(path: Path, lexicon: Lexicon) -> tuple[Occupant, ...]:
    """The rows of the table; raises DataError for an empty field, an unknown chapter or concept, a role named twice."""
    rows: list[Occupant] = []
    taken: dict[tuple[str, str], int] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 2):
            place = where(path, number)
            empty = [c for c in _COLUMNS if c != "concept" and not (row.get(c) or "").strip()]
            if empty:
                raise DataError(f"the field {empty[0]} is empty", where=place, advice="fill it in")
            for concept in filter(None, (row["role"], row["concept"])):
                if concept not in lexicon.entries or lexicon.entries[concept].type != "role":
                    raise DataError(f"no role {concept} in the lexicon", where=place)
            if row["chapter"] not in chapter_titles():
                raise DataError(f"no chapter {row['chapter']}", where=place, advice="01 to 17")
            key = (row["chapter"], row["role"])
            if key in taken:
                raise DataError(f"{row['role']} of this chapter is already on line {taken[key]}", where=place)
            taken[key] = number
            rows.append(Occupant(*(row[c] for c in _COLUMNS)))
    return tuple(rows)


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
