from __future__ import annotations

import pytest

from yili_kg.annotation.rows import IN_A_ROW, titles_in_rows
from yili_kg.annotation.titles import find_titles, known_title
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold


def test_title_patterns_take_their_examples() -> None:
    assert load_patterns("titles").fails() == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("《周禮·巾車》掌王五路", [("周禮·巾車", "周禮·巾車", "title-in-brackets")]),
        ("孔君《尚書傳》亦云", [("尚書傳", "尚書傳", "title-in-brackets")]),
        ("引《尚書傳》已下", [("尚書傳", "尚書大傳", "title-in-brackets")]),
        ("並《大司徒職》文", [("大司徒", "周禮·大司徒", "title-in-brackets")]),
        ("《某某之書》云", [("某某之書", "某某之書", "title-in-brackets-unknown")]),
        ("《?》云", []),
        ("案周禮大宗伯云", [("周禮大宗伯", "周禮·大宗伯", "title-composed")]),
        ("周禮春官大宗伯", [("周禮春官大宗伯", "周禮·大宗伯", "title-composed")]),
        ("故春秋莊公二十二年經書", [("春秋莊公二十二年", "春秋", "title-with-year")]),
        ("左傳僖九年王使", [("左傳僖九年", "左傳", "title-with-year")]),
        ("案哀公十七年左傳衞莊公", [("哀公十七年左傳", "左傳", "title-with-year")]),
        ("案文三年公羊云大事者何", [("文三年公羊", "公羊傳", "title-with-year")]),
        ("隱七年《左氏傳》", [("左氏傳", "左傳", "title-in-brackets")]),
        ("楊氏曰春官小胥正樂縣之位", [("春官小胥", "周禮·小胥", "title-composed")]),
        ("冬官陶人職云鬲實五觳", [("冬官陶人", "周禮·陶人", "title-composed")]),
        ("案周禮大宗伯序官守祧職云", [("周禮大宗伯序官守祧", "周禮·守祧", "title-composed")]),
        ("案考工記輪人云望而視其輪", [("考工記輪人", "周禮·輪人", "title-composed")]),
        ("案冬官考工記玉人云", [("冬官考工記玉人", "周禮·玉人", "title-composed")]),
        ("案小戴記雜記云", [("小戴記雜記", "禮記·雜記", "title-composed")]),
        ("大戴明堂篇謂其宮", [("大戴明堂", "大戴禮記·明堂", "title-composed")]),
        ("春秋傳魯昭公八年蒐于紅", [("春秋傳魯昭公八年", "左傳", "title-with-year")]),
        ("仿左傳杜注之說", [("左傳", "左傳", "title-of-the-book-annotated")]),
        ("立春官大宗伯", []),
        ("夏官司馬兼春官", []),
    ],
)
def test_titles_cases(text: str, expected: list[tuple[str, str, str]]) -> None:
    found = find_titles(text, fold(text), load_lexicon())
    assert [(text[f.start : f.end], f.concept, f.rule) for f in found] == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("周禮·地官·鄉大夫", "周禮·鄉大夫"),
        ("周禮·無此官", "周禮"),
        ("無此書·無此官", ""),
        ("禮記郊特牲", "禮記·郊特牲"),
        ("周禮冬官考工記", "周禮·考工記"),
        ("聘禮", "儀禮·聘禮"),
        ("無此書", ""),
    ],
)
def test_known_titles(title: str, expected: str) -> None:
    assert known_title(title, load_lexicon()) == expected


def test_a_chapter_named_in_full_in_a_row_is_one_of_the_row() -> None:
    """Both say the same of it; which of them is its rule must not hang on the order of a set."""
    found = titles_in_rows("亦士冠禮鄉飲酒", "疏", ())
    assert [(t.start, t.end, t.rule) for t in found] == [(1, 4, IN_A_ROW), (4, 7, IN_A_ROW)]
