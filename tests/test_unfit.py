"""A source whose statements break a shape is left out and named; the others are built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from yili_kg.analyse import analyse
from yili_kg.errors import PartialBuild, UnfitGraph
from yili_kg.graph.assemble import edition_quads
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.check import Finding
from yili_kg.graph.manifest import read_manifest
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.models import Annotated, Edition
from yili_kg.pipeline import EDITIONS, build

GOOD = "主人戒賓。賓禮辭,許。主人再拜,賓答拜。"
BAD = "乃席賓、主人、介。眾賓之席,皆不屬焉。尊兩壺于房戶間。"


def broken(store: ox.Store, *, most: int = 0, below: object = None) -> list[Finding]:
    """As if every segment of the bad source broke a shape."""
    asked = "SELECT ?s { ?s a yl:Segment ; crm:P190_has_symbolic_content ?t . FILTER(CONTAINS(STR(?t), '乃席')) } ORDER BY ?s"
    return [Finding("shape", row["s"], "is wrong") for row in select(store, asked)]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.setattr("yili_kg.graph.check.check_quickly", broken)
    monkeypatch.setattr("yili_kg.graph.conform.surely_well", lambda table, known: False)
    made = [tmp_path / "good.txt", tmp_path / "bad.txt"]
    for path, text in zip(made, (GOOD, BAD), strict=True):
        path.write_text(text, encoding="utf-8")
    return made


def test_the_others_are_built(sources: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(PartialBuild, match=r"1 of 2 sources could not be built") as told:
        build(sources, out, site=False)
    assert "bad.txt: left out" in str(told.value)
    manifest = read_manifest(out)
    assert manifest is not None
    assert manifest.counts["sources"] == 1
    assert "bad.txt" in manifest.failed[0]
    assert "bad.txt" not in (out / "yili.trig").read_text(encoding="utf-8")


def test_nothing_is_analysed_again_without_it(
    sources: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed: list[str] = []

    def told(edition: Edition, **how: Any) -> Annotated:
        analysed.append(edition.document.label)
        return analyse(edition, **how)

    monkeypatch.setattr("yili_kg.gather.analyse", told)
    with pytest.raises(PartialBuild):
        build(sources, tmp_path / "both")
    assert analysed == ["good.txt", "bad.txt"]
    build(sources[:1], tmp_path / "alone")
    for name in (EDITIONS, "yili.ttl", "unknown-nouns.tsv", "site/search-words.js"):
        assert (tmp_path / "both" / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()


def test_alone_it_is_refused_and_what_was_there_stays(sources: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(sources[:1], out, site=False)
    before = (out / "manifest.json").read_bytes()
    with pytest.raises(UnfitGraph, match=r"breaks its shapes \(in bad.txt\)"):
        build(sources[1:], out, site=False)
    assert (out / "manifest.json").read_bytes() == before


@pytest.mark.parametrize(
    ("property_", "value"),
    [
        ("nif:anchorOf", ox.Literal("龍")),
        ("nif:endIndex", ox.Literal(2)),
        ("its:taIdentRef", ox.Literal("介")),
        ("yl:nonsense", ox.Literal("x")),
        ("rdf:type", ox.NamedNode("https://w3id.org/yili/ontology#Segment")),
    ],
)
def test_what_the_text_does_not_bear_out_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, property_: str, value: ox.Literal | ox.NamedNode
) -> None:
    """An offset, a word, a kind or a count that is wrong in one source: found where it is analysed, the other is built."""
    prefix, _, name = property_.partition(":")
    predicate = ox.NamedNode(PREFIXES[prefix] + name)

    def planted(annotated: Annotated) -> Iterator[ox.Quad]:
        quads = list(as_quads(edition_quads(annotated)))
        if annotated.edition.document.label == "bad.txt":
            at = next(q for q in quads if q.predicate.value == PREFIXES["nif"] + "anchorOf" and "/mention/" in str(q))
            quads = [q for q in quads if (q.subject, q.predicate) != (at.subject, predicate)]
            quads.append(ox.Quad(at.subject, predicate, value, at.graph_name))
        return iter(quads)

    monkeypatch.setattr("yili_kg.graph.shard.edition_quads", planted)
    for label, text in (("good.txt", GOOD), ("bad.txt", BAD)):
        (tmp_path / label).write_text(text, encoding="utf-8")
    with pytest.raises(PartialBuild, match=r"1 of 2 sources could not be built") as told:
        build([tmp_path / "good.txt", tmp_path / "bad.txt"], tmp_path / "out", site=False)
    assert "bad.txt: what is stated of it is not true to it" in str(told.value)
    assert "/mention/" in str(told.value) or "wrong-count" in str(told.value)
    manifest = read_manifest(tmp_path / "out")
    assert manifest is not None
    assert manifest.counts["sources"] == 1
