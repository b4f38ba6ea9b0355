"""Editions as a file and back: the same, or an error that says what to do."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from yili_kg.analyse import analyse_file
from yili_kg.errors import QueryError
from yili_kg.models import Annotated, Unsure
from yili_kg.records.whole import read_editions, write_editions

TEXT = """鄉飲酒禮第四

鄉飲酒之禮:主人就先生而謀賓介。
主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。今文介作𠆲。
 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱。主人坐取爵于篚,降洗。

戒,警也,告也。
"""


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Annotated:
    path = tmp_path_factory.mktemp("whole") / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    found = analyse_file(path)
    doubted = tuple(Unsure(of=of, found=one) for of, one in (("gloss", found.glosses[0]), ("step", found.steps[0])))
    return replace(found, glosses=found.glosses[1:], steps=found.steps[1:], unsure=doubted)


def test_editions_come_back_as_they_were(edition: Annotated, tmp_path: Path) -> None:
    path = tmp_path / "editions.jsonl.gz"
    write_editions(path, [edition, edition])
    assert read_editions(path) == [edition, edition]
    assert edition.steps
    assert edition.citations
    write_editions(tmp_path / "none.gz", [])
    assert read_editions(tmp_path / "none.gz") == []


def test_the_same_editions_are_the_same_bytes(edition: Annotated, tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_editions(tmp_path / name, [edition])
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_editions_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="not here"):
        read_editions(tmp_path / "editions.jsonl.gz")


def damages(whole: bytes) -> dict[str, bytes]:
    """What may become of a file: cut off, changed in the middle, no archive, another JSON, fields lost or of another kind."""
    told = json.loads(gzip.decompress(whole))
    less = {k: v for k, v in told.items() if k != "edition"}
    segments = [{**s, "offsets": [[0, "x"]]} for s in told["edition"]["segments"]]
    wrong = {**told, "edition": {**told["edition"], "segments": segments}}
    return {
        "cut": whole[: len(whole) // 2],
        "tail": whole[:-6],
        "changed": whole[:200] + bytes(b ^ 0xFF for b in whole[200:260]) + whole[260:],
        "empty": b"",
        "no archive": b"editions",
        "no JSON": gzip.compress(b"{"),
        "a list": gzip.compress(b"[]\n"),
        "a number": gzip.compress(b"7\n"),
        "deep": gzip.compress(b"[" * 100_000),
        "less": gzip.compress(json.dumps(less).encode()),
        "wrong": gzip.compress(json.dumps(wrong).encode()),
        "unsure": gzip.compress(json.dumps({**told, "unsure": [["none", {}]]}).encode()),
        "bytes": gzip.compress(b"\xff\xfe\n"),
    }


@pytest.mark.parametrize(
    "name",
    [
        "cut",
        "tail",
        "changed",
        "empty",
        "no archive",
        "no JSON",
        "a list",
        "a number",
        "deep",
        "less",
        "wrong",
        "unsure",
        "bytes",
    ],
)
def test_damaged_editions_are_an_error_with_advice(edition: Annotated, tmp_path: Path, name: str) -> None:
    path = tmp_path / "editions.jsonl.gz"
    write_editions(path, [edition])
    path.write_bytes(damages(path.read_bytes())[name])
    with pytest.raises(QueryError, match="damaged") as said:
        read_editions(path)
    assert "build it again" in str(said.value)
