"""The command that asks tools of others about an archive says no where something is wrong."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from benchmarks.archive import ANSWERED, NotAsked, answers, checks

from yili_kg.export.release import write_release


@pytest.fixture(scope="module")
def unpacked(small_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("archive")
    write_release(small_build, room / "yili-kg.zip")
    with zipfile.ZipFile(room / "yili-kg.zip") as whole:
        whole.extractall(room / "unpacked")
    return room / "unpacked"


def test_rdflib_answers_as_oxigraph_does(unpacked: Path) -> None:
    asked = dict(checks(unpacked, None))
    assert asked["questions: rdflib"]() == []
    told = answers(unpacked / "yili.ttl")
    assert told.keys() == ANSWERED.keys()
    assert told["words not at their place"] == [("0",)]
    assert told["kinds above 觶"]
    assert len(told["citations by work"]) > 0


def test_what_was_changed_is_told(unpacked: Path) -> None:
    pytest.importorskip("pyld")
    asked = dict(checks(unpacked, None))
    assert asked["sums"]() == []
    assert asked["dataset.jsonld: pyld"]() == []
    card = unpacked / "dataset.jsonld"
    before = card.read_text(encoding="utf-8")
    told = json.loads(before)
    told["@graph"] = told["@graph"][:-1]
    card.write_text(json.dumps(told), encoding="utf-8")
    try:
        assert asked["sums"]() == ["dataset.jsonld: another sum"]
        assert asked["dataset.jsonld: pyld"]()
    finally:
        card.write_text(before, encoding="utf-8")


def test_what_is_not_here_is_not_asked(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMUNICA", raising=False)
    monkeypatch.setenv("PATH", str(unpacked))
    asked = dict(checks(unpacked, None))
    with pytest.raises(NotAsked, match="npm install"):
        asked["questions: Comunica"]()
    with pytest.raises(NotAsked, match="tei_all"):
        asked["TEI: tei_all"]()
