"""The weights of features, `extraction/weights/mentions.tsv`, and how often forms are things, `forms.tsv`.

Both are made by `python -m benchmarks.weights --write` from the reading of the received text and the gold passages.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import exp
from pathlib import Path

from yili_kg.annotation.weighing.candidates import RIVAL, Candidate
from yili_kg.annotation.weighing.features import LONGEST, Arranged, Feature, Surroundings
from yili_kg.annotation.weighing.rows import FormRow, WeightRow
from yili_kg.data import data_folder
from yili_kg.tables.table import read_table
from yili_kg.tables.types import mention_types

__all__ = ["Weights", "load_weights", "read_weights"]


class Weights:
    """The weights by feature, and the counts of forms."""

    def __init__(self, weights: dict[Feature, float], counts: dict[tuple[str, str], tuple[int, int]]) -> None:
        self.weights, self.counts = weights, counts
        self._arranged = Arranged(weights)
        right: Counter[tuple[str, int]] = Counter()
        of: Counter[tuple[str, int]] = Counter()
        for (form, type_), (r, n) in counts.items():
            right[type_, min(LONGEST, len(form))] += r
            of[type_, min(LONGEST, len(form))] += n
        #: The share of mentions among the words of each type and length.
        self.bases = {
            (t, length): (right[t, length] + 1) / (of[t, length] + 2)
            for t in mention_types()
            for length in range(1, LONGEST + 1)
        }
        #: What words bring along, and weigh with nothing around them, summed up once each; and what rivals weigh.
        self._own: dict[tuple[str, bool], dict[tuple[str, str, str, str, bool], float]] = {}
        self._claims: dict[tuple[str, str, str], float] = {}

    def weigh(self, c: Candidate, form: str, around: Surroundings) -> float:
        """The score of a candidate of this folded form: that of its features (but for the last bits), without their names."""
        _, _, type_, concept, status, rule, first = c
        if status == RIVAL:
            claim = (concept, rule, around.layer)
            if claim not in self._claims:
                self._claims[claim] = self.score(around.claim(c))
            return self._claims[claim]
        of_like = self._own.get(around.like)
        if of_like is None:
            of_like = self._own[around.like] = {}
        word = (form, type_, status, rule, first)
        total = of_like.get(word)
        if total is None:
            alone = self._arranged.alone(c, form, given=around.like[1])
            total = of_like[word] = self.score(around.own(c)) + alone
        return around.added(total, c, form, self._arranged)

    def score(self, features: list[tuple[Feature, float]]) -> float:
        """The logarithm of the odds that a candidate with these features is a mention."""
        weight = self.weights.get
        total = 0.0
        for name, amount in features:
            total += weight(name, 0.0) * amount
        return total


def probability(score: float) -> float:
    """The share that a logarithm of odds stands for."""
    return 1 / (1 + exp(-score))


def read_weights(folder: Path) -> Weights:
    """The weights in a folder. Raises DataError for a broken table."""
    rows = read_table(folder / "mentions.tsv", WeightRow, unique=("feature", "value", "seen_with"))
    forms = read_table(folder / "forms.tsv", FormRow, unique=("form", "type"))
    return Weights(
        {(r.feature, r.value, r.seen_with): r.weight for r in rows}, {(f.form, f.type): (f.right, f.of) for f in forms}
    )


@cache
def load_weights() -> Weights:
    """The weights that come with yili-kg."""
    return read_weights(data_folder("extraction") / "weights")
