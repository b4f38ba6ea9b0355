"""Seventy faults, each planted by itself in a good graph: `check` names each at its node, and finds nothing in the good one."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import pyoxigraph as ox
import pytest

from tests.graph.faults import FAULTS, Planted, plant
from yili_kg.data import data_folder
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.check import check, check_shapes
from yili_kg.graph.dataset import dataset_quads
from yili_kg.graph.store import open_store
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.pipeline import EDITIONS, build
from yili_kg.records.whole import read_raw

_G = PREFIXES["g"]
#: Graphs of which only what is named elsewhere is kept: a small graph is checked soon.
_KNOWN = tuple(ox.NamedNode(_G + name) for name in ("concepts", "prov", "text/received"))
_LEFT = {ox.NamedNode(_G + name) for name in ("ontology", "shapes", "dataset")}


@dataclass(frozen=True)
class Good:
    """A good graph with the texts of its sources and the counts of its manifest."""

    quads: tuple[ox.Quad, ...]
    sources: dict[str, str]
    counts: dict[str, int]

    def store(self) -> ox.Store:
        store = ox.Store()
        store.bulk_extend(self.quads)
        return store


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Good:
    """The graph of two stretches of a shipped text, with what is known as far as it is named there."""
    place = tmp_path_factory.mktemp("faults")
    lines = (data_folder("extraction") / "corpus" / "001-shuzhu.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    raw = "".join(json.loads(line).get("text", "") for line in lines)
    (place / "a.txt").write_text(raw[:1000] + raw[4300:4560], encoding="utf-8")
    build([place / "a.txt"], place / "out", site=False)
    store = open_store(place / "out", doubtful=True)
    kept = _reached(store)
    counts = json.loads((place / "out" / "manifest.json").read_text(encoding="utf-8"))["counts"]
    graphs = Counter(getattr(q.graph_name, "value", "") for q in kept)
    told = {k: v for k, v in counts.items() if v and k not in ("quads", "triples in yili.ttl")}
    card = as_quads(dataset_quads(told, dict(sorted(graphs.items()))))
    return Good((*kept, *card), read_raw(place / "out" / EDITIONS), counts)


def _reached(store: ox.Store) -> list[ox.Quad]:
    """All statements on what was found in the text, and of what is known those on what these name, and so on."""
    rest = [q for q in store if q.graph_name not in _LEFT]
    kept = [q for q in rest if q.graph_name not in _KNOWN]
    known: dict[object, list[ox.Quad]] = {}
    for quad in rest:
        if quad.graph_name in _KNOWN:
            known.setdefault(quad.subject, []).append(quad)
    wanted = {q.object for q in kept} | {q.subject for q in kept}
    first = store.quads_for_pattern(None, ox.NamedNode(PREFIXES["yl"] + "order"), ox.Literal(1), None)
    wanted |= {q.subject for q in first}  # so that no chapter is without a passage
    while wanted:
        found = [q for node in wanted for q in known.pop(node, ())]
        # A chapter keeps only the passages that are named otherwise.
        found = [q for q in found if q.predicate.value not in (PREFIXES["lrm"] + "R15_has_fragment",)]
        kept += found
        wanted = {q.object for q in found} & known.keys()
    there = {q.subject for q in kept}
    fragment = ox.NamedNode(PREFIXES["lrm"] + "R15_has_fragment")
    kept += [q for q in store.quads_for_pattern(None, fragment, None, None) if q.object in there and q.subject in there]
    return list(dict.fromkeys(kept))


@pytest.mark.parametrize("quick", [True, False], ids=["quick", "pyshacl"])
def test_check_finds_nothing_in_a_good_graph(good: Good, quick: bool) -> None:
    store = good.store()
    assert check(store, quick=quick, sources=good.sources, counts=good.counts) == []
    assert len(good.sources) == 1
    assert 2_000 < len(store) < 60_000


def test_the_faults_are_many_and_have_names() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 50


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name.replace(" ", "-"))
def test_check_names_a_planted_fault_at_its_node(good: Good, fault: Planted) -> None:
    store = good.store()
    node = plant(store, fault)
    found = check(store, quick=True, sources=good.sources, counts=good.counts)
    named = {f.check for f in found if f.node == node}
    assert named, found[:5]
    if named == {"shape"}:  # all else is asked in one way, with pyshacl or without
        assert node in {f.node for f in check_shapes(store)}
