"""File names and texts that are no UTF-8: what can be done is done, what cannot is said in plain words."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

import yili_kg as yk
from tests.commands import run, run_apart
from yili_kg.errors import PartialBuild, SourceError
from yili_kg.pipeline import build

TEXT = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")


def odd(folder: Path, name: bytes) -> Path:
    return Path(os.fsdecode(os.path.join(os.fsencode(folder), name)))


def test_odd_names_of_sources_and_of_the_output(tmp_path: Path) -> None:
    source, out = odd(tmp_path, b"caf\xe9.txt"), odd(tmp_path, b"out\xe9")
    source.write_text(TEXT, encoding="utf-8")
    build([source], out)
    said = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert said["sources"][0]["label"] == "caf\ufffd.txt"
    assert build([source], out).unchanged


def test_odd_names_of_what_cannot_be_read_are_in_the_manifest(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.txt", odd(tmp_path, b"bad\xe9.txt")
    good.write_text(TEXT, encoding="utf-8")
    bad.write_bytes(b"x\0")
    with pytest.raises(PartialBuild):
        build([good, bad], tmp_path / "out", site=False)
    said = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert "bad\udce9.txt" in said["failed"][0]


@pytest.mark.parametrize("text", ["\ud800", "主人\udcff坐取爵于篚"])
def test_odd_texts_with_half_characters_are_refused(text: str) -> None:
    with pytest.raises(SourceError, match="half a character"):
        yk.annotate(text)


def test_odd_query_files_and_queries(tmp_path: Path) -> None:
    (tmp_path / "q.rq").write_bytes(b"\xff")
    (tmp_path / "g.nt").write_text("", encoding="utf-8")
    done = run("query", tmp_path / "q.rq", "-g", tmp_path / "g.nt")
    assert done.returncode == 2
    assert "cannot be read" in done.stderr
    done = run("query", "ASK {" + "{" * 20_000 + "}" * 20_000 + "}", "-g", tmp_path / "g.nt")
    assert done.returncode == 2
    assert "nested deeper" in done.stderr


def test_odd_queries_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "g.nt").write_text("", encoding="utf-8")
    done = run("query", os.fsdecode(b"ASK { ?s ?p '\xe9' }"), "-g", tmp_path / "g.nt")
    assert done.returncode == 2
    assert "the query is no UTF-8" in done.stderr
    assert "→" in done.stderr


def test_odd_locale(tmp_path: Path) -> None:
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    (tmp_path / "爵.txt").write_text(TEXT, encoding="utf-8")
    done = run_apart("build", tmp_path / "爵.txt", "-o", tmp_path / "出", environment=bare)
    assert done.returncode == 0, done.stderr
    done = run_apart("ask", "occurrences", "--concept", "爵", "-g", tmp_path / "出", "-f", "csv", environment=bare)
    assert "鄉飲酒禮" in done.stdout, done.stderr
