"""Small print that stands within larger, and what is quoted in it and around it."""

from __future__ import annotations

import pytest

from yili_kg.annotation.quotation_brackets import SmallPrint

TITLED = [
    ("亦名童容(⟦周禮⟧註作潼容)容者以為車之容飾", ")容者"),
    ("亦名(⟦周禮⟧註/作潼容)¶\n(與檐同)容者", ")容者"),  # two columns, and two lines of them
    ("亦名【⟦周禮⟧註作潼容】容者", "】容者"),
    ("(⟦士冠禮⟧)主人玄冠", ""),  # what is quoted stands behind it
    ("⟦周禮⟧註作潼容(聲也)容者", ""),
    ("主人(聲也)⟦周禮⟧註作潼容", ""),
    ("(主人⟦周禮⟧註作潼容", ""),  # never closed
]


@pytest.mark.parametrize(("marked", "behind"), TITLED)
def test_where_small_print_closes_in_which_a_title_stands(marked: str, behind: str) -> None:
    begin, end = marked.index("⟦"), marked.index("⟧") - 1
    text = marked.replace("⟦", "").replace("⟧", "")
    close = SmallPrint(text).close(begin, end)
    assert text.startswith(behind, close) if behind else close == -1


QUOTED = [
    ("⟦尸亦餕鬼神之餘(案此下本有也字)惠術也⟧", ["尸亦餕鬼神之餘", "惠術也"]),
    ("⟦尸亦餕鬼神之餘(案此)⟧惠術也", ["尸亦餕鬼神之餘"]),
    ("(主人⟦尸亦餕/鬼神之餘)¶\n(惠術⟧也)", ["尸亦餕/鬼神之餘)¶\n(惠術"]),  # it is small print itself
    ("⟦尸亦餕鬼神之餘⟧(案此下本有也字)", ["尸亦餕鬼神之餘"]),
]


@pytest.mark.parametrize(("marked", "parts"), QUOTED)
def test_small_print_within_a_quotation_is_left_out(marked: str, parts: list[str]) -> None:
    begin, end = marked.index("⟦"), marked.index("⟧") - 1
    text = marked.replace("⟦", "").replace("⟧", "")
    assert [text[a:b] for a, b in SmallPrint(text).outside([(begin, end)])] == parts
