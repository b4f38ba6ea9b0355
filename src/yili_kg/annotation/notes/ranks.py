"""Ranks, from the highest on, and the words for them: `extraction/rules/notes/ranks.yaml`."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedWord, Rule, read_rules

__all__ = ["Rank", "load_ranks"]


class Rank(Rule):
    """A rank: the lexicon's concept, its place among ranks, and the words for it."""

    concept: Filled = Field(description="headword in the lexicon")
    order: int = Field(ge=1, description="the highest is 1; equal ranks share it")
    names: tuple[FoldedWord, ...] = Field(min_length=1, description="words for it, the longest first")
    match: tuple[Filled, ...] = Field(min_length=1, description="words that begin with it")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="words that do not")


@cache
def load_ranks() -> tuple[Rank, ...]:
    """The ranks that come with yili-kg, highest first; raises DataError for a broken row."""
    return read_rules(data_folder("extraction") / "rules" / "notes" / "ranks.yaml", Rank)
