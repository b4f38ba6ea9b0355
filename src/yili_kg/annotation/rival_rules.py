"""The rules on rivals: `extraction/rules/rivals.yaml`, turns of phrase that claim graphs of a text and name no thing."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.patterns import NamedPattern
from yili_kg.tables.rulebook import read_rules

__all__ = ["HELD", "RivalRule", "load_rival_rules"]

#: The group of a pattern that holds the graphs claimed, where they are not all that the pattern takes.
HELD = "held"


class RivalRule(NamedPattern):
    """A turn of phrase whose graphs name no thing; a `piece` is only called by patterns below it."""

    kind: Literal["pointer", "argument", "date", "dynasty", "measure", "act", "sound", "graph", "phrase", "piece"] = (
        Field(description="what claims the graphs; a piece claims none and is built into others")
    )


@cache
def load_rival_rules() -> tuple[RivalRule, ...]:
    """The rules that come with yili-kg."""
    return read_rules(data_folder("extraction") / "rules" / "rivals.yaml", RivalRule)
