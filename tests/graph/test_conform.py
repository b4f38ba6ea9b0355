"""Asked a source at a time, a graph breaks the same shapes as asked as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox
import pytest

from tests.graph.test_shapes import GOOD, HERE, NAMES
from yili_kg.graph.blocks import Blocks
from yili_kg.graph.check import Finding, check_quickly
from yili_kg.graph.conform import Known, Part, ask, nonconforming
from yili_kg.graph.runs import write_run
from yili_kg.graph.table import Table
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.vocabulary import node

GRAPH = node("g", "x")


def as_trig(quads: Sequence[ox.Quad]) -> bytes:
    return ox.serialize(quads, format=ox.RdfFormat.TRIG) or b""


def parts(folder: Path, sources: Sequence[Sequence[ox.Quad]], known: Known) -> list[Part]:
    made = []
    for number, quads in enumerate(sources):
        stem = folder / f"{number:05d}"
        lines = Blocks.of(quads)
        asked = ask(lines, Table(lines), stem, "x", known)
        made.append(Part(label=f"{number}.txt", run=write_run(stem, lines), asked=asked))
    return made


def found(folder: Path, sources: Sequence[Sequence[ox.Quad]], common: Sequence[ox.Quad] = ()) -> list[Finding]:
    known = Known.of(common)
    findings = nonconforming(known, [as_trig(common)], parts(folder, sources, known), most=50)[0]
    return [finding for finding in findings if finding.check == "shape"]


@pytest.mark.parametrize("name", NAMES)
def test_each_bad_example_is_found_wherever_it_is_said(name: str, tmp_path: Path) -> None:
    bad = list(ox.parse((HERE / "bad" / f"{name}.ttl").read_bytes(), format=ox.RdfFormat.TURTLE))
    quads = [ox.Quad(q.subject, q.predicate, q.object, GRAPH) for q in (*GOOD, *bad)]
    store = ox.Store()
    store.bulk_extend(quads)
    whole = sorted(set(check_quickly(store)))
    assert whole
    halves = [[q for n, q in enumerate(quads) if n % 2 == half] for half in (0, 1)]
    for number, (common, sources) in enumerate((([], [quads]), ([], halves), (halves[0], [halves[1]]))):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert found(folder, sources, common) == whole


def _segment(name: str) -> ox.NamedNode:
    return node("seg", f"04.001.x.jing.{name}")


def test_what_is_known_and_amiss_is_found(tmp_path: Path) -> None:
    ring = [ox.Quad(node("c", one), node("skos", "broader"), node("c", other), GRAPH) for one, other in ("ab", "ba")]
    known = Known.of(ring)
    findings, sources = nonconforming(known, [as_trig(ring)], [])
    assert {f.node for f in findings if f.check == "broader-in-a-ring"} >= {node("c", "a").value}
    assert sources == []


def test_what_another_source_has_is_there_and_what_none_has_is_missed(tmp_path: Path) -> None:
    passage, chapter = node("seg", "04.001"), node("seg", "04")
    pointing = [
        ox.Quad(_segment("1"), T.comments_on, _segment("2"), GRAPH),
        ox.Quad(_segment("1"), T.a, T.segment, GRAPH),
    ]
    pointed = [ox.Quad(_segment("2"), T.a, T.segment, GRAPH)]
    common = [ox.Quad(passage, T.chapter, chapter, GRAPH)]
    for number, (sources, lacks) in enumerate((([pointing, pointed], False), ([pointing], True))):
        folder = tmp_path / str(number)
        folder.mkdir()
        told = [f for f in found(folder, sources, common) if f.message.startswith("commentsOn")]
        assert bool(told) is lacks


def test_a_source_is_named_that_says_what_is_amiss(tmp_path: Path) -> None:
    known = Known.of(())
    lone = [ox.Quad(_segment("1"), T.a, T.segment, GRAPH)]
    made = parts(tmp_path, [[ox.Quad(node("r", "a"), T.label, ox.Literal("a"), GRAPH)], lone], known)
    findings, labels = nonconforming(known, [], made)
    assert {f.node for f in findings} == {_segment("1").value}
    assert labels == ["1.txt"]


def test_what_is_doubtful_is_not_asked(tmp_path: Path) -> None:
    doubtful = [ox.Quad(_segment("1"), T.a, T.segment, node("g", "unsure/x"))]
    assert found(tmp_path, [doubtful]) == []
