"""What the signs of a gloss are worth: `extraction/weights/glosses.tsv`, made by `python -m benchmarks.gloss_weights --write`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path

from pydantic import Field

from yili_kg.confidence.signs import Sign
from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["GlossWeights", "SignRow", "load_gloss_weights", "read_gloss_weights"]

#: So many signs are told with a gloss, those that weigh most.
_TOLD = 4


class SignRow(Row):
    """One sign and its weight: above 0 it speaks for a gloss, below 0 against it."""

    sign: Filled = Field(description="the kind of sign")
    value: str = Field(default="", description="its value")
    weight: float = Field(description="in logarithms of odds")
    times: int = Field(ge=0, description="how often it was seen where the weights were fitted")


class GlossWeights:
    """How sure a gloss with some signs is. Without any weight nothing is said."""

    def __init__(self, weights: Mapping[Sign, float]) -> None:
        self._weights = dict(weights)

    def __bool__(self) -> bool:
        return bool(self._weights)

    def sure(self, signs: Sequence[Sign]) -> float:
        """The share of glosses with these signs that are right, to two decimals, never 0 and never 1."""
        share = 1 / (1 + exp(-sum(self._weights.get(sign, 0.0) for sign in signs)))
        return min(0.99, max(0.01, round(share, 2)))

    def because(self, signs: Sequence[Sign]) -> tuple[str, ...]:
        """The signs that weigh most, each with its weight, the weightiest first."""
        weighed = [(self._weights[sign], sign) for sign in signs if self._weights.get(sign)]
        weighed.sort(key=lambda told: (-abs(told[0]), told[1]))
        return tuple(f"{kind}: {value} {weight:+.2f}" for weight, (kind, value) in weighed[:_TOLD])


def read_gloss_weights(path: Path) -> GlossWeights:
    """The weights of a file. Raises DataError for a broken table."""
    return GlossWeights({(r.sign, r.value): r.weight for r in read_table(path, SignRow, unique=("sign", "value"))})


@cache
def load_gloss_weights() -> GlossWeights:
    """The weights that come with yili-kg."""
    return read_gloss_weights(data_folder("extraction") / "weights" / "glosses.tsv")
