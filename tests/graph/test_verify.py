"""A build checked against its manifest: whatever was changed in it is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import run
from yili_kg.errors import QueryError
from yili_kg.graph.verify import differences
from yili_kg.pipeline import build

TEXT = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    build([tmp_path / "a.txt"], tmp_path / "out")
    return tmp_path / "out"


def test_a_build_is_what_its_manifest_says(built: Path) -> None:
    source = built.parent / "a.txt"
    assert list(differences(built)) == []
    assert list(differences(built, [source])) == []
    done = run("verify", built, "--sources", source)
    assert (done.returncode, done.stdout.strip()) == (0, "the build is what its manifest says")


def test_each_planted_fault_is_told(built: Path) -> None:
    """A byte flipped, a file missing, one too many, a manifest changed; in the graph and in its pages."""
    trig, page = built / "yili.trig", built / "site" / "index.html"
    whole, html, manifest = trig.read_bytes(), page.read_bytes(), (built / "manifest.json").read_bytes()

    def told() -> list[str]:
        found = list(differences(built))
        trig.write_bytes(whole)
        page.write_bytes(html)
        (built / "manifest.json").write_bytes(manifest)
        return found

    flipped = whole.replace("爵".encode(), "觶".encode(), 1)
    trig.write_bytes(flipped)
    (line,) = told()
    assert line.startswith("yili.trig: is not as it was written")
    trig.write_bytes(whole[: len(whole) // 2])
    assert [line.split(": ")[1][:14] for line in told()] == ["is not as it w", "cannot be read"]
    page.unlink()
    assert told() == ["site/index.html: missing"]
    for name in ("extra.ttl", "site/extra.html"):
        (built / name).write_text("x", encoding="utf-8")
        assert told() == [f"{name}: no file of this build"]
        (built / name).unlink()
    said = json.loads(manifest)
    said["counts"]["quads"] += 1
    (built / "manifest.json").write_text(json.dumps(said), encoding="utf-8")
    seal, count = told()
    assert "seal" in seal
    assert count.startswith("yili.trig: ")
    assert list(differences(built)) == []


def test_sources_that_are_others_are_told(built: Path, tmp_path: Path) -> None:
    source, other = built.parent / "a.txt", tmp_path / "b.txt"
    other.write_text(TEXT, encoding="utf-8")
    assert list(differences(built, [source, other])) == ["source b.txt: is not in the build"]
    assert list(differences(built, [other])) == [
        "source b.txt: is not in the build",
        "source a.txt: was built and is not at hand",
    ]
    source.write_text(TEXT * 2, encoding="utf-8")
    (line,) = differences(built, [source])
    assert line.startswith("source a.txt: is another now")
    source.unlink()
    (line,) = differences(built, [source])
    assert "source a.txt: there is no such file" in line
    done = run("verify", built, "--sources", source)
    assert done.returncode == 1
    assert done.stdout.endswith("1 differences\n")
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_no_build(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="no build here"):
        list(differences(tmp_path))
    assert run("verify", tmp_path).returncode == 2


def test_the_manifest_says_what_the_build_is_made_of(built: Path) -> None:
    said = json.loads((built / "manifest.json").read_text(encoding="utf-8"))
    assert {"code", "data", "by hand", "library"} == set(said["made of"])
    assert len(said["made of"]["code"]) == len(said["made of"]["data"]) == 64
    assert {"kind", "passages", "precision", "recall", "f1", "gold"} == set(said["scores"][0])
    (source,) = said["sources"]
    assert source["file"] == "a.txt"
    assert source["file sha256"] == source["sha256"]
