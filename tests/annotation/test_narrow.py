from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.analyse import analyse_file
from yili_kg.annotation.find import find, find_mentions
from yili_kg.annotation.narrow import Narrow
from yili_kg.text.folding import fold


def test_words_run_on_across_an_entity() -> None:
    text = "上&KR0362;者入賔降&KR0871;階"
    found = {(text[f.start : f.end], f.type) for f in find_mentions(text, layer="述註")}
    assert {("上&KR0362;", "role"), ("賔", "role")} <= found or ("上&KR0362;者", "role") in found


def test_a_title_and_its_words_across_an_entity() -> None:
    text = "玉藻云君命召以三節&KR0871;二節以走"
    mentions, citations = find(text, layer="述註", chapter="05")
    assert [(text[m.start : m.end], m.type) for m in mentions if m.type == "work"] == [("玉藻", "work")]
    assert [c.target for c in citations] == ["禮記·玉藻"]
    assert all(text[a:b].count("&") == text[a:b].count(";") for c in citations for a, b in c.quotes)


@given(st.lists(st.sampled_from(["上", "賔", "&KR0362;", "&KR0871;", "<", ";"]), max_size=12))
def test_spans_go_in_and_come_back(pieces: list[str]) -> None:
    text = "".join(pieces)
    narrow = Narrow(text, fold(text))
    assert len(narrow.text) == len(narrow.folded) == len(pieces)
    starts = [len("".join(pieces[:n])) for n in range(len(pieces) + 1)]
    for a in range(len(pieces)):
        for b in range(a + 1, len(pieces) + 1):
            assert narrow.span(a, b) == (starts[a], starts[b])
            assert narrow.inside([narrow.span(a, b)]) == [(a, b)]


@pytest.mark.shared
@pytest.mark.parametrize(
    "name", ["KR1d0028/KR1d0028_013.txt", "KR1d0032/KR1d0032_011.txt", "KR1d0040/KR1d0040_005.txt"]
)
def test_nothing_that_is_found_ends_within_an_entity(shared: Path, name: str) -> None:
    found = analyse_file(shared / "texts" / name)
    raw = found.edition.document.raw
    spans = [
        *((m.start, m.end) for kind in (found.mentions, found.citations, found.glosses, found.readings) for m in kind),
        *((q.start, q.end) for c in found.citations for q in c.quotes),
        *((g.target_start, g.target_end) for g in found.glosses if g.target_segment),
    ]
    assert any("&" in raw[start:end] for start, end in spans)
    assert not [raw[start:end] for start, end in spans if raw[start:end].count("&") != raw[start:end].count(";")]
