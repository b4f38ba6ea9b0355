"""Who is meant by a name in a division of a cited book: `extraction/reference/persons-in-books.tsv`, made once for each book.

`benchmarks/derive/persons_in_books.py` makes the table from the books, their notes and the reigns; the books themselves are
not needed to ask it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.reference.works import plain_year, work_of
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["Named", "PersonsInBooks", "claims", "load_persons_in_books", "read_persons_in_books"]


class Named(Row):
    """A folded form in a division and whom it means; where the division means several, between which graphs of a book."""

    division: Filled
    form: Filled
    concept: Filled
    ground: Filled
    book: str = ""
    graphs: str = Field(default="", pattern=r"^([0-9]+-[0-9]+)?$")

    def far(self, place: int) -> int:
        """How many graphs a place of the book lies outside the stretch."""
        first, last = map(int, self.graphs.split("-"))
        return max(0, first - place, place - last)


class PersonsInBooks:
    """The rows of the table by division."""

    def __init__(self, rows: Iterable[Named]) -> None:
        self._rows: dict[str, dict[str, list[Named]]] = {}
        for row in rows:
            self._rows.setdefault(_key(row.division), {}).setdefault(row.form, []).append(row)

    def forms(self, division: str) -> Mapping[str, list[Named]]:
        """The short names of a division; a year of the Annals has those of the 左傳 on it too."""
        work, _, part = division.partition("·")
        found: dict[str, list[Named]] = {}
        for name in reversed(work_of(work).books):
            found |= self._rows.get(_key(f"{name}·{part}"), {})
        return found

    def who(self, division: str, form: str, book: str = "", place: int = -1) -> str:
        """Whom a folded form means in a division, at a graph of the text of a book if that is known; empty if undecided."""
        rows = self.forms(division).get(form, [])
        if place >= 0 and rows and all(r.graphs and r.book == book for r in rows):
            return min(rows, key=lambda r: r.far(place)).concept
        meant = {r.concept for r in rows}
        return meant.pop() if len(meant) == 1 else ""


def _key(division: str) -> str:
    return plain_year(fold(division))


def read_persons_in_books(path: Path, lexicon: Lexicon) -> PersonsInBooks:
    """The rows of a table; raises DataError for a broken one and for a concept that is no person of the lexicon."""
    rows = read_table(path, Named, unique=("division", "form", "graphs"))
    for row in rows:
        if row.concept not in lexicon.entries or lexicon.entries[row.concept].type != "person":
            raise DataError(f"no person {row.concept} in the lexicon", where=row.place)
    return PersonsInBooks(rows)


@cache
def load_persons_in_books() -> PersonsInBooks:
    """The table that comes with yili-kg."""
    path = data_folder("extraction") / "reference" / "persons-in-books.tsv"
    return read_persons_in_books(path, load_lexicon())


@cache
def claims() -> Mapping[str, frozenset[str]]:
    """The persons who have a folded form, or one that ends with it (宣子: 范宣子, 韓宣子, …), by the form."""
    found: dict[str, set[str]] = {}
    for entry in load_lexicon().entries.values():
        if entry.type == "person":
            for form in map(fold, entry.forms):
                for cut in range(len(form) - 1):
                    found.setdefault(form[cut:], set()).add(entry.concept)
    return {form: frozenset(concepts) for form, concepts in found.items()}
