"""The formulas of glosses, what is one by its words and what is none, as told by `extraction/rules/notes/*.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedPattern, Rule, read_rules

__all__ = [
    "Doubt",
    "Formula",
    "GlossExample",
    "MeaningRule",
    "NoGloss",
    "load_formulas",
    "load_meanings",
    "load_no_glosses",
    "plain_formula",
    "read_formulas",
]

Shape = Literal["after", "before", "read", "said", "kind", "plain"]


class GlossExample(BaseModel):
    """A note, the text that it explains, and its glosses: term and definition of each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: Filled
    note: Filled
    glosses: tuple[tuple[Filled, Filled], ...] = ()


class Doubt(BaseModel):
    """When a formula is not taken at its word."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    beyond: int = Field(ge=1, description="outside the old notes a definition longer than this, in graphs, is doubted")
    reason: Filled = Field(description="what it may be instead")


class Formula(Rule):
    """A way of saying what a word means; the tests are made from its examples."""

    formula: Filled = Field(description="its name, as it stands in the records")
    shape: Shape = Field(
        description="after: term, marker, definition | before: definition, marker, term | read: term, marker, the word "
        "it is read as | said: marker, term 者, definition | kind: term, kind, marker | plain: no marker"
    )
    marker: FoldedPattern = Field(description="regular expression for the words of the formula")
    not_before: FoldedPattern | None = Field(default=None, description="what must not stand right before the marker")
    longest: tuple[int, int] = Field(default=(4, 30), description="longest term and longest definition, in graphs")
    refers: bool = Field(
        default=False,
        description="it says what the words refer to: it may be said again of the same word, and of the words at the "
        "front of its clause",
    )
    cited: tuple[str, ...] = Field(
        default=(),
        description="how a gloss of a received note reads where another cites it word for word, of {term} and {meaning}",
    )
    later: bool = Field(default=False, description="only later commentators use it")
    speech: bool = Field(default=False, description="what somebody says is opened by the same word")
    doubt: Doubt | None = Field(default=None, description="when it may be no formula")
    match: tuple[GlossExample, ...] = Field(min_length=1, description="notes with the glosses that they hold")
    avoid: tuple[GlossExample, ...] = Field(default=(), description="notes without a gloss of this formula")


class NoGloss(Rule):
    """What may stand after a word without saying what it means; examples are term and definition."""

    term: FoldedPattern | None = Field(default=None, description="the term, any where it is left out")
    definition: FoldedPattern = Field(description="what stands behind it")
    same: bool = Field(default=False, description="the definition begins with the last graph of the term")
    thing: bool = Field(default=False, description="the term names a thing")
    unmarked: bool = Field(default=False, description="no 者 follows the term")
    firm: bool = Field(default=False, description="holds also where nothing else stands in the clause")
    not_of_a_topic: bool = Field(
        default=False, description="does not hold of a term that a later commentator marks with 者 and 也 closes"
    )
    match: tuple[tuple[Filled, Filled], ...] = Field(min_length=1)
    avoid: tuple[tuple[Filled, Filled], ...] = Field(min_length=1)

    def fits(
        self, term: str, definition: str, *, thing: bool = True, marked: bool = False, topic: bool = False
    ) -> bool:
        """Whether the rule speaks on a folded term and definition.

        `thing`: the term names a thing; `marked`: 者 follows it; `topic`: in a later comment, and 也 closes what is said.
        """
        if (self.thing and not thing) or (self.unmarked and marked) or (self.not_of_a_topic and topic):
            return False
        if self.same and not definition.startswith(term[-1]):
            return False
        return (self.term is None or self.term.search(term) is not None) and bool(self.definition.search(definition))


class MeaningRule(Rule):
    """What by its end or its beginning says what a word means; examples are term and definition."""

    definition: FoldedPattern = Field(description="regular expression on the words behind the term")
    longest: int = Field(default=40, description="the longest definition, in graphs")
    sure: bool = Field(default=False, description="the term must name a thing, or 也 close the definition")
    match: tuple[tuple[Filled, Filled], ...] = Field(min_length=1)
    avoid: tuple[tuple[Filled, Filled], ...] = Field(min_length=1)

    def fits(self, definition: str, *, sure: bool = True) -> bool:
        """Whether the rule knows a folded definition; `sure`: its term names a thing, or 也 closes it."""
        if len(definition) > self.longest or (self.sure and not sure):
            return False
        return self.definition.search(definition) is not None


def read_formulas(path: Path) -> tuple[Formula, ...]:
    """The formulas of a file; raises DataError for a broken one."""
    return read_rules(path, Formula)


def _file(name: str) -> Path:
    return data_folder("extraction") / "rules" / "notes" / f"{name}.yaml"


@cache
def load_formulas() -> tuple[Formula, ...]:
    """The formulas of glosses that come with yili-kg, the more definite first."""
    return read_formulas(_file("glosses"))


@cache
def plain_formula() -> Formula:
    """The formula without a marker."""
    return next(f for f in load_formulas() if f.shape == "plain")


@cache
def load_no_glosses() -> tuple[NoGloss, ...]:
    """What is no gloss, as yili-kg knows it."""
    return read_rules(_file("no-gloss"), NoGloss)


@cache
def load_meanings() -> tuple[MeaningRule, ...]:
    """What by its words alone is a meaning."""
    return read_rules(_file("meanings"), MeaningRule)
