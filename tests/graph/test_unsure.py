"""What is doubtful is in a graph of its own, under the IRIs that it would have if it were sure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest

from tests.graphs import quads_of
from yili_kg.analyse import unmeasured
from yili_kg.confidence import sure
from yili_kg.graph.check import check_quickly
from yili_kg.graph.explain import explain
from yili_kg.graph.place import unsure_graph
from yili_kg.graph.store import open_store, select, without_doubt
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.write import is_knowledge, write_trig
from yili_kg.layers import edit
from yili_kg.models import Annotated, Unsure
from yili_kg.sources.read import read_text

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。賓、介,處士賢者。

 「鄉飲」至「賓介」。○釋曰︰案《聘禮》云「束帛加璧」,《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱。主人答拜,乃請賓。

戒,警也,告也。拜辱,出拜其自屈辱至己門也。
"""
KINDS = {"mention": "mentions", "citation": "citations", "gloss": "glosses", "step": "steps"}


@pytest.fixture(scope="module")
def found() -> Annotated:
    """What is found for sure; what is doubtful is made so below."""
    return replace(sure(unmeasured(edit(read_text(PAGE)))), unsure=())


@pytest.fixture(scope="module")
def doubted(found: Annotated) -> Annotated:
    """The first statement of each kind doubtful."""
    firsts = {kind: getattr(found, field)[0] for kind, field in KINDS.items()}
    left = {field: getattr(found, field)[1:] for field in KINDS.values()}
    return replace(found, **left, unsure=tuple(Unsure(of=kind, found=one) for kind, one in firsts.items()))


def subjects(quads: list[ox.Quad], graph: ox.NamedNode) -> set[str]:
    return {str(q.subject) for q in quads if q.graph_name == graph}


def test_the_doubtful_keep_their_iris_and_leave_those_of_others(found: Annotated, doubted: Annotated) -> None:
    graph = unsure_graph(found.edition.document.name)
    plain, parted = quads_of(found), quads_of(doubted)
    assert not subjects(plain, graph)
    own = {s for s in subjects(parted, graph) if "/lex." not in s}
    assert len(own) >= len(KINDS)
    before = {str(q.subject) for q in plain}
    assert own <= before, "no new names"
    sums = "/summary>"
    told = {str(q.triple) for q in plain if sums not in str(q.graph_name)}
    assert {str(q.triple) for q in parted if sums not in str(q.graph_name)} - told <= {
        str(q.triple) for q in parted if "isPrecededBy" in str(q.predicate)
    }, "nothing else is told in another way"


def test_the_doubtful_are_no_knowledge_and_not_asked_unless_one_wants_all(doubted: Annotated, tmp_path: Path) -> None:
    graph = unsure_graph(doubted.edition.document.name)
    assert not is_knowledge(graph.value)
    write_trig(tmp_path / "yili.trig", quads_of(doubted))
    sure_ones, everything = open_store(tmp_path), open_store(tmp_path, doubtful=True)
    assert graph not in list(sure_ones.named_graphs())
    assert graph in list(everything.named_graphs())
    assert len(select(everything, "SELECT ?s { ?s a yl:Step }")) == 1 + len(
        select(sure_ones, "SELECT ?s { ?s a yl:Step }")
    )
    assert check_quickly(everything) == []
    assert check_quickly(sure_ones) == []
    everything.update(without_doubt())
    assert len(everything) == len(sure_ones)


def test_explain_says_how_sure_and_from_how_many(doubted: Annotated) -> None:
    store = ox.Store()
    store.extend(quads_of(doubted))
    rows = store.quads_for_pattern(None, ox.NamedNode(PREFIXES["yl"] + "confidence"), None, None)
    said = {explain(store, str(q.subject.value)).sure for q in rows}  # type: ignore[union-attr]
    assert any("two readers agree" in s for s in said)
    assert any(" as citation in argument, right in " in s for s in said)
