"""Which division of a work a citation speaks of that quotes nothing."""

from __future__ import annotations

import pytest

from yili_kg.reference.books import Book, Part
from yili_kg.reference.shelf import Shelf
from yili_kg.resolve.pointed_at import pointed_at, words_from_there
from yili_kg.text.folding import fold

PARTS = (
    Part("爾雅·釋器", fold("肉謂之羹魚謂之鮨木豆謂之豆"), ""),
    Part("爾雅·釋詁", fold("妥安坐也貉縮綸也木豆謂之豆"), ""),
)
STRANDS = Shelf([Book("E", "爾雅", "爾雅", "", PARTS)]).strands["爾雅"]


@pytest.mark.parametrize(
    ("before", "behind", "division"),
    [
        ("云肉謂之羹者", "文言肉正謂其狗", "爾雅·釋器"),
        ("妥安坐也", "文", "爾雅·釋詁"),
        ("肉謂之羹並是", "文", "爾雅·釋器"),
        ("肉謂之羹", "云", ""),  # nobody says that they are its words
        ("木豆謂之豆者", "文", ""),  # two have them
        ("安坐者", "文", ""),  # too few
    ],
)
def test_words_before_a_title_that_are_said_to_be_its(before: str, behind: str, division: str) -> None:
    assert words_from_there(fold(before), fold(behind), STRANDS) == division


@pytest.mark.parametrize(
    ("words", "division"),
    [("魚謂之鮨是也", "爾雅·釋器"), ("謂之魚謂之", "爾雅·釋器"), ("木豆謂之豆", ""), ("者不同", "")],
)
def test_words_behind_a_title_that_are_pointed_at(words: str, division: str) -> None:
    assert pointed_at(fold(words), STRANDS) == division
