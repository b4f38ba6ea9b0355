"""Pages that label their layers: 【注】, 【疏】, 鄭玄注：."""

from __future__ import annotations

import pytest

from yili_kg.sources.read import read_text

PAGE = """首頁 > 經部
仪礼·士冠礼第一

士冠礼。筮于庙门。

【注】筮者，以蓍问日吉凶于《易》也。
【疏】释曰：自此至“宗人告事毕”一节。【释文】筮，市例反。
主人玄冠，朝服，缁带，素韠，即位于门东，西面。鄭注：不在句首
郑玄注：主人，将冠者之父兄也。
【译文】主人戴玄冠。
【按】此節言筮日。
"""


def layers_of(page: str) -> list[tuple[str, str, str]]:
    document = read_text(page)
    marks = dict(document.marks)
    return [(b.layer, b.chapter, document.raw[marks.get(b.start, b.start) : b.end][:6]) for b in document.blocks]


def test_labelled_page() -> None:
    assert read_text(PAGE).reader == "labelled"
    assert layers_of(PAGE) == [
        ("題", "01", "仪礼·士冠礼"[:6]),
        ("經", "01", "士冠礼。筮于"),
        ("注", "01", "筮者，以蓍问"),
        ("疏", "01", "释曰：自此至"),
        ("音義", "01", "筮，市例反。"),
        ("經", "01", "主人玄冠，朝"),
        ("注", "01", "主人，将冠者"),
        ("述註", "01", "此節言筮日。"),
    ]


def test_labelled_page_says_who_speaks_and_what_is_left_out() -> None:
    document = read_text(PAGE)
    assert {b.layer: b.speaker for b in document.blocks}["注"] == "鄭玄"
    assert {n.reason for n in document.noise} == {"navigation", "translation", "layout"}


@pytest.mark.parametrize(
    "page",
    [
        "士冠禮第一\n士冠禮。筮于廟門。\n主人玄冠【注】。\n",  # one label is none
        "士冠禮第一\n士冠禮(注)。\n此(經)說(禮)也。\n其他：如此。\n".replace("(注)", ""),
        "[疏]“四享”至“加璧”。○释曰:自此。\n[疏]“奉束”至“稽首”。○释曰:云\n",  # the sub-commentary alone: `zhushu`
    ],
)
def test_what_is_no_labelled_page(page: str) -> None:
    assert read_text(page).reader != "labelled"


@pytest.mark.parametrize(
    ("line", "chapter"),
    [
        ("儀禮·士冠禮第一", "01"),
        ("《仪礼·士昏礼》", "02"),
        ("儀禮卷一　士冠禮第一", "01"),
        ("第四章 鄉飲酒禮", "04"),
        ("四、鄉飲酒禮", "04"),
        ("## 有司徹", "17"),
        ("**既夕禮**", "13"),
        ("《儀禮》〈覲禮〉第十", "10"),
        ("聘禮 第八", "08"),
    ],
)
def test_headings_as_the_web_has_them(line: str, chapter: str) -> None:
    blocks = read_text(f"{line}\n\n主人即位于門東。\n\n賓入門左。\n").blocks
    assert [(b.layer, b.chapter) for b in blocks][:2] == [("題", chapter), ("文", chapter)]


@pytest.mark.parametrize("line", ["士冠禮", "儀禮·王制", "一、主人", "聘禮之義第一篇大意如此"])
def test_what_heads_no_chapter(line: str) -> None:
    assert not any(b.chapter for b in read_text(f"{line}\n\n主人即位于門東。\n\n賓入門左。\n", reader="plain").blocks)


def test_what_has_no_label_and_is_no_base_text() -> None:
    page = """士昏禮第二

昏禮。下達，納采用鴈。
鄭玄注：達，通也。
賈公彥疏：釋曰：從此下至「主人許」一節，論納采之禮。
胡培翬《正義》：敖氏云：「達，通也。」今案：下達者，謂未行納采以前，先使媒氏通言。
这一段说的是举行昏礼之前，男方要先派媒人去女方家，我们可以看出当时的情形。
「昏禮」至「用鴈」。○釋曰：此亦同。
"""
    assert [layer for layer, *_ in layers_of(page)] == ["題", "經", "注", "疏", "文", "文", "疏"]


def test_notes_in_brackets_with_their_label() -> None:
    page = (
        "士冠禮第一\n\n士冠禮。筮于廟門。（鄭注：筮者，以蓍問日（一日）也。）主人玄冠。〔注：玄冠，委貌也。〕朝服。\n"
    )
    assert layers_of(page) == [
        ("題", "01", "士冠禮第一"),
        ("經", "01", "士冠禮。筮于"),
        ("注", "01", "筮者，以蓍問"),
        ("經", "01", "主人玄冠。"),
        ("注", "01", "玄冠，委貌也"),
        ("經", "01", "朝服。"),
    ]


@pytest.mark.parametrize(
    ("page", "speakers"),
    [
        ("毛詩·關雎\n\n關關雎鳩。\n【毛傳】關關，和聲也。\n【鄭箋】云：摯之言至也。\n", ["毛公", "鄭玄"]),
        ("春秋左傳·僖公三十三年\n\n秦師過周北門。\n【杜注】王城北門。\n", ["杜預"]),  # one label at the head of a line
    ],
)
def test_labels_of_other_classics(page: str, speakers: list[str]) -> None:
    document = read_text(page)
    assert [b.layer for b in document.blocks] == ["題", "經", *("注" for _ in speakers)]
    assert [b.speaker for b in document.blocks if b.layer == "注"] == speakers
