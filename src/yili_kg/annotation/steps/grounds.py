"""The cases by which a word is supplied, as told by `extraction/rules/steps/anaphora.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, Rule, read_rules

__all__ = ["Ground", "SuppliedExample", "load_grounds", "read_grounds"]

Slot = Literal["agent", "object", "recipient", "at", "from", "to", "vessel", "bows_to"]


def _marked(text: str) -> str:
    if not 0 <= text.find("⟦") < text.find("⟧"):
        raise ValueError(f"the verb stands between ⟦ and ⟧: {text}")
    return text


class SuppliedExample(BaseModel):
    """Words of base text with the verb between ⟦ and ⟧, and what is put into its slot."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Filled = Field(description="words of base text, the verb between ⟦ and ⟧")
    supplies: tuple[Filled, ...] = Field(min_length=1, description="the words that are supplied, in order")

    _verb = field_validator("text")(_marked)


class Ground(Rule):
    """A case of what the text leaves out: the slots it fills, and examples; the code of the case has the same id."""

    slots: tuple[Slot, ...] = Field(min_length=1, description="the slots into which it puts a word")
    examples: tuple[SuppliedExample, ...] = Field(min_length=1, description="where it decides, and what it supplies")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where it must not decide; the verb between ⟦ and ⟧")

    @field_validator("avoid")
    @classmethod
    def _verbs(cls, avoid: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_marked(text) for text in avoid)


def read_grounds(path: Path) -> tuple[Ground, ...]:
    """The cases of a file; raises DataError for a broken one."""
    return read_rules(path, Ground)


@cache
def load_grounds() -> tuple[Ground, ...]:
    """The cases that come with yili-kg."""
    return read_grounds(data_folder("extraction") / "rules" / "steps" / "anaphora.yaml")
