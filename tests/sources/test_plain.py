from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sources.law import assert_law1, runs
from yili_kg.layers import edit
from yili_kg.sources import plain
from yili_kg.sources.read import read_text

WORDS = st.text(alphabet="禮賓一 \n\r\t　\u2028\ufeff第《》a.", max_size=60)


@given(WORDS | st.text())
def test_law1_on_any_text(raw: str) -> None:
    assert plain.looks_like(raw)
    assert_law1(raw, plain.read(raw))


def test_empty_lines_divide_paragraphs() -> None:
    raw = "賓降\n主人辭\n\n賓對\r\n　\r\n乃羞"
    assert [text for _, _, text in runs(raw, plain.read(raw))] == ["賓降主人辭", "賓對", "乃羞"]


def test_without_empty_lines_a_line_is_a_paragraph() -> None:
    for end in ("\n", "\r\n", "\r"):
        raw = f"賓降{end}主人辭{end}"
        assert [text for _, _, text in runs(raw, plain.read(raw))] == ["賓降", "主人辭"]


def test_a_heading_names_the_chapter_of_what_follows() -> None:
    raw = "\ufeff燕禮第六\n小臣戒與者\n公食大夫禮第九\n公食大夫之禮"
    layout = plain.read(raw)
    assert [(b.layer, b.chapter) for b in layout.blocks] == [("題", "06"), ("文", "06"), ("題", "09"), ("文", "09")]
    assert layout.title == "燕禮第六"
    assert layout.noise[0].reason == "byte-order-mark"


def test_long_blank_lines_take_no_time() -> None:
    start = time.process_time()
    assert_law1(raw := " " * 1_000_000 + "\n" * 100_000 + "禮", plain.read(raw))
    assert time.process_time() - start < 5


@pytest.mark.parametrize("head", ["儀禮注疏卷一", "儀禮·士冠禮第一", "儀禮注疏"])
@pytest.mark.parametrize("number", ["{head}\n{n}\n", "{head}\n- {n} -\n", "\f{head}\n", "{n}\n{head}\n"])
def test_running_heads_of_pages_are_no_text(head: str, number: str) -> None:
    lines = [
        "士冠禮。筮于廟門。主人玄冠，朝",
        "服，緇帶，素韠，即位于門東，西面。",
        "有司如主人服，即位于西方，東面，北上。",
    ]
    text = "士冠禮第一\n\n" + "".join(number.format(head=head, n=n) + f"{line}\n" for n, line in enumerate(lines, 12))
    document = read_text(text)
    assert [n.reason for n in document.noise].count("running-head") >= len(lines) - 1
    edition = edit(document)
    assert list(dict.fromkeys(p for s in edition.segments for p in s.passages)) == ["01.001", "01.002", "01.003"]


def test_headings_of_chapters_that_come_once_more_stay_headings() -> None:
    text = "士冠禮第一\n\n主人玄冠。\n\n士昏禮第二\n\n昏禮。\n\n士冠禮第一\n\n賓拜。\n"
    assert [b.layer for b in read_text(text).blocks].count("題") == 3


def test_a_translation_behind_each_sentence_is_no_base_text() -> None:
    raw = (
        "士冠禮第一原文與翻譯\n士冠禮。筮于廟門。士的加冠之禮。先在禰廟門前用蓍草占問加冠的日子。\n"
        "主人玄冠,朝服,緇帶,素韠,即位于門東,西面。主人戴玄冠,束黑色的帶子,站到門的東邊。\n"
        "有司如主人服,即位于西方,東面,北上。執事們穿著和主人一樣的衣服。\n"
        "筮與席、所卦者,具饌于西塾。蓍草、席子和畫卦用的東西,都擺在西塾。\n"
        "若不吉,則筮遠日,如初儀。如果不吉利,就再占問十天以外的日子。\n"
    )
    found = [(s.layer, s.passages, s.text[:3]) for s in edit(read_text(raw)).segments if s.layer != "題"]
    assert found == [
        ("經", ("01.001",), "士冠禮"),
        ("文", (), "士的加"),
        ("經", ("01.002",), "主人玄"),
        ("文", (), "主人戴"),
        ("經", ("01.003",), "有司如"),
        ("文", (), "執事們"),
        ("經", ("01.004",), "筮與席"),
        ("文", (), "蓍草、"),
        ("經", ("01.012",), "若不吉"),
        ("文", (), "如果不"),
    ]
