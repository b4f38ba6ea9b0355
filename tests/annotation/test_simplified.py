"""One graph of simplified print for two words: 后 is a queen or 後."""

from __future__ import annotations

import pytest

from yili_kg.annotation.find import find_mentions
from yili_kg.annotation.simplified import folded_in_print, other_graphs
from yili_kg.text.folding import fold, simplified_share


def roles(text: str) -> list[tuple[str, str]]:
    return [
        (m.concept, text[m.start : m.end]) for m in find_mentions(text, layer="疏") if "后" in text[m.start : m.end]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "言作大夫则卿存矣长者尊先而卑后",
        "酌膳奠于荐南与后者交于东楹之北降而之阼阶下再拜稽首送觯",
        "瑟下孔也内为主也相扶工也后二人徒相天子大仆二人也",
        "大史卑,明始时随公后,升后,公东面,大史乃居其右",
        "宾拜而后献,主人阶上荅拜",
    ],
)
def test_behind_is_no_queen(text: str) -> None:
    assert roles(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("是五等诸侯享天子与后。此云璧帛致之者,据享天子而言,若享后,即用琮锦", [("后", "后"), ("后", "后")]),
        ("二王后尊,故享用圭璋而特之", [("二王後", "二王后")]),
        ("二王之后为公,而则前谓公者", [("二王後", "二王之后")]),
        ("天子之后、王后、国君夫人房中之乐歌也", [("后", "后"), ("后", "王后")]),
    ],
)
def test_a_queen_stays_one(text: str, expected: list[tuple[str, str]]) -> None:
    assert roles(text) == expected


def test_traditional_print_keeps_the_queen() -> None:
    text = "謂之房中者,隨后升堂"
    assert other_graphs(text, fold(text)) == []
    text = "谓之房中者,随后升堂"
    assert other_graphs(text, fold(text)) == [(7, 8)]


def test_share_of_simplified_graphs() -> None:
    assert simplified_share("") == 0
    assert simplified_share("宰授几主人受二手横執几揖尸于户内") == 1 / 16
    assert simplified_share("脩爵無算扵是") == 0
    assert simplified_share("长者尊先而卑后,则卿存矣") > 0.1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("宾祭干肉,郑注云谷梁传言之", ["乾肉", "穀梁傳"]),
        ("酌郁鬯,舞云门大卷之乐,见释虫", ["鬱鬯", "雲門大卷", "釋蟲"]),
        ("后儒据后汉书,系辞言五谷", ["後儒", "後漢書", "繫辭", "五穀"]),
    ],
)
def test_words_that_simplified_print_writes_with_another_graph(text: str, words: list[str]) -> None:
    folded = folded_in_print(text)
    assert len(folded) == len(text)
    assert [word for word in words if word in folded] == words


@pytest.mark.parametrize(
    "text", ["酌鬱鬯,余食干肉者,后人來", "天子与后,设几筵,执干戚,谷水出焉", "注云门者,将祭而余食之"]
)
def test_other_words_keep_their_graphs(text: str) -> None:
    assert folded_in_print(text) == fold(text)


def test_graphs_that_a_library_has_lost() -> None:
    text = "又有绞带明绞带象革带可知按士防礼云妇人之带牡麻结本注云妇人亦有首绖则防服亦有之"
    assert fold("喪服") in folded_in_print(text)
    assert ("儀禮·士喪禮", "士防礼") in [(m.concept, text[m.start : m.end]) for m in find_mentions(text, layer="述註")]
    assert "防" in folded_in_print("止水以防水溢者所以備之也")  # no word of the lexicon, and no simplified print
