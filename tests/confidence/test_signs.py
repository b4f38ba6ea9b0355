"""The signs of a gloss that say whether a mark stands at its edges and within it."""

from __future__ import annotations

import pytest

from yili_kg.analyse import unmeasured
from yili_kg.annotation.by_hand import ByHand
from yili_kg.confidence.signs import Signs
from yili_kg.layers import edit
from yili_kg.sources.read import read_text

_WITHOUT_MARKS = """# -*- mode: mandoku-view; -*-
#+TITLE: 周禮
#+PROPERTY: ID KR1d0002
#+PROPERTY: JUAN 9
秋官司宼第五　鄭氏註¶
惟王建國乃立秋官司宼使帥其屬而掌邦禁¶
以佐王刑邦國(禁所以防姦者也刑謂正人之灋)¶
脩閭氏下士二人史一人徒十有二人(閭謂里門也)¶
"""
_WITH_MARKS = """鄉飲酒禮第四

主人戒賓,賓拜辱。主人答拜,乃請賓。賓禮辭,許。主人再拜,賓答拜。

戒,警也,告也。拜辱,出拜其自屈辱至己門也。
"""


def signs_of(text: str, term: str) -> dict[str, str]:
    """The signs of a gloss by their kinds; of a kind that has several the last."""
    found = unmeasured(edit(read_text(text)), hand=ByHand(received=False))
    gloss = next(g for g in found.glosses if g.term == term)
    return dict(Signs(found.edition).of(gloss))


def test_printed_marks_are_left_to_the_rules() -> None:
    """What the signs are worth was fitted on texts without marks: the same words have the same signs."""
    bare = signs_of(_WITH_MARKS.replace(",", "").replace("也。", "也"), "拜辱")
    marked = signs_of(_WITH_MARKS, "拜辱")
    assert {kind: bare[kind] for kind in bare if "mark" in kind} == {
        kind: marked[kind] for kind in marked if "mark" in kind
    }


@pytest.mark.parametrize("term", ["禁", "刑", "閭"])
def test_without_marks_what_stands_around_a_place_says_how_likely_one_is(term: str) -> None:
    signs = signs_of(_WITHOUT_MARKS, term)
    words = ("hardly", "seldom", "perhaps", "likely", "very likely", "surely")
    assert words.index(signs["mark before"]) > words.index("perhaps")
    assert words.index(signs["mark behind"]) > words.index(signs["mark within"])
