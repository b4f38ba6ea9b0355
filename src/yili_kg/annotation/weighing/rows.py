"""The rows of the tables of weights: `extraction/weights/mentions.tsv` and `forms.tsv`."""

from __future__ import annotations

from pydantic import Field

from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row
from yili_kg.tables.types import KnownType

__all__ = ["FormRow", "WeightRow"]


class WeightRow(Row):
    """One feature and its weight: above 0 it speaks for a mention, below 0 against it."""

    feature: Filled = Field(description="the kind of feature")
    value: str = Field(default="", description="its value: a graph before, a status …")
    seen_with: str = Field(default="", description="the type or status that it is seen with")
    weight: float = Field(description="in logarithms of odds")
    times: int = Field(ge=0, description="how often it was seen where the weights were fitted")


class FormRow(Row):
    """How often a folded form stood where the weights were fitted, and how often it was a mention of this type."""

    form: Filled
    type: KnownType
    right: int = Field(ge=0)
    of: int = Field(ge=1)
