"""The figures of a calibration, and its plot."""

from __future__ import annotations

import pytest
from benchmarks.calibration_plot import plotted
from benchmarks.confidence import Bin, bins, books_left_out, by_kind, counted, error_by_chance, expected_error, left_out
from benchmarks.observed import Seen


def seen(said: float | None, right: bool, *, part: str = "04.001", rule: str = "r") -> Seen:
    return Seen("gold", part, "gloss", "", rule, "note", said, right)


def test_expected_error_is_the_mean_distance_of_said_and_right() -> None:
    told = [*(seen(0.85, n < 8) for n in range(10)), *(seen(0.25, n < 5) for n in range(10)), seen(None, True)]
    found = bins(told)
    assert found == [Bin(10, 0.25, 5), Bin(10, pytest.approx(0.85), 8)]  # type: ignore[arg-type]
    assert expected_error(found) == pytest.approx((0.25 + 0.05) / 2)
    assert expected_error([]) == 0
    assert [len(s) for s in by_kind(told).values()] == [20]


def test_rows_count_what_was_right() -> None:
    (row,) = counted([seen(None, True), seen(None, False), seen(None, True)])
    assert (row.kind, row.rule, row.feature, row.right, row.of) == ("gloss", "r", "note", 2, 3)


def test_no_passage_is_measured_by_itself() -> None:
    alike = [seen(None, True, part=f"04.{n:03}") for n in range(40)]
    odd = [seen(None, False, part="09.999", rule="odd") for _ in range(5)]
    said = {s.rule: s.said for s in left_out([*alike, *odd])}
    assert said["odd"] is not None
    assert said["odd"] > 0.9, "its own five do not count"


def test_no_book_is_measured_by_itself() -> None:
    def of(book: str, right: bool, rule: str) -> Seen:
        return Seen("train", f"texts/{book}/{book}_001.txt", "citation", "", rule, "argument", None, right)

    told = [*(of("A", True, "r") for _ in range(40)), *(of("B", False, "odd") for _ in range(5))]
    said = {s.rule: s.said for s in books_left_out(told)}
    assert said["odd"] is not None
    assert said["odd"] > 0.9, "its own five do not count"
    assert said["r"] is None, "five alone are too few to say anything"


def test_error_by_chance_shrinks_with_the_number_of_statements() -> None:
    assert error_by_chance([]) == 0
    assert error_by_chance([Bin(1, 0.5, 1)]) == pytest.approx(0.5)
    assert error_by_chance([Bin(2, 0.5, 1)]) == pytest.approx(0.25)
    assert error_by_chance([Bin(10_000, 0.8, 8_000)]) < 0.004


def test_plot_is_the_same_for_the_same_figures() -> None:
    groups = {"a & b": {"gloss": [Bin(10, 0.25, 5), Bin(10, 0.85, 8)], "step": [Bin(3, 0.5, 1)]}}
    assert plotted(groups) == plotted(groups)
    assert "a &amp; b" in plotted(groups)
    assert plotted(groups).count("<circle") == 5
