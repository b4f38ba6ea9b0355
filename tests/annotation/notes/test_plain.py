"""Glosses without a formula in notes without punctuation."""

from __future__ import annotations

import pytest

from yili_kg.annotation.notes.by_rules import find_notes
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.tokens import Base, tokens_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


@pytest.mark.parametrize(
    ("note", "base", "expected"),
    [
        # The word begins a sentence that is none about it.
        ("訝迎也士官之迎四方賓客", "訝士中士八人", [("訝", "迎")]),
        ("附作付訊言也弊獄邢侯", "旬乃弊之", []),
        ("糾憲未有聞焉", "糾憲", []),
        ("國城中也糾未有聞焉", "五禁糾於國", [("國", "城中")]),
        # It stands at the head of the note, names a thing, is taken up again, or is known by what stands behind it.
        ("隸給勞辱之役者", "司隸中士二人隸百有二十人", [("隸", "給勞辱之役者")]),
        ("能能其事也職職事脩理", "上能糾職", [("能", "能其事"), ("職", "職事脩理")]),
        ("絺細葛也綌麤葛", "幂用綌絺", [("絺", "細葛"), ("綌", "麤葛")]),
        ("帥其民也物衣服兵器之屬", "辨其物", [("物", "衣服兵器之屬")]),
    ],
)
def test_a_word_of_one_graph_without_a_mark(note: str, base: str, expected: list[tuple[str, str]]) -> None:
    tokens = tokens_of(note, "注", [Base("base", *stream(fold(base)))], things=things())
    glosses, _, _ = find_notes(tokens)
    found = [(tokens.words(*g.term), tokens.words(*g.definition)) for g in glosses]
    assert [pair for pair in found if pair[0] in fold(base) or pair[0] in base] == expected


def test_a_marker_that_the_text_has_is_a_word_of_it() -> None:
    base = "詩懷之實于左袂掛于季指"
    tokens = tokens_of("掛猶挈也季指小指也", "述註", [Base("base", *stream(fold(base)))], things=things())
    glosses, _, _ = find_notes(tokens)
    assert [(tokens.words(*g.term), tokens.words(*g.definition)) for g in glosses] == [("掛", "挈"), ("季指", "小指")]
