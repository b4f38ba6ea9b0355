"""The rules on citations: `extraction/rules/citations.yaml`, what they are for, what is performed, where quotations end."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedPattern, Rule, read_rules

__all__ = ["CitationRule", "load_citation_rules", "read_citation_rules"]


class CitationRule(Rule):
    """A formula: `performed` or what a citation is for, or (`end`, `turn`) where an unmarked quotation ends."""

    kind: Literal["performed", "function", "end", "turn"]
    value: str = Field(default="", description="of a function: what the citation is for, a term of CiTO")
    before: FoldedPattern | None = Field(default=None, description="regular expression on the folded text before")
    after: FoldedPattern | None = Field(default=None, description="regular expression on the folded text behind")
    match: tuple[Filled, ...] = Field(min_length=1, description="examples, the title or the quotation between ⟦ and ⟧")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where it must not fire")

    @model_validator(mode="after")
    def _functions_have_a_value(self) -> Self:
        if (self.kind == "function") != bool(self.value):
            raise ValueError("kind is performed, function (with a value), end or turn")
        return self

    def fires(self, before: str, after: str) -> bool:
        """Whether the formula stands around a place, given the folded text before and after it."""
        if self.before is not None and self.before.search(before) is None:
            return False
        return self.after is None or self.after.search(after) is not None


def read_citation_rules(path: Path) -> tuple[CitationRule, ...]:
    """The rules of a file; raises DataError for a broken one."""
    return read_rules(path, CitationRule)


@cache
def load_citation_rules(kind: str) -> tuple[CitationRule, ...]:
    """The rules of one kind that come with yili-kg."""
    path = data_folder("extraction") / "rules" / "citations.yaml"
    return tuple(rule for rule in read_citation_rules(path) if rule.kind == kind)
