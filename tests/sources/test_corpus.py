from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.errors import DataError
from yili_kg.models import Block, Document, Noise
from yili_kg.sources import corpus, plain

RAW = "導航 首頁\n燕禮第六\u2028\n小臣戒與者\x85(12)膳宰\n今譯：小臣"


def document(raw: str = RAW) -> Document:
    layout = plain.read(raw)
    return Document(
        raw=raw,
        sha256="0" * 64,
        name="a",
        title="燕禮",
        label="page.txt",
        reader="plain",
        blocks=layout.blocks,
        noise=layout.noise,
        marks=layout.marks,
    )


PAGE = replace(
    document(),
    blocks=(
        Block(start=6, end=11, layer="題", chapter="06", run=1),
        Block(start=12, end=18, layer="經", chapter="06", run=2),
        Block(start=22, end=24, layer="經", chapter="06", run=2),
    ),
    noise=(
        Noise(start=0, end=5, reason="navigation"),
        Noise(start=5, end=6, reason="layout"),
        Noise(start=11, end=12, reason="layout"),
        Noise(start=18, end=22, reason="footnote-number"),
        Noise(start=24, end=25, reason="layout"),
        Noise(start=25, end=30, reason="translation"),
    ),
    marks=((10, 11), (17, 18)),
)


def loaded(folder: Path, text: str) -> Document:
    path = folder / "page.jsonl"
    path.write_bytes(text.encode())
    return corpus.load_corpus(path)


def message(folder: Path, text: str) -> str:
    with pytest.raises(DataError) as caught:
        loaded(folder, text)
    return str(caught.value)


def test_what_comes_back_has_the_offsets_of_the_page_and_nothing_modern(tmp_path: Path) -> None:
    text = corpus.dump(PAGE, "a page")
    assert not any(words in text for words in ("導航", "今譯", "(12)"))
    back = loaded(tmp_path, text)
    assert corpus.is_corpus(tmp_path / "page.jsonl")
    assert back == replace(PAGE, raw=back.raw)
    assert len(back.raw) == len(RAW)
    for block in PAGE.blocks:
        assert back.raw[block.start : block.end] == RAW[block.start : block.end]
    assert back.raw[:6] == corpus.LEFT_OUT * 5 + "\n"
    assert back.raw[18:22] == corpus.LEFT_OUT * 4
    assert corpus.dump(back, "a page") == text


@given(st.text(min_size=1))
def test_any_document_comes_back(tmp_path_factory: pytest.TempPathFactory, raw: str) -> None:
    page = document(raw)
    back = loaded(tmp_path_factory.getbasetemp(), corpus.dump(page, ""))
    assert back == replace(page, raw=back.raw)
    assert all(back.raw[b.start : b.end] == raw[b.start : b.end] for b in page.blocks)


def test_damage_is_named_with_its_line(tmp_path: Path) -> None:
    lines = [line + "\n" for line in corpus.dump(PAGE, "a page").removesuffix("\n").split("\n")]
    assert ":5" in message(tmp_path, "".join([*lines[:4], lines[4][:20]]))
    assert ":3" in message(tmp_path, "".join([*lines[:2], *lines[3:]]))
    assert "ends at character" in message(tmp_path, "".join(lines[:-2]))
    assert ":2" in message(tmp_path, lines[0] + "[1, 2]\n")
    assert ":2" in message(tmp_path, lines[0] + '{"block": [0, 5], "text": [1, 2, 3, 4, 5]}\n')
    assert "damaged" in message(tmp_path, "")
    assert "damaged" in message(tmp_path, "\n")
    assert "damaged" in message(tmp_path, "[" * 100_000)


@pytest.mark.parametrize(
    "change", [{"version": 2}, {"form": "x"}, {"chars": 10**15}, {"chars": -1}, {"chars": "9"}, {"chars": 5}]
)
def test_a_head_that_is_not_right(tmp_path: Path, change: dict[str, object]) -> None:
    first, rest = corpus.dump(PAGE, "a page").split("\n", 1)
    assert "page.jsonl" in message(tmp_path, json.dumps(json.loads(first) | change) + "\n" + rest)


def test_bytes_and_files_that_are_not_right(tmp_path: Path) -> None:
    path = tmp_path / "page.jsonl"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="damaged"):
        corpus.load_corpus(path)
    with pytest.raises(DataError, match="cannot be read"):
        corpus.load_corpus(tmp_path / "nothing.jsonl")


def changed(folder: Path, line: int, **change: object) -> str:
    """What is said of the page with one line of it changed."""
    lines = corpus.dump(PAGE, "a page").removesuffix("\n").split("\n")
    lines[line] = json.dumps(json.loads(lines[line]) | change)
    return message(folder, "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (0, {"label": None}),
        (0, {"name": None}),
        (0, {"name": "a b"}),
        (0, {"name": "../x"}),
        (0, {"title": ["燕禮"]}),
        (0, {"sha256": None}),
        (0, {"sha256": "<>"}),
        (0, {"reader": 1}),
        (0, {"author": None}),
        (0, {"chars": True}),
        (0, {"title": "\ud800"}),
        (3, {"layer": "無"}),
        (3, {"layer": None}),
        (3, {"run": "1"}),
        (3, {"run": 0}),
        (3, {"chapter": "<&>"}),
        (3, {"chapter": 6}),
        (3, {"speaker": None}),
        (3, {"block": [6, "11"]}),
        (3, {"text": "\ud800禮第六\u2028"}),
        (2, {"reason": ""}),
        (2, {"reason": 1}),
        (-1, {"marks": [[0, 1]]}),
        (-1, {"marks": [[10, 13]]}),
        (-1, {"marks": [[10, "11"]]}),
    ],
)
def test_a_value_that_no_reader_leaves_is_refused_with_its_file(
    tmp_path: Path, line: int, change: dict[str, object]
) -> None:
    """Found by the fuzzer: values of another kind came to grief only when the text was cut or the graph was made."""
    assert "page.jsonl" in changed(tmp_path, line, **change)
