"""What the signs of a gloss are worth: `extraction/weights/glosses.tsv`, made by `python -m benchmarks.gloss_weights --write`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from heapq import nsmallest
from math import exp
from pathlib import Path
from typing import Literal

from pydantic import Field

from yili_kg.confidence.signs import PAIR, Sign
from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["GlossWeights", "SignRow", "load_gloss_weights", "read_gloss_weights"]

#: The classes of notes: on the 儀禮, and on other books.
_NOTE, _NOTE_ELSEWHERE = "note", "note-elsewhere"
#: So many signs are told with a gloss, those that weigh most.
_TOLD = 4


class SignRow(Row):
    """One sign, or two together (before × rule), and the weight: above 0 it speaks for a gloss, below 0 against it."""

    feature: Literal["note", "argument"] = Field(description="the class of the layer, as of the measures")
    sign: Filled = Field(description="the kind of sign")
    value: str = Field(default="", description="its value")
    weight: float = Field(description="in logarithms of odds")
    times: int = Field(ge=0, description="how often it was seen where the weights were fitted")


class _Class:
    """The weights of a class of layers: of signs alone, and of each two together by their numbers."""

    def __init__(self, weights: Mapping[Sign, float]) -> None:
        self.alone = {sign: weight for sign, weight in weights.items() if weight and PAIR not in sign[0]}
        two = {_two(sign): weight for sign, weight in weights.items() if weight and PAIR in sign[0]}
        #: The signs that weigh with another, in their order, and the number of each.
        self._signs = sorted({sign for pair in two for sign in pair})
        self._numbers = {sign: number for number, sign in enumerate(self._signs)}
        numbers = ((self._numbers[first], self._numbers[second], weight) for (first, second), weight in two.items())
        self._pairs = {first * len(self._signs) + second: weight for first, second, weight in numbers}

    def weighed(self, signs: Sequence[Sign]) -> list[tuple[float, Sign, Sign | None]]:
        """What weighs anything: each sign alone, and with each other one."""
        found: list[tuple[float, Sign, Sign | None]] = [(self.alone[s], s, None) for s in signs if s in self.alone]
        numbers = sorted(self._numbers[sign] for sign in signs if sign in self._numbers)
        size, pairs = len(self._signs), self._pairs
        for place, first in enumerate(numbers):
            row = first * size
            for second in numbers[place + 1 :]:
                weight = pairs.get(row + second)
                if weight is not None:
                    found.append((weight, self._signs[first], self._signs[second]))
        return found


class GlossWeights:
    """How sure a gloss with some signs is, in layers of a class (`feature_of`): `weights` by class and sign.

    A sign whose kind is two kinds with `PAIR` between them is there where both are.
    Glosses of notes on other books are weighed as those of notes on the 儀禮 are where they have no weights of their own.
    """

    def __init__(self, weights: Mapping[str, Mapping[Sign, float]]) -> None:
        self._classes = {feature: _Class(signs) for feature, signs in weights.items() if signs}
        if _NOTE in self._classes:
            self._classes.setdefault(_NOTE_ELSEWHERE, self._classes[_NOTE])

    def __contains__(self, feature: str) -> bool:
        """Whether glosses of a class are weighed at all."""
        return feature in self._classes

    def weigh(self, feature: str, signs: Sequence[Sign]) -> tuple[float, tuple[str, ...]]:
        """How sure a gloss with these signs is, and the signs that weigh most, each with its weight, the weightiest first.

        The share of such glosses that are right, to two decimals, never 0 and never 1.
        """
        weighed = self._classes[feature].weighed(signs)
        share = 1 / (1 + exp(-sum(weight for weight, _, _ in weighed)))
        most = nsmallest(_TOLD, weighed, key=lambda one: (-abs(one[0]), one[1], one[2] or ("", "")))
        return min(0.99, max(0.01, round(share, 2))), tuple(_told(*one) for one in most)

    def sure(self, feature: str, signs: Sequence[Sign]) -> float:
        """How sure a gloss with these signs is."""
        return self.weigh(feature, signs)[0]

    def because(self, feature: str, signs: Sequence[Sign]) -> tuple[str, ...]:
        """The signs that weigh most."""
        return self.weigh(feature, signs)[1]


def _told(weight: float, first: Sign, second: Sign | None) -> str:
    """What weighs, in words: before lemma +0.47, before lemma × rule gloss-means +0.21."""
    words = " ".join(first) if second is None else f"{' '.join(first)}{PAIR}{' '.join(second)}"
    return f"{words} {weight:+.2f}"


def _two(sign: Sign) -> tuple[Sign, Sign]:
    """The signs that one of the table is put together of."""
    (kind, _, other), (value, _, another) = sign[0].partition(PAIR), sign[1].partition(PAIR)
    return (kind, value), (other, another)


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
