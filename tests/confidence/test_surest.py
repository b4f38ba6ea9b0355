"""Of two glosses of the same words the surer one."""

from __future__ import annotations

import pytest

from yili_kg.annotation.notes.proposed import LABELLED
from yili_kg.confidence.surest import beaten
from yili_kg.models import Gloss


def gloss(start: int, end: int, rule: str, confidence: float | None, *, segment: str = "s", reader: str = "") -> Gloss:
    return Gloss(
        start=start, end=end, text="", term="", definition="", formula="", speaker="", segment=segment, layer="述註",
        rule=rule, read_by=reader, confidence=confidence,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("by_rule", "by_graphs", "lost"),
    [(0.6, 0.8, {0}), (0.8, 0.6, {1}), (0.8, 0.8, {1}), (None, 0.9, {1})],
)
def test_the_surer_of_two_that_overlap_stays(by_rule: float | None, by_graphs: float, lost: set[int]) -> None:
    assert beaten([gloss(0, 5, "gloss-plain", by_rule), gloss(3, 9, LABELLED, by_graphs)]) == lost


def test_what_a_reader_decided_is_surest() -> None:
    assert beaten([gloss(0, 5, "reader-decided", 0.5, reader="A"), gloss(3, 9, LABELLED, 0.9)]) == {1}


def test_one_that_is_beaten_beats_no_other() -> None:
    row = [gloss(0, 5, "gloss-plain", 0.8), gloss(3, 9, LABELLED, 0.6), gloss(8, 12, "gloss-plain", 0.5)]
    assert beaten(row) == {1}


def test_glosses_apart_and_those_of_rules_stay() -> None:
    apart = [gloss(0, 5, LABELLED, 0.5), gloss(5, 9, "gloss-plain", 0.9), gloss(0, 9, "gloss-plain", 0.9, segment="t")]
    assert beaten(apart) == set()
    assert beaten([gloss(0, 5, "gloss-plain", 0.5), gloss(0, 9, "gloss-means", 0.9)]) == set()
