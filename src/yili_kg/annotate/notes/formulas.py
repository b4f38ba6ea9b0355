"""The formulas of glosses, and what is no gloss, as told by `extraction/rules/notes/*.yaml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yili_kg.annotate.senses import read_rules
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.text.folding import fold

__all__ = ["SHAPES", "Formula", "NoGloss", "load_formulas", "load_no_glosses", "pattern", "read_formulas"]

SHAPES = ("after", "before", "read", "said", "kind", "plain")


def pattern(expression: str, rule: str, place: str) -> re.Pattern[str]:
    """A regular expression on folded graphs; raises DataError where it is none."""
    try:
        return re.compile(fold(expression))
    except re.error as error:
        raise DataError(f"rule {rule}: no regular expression ({error})", where=place) from error


@dataclass(frozen=True, slots=True)
class Formula:
    """A way of saying what a word means.

    `longest` is the greatest length of a term and of a definition in graphs. `match` and `avoid` are examples (base
    text, note, and what the note says), from which the tests are made.
    """

    id: str
    formula: str
    shape: str
    marker: re.Pattern[str]
    not_before: re.Pattern[str] | None
    longest: tuple[int, int]
    reason: str
    match: tuple[dict[str, Any], ...]
    avoid: tuple[dict[str, Any], ...]
    place: str


@dataclass(frozen=True, slots=True)
class NoGloss:
    """What may stand after a word without saying what it means; `same`: it begins with the word itself.

    `thing`: the word must name a thing; `unmarked`: no 者 may follow it.
    """

    id: str
    term: re.Pattern[str] | None
    definition: re.Pattern[str]
    same: bool
    thing: bool
    unmarked: bool
    reason: str
    match: tuple[tuple[str, str], ...]
    avoid: tuple[tuple[str, str], ...]
    place: str

    def fits(self, term: str, definition: str, *, thing: bool = True, marked: bool = False) -> bool:
        """Whether the rule speaks on a folded term and definition.

        `thing`: the term names a thing; `marked`: 者 follows it.
        """
        if (self.thing and not thing) or (self.unmarked and marked):
            return False
        if self.same and not definition.startswith(term[-1]):
            return False
        return (self.term is None or self.term.search(term) is not None) and bool(self.definition.search(definition))


def read_formulas(path: Path) -> tuple[Formula, ...]:
    """The formulas of a file; raises DataError for a broken one."""
    formulas = []
    fields = {"id", "formula", "shape", "marker", "not_before", "longest", "reason", "match", "avoid"}
    for place, row in read_rules(path, fields=fields, required=("id", "formula", "shape", "marker", "reason", "match")):
        if row["shape"] not in SHAPES:
            raise DataError(f"rule {row['id']}: shape is one of {', '.join(SHAPES)}", where=place)
        not_before = pattern(row["not_before"], row["id"], place) if row.get("not_before") else None
        formulas.append(
            Formula(
                row["id"],
                row["formula"],
                row["shape"],
                pattern(row["marker"], row["id"], place),
                not_before,
                tuple(row.get("longest", (4, 30))),
                row["reason"],
                tuple(row["match"]),
                tuple(row.get("avoid", ())),
                place,
            )
        )
    return tuple(formulas)


@cache
def load_formulas() -> tuple[Formula, ...]:
    """The formulas of glosses that come with yili-kg, the more definite first."""
    return read_formulas(data_folder("extraction") / "rules" / "notes" / "glosses.yaml")


@cache
def load_no_glosses() -> tuple[NoGloss, ...]:
    """What is no gloss, as yili-kg knows it."""
    path = data_folder("extraction") / "rules" / "notes" / "no-gloss.yaml"
    fields = {"id", "term", "definition", "same", "thing", "unmarked", "reason", "match", "avoid"}
    return tuple(
        NoGloss(
            row["id"],
            pattern(row["term"], row["id"], place) if row.get("term") else None,
            pattern(row["definition"], row["id"], place),
            bool(row.get("same")),
            bool(row.get("thing")),
            bool(row.get("unmarked")),
            row["reason"],
            tuple((term, words) for term, words in row["match"]),
            tuple((term, words) for term, words in row["avoid"]),
            place,
        )
        for place, row in read_rules(path, fields=fields, required=("id", "definition", "reason", "match", "avoid"))
    )
