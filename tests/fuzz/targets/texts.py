"""Texts and files through the readers, and the whole analysis."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from tests.fuzz.laws import assert_document, assert_edition, assert_found, assert_records
from tests.fuzz.pieces import compose, encode, words
from tests.fuzz.targets.target import byte, patient, workroom
from yili_kg.analyse import analyse_text
from yili_kg.data import data_folder
from yili_kg.errors import YiliError
from yili_kg.graph.assemble import edition_quads
from yili_kg.layers import edit
from yili_kg.sources import READERS, read
from yili_kg.sources.read import read_text

__all__ = ["file_seeds", "files", "readers", "text_seeds", "texts"]

_KANRIPO = "# -*- mode: mandoku-view -*-\n#+TITLE: {}\n#+PROPERTY: ID {}\n#+PROPERTY: JUAN 卷{}\n"
_FRAMES = (
    "{}",
    "鄉飲酒禮第四\n{}",
    _KANRIPO.format("儀禮注疏", "KR1d0028", "四") + "{}",
    _KANRIPO.format("儀禮", "KR1d0026", "四") + "鄉飲酒禮第四¶\n經文(注文曰注)¶\n{}",
    _KANRIPO.format("儀禮圖", "KR1d0040", "四") + "經\n　註曰甲\n經\n　註曰乙\n{}",
    _KANRIPO.format("纂圖互註禮記", "KR1d0054", "一") + "{}",
    "<TEI><text><body>{}</body></text></TEI>",
    "<TEI><text><body><div><head>燕禮</head><p>{}</p></div></body></text></TEI>",
    "儀禮卷第四\n鄉飲酒禮第四\n【經】{}",
    "燕禮第六\n燕禮小臣戒與者註曰小臣相君燕飲之法○疏曰釋曰{}\n小臣戒與者\n註曰{}",
)


def _framed(data: bytes) -> str:
    """A text in the frame that the first byte names; the rest are its pieces."""
    text = compose(data[2:])
    half = len(text) // 2
    frame = _FRAMES[byte(data, 0) % len(_FRAMES)]
    return frame.format(text) if frame.count("{}") == 1 else frame.format(text[:half], text[half:])


def readers(data: bytes) -> None:
    """A text through a reader (none named, or one), then cut into layers."""
    raw, reader = _framed(data), ["", *READERS][byte(data, 1) % (len(READERS) + 1)]
    with patient():
        try:
            document = read_text(raw, reader=reader)
            edition = edit(document)
        except YiliError:
            return
    assert document.raw == raw
    assert_edition(edition)


def files(data: bytes) -> None:
    """A file of any bytes through a reader."""
    path = workroom() / ("text.jsonl" if byte(data, 0) & 64 else "text.txt")
    path.write_bytes(data[2:])
    reader = ["", *READERS][byte(data, 0) % (len(READERS) + 1)]
    encoding = (None, "gb18030", "utf-16", "big5", "no such", "utf-7", "idna", "rot13")[byte(data, 1) % 8]
    with patient():
        try:
            document = read(path, reader=reader, encoding=encoding)
        except YiliError:
            return
    assert_document(document)


def texts(data: bytes) -> None:
    """A text analysed: everything found is where it says, the records and the graph can be written, twice the same."""
    raw = _framed(data)
    with patient():
        try:
            found = analyse_text(raw)
        except YiliError:
            return
    assert_edition(found.edition)
    assert_found(found)
    lines = assert_records(found)
    for _ in edition_quads(found):
        pass
    if hashlib.sha256(data).digest()[0] < 64:  # one of four, for the time it takes
        assert assert_records(analyse_text(raw)) == lines, "the second time something else is found"


def text_seeds() -> Iterator[bytes]:
    for number, path in enumerate(sorted((data_folder("extraction") / "corpus").glob("*.jsonl"))):
        blocks = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        told = [b["text"] for b in blocks if "block" in b]
        whole = "\n".join(told[:60])
        for start in (0, 600, 1500):
            if piece := whole[start : start + 500]:
                yield bytes((1 + number % 2, 0)) + encode(piece)
    for text in (
        "鄉飲酒之禮主人就先生而謀賓介(主人謂諸侯之/鄉大夫也古文與為豫)",
        "<p>小臣戒<note>戒猶警也</note>與者</p>",
    ):
        for frame in range(len(_FRAMES)):
            yield bytes((frame, 0)) + encode(text)
    yield from (bytes((1, 0)) + encode(word) for word in words()[::400])


def file_seeds() -> Iterator[bytes]:
    for seed in list(text_seeds())[:6]:
        text = _framed(seed)
        for number, encoding in enumerate(("utf-8", "gb18030", "utf-16")):
            yield bytes((0, number)) + text.encode(encoding, "replace")[:1500]
