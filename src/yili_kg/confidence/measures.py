"""The table of measures, `extraction/confidence/measured.tsv`: how often a rule was right, and what that makes it worth.

A share of few is drawn to the mean of its kind: with a weight w and the mean m of the kind, slot and feature, r right of n
are worth (r + w·m) / (n + w), which is never 0 and never 1. How much the mean counts for is told by the counts themselves:
where the rules of a kind are much alike it is much, where they differ it is little. Of some weights (thresholds.tsv) the one
is taken for each kind and slot under which its counts are likeliest, if each rule has a share of its own that is drawn
around the mean (a beta-binomial distribution). A rule that was never met is worth what
those rules of its kind are that are worse than the mean. Of a kind of which fewer than `least` were judged nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import lgamma
from typing import TypeVar

from pydantic import Field

from yili_kg.confidence.thresholds import load_thresholds
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.layers import layers
from yili_kg.tables.table import Row, read_table

__all__ = ["READ", "Measure", "MeasureRow", "Measures", "feature_of", "load_measures"]

Key = TypeVar("Key", bound=tuple[str, ...])

#: The rule of a row that says how far two readers agree: what holds for all that a reader decided.
READ = "read_by"


class MeasureRow(Row):
    """How often a `rule` was `right`, `of` so many statements of a `kind` (or in a `slot` of it) with a `feature`."""

    kind: str = Field(min_length=1)
    slot: str = ""
    rule: str = Field(min_length=1)
    feature: str = ""
    right: int = Field(ge=0)
    of: int = Field(ge=1)


@dataclass(frozen=True, slots=True)
class Measure:
    """What something is worth: `value` from 0 to 1, and from how many it was told: `right` of `of`; both 0 for a rule never met."""

    value: float
    right: int
    of: int


@dataclass(slots=True)
class _Sum:
    right: float = 0
    of: float = 0

    def add(self, row: MeasureRow) -> None:
        self.right, self.of = self.right + row.right, self.of + row.of

    def drawn(self, mean: float, weight: float) -> float:
        return (self.right + weight * mean) / (self.of + weight)


class Measures:
    """What rules are worth; of `weights` each kind takes the likeliest. Raises DataError for a row with more right than there are."""

    def __init__(self, rows: Iterable[MeasureRow], *, weights: Sequence[float], least: int = 0) -> None:
        self._rows: dict[tuple[str, str, str, str], MeasureRow] = {}
        for row in rows:
            if row.right > row.of:
                raise DataError(f"{row.right} right of {row.of}", where=row.place)
            self._rows[row.kind, row.slot, row.rule, row.feature] = row
        ruled = [row for row in self._rows.values() if row.rule != READ]
        kinds = _summed(ruled, lambda r: (r.kind, r.slot))
        self._kinds = {key: (s.right + 1) / (s.of + 2) for key, s in kinds.items()}
        self._few = {key for key, s in kinds.items() if s.of < least}
        means = _summed(ruled, lambda r: (r.kind, r.slot, r.feature))
        self._weights = {key: _likeliest(key, ruled, means, weights) for key in kinds}
        self._means = {key: s.drawn(self._kinds[key[:2]], self._weights[key[:2]]) for key, s in means.items()}
        worse = _summed((r for r in ruled if r.right / r.of < self._mean(r)), lambda r: (r.kind, r.slot, r.feature))
        self._worse = {key: s.drawn(self._means[key], self._weights[key[:2]]) for key, s in worse.items()}
        self._known = {(r.kind, r.slot, r.rule) for r in ruled}
        self._made: dict[tuple[str, str, str, str], Measure | None] = {}

    def _mean(self, row: MeasureRow) -> float:
        return self._means[row.kind, row.slot, row.feature]

    def of(self, kind: str, slot: str, rule: str, feature: str) -> Measure | None:
        """What a rule is worth; None of a kind, or a slot of it, that nobody has measured, or too little."""
        key = (kind, slot, rule, feature)
        if key not in self._made:
            self._made[key] = self._measured(*key)
        return self._made[key]

    def _measured(self, kind: str, slot: str, rule: str, feature: str) -> Measure | None:
        if rule == READ:
            row = self._rows.get((kind, slot, READ, ""))
            return Measure(round(row.right / row.of, 2), row.right, row.of) if row else None
        if (kind, slot) not in self._kinds or (kind, slot) in self._few:
            return None
        mean = self._means.get((kind, slot, feature), self._kinds[kind, slot])
        row = self._rows.get((kind, slot, rule, feature))
        if row:
            return Measure(_certain(_Sum(row.right, row.of).drawn(mean, self._weights[kind, slot])), row.right, row.of)
        # A rule that is known elsewhere is as good as its like; one that nobody has met is taken for one of the worse.
        known = (kind, slot, rule) in self._known
        return Measure(_certain(mean if known else self._worse.get((kind, slot, feature), mean)), 0, 0)


def _certain(value: float) -> float:
    """A share to two decimals, never 0 and never 1."""
    return min(0.99, max(0.01, round(value, 2)))


def _likeliest(
    kind: tuple[str, str],
    rows: Sequence[MeasureRow],
    means: dict[tuple[str, str, str], _Sum],
    weights: Sequence[float],
) -> float:
    """Of some weights the one under which the counts of a kind and slot are likeliest; the first of those that are alike."""
    some = [r for r in rows if (r.kind, r.slot) == kind]
    return max(weights, key=lambda w: sum(_likelihood(r, means[r.kind, r.slot, r.feature], w) for r in some))


def _likelihood(row: MeasureRow, mean: _Sum, weight: float) -> float:
    """The logarithm of how likely the count of a rule is, if its share is drawn around a mean with a weight."""
    share = (mean.right + 1) / (mean.of + 2)
    right, wrong = weight * share, weight * (1 - share)
    return _log_beta(row.right + right, row.of - row.right + wrong) - _log_beta(right, wrong)


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def _summed(rows: Iterable[MeasureRow], key: Callable[[MeasureRow], Key]) -> dict[Key, _Sum]:
    sums: dict[Key, _Sum] = {}
    for row in rows:
        sums.setdefault(key(row), _Sum()).add(row)
    return sums


def feature_of(layer: str, chapter: str) -> str:
    """The class of a layer by which measures are told apart: base, note, or argument for all that explains both.

    Base and note of no chapter of the 儀禮 (another book) are apart: the rules know them less well.
    """
    known = layers()
    if layer in known.base:
        return "base" if chapter else "base-elsewhere"
    if layer in known.notes:
        return "note" if chapter else "note-elsewhere"
    return "argument"


@cache
def load_measures() -> Measures:
    """The measures that come with yili-kg. Raises DataError for a broken table."""
    path = data_folder("extraction") / "confidence" / "measured.tsv"
    rows = read_table(path, MeasureRow, unique=("kind", "slot", "rule", "feature"))
    return Measures(rows, weights=load_thresholds().weights, least=load_thresholds().least)
