"""Sense rules: which of its senses a form has in its context, as told by `extraction/rules/senses/*.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.layers import KnownLayer
from yili_kg.tables.rulebook import Filled, FoldedPattern, FoldedWord, Rule, read_rules
from yili_kg.tables.types import KnownType
from yili_kg.text.folding import fold

__all__ = ["CONTEXT", "SenseRule", "load_senses", "read_senses", "standing", "told_by_its_context"]

#: How many folded code points before and after a form a rule sees.
CONTEXT = 12


class SenseRule(Rule):
    """One decision on some forms: accept or reject a type where the context before and after fits.

    `match` and `avoid` are examples, the form between ⟦ and ⟧; the tests are made from them.
    """

    type: KnownType
    forms: tuple[FoldedWord, ...] = Field(min_length=1, description="folded forms; `checked`: every form marked with ?")
    decide: Literal["accept", "reject"]
    stands: bool = Field(default=False, description="of an accepted form: no weighing turns it down")
    concept: str = Field(default="", description="the headword, where the form has several of the type")
    before: FoldedPattern | None = Field(default=None, description="regular expression on the folded text before")
    after: FoldedPattern | None = Field(default=None, description="regular expression on the folded text behind")
    layers: frozenset[KnownLayer] = Field(default=frozenset(), description="only in these layers; empty: in any")
    match: tuple[Filled, ...] = Field(min_length=1, description="examples, the form between ⟦ and ⟧")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where it must not fire")

    @property
    def accepts(self) -> bool:
        """Whether the forms have the type where the rule fires."""
        return self.decide == "accept"

    def fires_on(self, example: str) -> bool:
        """Whether the rule speaks on the form between ⟦ and ⟧ in an example."""
        before, _, rest = fold(example).partition("⟦")
        _, _, after = rest.partition("⟧")
        return self.fires(before[-CONTEXT:], after[:CONTEXT], "")

    def fires(self, before: str, after: str, layer: str) -> bool:
        """Whether the rule speaks on a form between these folded contexts, in this layer."""
        if self.layers and layer and layer not in self.layers:
            return False
        if self.before is not None and self.before.search(before) is None:
            return False
        return self.after is None or self.after.search(after) is not None


def read_senses(folder: Path) -> tuple[SenseRule, ...]:
    """The rules of all files of a folder, files in the order of their names; raises DataError for a broken one."""
    return read_rules(folder, SenseRule)


@cache
def load_senses() -> tuple[SenseRule, ...]:
    """The sense rules that come with yili-kg."""
    return read_senses(data_folder("extraction") / "rules" / "senses")


def told_by_its_context(form: str, type_: str, before: str, after: str) -> str:
    """The headword that a rule gives a folded form of several, between these folded contexts; empty where none speaks."""
    rules = _telling().get((form, type_), ())
    return next((rule.concept for rule in rules if rule.fires(before[-CONTEXT:], after[:CONTEXT], "")), "")


@cache
def _telling() -> dict[tuple[str, str], list[SenseRule]]:
    """The rules that say which headword a form of some type has, by form and type."""
    rules: dict[tuple[str, str], list[SenseRule]] = {}
    for rule in load_senses():
        for form in rule.forms if rule.accepts and rule.concept else ():
            rules.setdefault((form, rule.type), []).append(rule)
    return rules


@cache
def standing() -> frozenset[str]:
    """The rules whose accepted forms no weighing turns down."""
    return frozenset(rule.id for rule in load_senses() if rule.stands)
