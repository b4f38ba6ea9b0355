"""The skeleton of the received text: for each passage of the 17 篇 its number, its first and last graphs, its length.

A passage is a stretch of base text that ends where a note of 鄭玄 stands in the Sibu congkan edition (KR1d0026). The
table `extraction/passages/skeleton.tsv` keeps facts of that edition, not its text; `benchmarks/derive/skeleton.py` makes
it anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["EDGE", "Passage", "load_skeleton"]

#: How many graphs of the beginning and of the end of a passage or note the skeleton keeps.
EDGE = 4


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """One passage: `id` is `04.013`, `layer` 經 or 記; edges are folded, lengths are counted in graphs.

    `note_length` is 0 where the last passage of a chapter has no note.
    """

    id: str
    layer: str
    base_first: str
    base_last: str
    base_length: int
    note_first: str
    note_last: str
    note_length: int

    @property
    def chapter(self) -> str:
        """The chapter's number, `04`."""
        return self.id[:2]


class _Row(Row):
    """A row of the table."""

    passage: str = Field(pattern=r"^[0-9]{2}\.[0-9]{3}$")
    layer: str = Field(min_length=1)
    base_first: str = Field(min_length=1)
    base_last: str = Field(min_length=1)
    base_length: int = Field(gt=0)
    note_first: str = ""
    note_last: str = ""
    note_length: int = Field(ge=0)


@cache
def load_skeleton() -> dict[str, tuple[Passage, ...]]:
    """The passages of each chapter (`01` … `17`) in order, edges folded. Raises DataError on a broken table."""
    chapters: dict[str, list[Passage]] = {}
    for row in read_table(data_folder("extraction") / "passages" / "skeleton.tsv", _Row, unique=("passage",)):
        passage = Passage(
            row.passage,
            row.layer,
            fold(row.base_first),
            fold(row.base_last),
            row.base_length,
            fold(row.note_first),
            fold(row.note_last),
            row.note_length,
        )
        chapters.setdefault(passage.chapter, []).append(passage)
    return {chapter: tuple(passages) for chapter, passages in sorted(chapters.items())}
