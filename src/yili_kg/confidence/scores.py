"""The table of scores, `extraction/confidence/scores.tsv`: how good what is found was, kind by kind, when it was last measured.

Made by `python -m benchmarks.scores --write` from the gold passages; pages and manifests tell it.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table

__all__ = ["Score", "load_scores"]


class Score(Row):
    """Of `gold` statements of a kind in gold passages, how many are found (recall), and how many of those found are right."""

    kind: str = Field(min_length=1, description="what is counted, as the scoring script calls it")
    passages: Literal["made-with", "apart"] = Field(
        description="the passages that rules were made with, or set aside ones"
    )
    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)
    precision: float = Field(ge=0, le=1)
    recall: float = Field(ge=0, le=1)
    f1: float = Field(ge=0, le=1)
    gold: int = Field(ge=0)


@cache
def load_scores() -> tuple[Score, ...]:
    """The scores that come with yili-kg."""
    return read_table(data_folder("extraction") / "confidence" / "scores.tsv", Score, unique=("kind", "passages"))
