from __future__ import annotations

import pytest

from yili_kg.sources.books import authors_of, is_classic, speakers_of
from yili_kg.text.folding import fold


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("漢鄭氏注　唐陸徳眀音義　賈公彦疏", {"注": "鄭玄", "音義": "陸德明", "疏": "賈公彥"}),
        ("漢鄭氏箋　唐陸徳明音義　孔穎達疏", {"注": "鄭玄", "音義": "陸德明", "疏": "孔穎達"}),
        ("安溪　李光坡　撰", {"撰": "李光坡"}),
        ("宋　楊復　撰", {"撰": "楊復"}),
        ("唐朝散大夫行太學博士𢎞文館學士臣賈公彦撰", {"撰": "賈公彥"}),
        ("何休學", {"注": "何休"}),
        ("虞書　孔氏傳", {"注": "孔安國"}),
        ("國語　韋氏解", {"注": "韋昭"}),
        ("郭璞注", {"注": "郭璞"}),
    ],
)
def test_lines_that_name_who_speaks(line: str, authors: dict[str, str]) -> None:
    assert authors_of(fold(line)) == authors


@pytest.mark.parametrize("line", ["子夏𫝊", "主人之疏", "士冠禮", "", "注", "鄭注戒警也告也", "疏" * 70])
def test_lines_that_name_nobody(line: str) -> None:
    assert authors_of(fold(line)) is None


def test_the_speakers_of_a_book_by_its_title() -> None:
    assert speakers_of("儀禮注疏") == {"音義": "陸德明", "注": "鄭玄", "疏": "賈公彥"}
    assert speakers_of("纂圖互註禮記")["疏"] == "孔穎達"
    assert speakers_of("大戴禮記")["注"] == "盧辯"
    assert "疏" not in speakers_of("大戴禮記")
    assert speakers_of("春秋左傳注疏")["注"] == "杜預"
    assert speakers_of("白虎通德論") == {"音義": "陸德明"}
    assert is_classic("大戴禮記")
    assert not is_classic("儀禮述註")
