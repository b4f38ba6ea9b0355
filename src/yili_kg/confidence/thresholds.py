"""The table of thresholds, `extraction/confidence/thresholds.tsv`: below what a statement of a kind is not shown as fact."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.table import Row, read_table

__all__ = ["NOTHING_IN_DOUBT", "Threshold", "Thresholds", "load_thresholds"]

#: Names of rows that are no kind: below what a slot is marked, and left out; the least that is measured; the weights of a mean.
_MARKED, _LEFT_OUT, _LEAST = "slot", "slot-left-out", "least"
_LIGHTEST, _HEAVIEST = "weight", "weight-most"


class Threshold(Row):
    """From what on a `kind` is sure, from 0 to 1 (the rows `weight`, `weight-most` and `least`: how many statements)."""

    kind: str = Field(min_length=1)
    threshold: float = Field(ge=0, le=1000)
    reason: str = Field(min_length=1)


class Thresholds:
    """From what on each kind of statement is sure. Raises DataError where a row is missing that is asked for."""

    def __init__(self, rows: Iterable[Threshold]) -> None:
        self._of = {row.kind: row.threshold for row in rows}

    def __getitem__(self, kind: str) -> float:
        """The threshold of a kind."""
        try:
            return self._of[kind]
        except KeyError:
            raise DataError(f"there is no row {kind}", where="extraction/confidence/thresholds.tsv") from None

    @property
    def weights(self) -> tuple[float, ...]:
        """How many statements the mean of a kind may count for beside those of a rule: each twice the one before it."""
        weights = [self[_LIGHTEST]]
        while weights[-1] * 2 <= self[_HEAVIEST]:
            weights.append(weights[-1] * 2)
        return tuple(weights)

    @property
    def least(self) -> int:
        """Of how many statements of a kind it must be known whether they are right, before any is measured."""
        return int(self[_LEAST])

    @property
    def marked(self) -> float:
        """Below this a slot of a step is marked."""
        return self[_MARKED]

    @property
    def left_out(self) -> float:
        """Below this a slot of a step is left out of it."""
        return self[_LEFT_OUT]

    def doubts(self, kind: str, confidence: float | None) -> bool:
        """Whether a statement is below the threshold of its kind; one that nobody measured is not."""
        return confidence is not None and confidence < self[kind]


class _NothingInDoubt(Thresholds):
    def __getitem__(self, kind: str) -> float:
        return 0.0


#: With these everything is sure, and nothing is left out.
NOTHING_IN_DOUBT: Thresholds = _NothingInDoubt(())


@cache
def load_thresholds() -> Thresholds:
    """The thresholds that come with yili-kg. Raises DataError for a broken table."""
    path = data_folder("extraction") / "confidence" / "thresholds.tsv"
    return Thresholds(read_table(path, Threshold, unique=("kind",)))
