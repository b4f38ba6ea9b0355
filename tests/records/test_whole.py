"""Editions as a file and back: the same, or an error that says what to do."""

from __future__ import annotations

import gzip
import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from yili_kg.analyse import analyse_file
from yili_kg.errors import QueryError
from yili_kg.models import Annotated, Unsure
from yili_kg.records.kept import Editions
from yili_kg.records.whole import read_editions, unpacked, write_editions

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
    lines = gzip.decompress(whole).splitlines(keepends=True)
    segments = json.loads(lines[1])["segments"]
    wrong = json.dumps({"segments": [{**s, "offsets": [[0, "x"]]} for s in segments]}, separators=(",", ":"))
    return {
        "cut": whole[: len(whole) // 2],
        "tail": whole[:-6],
        "changed": whole[:200] + bytes(b ^ 0xFF for b in whole[200:260]) + whole[260:],
        "empty": b"",
        "no archive": b"editions",
        "no JSON": gzip.compress(b"{"),
        "a list": gzip.compress(b"[]\n"),
        "a number": gzip.compress(b"7\n"),
        "deep": gzip.compress(b'{"document":' + b"[" * 100_000),
        "less": b"".join(map(gzip.compress, [lines[0], *lines[2:]])),
        "wrong": b"".join(map(gzip.compress, [lines[0], wrong.encode() + b"\n", *lines[2:]])),
        "unsure": b"".join(map(gzip.compress, [*lines[:-1], b'{"unsure":[["none",{}]]}\n'])),
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
    for read in (read_editions, fields_read):
        with pytest.raises(QueryError, match="damaged") as said:
            read(path)
        assert "build it again" in str(said.value)


def fields_read(path: Path) -> list[list[object]]:
    """The editions of a file, a field at a time."""
    return [[getattr(a, f.name) for f in fields(a)] + [a.edition.document, a.edition.segments] for a in Editions(path)]


def test_editions_a_field_at_a_time_are_the_same(edition: Annotated, tmp_path: Path) -> None:
    path = tmp_path / "editions.jsonl.gz"
    write_editions(path, [edition, edition])
    for budget in (1, 10**9):
        found = Editions(path, budget=budget)
        assert len(found) == 2
        for kept in found:
            assert kept.edition.document == edition.edition.document
            assert kept.edition.segments == edition.edition.segments
            assert all(getattr(kept, f.name) == getattr(edition, f.name) for f in fields(Annotated)[1:])
    write_editions(tmp_path / "none.gz", [])
    assert list(Editions(tmp_path / "none.gz")) == []
    begin, length = found.place_of(1)
    assert unpacked(path.read_bytes()[begin : begin + length]) == edition


def test_editions_that_are_let_go_of_are_read_again(edition: Annotated, tmp_path: Path) -> None:
    path = tmp_path / "editions.jsonl.gz"
    write_editions(path, [edition, edition])
    small, large = Editions(path, budget=1), Editions(path)
    assert large[0].mentions is large[0].mentions
    first = small[0].mentions
    assert small[1].mentions is not first
    assert small[0].mentions is not first
    path.write_bytes(b"")
    with pytest.raises(QueryError, match="damaged"):
        assert small[1].steps
