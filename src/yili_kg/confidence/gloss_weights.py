"""What the signs of a gloss are worth: `extraction/weights/glosses.tsv`, made by `python -m benchmarks.gloss_weights --write`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Literal

from pydantic import Field

from yili_kg.confidence.signs import Sign
from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["GlossWeights", "SignRow", "load_gloss_weights", "read_gloss_weights"]

#: The classes of notes: on the 儀禮, and on other books.
_NOTE, _NOTE_ELSEWHERE = "note", "note-elsewhere"
#: So many signs are told with a gloss, those that weigh most.
_TOLD = 4


class SignRow(Row):
    """One sign and its weight: above 0 it speaks for a gloss, below 0 against it."""

    feature: Literal["note", "argument"] = Field(description="the class of the layer, as of the measures")
    sign: Filled = Field(description="the kind of sign")
    value: str = Field(default="", description="its value")
    weight: float = Field(description="in logarithms of odds")
    times: int = Field(ge=0, description="how often it was seen where the weights were fitted")


class GlossWeights:
    """How sure a gloss with some signs is, in layers of a class (`feature_of`): `weights` by class and sign.

    Glosses of notes on other books are weighed as those of notes on the 儀禮 are where they have no weights of their own.
    """

    def __init__(self, weights: Mapping[str, Mapping[Sign, float]]) -> None:
        self._weights = {feature: dict(signs) for feature, signs in weights.items()}
        if _NOTE in self._weights:
            self._weights.setdefault(_NOTE_ELSEWHERE, self._weights[_NOTE])

    def __contains__(self, feature: str) -> bool:
        """Whether glosses of a class are weighed at all."""
        return bool(self._weights.get(feature))

    def sure(self, feature: str, signs: Sequence[Sign]) -> float:
        """The share of glosses with these signs that are right, to two decimals, never 0 and never 1."""
        weights = self._weights[feature]
        share = 1 / (1 + exp(-sum(weights.get(sign, 0.0) for sign in signs)))
        return min(0.99, max(0.01, round(share, 2)))

    def because(self, feature: str, signs: Sequence[Sign]) -> tuple[str, ...]:
        """The signs that weigh most, each with its weight, the weightiest first."""
        weights = self._weights[feature]
        weighed = sorted((-abs(weights[sign]), sign) for sign in signs if weights.get(sign))
        return tuple(" ".join((*sign, f"{weights[sign]:+.2f}")) for _, sign in weighed[:_TOLD])


def read_gloss_weights(path: Path) -> GlossWeights:
    """The weights of a file. Raises DataError for a broken table."""
    weights: dict[str, dict[Sign, float]] = {}
    for row in read_table(path, SignRow, unique=("feature", "sign", "value")):
        weights.setdefault(row.feature, {})[row.sign, row.value] = row.weight
    return GlossWeights(weights)


@cache
def load_gloss_weights() -> GlossWeights:
    """The weights that come with yili-kg."""
    return read_gloss_weights(data_folder("extraction") / "weights" / "glosses.tsv")
