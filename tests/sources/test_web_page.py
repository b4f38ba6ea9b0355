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
            ["<p>", "</p>", "<!--", "-->", "<script>", "</script>", "<", ">", '"', "<br", "主人", "&amp;", "\n"]
        )
    )
)
def test_law1_on_any_page(pieces: list[str]) -> None:
    raw = "".join(pieces)
    assert_law1(raw, web_page.read(raw))


@pytest.mark.parametrize("piece", ["<!--", "<p ", '<p "', "<script>", "<nav>", "<sup>", "<", "</nav>", "<a '<b \""])
def test_a_hostile_page_takes_no_time(piece: str) -> None:
    start = time.process_time()
    web_page.looks_like("<p>主人</p><br/>" + piece * 50_000)
    assert time.process_time() - start < 5
