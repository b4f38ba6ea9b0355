"""Who is meant by a name in a division of a cited book: tables of `extraction/reference/`, made once for each book.

`persons-in-books.tsv` has the short names, `given-names-in-books.tsv` words that only the notes of a book tell as names, each
at its place. `benchmarks/derive/persons_in_books.py` and `given_names_in_books.py` make them from the books, their notes and
the reigns; the books themselves are not needed to ask who is meant.
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

__all__ = [
    "Given",
    "Named",
    "PersonsInBooks",
    "claims",
    "load_persons_in_books",
    "read_given_names",
    "read_persons_in_books",
]


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


class Given(Row):
    """A folded word that is the name or the style of a person between two graphs of the text of a book."""

    division: Filled
    form: Filled
    concept: Filled
    book: Filled
    graphs: str = Field(pattern=r"^[0-9]+-[0-9]+$")

    @property
    def begins(self) -> int:
        """The graph of the book at which it begins."""
        return int(self.graphs.partition("-")[0])


class PersonsInBooks:
    """The rows of the tables by division."""

    def __init__(self, rows: Iterable[Named], given: Iterable[Given] = ()) -> None:
        self._rows: dict[str, dict[str, list[Named]]] = {}
        self._of_work: dict[str, set[str]] = {}
        for row in rows:
            self._rows.setdefault(_key(row.division), {}).setdefault(row.form, []).append(row)
            self._of_work.setdefault(row.division.partition("·")[0], set()).add(row.form)
        self._given: dict[tuple[str, int], Given] = {}
        for name in given:
            self._given[name.book, name.begins] = name
            self._of_work.setdefault(name.division.partition("·")[0], set()).add(name.form)

    def of_work(self, work: str) -> frozenset[str]:
        """All forms that the tables have for a work and for those in whose books its words stand."""
        return frozenset[str]().union(*(self._of_work.get(name, ()) for name in work_of(work).books))

    def given(self, form: str, book: str, place: int) -> str:
        """Whose name a folded form is that begins at a graph of the text of a book; empty where no note says so."""
        found = self._given.get((book, place))
        return found.concept if found is not None and found.form == form else ""

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


def read_persons_in_books(path: Path, lexicon: Lexicon, given: Iterable[Given] = ()) -> PersonsInBooks:
    """The rows of a table; raises DataError for a broken one and for a concept that is no person of the lexicon."""
    rows = read_table(path, Named, unique=("division", "form", "graphs"))
    _known(rows, lexicon)
    return PersonsInBooks(rows, given)


def read_given_names(path: Path, lexicon: Lexicon) -> tuple[Given, ...]:
    """The rows of the other table; raises DataError as `read_persons_in_books` does."""
    rows = read_table(path, Given, unique=("book", "graphs"))
    _known(rows, lexicon)
    return rows


def _known(rows: Iterable[Named | Given], lexicon: Lexicon) -> None:
    for row in rows:
        if row.concept not in lexicon.entries or lexicon.entries[row.concept].type != "person":
            raise DataError(f"no person {row.concept} in the lexicon", where=row.place)


@cache
def load_persons_in_books() -> PersonsInBooks:
    """The tables that come with yili-kg."""
    folder, lexicon = data_folder("extraction") / "reference", load_lexicon()
    given = read_given_names(folder / "given-names-in-books.tsv", lexicon)
    return read_persons_in_books(folder / "persons-in-books.tsv", lexicon, given)


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
