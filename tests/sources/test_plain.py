from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sources.law import assert_law1, runs
from yili_kg.sources import plain

WORDS = st.text(alphabet="禮賓一 \n\r\t　\u2028\ufeff第《》a.", max_size=60)


@settings(deadline=None)  # the first text that may be a commentary loads the tables of speakers
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
