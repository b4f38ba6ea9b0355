from __future__ import annotations

import pytest

from yili_kg.sources.books import (
    authors_of,
    book_of,
    is_classic,
    is_numbered,
    is_on_odes,
    received_speaker,
    speakers_of,
)
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
        ("宋　王與之　撰", {"撰": "王與之"}),
        ("郭璞注", {"注": "郭璞"}),
        ("無錫蔡徳晉撰", {"撰": "蔡德晉"}),
        ("欽定四庫全書 無錫蔡徳晋撰", {"撰": "蔡德晉"}),
        ("國朝　無錫蔡徳晉　撰", {"撰": "蔡德晉"}),
        # Whom the table does not know: neither a home nor an office is cut in two.
        ("丹徒葉某晉撰", {"撰": "葉某晉"}),
        ("丹徒葉晉撰", {"撰": "葉晉"}),
        ("吳江沈某撰", {"撰": "沈某"}),
        ("成都司馬某撰", {"撰": "司馬某"}),
        ("司馬某如撰", {"撰": "司馬某如"}),
        ("翰林院編修葉某撰", {"撰": "葉某"}),
        ("翰林院編修葉某晉撰", {"撰": "葉某晉"}),
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


@pytest.mark.parametrize(
    ("title", "author", "layer", "speaker", "book"),
    [
        ("儀禮述註·燕禮", "李光坡", "述註", "李光坡", "儀禮述註"),
        ("儀禮述註卷十五", "李光坡", "述註", "李光坡", "儀禮述註"),
        ("特牲饋食禮第十五", "李光坡", "述註", "李光坡", ""),
        ("儀禮集說", "敖繼公", "述註", "敖繼公", "儀禮集說"),
        ("儀禮釋宮", "李如圭", "述註", "李如圭", "儀禮釋宮"),
        ("儀禮述註", "李光坡", "述註", "楊復", "儀禮圖"),
        ("儀禮述註", "李光坡", "述註", "張載", ""),
        ("儀禮注疏", "", "注", "鄭玄", "儀禮注"),
        ("儀禮注疏", "", "疏", "賈公彥", "儀禮疏"),
        ("禮記", "", "注", "鄭玄", "禮記注"),
        ("毛詩", "", "注", "毛公", "毛詩故訓傳"),
        ("毛詩", "", "注", "鄭玄", "毛詩箋"),
        ("儀禮釋宮", "李如圭", "注", "郭璞", "爾雅注"),
        ("儀禮圖", "楊復", "音義", "陸德明", "經典釋文"),
        ("儀禮圖", "楊復", "音義", "", ""),
        ("儀禮", "", "經", "", ""),
        ("儀禮述註", "李光坡", "文", "李光坡", ""),
    ],
)
def test_the_book_that_words_are_from(title: str, author: str, layer: str, speaker: str, book: str) -> None:
    assert book_of(title, author, layer, speaker) == book


def test_sounds_are_the_same_in_all_books_and_the_received_notes_are_zheng_xuan_s() -> None:
    assert speakers_of("") == {"音義": "陸德明"}
    assert (received_speaker("注"), received_speaker("疏"), received_speaker("記")) == ("鄭玄", "賈公彥", "")
    assert is_numbered("儀禮注疏")
    assert not is_numbered("禮記")
    assert is_on_odes("毛詩")
