"""Who ruled when: the table `extraction/reference/reigns.tsv`, and what year BC a year of the Annals is.

The Annals call a ruler by state and rank (晉侯), and count years by the dukes of 魯: the year tells which 晉侯 is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.reference.works import plain_year
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["Reign", "load_reigns", "posthumous", "read_reigns", "ruler", "states", "titles", "year_of"]

#: The state by whose dukes the Annals count.
_ANNALS = "魯"


class Reign(Row):
    """A ruler, the state, what the Annals call him while he rules, and from which year BC to which."""

    ruler: Filled
    state: Filled
    titles: str = ""
    first: int = Field(ge=1)
    last: int = Field(ge=1)
    source: Filled

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.last > self.first:
            raise ValueError(f"years BC count down: {self.first} to {self.last} is no reign")
        return self


def read_reigns(path: Path, lexicon: Lexicon) -> tuple[Reign, ...]:
    """The rows of a table; raises DataError for a broken one, and for a ruler or a title that is no person of the lexicon."""
    rows = read_table(path, Reign, unique=("ruler", "first"))
    for row in rows:
        for name in (row.ruler, *row.titles.split()):
            if name not in lexicon.entries or lexicon.entries[name].type != "person":
                raise DataError(f"no person {name} in the lexicon", where=row.place)
    return rows


@cache
def load_reigns() -> tuple[Reign, ...]:
    """The reigns that come with yili-kg."""
    return read_reigns(data_folder("extraction") / "reference" / "reigns.tsv", load_lexicon())


@cache
def titles() -> Mapping[str, str]:
    """The state of each title by which the Annals call a ruler (晉侯 → 晉)."""
    return {title: row.state for row in load_reigns() for title in row.titles.split()}


@cache
def states() -> frozenset[str]:
    """The names of states that stand before posthumous names."""
    return frozenset(row.state for row in load_reigns())


def ruler(title: str, year: int) -> str:
    """Who had a title in a year BC; empty where nobody is known to, or two are."""
    held = {row.ruler for row in load_reigns() if title in row.titles.split() and row.first >= year >= row.last}
    return held.pop() if len(held) == 1 else ""


@cache
def posthumous() -> Mapping[str, Mapping[str, tuple[Reign, ...]]]:
    """Rulers by folded posthumous name with rank (文公), then by state."""
    found: dict[str, dict[str, tuple[Reign, ...]]] = {}
    ranks = {fold(title[-1]) for title in titles()}
    forms = {(fold(f), e.concept) for e in load_lexicon().entries.values() if e.type == "person" for f in e.forms}
    called: dict[str, list[str]] = {}
    for form, concept in sorted(forms):
        called.setdefault(concept, []).append(form)
    for row in load_reigns():
        state = fold(row.state)
        for form in called.get(row.ruler, ()):
            if form.startswith(state) and len(form) == len(state) + 2 and form[-1] in ranks:
                by_state = found.setdefault(form[len(state) :], {})
                by_state[row.state] = (*by_state.get(row.state, ()), row)
    return found


@cache
def year_of(division: str) -> int | None:
    """The year BC of a division that is a year of the Annals (`左傳·僖公二十四年`: 636); None for another division."""
    found = load_patterns("titles")["duke-and-count"].fullmatch(plain_year(fold(division.rpartition("·")[2])))
    if found is None:
        return None
    duke = next((r for r in load_reigns() if fold(r.ruler) == found["duke"] and r.state == _ANNALS), None)
    return duke.first - (_number(found["count"]) - 1) if duke else None


class _Numeral(Row):
    """A graph of number: what it is worth, and whether it multiplies the one before it."""

    graph: str = Field(min_length=1, max_length=1)
    worth: int
    times: Literal["", "yes"] = ""


@cache
def _numerals() -> Mapping[str, _Numeral]:
    rows = read_table(data_folder("extraction") / "reference" / "numerals.tsv", _Numeral, unique=("graph",))
    return {fold(row.graph): row for row in rows}


def _number(numeral: str) -> int:
    """The number of a year; 元 is the first."""
    total = unit = 0
    for row in (_numerals()[graph] for graph in numeral):
        total, unit = (total + max(unit, 1) * row.worth, 0) if row.times else (total, row.worth)
    return total + unit
