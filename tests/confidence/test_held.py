"""Glosses that are held apart tell how many of those shown are right: no weight may be made with them."""

from __future__ import annotations

from benchmarks.glosses_judged import HELD, TABLES, JudgedGloss
from benchmarks.judged import judged


def places(names: tuple[str, ...]) -> set[tuple[str, int]]:
    return {(row.source, row.start) for name in names for row in judged(name, JudgedGloss)}


def test_no_weight_is_made_with_glosses_held_apart() -> None:
    assert not set(HELD) & set(TABLES)
    assert not places(HELD) & places(TABLES)


def test_what_is_held_apart_was_shown_and_is_decided() -> None:
    rows = [row for name in HELD for row in judged(name, JudgedGloss)]
    assert rows
    assert {row.shown for row in rows} == {"yes"}
    assert {row.right for row in rows} == {"yes", "no"}
    assert all(row.note for row in rows if row.right == "no")
