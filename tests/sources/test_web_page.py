"""The source of web pages: what is text of them, what is not and why, and that no page is too odd."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sources.law import assert_law1
from yili_kg.layers import edit
from yili_kg.sources import web_page
from yili_kg.sources.read import read_text

PAGE = """<!DOCTYPE html>
<html><head><title>仪礼</title><script>if (a<b) document.write("<p>主人</p>");</script></head>
<body><nav><a href="/">首页</a></nav><!-- 主人 -->
<h1>仪礼·士冠礼</h1>
<p>士冠礼。筮于<ruby>庙<rt>miào</rt></ruby>门。<small>筮者，以蓍问日吉凶于《易》也。冠必筮日于庙门者，重以成人之礼成子孙也。庙，谓祢庙。不于堂者，嫌蓍之灵由庙神。</small></p>
<p>主人玄<b>冠</b>，朝服，缁带，素韠，即位于门东，西面<sup>[1]</sup>。&nbsp;有司如主人服，<br/>即位于西方，东面，北上。</p>
<footer>版权所有</footer></body></html>
"""


def segments(page: str) -> list[tuple[str, str, str]]:
    edition = edit(read_text(page))
    return [(s.layer, (*s.passages, s.chapter)[0], s.text[:9]) for s in edition.segments]


def test_what_is_text_of_a_page() -> None:
    assert read_text(PAGE).reader == "html"
    assert segments(PAGE) == [
        ("題", "01", "仪礼·士冠礼"),
        ("經", "01.001", "士冠礼。筮于庙门。"[:9]),
        ("注", "01.001", "筮者，以蓍问日吉凶"[:9]),
        ("經", "01.002", "主人玄冠，朝服，缁"[:9]),
        ("經", "01.003", "有司如主人服，即位"[:9]),
    ]


def test_what_is_no_text_of_a_page_says_why() -> None:
    document = read_text(PAGE)
    for words, reason in (
        ("title>仪礼", "metadata"),
        ("首页", "navigation"),
        ("版权所有", "navigation"),
        ("主人 -->", "markup"),
    ):
        place = PAGE.index(words)
        assert [n.reason for n in document.noise if n.start <= place < n.end] == [reason]
    marked = "".join(document.raw[a:b] for a, b in document.marks)
    assert "<b>" in marked
    assert_law1(PAGE, web_page.read(PAGE))


@pytest.mark.parametrize(
    "page",
    [
        "<p>士冠禮第一</p>",  # a piece of a page
        "<?xml version='1.0'?>\n<html xmlns='http://www.w3.org/1999/xhtml'><body><p>士冠禮第一</p></body></html>",
    ],
)
def test_pieces_of_pages_and_xhtml(page: str) -> None:
    assert [(b.layer, b.chapter) for b in read_text(page).blocks] == [("題", "01")]


@pytest.mark.parametrize(
    "text", ["<p>The host.</p>", "士冠禮 <主人> 賓", "<?xml version='1.0'?><a><p>主人</p></a>", "a<b 主人 b>c"]
)
def test_what_is_no_page(text: str) -> None:
    assert not web_page.looks_like(text)


def test_entities_of_the_text_are_graphs() -> None:
    (block,) = read_text("<p>羞&KR0871;肝膋</p><p>&amp;</p>").blocks
    assert block.end - block.start == len("羞&KR0871;肝膋")


@given(
    st.lists(
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<small>",
                "</small>",
                "<span style='font-size:9px'>",
                "</span>",
                "<!--",
                "-->",
                "<script>",
                "</script>",
                "<",
                ">",
                '"',
                "<br",
                "主人",
                "&amp;",
                "\n",
            ]
        )
    )
)
def test_law1_on_any_page(pieces: list[str]) -> None:
    raw = "".join(pieces)
    assert_law1(raw, web_page.read(raw))


#: Base text and notes with words of their own, which no skeleton knows: L, /L set large, S, /S small.
PRINTED = """<h2>儀禮·士昏禮第二</h2>
<p>L昏禮。下達，納采用鴈。/LS達，通達也。欲與彼合昏，必先使媒氏往言之。/SL主人筵于戶西，西上，右几。/LS主人，女之父。/S
<p>L使者玄端至。/LS使者，夫家之屬，群吏之往來者。/S</p>
"""
STYLES = "<style>.zw { font-size: 18px } .a:hover { } .jz { color: red; font-size: 12px }</style>"


@pytest.mark.parametrize(
    ("head", "large", "large_end", "small", "small_end"),
    [
        ("", "", "", "<small>", "</small>"),
        ("", "", "", "<sub>", "</sub>"),
        ("", "", "", '<span style="color:red; font-size: 80%">', "</span>"),
        ("", "", "", '<span style="font-size:smaller"><span>', "</span></span>"),
        ("", "", "", "<span class='ctext inlinecomment'>", "</span>"),
        ("", "", "", "<span class=夹注>", "</span>"),
        ("", "", "", "<font size=-1>", "</font>"),
        ("", "<font size='4'>", "</font>", '<font color="red" size="2">', "</font>"),
        ("", "<big>", "</big>", "", ""),
        (STYLES, '<span class="zw">', "</span>", '<span class="jz">', "</span>"),
        (STYLES, "", "", '</p><p class="jz">', "</p><p>"),
    ],
)
def test_small_print_is_a_note(head: str, large: str, large_end: str, small: str, small_end: str) -> None:
    page = head + PRINTED.replace("/L", large_end).replace("/S", small_end).replace("L", large).replace("S", small)
    assert segments(page) == [
        ("題", "02", "儀禮·士昏禮第二"),
        ("經", "02.001", "昏禮。下達，納采用"),
        ("注", "02.001", "達，通達也。欲與彼"),
        ("經", "02.002", "主人筵于戶西，西上"),
        ("注", "02.002", "主人，女之父。"),
        ("經", "02.003", "使者玄端至。"),
        ("注", "02.003", "使者，夫家之屬，群"),
    ]
    assert_law1(page, web_page.read(page))


def test_small_print_of_another_speaker() -> None:
    page = "<h1>儀禮·士昏禮第二</h1><p>昏禮。下達，納采用鴈。<small>註曰：達，通也。○疏曰：自此下至廟中。○敖氏繼公曰：下達者，自上而下之辭也。</small></p>"
    speakers = [(s.layer, s.speaker) for s in edit(read_text(page)).segments]
    assert speakers == [("題", ""), ("經", ""), ("注", "鄭玄"), ("疏", "賈公彥"), ("述註", "敖繼公")]


def test_small_print_of_modern_prose_is_none() -> None:
    page = "<h2>士昏禮的研究</h2><p>本文討論的是士昏禮的儀節，這些儀節非常重要。<small>（這是一九九九年寫的文章。）</small></p><p><small>這是我們的網站。</small></p>"
    assert {layer for layer, _, _ in segments(page)} == {"文"}


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "<p ",
        '<p "',
        "<script>",
        "<nav>",
        "<sup>",
        "<",
        "</nav>",
        "<a '<b \"",
        "<nav>" * 9 + "</form>",
        "<span class=small>x<p>x</p>",
        "<small>主</small>",
    ],
)
def test_a_hostile_page_takes_no_time(piece: str) -> None:
    start = time.process_time()
    web_page.looks_like("<p>主人</p><br/>" + piece * (400_000 // len(piece)))
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("begins", "ends"), [("<nav>", "</form>"), ("<nav>", "</nav>"), ("<sup>", "</sup>"), ("<small>", "</p>")]
)
def test_a_deep_page_takes_no_time(begins: str, ends: str) -> None:
    start = time.process_time()
    web_page.read("<p>主人</p><br/>" + begins * 20_000 + ends * 20_000)
    assert time.process_time() - start < 5
