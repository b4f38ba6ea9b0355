from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import seed
from yili_kg.analyse import analyse_file
from yili_kg.errors import BuildError, PartialBuild, SourceError
from yili_kg.pipeline import build, shipped_sources
from yili_kg.records import records

FILES = ("yili.ttl", "yili.trig", "graph.html", "manifest.json")
TEXT = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"


def test_build_of_the_shipped_corpus(corpus: Path) -> None:
    manifest = json.loads((corpus / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["sources"] == 5
    assert manifest["counts"]["mentions"] > 12_000
    assert set(manifest["files"]) == {
        "yili.ttl",
        "yili.trig",
        "graph.html",
        "citations.html",
        "claims.trig",
        "glossary.html",
        "ontology.html",
        "dataset.ttl",
        "dataset.jsonld",
        "unknown-nouns.tsv",
        *(f"rite-{chapter}.html" for chapter in ("04", "05", "06", "07", "10", "15")),
    }


def test_build_twice_is_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    build([], tmp_path / "again", force=True)
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (corpus / name).read_bytes(), name


@pytest.mark.shared
def test_build_of_the_pages_is_that_of_the_shipped_corpus(corpus: Path, tmp_path: Path) -> None:
    build([seed(n) for n in range(5)], tmp_path / "pages")
    for name in ("yili.ttl", "yili.trig", "graph.html"):
        assert (tmp_path / "pages" / name).read_bytes() == (corpus / name).read_bytes(), name


@pytest.mark.shared
def test_shipped_corpus_holds_nothing_modern() -> None:
    shipped = "".join(p.read_text(encoding="utf-8") for p in shipped_sources())
    for word in ("澳门", "http", "译文", "转载", "您在這裡", "Jack", "的射礼", "射箭", "古典文学原文"):
        assert word not in shipped, word


def test_build_with_nothing_changed_says_so(corpus: Path) -> None:
    before = (corpus / "yili.trig").stat().st_mtime_ns
    assert build([], corpus).unchanged
    assert (corpus / "yili.trig").stat().st_mtime_ns == before


@pytest.mark.shared
def test_build_released_turtle_is_what_the_code_builds(corpus: Path) -> None:
    released = Path(__file__).resolve().parents[1] / "graphs" / "yili.ttl"
    assert released.read_bytes() == (corpus / "yili.ttl").read_bytes(), "run `make release`"


def test_build_leaves_the_last_good_output_when_interrupted(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text(TEXT, encoding="utf-8")
    build([text], tmp_path / "out")
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "pages":
            raise KeyboardInterrupt

    text.write_text(TEXT * 2, encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        build([text], tmp_path / "out", progress=interrupt)
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "out"]


def test_build_one_bad_file_among_good_ones(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(TEXT, encoding="utf-8")
    bad.write_bytes("主人坐取爵于篚降洗賓降".encode("gb18030"))
    with pytest.raises(PartialBuild, match=r"1 of 2 sources(.|\n)*bad\.txt"):
        build([good, bad], tmp_path / "out")
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
    done = build([tmp_path / "a.txt", tmp_path / "b.txt"], tmp_path / "out")
    assert done.counts["sources"] == 2


@pytest.mark.shared
@pytest.mark.parametrize("number", range(5))
def test_records_share_out_the_source_and_bear_out_their_text(number: int) -> None:
    raw = seed(number).read_bytes().decode("utf-8")
    count = bytearray(len(raw))
    for row in records(analyse_file(seed(number))):
        bare = "".join(c for c in raw[row["start"] : row["end"]] if not c.isspace())
        if row["kind"] in ("segment", "noise"):
            for i in range(row["start"], row["end"]):
                count[i] += 1
        if row["kind"] == "segment":
            assert set("".join(row["text"].split())) <= set(bare)
        if row["kind"] in ("mention", "citation"):
            assert bare.startswith(row["text"][0])
            assert bare.endswith(row["text"][-1])
    assert set(count) == {1}


def test_build_that_breaks_its_shapes_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from yili_kg.graph import summary

    text = tmp_path / "a.txt"
    text.write_text(TEXT, encoding="utf-8")
    build([text], tmp_path / "out")
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    whole = summary.summary_quads
    monkeypatch.setattr(
        summary, "summary_quads", lambda editions: (q for q in whole(editions) if "count" not in str(q))
    )
    text.write_text(TEXT * 2, encoding="utf-8")
    with pytest.raises(BuildError, match=r"breaks its shapes(.|\n)*count: breaks minCount 1"):
        build([text], tmp_path / "out")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "out"]


def test_build_makes_anew_what_was_damaged_and_keeps_what_was_edited(tmp_path: Path) -> None:
    text, out = tmp_path / "a.txt", tmp_path / "out"
    text.write_text(TEXT, encoding="utf-8")
    build([text], out)
    whole = (out / "yili.trig").read_bytes()
    (out / "yili.trig").write_bytes(whole[:-100])
    (out / "rite-04.html").unlink(missing_ok=True)
    (out / "glossary.html").write_text("edited", encoding="utf-8")
    (out / "notes.md").write_text("mine", encoding="utf-8")
    done = build([text], out)
    assert not done.unchanged
    assert (out / "yili.trig").read_bytes() == whole
    assert done.kept == ["glossary.kept.html"]
    assert (out / "glossary.kept.html").read_text(encoding="utf-8") == "edited"
    assert (out / "notes.md").read_text(encoding="utf-8") == "mine"
    assert build([text], out).unchanged


def test_build_of_a_source_that_changes_meanwhile_is_not_taken_for_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The source is another for the moment in which it is read, and then what it was before."""
    from yili_kg import sources

    text, out = tmp_path / "a.txt", tmp_path / "out"
    text.write_text(TEXT, encoding="utf-8")
    read = sources.read

    def other(path: Path, **options: str) -> object:
        text.write_text(TEXT + "主人坐取爵。\n", encoding="utf-8")
        try:
            return read(path, **options)
        finally:
            text.write_text(TEXT, encoding="utf-8")

    monkeypatch.setattr(sources, "read", other)
    longer = build([text], out).counts["code points"]
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
    before = {p.name: p.read_bytes() for p in out.iterdir()}
    text.write_text(TEXT * 2, encoding="utf-8")
    script = (
        "import os, sys; from pathlib import Path; from yili_kg.pipeline import build\n"
        "def stop(stage, done, total):\n    if stage == 'shapes': os.kill(os.getpid(), 9)\n"
        "build([Path(sys.argv[1])], Path(sys.argv[2]), progress=stop)"
    )
    killed = subprocess.run([sys.executable, "-c", script, text, out], check=False)
    assert killed.returncode != 0
    assert {p.name: p.read_bytes() for p in out.iterdir() if p.is_file()} == before
    assert not build([text], out).unchanged
    assert not (out / ".yili-kg").exists()
    assert build([text], out).unchanged
