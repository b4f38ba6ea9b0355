from __future__ import annotations

import pytest

from yili_kg.annotation.find import find
from yili_kg.annotation.titles_by_kind import titles_by_kind
from yili_kg.text.folding import fold


def named(text: str, layer: str = "疏") -> list[tuple[str, str]]:
    return [(text[f.start : f.end], f.concept) for f in titles_by_kind(fold(text), layer, ())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("故楚茨詩云祝祭于祊", [("楚茨詩", "詩經·楚茨")]),
        ("徽音者大雅文王詩大姒者文王妃", [("大雅文王詩", "詩經·文王")]),
        ("又雝詩云於薦廣牡", [("雝詩", "詩經·雝")]),
        ("管人定之方中詩作倌人", [("定之方中詩", "詩經·定之方中")]),
        ("毛詩云於薦廣牡", []),
        ("雅有楚茨大田頌有載芟良耜", [(s, f"詩經·{s}") for s in ("楚茨", "大田", "載芟", "良耜")]),
        ("小雅有楚茨之篇", []),
        ("此文王詩人之意", []),
        ("非召南詩乎", []),
        ("詩書所載", []),
        ("漢書食貨志云五貝為朋", [("漢書食貨志", "漢書·食貨志")]),
        ("東夾之前漢書董賢傳太皇太后", [("漢書董賢傳", "漢書·董賢傳")]),
        ("漢書云藝文志", []),
        ("成人之道是也西堂考索云三代之盛", [("西堂考索", "西堂考索")]),
        ("尚書古文疏證第二十一篇曰", []),
        ("案江永鄉黨圖考曰大夫士之制", []),
        ("此周之制度也", []),
        ("經之要義云", []),
    ],
)
def test_titles_that_their_last_word_tells(text: str, expected: list[tuple[str, str]]) -> None:
    assert named(text) == expected


def test_nothing_is_named_in_base_text_nor_where_a_title_stands() -> None:
    text = "楚茨詩云祝祭于祊"
    assert named(text, "經") == []
    assert titles_by_kind(text, "疏", [(0, 2)]) == []


def test_a_book_that_the_lexicon_lacks_is_cited_with_its_words() -> None:
    text = "責以成人之道是也山堂考索云三代之盛冠禮頗備"
    _, citations = find(text, layer="疏", chapter="01")
    assert [(c.target, text[c.quotes[0][0] : c.quotes[0][1]]) for c in citations] == [("山堂考索", "三代之盛冠禮頗備")]
