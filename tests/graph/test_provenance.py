"""How a build was made is told: by which code, from which rules, sources and books, with their hashes, and when the data are from."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from yili_kg import __version__
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.provenance import Made, build_quads
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.tables.released import released

PROV, SCHEMA = rdflib.Namespace(PREFIXES["prov"]), rdflib.Namespace(PREFIXES["schema"])
DCAT, DCTERMS = rdflib.Namespace(PREFIXES["dcat"]), rdflib.Namespace(PREFIXES["dcterms"])
DATASET = rdflib.URIRef(f"{BASE}dataset")


@pytest.fixture(scope="module")
def card(small_build: Path) -> rdflib.Graph:
    return rdflib.Graph().parse(small_build / "dataset.ttl")


def test_card_tells_code_data_sources_and_books(card: rdflib.Graph, small_build: Path) -> None:
    manifest = json.loads((small_build / "manifest.json").read_text(encoding="utf-8"))
    build = card.value(DATASET, PROV.wasGeneratedBy)
    assert (build, rdflib.RDF.type, PROV.Activity) in card
    hashes = {str(h) for used in card.objects(build, PROV.used) for h in card.objects(used, SCHEMA.sha256)}
    made_of = manifest["made of"]
    assert hashes == {made_of["code"], made_of["data"], *(b["sha256"] for b in made_of["library"])}
    sources = {f"{BASE}source/{s['sha256'][:8]}" for s in manifest["sources"]}
    assert sources <= {str(used) for used in card.objects(build, PROV.used)}
    code = next(u for u in card.objects(build, PROV.used) if str(card.value(u, SCHEMA.sha256)) == made_of["code"])
    assert str(card.value(code, DCAT.version)) == __version__
    assert (rdflib.URIRef(f"{BASE}yili.ttl"), PROV.wasGeneratedBy, build) in card


def test_card_tells_version_date_and_publisher_of_the_data(card: rdflib.Graph) -> None:
    given = released()
    assert str(card.value(DATASET, DCAT.version)) == given.version
    assert card.value(DATASET, DCTERMS.issued).toPython() == given.issued  # type: ignore[union-attr]
    publisher = card.value(DATASET, DCTERMS.publisher)
    assert str(card.value(publisher, rdflib.RDFS.label)) == given.publisher


def test_the_turtle_of_the_knowledge_does_not_change_with_the_code(small_build: Path) -> None:
    code = json.loads((small_build / "manifest.json").read_text(encoding="utf-8"))["made of"]["code"]
    assert code in (small_build / "yili.trig").read_text(encoding="utf-8")
    assert code not in (small_build / "yili.ttl").read_text(encoding="utf-8")


def test_each_input_makes_another_activity() -> None:
    whole = Made(
        parts={"code": "a" * 64}, sources=("b" * 64,), library=({"id": "KR1", "title": "x", "sha256": "c" * 64},)
    )
    others = [
        Made(parts={"code": "d" * 64}, sources=whole.sources, library=whole.library),
        Made(parts=whole.parts, sources=(), library=whole.library),
        Made(parts=whole.parts, sources=whole.sources, library=()),
    ]
    assert len({made.mark for made in (whole, *others)}) == 4
    assert list(build_quads(whole)) == list(build_quads(whole))
    assert {q.graph_name for q in as_quads(build_quads(whole))} == {ox.NamedNode(f"{BASE}graph/build")}
