"""The rules on compounds: `extraction/rules/compounds.yaml`, modifiers and the words before which they make one mention."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedWord, Rule, read_rules
from yili_kg.tables.types import KnownType
from yili_kg.text.folding import fold

__all__ = ["CompoundRule", "load_compound_rules", "read_compound_rules"]


class CompoundRule(Rule):
    """Modifiers that join the heads behind them; `heads` are concepts, with all that is narrower.

    `without` are headwords below these that never have such a modifier. `not_after` are graphs after which a modifier is
    none (降自 before 西 …). In the examples the compound stands between ⟦ and ⟧; in those to avoid it is not one mention.
    """

    type: KnownType
    modifiers: frozenset[FoldedWord] = Field(min_length=1, description="words of one or two graphs before the head")
    heads: tuple[Filled, ...] = Field(min_length=1, description="headwords of the lexicon, with all that is narrower")
    without: tuple[Filled, ...] = Field(
        default=(), description="of these and what is narrower, headwords that take no such modifier"
    )
    not_after: Annotated[str, AfterValidator(fold)] = Field(
        default="", description="graphs with which no modifier begins"
    )
    match: tuple[Filled, ...] = Field(min_length=1, description="examples, the compound between ⟦ and ⟧")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where the words between ⟦ and ⟧ are not one mention")


def read_compound_rules(path: Path) -> tuple[CompoundRule, ...]:
    """The rules of a file; raises DataError for a broken one."""
    return read_rules(path, CompoundRule)


@cache
def load_compound_rules() -> tuple[CompoundRule, ...]:
    """The rules that come with yili-kg."""
    return read_compound_rules(data_folder("extraction") / "rules" / "compounds.yaml")
