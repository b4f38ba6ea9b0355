"""The sections of the rites: from where to where the sub-commentary says that one thing is done (自此盡…論…).

The table `extraction/passages/sections.tsv` keeps the facts: first and last passage, the last words, what the 疏 says
the section is about, and the heading 右… of 楊復's 儀禮圖 where it ends at the same place. `benchmarks/derive/sections.py`
makes it anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import model_validator

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Section", "Sections", "load_sections", "read_sections"]


@dataclass(frozen=True, slots=True, order=True)
class Section:
    """One section: `id` `04.04`, from the beginning of passage `first` to the end of `last`; `name` is its short name.

    `kind` is the kind of act that it is about (獻, 酢, 酬, 旅酬, 無算爵 …), 其他 where it is none of these.

    `heading` is 楊復's where his section ends there too, else empty; `source` is the segment of the 疏 that says so.
    """

    id: str
    chapter: str
    first: str
    last: str
    last_words: str
    title: str
    heading: str
    name: str
    kind: str
    source: str


class Sections:
    """The sections by the passages that they cover."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = tuple(sections)
        self._of: dict[str, list[Section]] = {}
        for section in sections:
            self._of.setdefault(section.chapter, []).append(section)

    def of(self, passage: str) -> Section | None:
        """The narrowest section in which a passage lies: the one that began last."""
        found = [s for s in self._of.get(passage[:2], ()) if s.first <= passage <= s.last]
        return max(found, key=lambda s: (s.first, s.id)) if found else None


class _Row(Row):
    """A row of the table."""

    section: Filled
    chapter: Filled
    first: Filled
    last: Filled
    last_words: Filled
    title: Filled
    heading: str = ""
    name: Filled
    kind: Filled
    source: Filled

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> _Row:
        if self.first > self.last:
            raise ValueError(f"the section ends before it begins ({self.first}, {self.last})")
        return self


def read_sections(path: Path) -> Sections:
    """The sections of a table; raises DataError for a broken row."""
    rows = read_table(path, _Row, unique=("section",))
    return Sections([Section(id=row.section, **row.model_dump(exclude={"section"})) for row in rows])


@cache
def load_sections() -> Sections:
    """The sections that come with yili-kg."""
    return read_sections(data_folder("extraction") / "passages" / "sections.tsv")
