"""The benchmark of quotations: why characters of the gold are missed, and which are wrongly taken."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.quotations import causes, cited, shares, told, why_missed


@pytest.mark.parametrize(
    ("stretch", "titled", "found", "cause"),
    [
        ((10, 20), False, [], "citation not found"),
        ((10, 20), True, [], "without any quotation"),
        ((10, 20), True, [(0, 5)], "another quotation not joined"),
        ((10, 12), True, [(12, 20)], "begun too late"),
        ((15, 20), True, [(10, 15)], "ended too early"),
        ((13, 15), True, [(10, 13), (15, 20)], "gap within"),
    ],
)
def test_why_missed(stretch: tuple[int, int], titled: bool, found: list[tuple[int, int]], cause: str) -> None:
    assert why_missed(*stretch, (10, 20), titled, found) == cause


def citation(start: int, end: int, *quotes: tuple[int, int]) -> Any:
    return SimpleNamespace(start=start, end=end, quotes=[SimpleNamespace(start=a, end=b) for a, b in quotes])


def test_causes_and_figures() -> None:
    quoted = {"start": 2, "end": 4, "target": "禮記·曲禮上", "quotes": [{"start": 5, "end": 10}]}
    bare = {"start": 20, "end": 22, "target": "禮記·曲禮上"}
    gold = {"start": 0, "end": 40, "mentions": [quoted, bare]}
    found = [
        citation(2, 4, (5, 8), (12, 14)),
        citation(20, 22, (23, 25)),
        citation(30, 32, (33, 34)),
        citation(50, 52),
        citation(34, 35, (33, 34)),
    ]
    counts = list(causes(gold, found))
    assert counts == [
        ("ended too early", 8, 10),
        ("wrong: too far or elsewhere", 12, 14),
        ("wrong: gold quotes nothing", 23, 25),
        ("wrong: no citation in the gold", 33, 34),
        ("found", 5, 8),
    ]


def test_titles_that_cite() -> None:
    gold = {"start": 0, "end": 40, "mentions": [{"start": 2, "end": 4, "target": "論語"}, {"start": 9, "end": 11}]}
    counts = cited(gold, [citation(2, 4), citation(20, 22), citation(50, 52)])
    assert counts == Counter({"right": 1, "said": 2, "gold": 1})
    assert shares(counts) == "P 0.500 R 1.000 F1 0.667 of 1"


def test_told() -> None:
    assert told("x", Counter({"found": 6, "ended too early": 2, "wrong: gold quotes nothing": 2})).startswith(
        "x: P 0.750 R 0.750 F1 0.750"
    )
