"""Builds of small texts: what is written, what stays, what is said, when something goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from yili_kg.errors import BuildError, PartialBuild, SourceError
from yili_kg.pipeline import build

TEXT = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"


def files(folder: Path) -> dict[str, bytes]:
    """All files of a folder and of those in it, by name."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_build_leaves_the_last_good_output_when_interrupted(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text(TEXT, encoding="utf-8")
    build([text], tmp_path / "out")
    before = files(tmp_path / "out")

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "pages":
            raise KeyboardInterrupt

    text.write_text(TEXT * 2, encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        build([text], tmp_path / "out", progress=interrupt)
    assert files(tmp_path / "out") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "out"]


def test_build_one_bad_file_among_good_ones(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(TEXT, encoding="utf-8")
    bad.write_bytes("主人坐取爵于篚降洗賓降".encode("gb18030"))
    with pytest.raises(PartialBuild, match=r"1 of 2 sources(.|\n)*bad\.txt"):
        build([good, bad], tmp_path / "out", site=False)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["sources"] == 1
    assert len(manifest["failed"]) == 1


def test_build_only_bad_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        build([tmp_path / "none.txt", tmp_path / "no.txt"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_build_does_not_write_over_a_folder_of_somebody_else(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text(TEXT, encoding="utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.doc").write_text("precious", encoding="utf-8")
    with pytest.raises(BuildError, match="no build wrote"):
        build([text], tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.doc").read_text(encoding="utf-8") == "precious"


def test_build_two_files_with_the_same_passages(tmp_path: Path) -> None:
    for name, end in (("a.txt", ""), ("b.txt", "○")):
        (tmp_path / name).write_text(TEXT + end, encoding="utf-8")
    done = build([tmp_path / "a.txt", tmp_path / "b.txt"], tmp_path / "out", site=False)
    assert done.counts["sources"] == 2


def test_build_that_breaks_its_shapes_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from yili_kg.graph import summary

    text = tmp_path / "a.txt"
    text.write_text(TEXT, encoding="utf-8")
    build([text], tmp_path / "out")
    before = files(tmp_path / "out")
    whole = summary.summary_quads
    monkeypatch.setattr(
        summary, "summary_quads", lambda editions: (q for q in whole(editions) if "count" not in str(q))
    )
    text.write_text(TEXT * 2, encoding="utf-8")
    with pytest.raises(BuildError, match=r"breaks its shapes(.|\n)*count: breaks minCount 1"):
        build([text], tmp_path / "out")
    assert files(tmp_path / "out") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "out"]


def test_build_makes_anew_what_was_damaged_and_keeps_what_was_edited(tmp_path: Path) -> None:
    text, out = tmp_path / "a.txt", tmp_path / "out"
    text.write_text(TEXT, encoding="utf-8")
    build([text], out)
    whole = (out / "yili.trig").read_bytes()
    (out / "yili.trig").write_bytes(whole[:-100])
    (out / "dataset.ttl").unlink()
    (out / "claims.trig").write_text("edited", encoding="utf-8")
    (out / "notes.md").write_text("mine", encoding="utf-8")
    done = build([text], out)
    assert not done.unchanged
    assert (out / "yili.trig").read_bytes() == whole
    assert done.kept == ["claims.kept.trig"]
    assert (out / "claims.kept.trig").read_text(encoding="utf-8") == "edited"
    assert (out / "notes.md").read_text(encoding="utf-8") == "mine"
    assert build([text], out).unchanged


def test_build_of_a_source_that_changes_meanwhile_is_not_taken_for_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The source is another for the moment in which it is read, and then what it was before."""
    from yili_kg import gather as gathering
    from yili_kg.sources import read

    text, out = tmp_path / "a.txt", tmp_path / "out"
    text.write_text(TEXT, encoding="utf-8")

    def other(path: Path, **options: Any) -> object:
        text.write_text(TEXT + "主人坐取爵。\n", encoding="utf-8")
        try:
            return read(path, **options)
        finally:
            text.write_text(TEXT, encoding="utf-8")

    monkeypatch.setattr(gathering, "read", other)
    longer = build([text], out, site=False).counts["code points"]
    monkeypatch.undo()
    done = build([text], out)
    assert not done.unchanged
    assert done.counts["code points"] < longer
    assert build([text], out).unchanged


def test_build_killed_while_it_works_leaves_the_last_one(tmp_path: Path) -> None:
    import subprocess
    import sys

    text, out = tmp_path / "a.txt", tmp_path / "out"
    text.write_text(TEXT, encoding="utf-8")
    build([text], out)
    before = files(out)
    text.write_text(TEXT * 2, encoding="utf-8")
    script = (
        "import os, sys; from pathlib import Path; from yili_kg.pipeline import build\n"
        "def stop(stage, done, total):\n    if stage == 'write': os.kill(os.getpid(), 9)\n"
        "build([Path(sys.argv[1])], Path(sys.argv[2]), progress=stop)"
    )
    killed = subprocess.run([sys.executable, "-c", script, text, out], check=False)
    assert killed.returncode != 0
    assert {n: b for n, b in files(out).items() if ".yili-kg" not in n} == before
    assert not build([text], out).unchanged
    assert not (out / ".yili-kg").exists()
    assert build([text], out).unchanged
