"""Choosing among words that share graphs: of all sets of words without overlap the one that weighs most."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from yili_kg.annotation.weighing.candidates import Candidate

__all__ = ["Weighed", "heaviest"]


class Weighed(NamedTuple):
    """A candidate and the logarithm of its odds."""

    candidate: Candidate
    score: float


def heaviest(weighed: Sequence[Weighed]) -> list[Weighed]:
    """The candidates, in order and without overlap, whose scores have the largest sum; none below 0 is taken."""
    for_it = sorted((w for w in weighed if w.score > 0), key=lambda w: (w.candidate.end, w.candidate))
    ends = [w.candidate.end for w in for_it]
    best, taken = [0.0], [False]
    before: list[int] = [0]
    for number, (candidate, score) in enumerate(for_it):
        free = bisect_right(ends, candidate.start, 0, number)
        with_it = best[free] + score
        taken.append(with_it > best[-1])
        before.append(free if taken[-1] else number)
        best.append(max(with_it, best[-1]))
    chosen: list[Weighed] = []
    at = len(for_it)
    while at:
        if taken[at]:
            chosen.append(for_it[at - 1])
        at = before[at]
    return chosen[::-1]
