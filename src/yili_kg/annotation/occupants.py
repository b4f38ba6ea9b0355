"""Who is 主人 or 賓 in a rite: the rows of `extraction/passages/occupants.tsv`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pydantic import Field, field_validator, model_validator

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.received.chapters import chapter_titles
from yili_kg.tables.layers import KnownLayer
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Occupant", "Occupants", "load_occupants", "read_occupants"]

_PASSAGE = r"^([0-9]{2}\.[0-9]{3})?$"
_WHOLE = 10_000


class Occupant(Row):
    """Who fills a role in one rite: `words` of `source`, a layer of `passage`, say it; `concept` is empty where none fits.

    It holds from the passage `first` to the passage `last`; in the whole chapter where both are empty.
    """

    chapter: Filled
    role: Filled
    occupant: Filled
    concept: str = ""
    en: Filled
    passage: Filled
    source: KnownLayer
    words: Filled
    first: str = Field(default="", pattern=_PASSAGE)
    last: str = Field(default="", pattern=_PASSAGE)

    @field_validator("chapter")
    @classmethod
    def _known_chapter(cls, chapter: str) -> str:
        if chapter not in chapter_titles():
            raise ValueError(f"no chapter {chapter} (01 to 17)")
        return chapter

    @model_validator(mode="after")
    def _range_within_the_chapter(self) -> Occupant:
        if bool(self.first) != bool(self.last):
            raise ValueError("a range has a first and a last passage")
        for passage in filter(None, (self.first, self.last)):
            if passage[:2] != self.chapter:
                raise ValueError(f"the passage {passage} is not of the chapter {self.chapter}")
        if self.last < self.first:
            raise ValueError(f"the range ends at {self.last} before it begins at {self.first}")
        return self

    @property
    def name(self) -> str:
        """The role of this rite, `鄉飲酒禮·主人`; in a part of it, `聘禮·主人（卿）`."""
        whole = f"{chapter_titles()[self.chapter]}·{self.role}"
        return f"{whole}（{self.occupant}）" if self.first else whole

    @property
    def width(self) -> int:
        """Over how many passages it holds; more than any chapter has where it holds in the whole one."""
        return int(self.last[3:]) - int(self.first[3:]) + 1 if self.first else _WHOLE

    def holds(self, first: str, last: str) -> bool:
        """Whether it holds from one passage to another, or in a chapter, which it does if it holds in the whole one."""
        return not self.first or (self.first <= first and last <= self.last)


class Occupants:
    """The rows of the table, and which of them holds at a place: that of the narrowest range."""

    def __init__(self, rows: Iterable[Occupant]) -> None:
        self.rows = tuple(rows)
        self._of: dict[tuple[str, str], list[Occupant]] = defaultdict(list)
        for row in sorted(self.rows, key=lambda r: r.width):
            self._of[row.chapter, row.role].append(row)

    def at(self, chapter: str, passages: tuple[str, ...], role: str) -> Occupant | None:
        """Who fills a role in a segment on some passages of a chapter; None where nobody says so."""
        first, last = (passages[0], passages[-1]) if passages else (chapter, chapter)
        return next((row for row in self._of.get((chapter, role), ()) if row.holds(first, last)), None)


def read_occupants(path: Path, lexicon: Lexicon) -> Occupants:
    """The rows of the table.

    Raises DataError for an empty field, an unknown chapter, layer or concept, a role named twice in one range or in two
    of the same width that overlap, and for two rows of one name that disagree.
    """
    rows = read_table(path, Occupant, unique=("chapter", "role", "first", "last"))
    earlier: dict[tuple[str, str], list[Occupant]] = defaultdict(list)
    for row in rows:
        for concept in filter(None, (row.role, row.concept)):
            if concept not in lexicon.entries or lexicon.entries[concept].type != "role":
                raise DataError(f"no role {concept} in the lexicon", where=row.place)
        for other in earlier[row.chapter, row.role]:
            _agree(other, row)
        earlier[row.chapter, row.role].append(row)
    return Occupants(rows)


def _agree(one: Occupant, other: Occupant) -> None:
    """Raises DataError where two rows of one role cannot stand beside each other."""
    if one.width == other.width and one.first <= other.last and other.first <= one.last:
        raise DataError(f"a range of {one.name} as wide begins or ends within it at {one.place}", where=other.place)
    if one.name == other.name and (one.en, one.concept) != (other.en, other.concept):
        raise DataError(f"{one.name} is told in other words at {one.place}", where=other.place)


@cache
def load_occupants() -> Occupants:
    """The occupants that come with yili-kg."""
    return read_occupants(data_folder("extraction") / "passages" / "occupants.tsv", load_lexicon())
