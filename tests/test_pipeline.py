"""The build of the shipped corpus, and the records of the pages that it was made of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import seed
from yili_kg.analyse import analyse_file
from yili_kg.pipeline import build, shipped_sources
from yili_kg.records import records

FILES = ("yili.ttl", "yili.trig", "editions.jsonl.gz", "manifest.json")


def test_build_of_the_shipped_corpus(corpus: Path) -> None:
    manifest = json.loads((corpus / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["sources"] == 5
    assert manifest["counts"]["mentions"] > 12_000
    assert set(manifest["files"]) == {
        "yili.ttl",
        "yili.trig",
        "claims.trig",
        "editions.jsonl.gz",
        "dataset.ttl",
        "dataset.jsonld",
        "unknown-nouns.tsv",
    }
    assert not list(corpus.glob("*.html")), "the pages are in the folder of the site"


def test_the_site_of_the_shipped_corpus(corpus: Path) -> None:
    manifest = json.loads((corpus / "site" / "manifest.json").read_text(encoding="utf-8"))
    pages = {"index.html", "graph.html", "citations.html", "glossary.html", "ontology.html"}
    pages |= {f"rite-{chapter}.html" for chapter in ("04", "05", "06", "07", "10", "15")}
    shared = {"yili.css", "site.js", "base.js", "simplified.js", "graphs.js", "right.js", "words.js"}
    assert pages | shared <= set(manifest["files"])
    assert {p.name for p in (corpus / "site").iterdir()} == {*manifest["files"], "manifest.json"}


def test_build_twice_is_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    build([], tmp_path / "again", force=True)
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (corpus / name).read_bytes(), name
    for path in sorted((corpus / "site").iterdir()):
        assert (tmp_path / "again" / "site" / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.shared
def test_build_of_the_pages_is_that_of_the_shipped_corpus(corpus: Path, tmp_path: Path) -> None:
    build([seed(n) for n in range(5)], tmp_path / "pages")
    for name in ("yili.ttl", "yili.trig", "site/graph.html"):
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
