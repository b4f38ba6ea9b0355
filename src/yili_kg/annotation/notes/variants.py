"""The words with which notes report readings, as told by `extraction/rules/notes/readings.yaml`."""

from __future__ import annotations

from functools import cache
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedPattern, Rule, read_rules
from yili_kg.text.needed import Asked

__all__ = ["ReadingExample", "ReadingRule", "corrections", "load_reading_rules", "reports"]


class ReadingExample(BaseModel):
    """A note, the text that it explains, and its readings: word of the text, other wording, tradition."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: Filled
    note: Filled
    readings: tuple[tuple[Filled, str, Filled], ...] = ()


class ReadingRule(Rule):
    """One way to report a reading; the tests are made from its examples."""

    kind: Literal["tradition", "loose", "correction"] = Field(
        description="tradition: who reads so, the wording follows | loose: a wording without a tradition | "
        "correction: what the word should be"
    )
    tradition: Filled = Field(description="who reads so; a group `title` of the pattern names a book instead")
    pattern: FoldedPattern = Field(description="in loose and correction the group `variant` is the other wording")
    graph_before: bool = Field(default=False, description="the one graph before it is the word of the text")
    match: tuple[ReadingExample, ...] = Field(min_length=1)
    avoid: tuple[ReadingExample, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _has_a_variant(self) -> Self:
        if self.kind != "tradition" and "variant" not in self.pattern.groupindex:
            raise ValueError("the pattern has no group `variant`")
        return self


@cache
def load_reading_rules() -> tuple[ReadingRule, ...]:
    """The rules that come with yili-kg; raises DataError for a broken one."""
    return read_rules(data_folder("extraction") / "rules" / "notes" / "readings.yaml", ReadingRule)


@cache
def reports() -> Asked[ReadingRule]:
    """The same rules, asked for by the graphs of a note."""
    return Asked((rule.pattern, rule) for rule in load_reading_rules())


@cache
def corrections() -> frozenset[str]:
    """The ids of the rules that say what a word should be."""
    return frozenset(rule.id for rule in load_reading_rules() if rule.kind == "correction")
