"""What is found in the line of a field without reading all of it is what reading all of it gives."""

from __future__ import annotations

import gzip
import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from yili_kg.analyse import analyse_file
from yili_kg.models import Annotated, Unsure
from yili_kg.records.kept import Editions, said_in, words_of
from yili_kg.records.lines import names_of, rows_with, told_before
from yili_kg.records.whole import packed

TEXT = """鄉飲酒禮第四

鄉飲酒之禮:主人就先生而謀賓介。
主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。今文介作𠆲。
 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱。主人坐取爵于篚,降洗。介亦如之。

戒,警也,告也。
"""
ODD = ['{"start":0', '","segment":"', "\\", "a\x7fb", "\ud800", "😀"]


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Annotated:
    path = tmp_path_factory.mktemp("lines") / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    found = analyse_file(path)
    odd = tuple(replace(mention, concept=word) for mention, word in zip(found.mentions, ODD, strict=False))
    assert len(odd) == len(ODD)
    doubted = (Unsure(of="gloss", found=found.glosses[0]),)
    return replace(found, mentions=(*odd, *found.mentions[len(odd) :]), unsure=doubted)


def test_some_statements_are_those_of_all(edition: Annotated, tmp_path: Path) -> None:
    path = tmp_path / "editions.jsonl.gz"
    path.write_bytes(packed(edition))
    (kept,) = Editions(path)
    names = [segment.id for segment in edition.edition.segments]
    for segments in ([], names[:1], names[1:3], [*names, "elsewhere"], ['{"start":']):
        for field in (one.name for one in fields(Annotated) if one.name != "edition"):
            assert said_in(kept, field, segments) == said_in(edition, field, segments)
            assert words_of(kept, field, "segment") == words_of(edition, field, "segment")
    head = kept.edition.document
    assert (head.name, head.title, head.author) == (
        edition.edition.document.name, edition.edition.document.title, edition.edition.document.author,
    )  # fmt: skip


def test_an_edition_is_written_as_the_standard_library_writes_it(edition: Annotated) -> None:
    numbers = [0.0, 1.0, 0.5, 0.0001, 0.00004, 1e-7, 1e16, 0.1 + 0.2]
    mentions = [replace(edition.mentions[0], confidence=number) for number in numbers]
    for written in (edition, replace(edition, mentions=(*mentions, *edition.mentions)), replace(edition, mentions=())):
        for line in gzip.decompress(packed(written)).splitlines():
            assert json.dumps(json.loads(line), separators=(",", ":")).encode("ascii") == line


def test_what_cannot_be_told_apart_is_read_whole() -> None:
    assert told_before("citations", "segment") == b""  # a quotation in it has none
    assert told_before("steps", "segment")  # that of a note in it has another key behind it
    assert told_before("unsure", "segment") is None
    assert told_before("mentions", "start") is None  # no string
    assert rows_with("citations", b'{"citations":[]}\n', "segment", ["a"]) is None  # a quotation begins as it does
    assert rows_with("mentions", b'{"mentions":[]}\n', "segment", ["a"]) == []
    with pytest.raises(ValueError, match="not found"):
        names_of(b'{"document":{"raw":""}}\n')
