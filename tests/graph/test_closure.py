"""The Turtle of the knowledge can be used by itself: what it points at is described in it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox
import pytest

from yili_kg.graph.blocks import Blocks
from yili_kg.graph.closure import closed, described
from yili_kg.graph.lines import subject_of
from yili_kg.graph.runs import Run, Runs, write_run
from yili_kg.graph.vocabulary import BASE, PREFIXES, node


def dangling(triples: Iterable[ox.Triple | ox.Quad]) -> dict[str, str]:
    """The things of the graph's own that are pointed at and not described → the property that points at them."""
    subjects: set[object] = set()
    pointed: dict[object, str] = {}
    for triple in triples:
        subjects.add(triple.subject)
        for term in (triple.predicate, triple.object):
            if isinstance(term, ox.NamedNode) and term.value.startswith(BASE):
                pointed[term] = triple.predicate.value
    return {str(term): by for term, by in pointed.items() if term not in subjects}


@pytest.fixture(scope="module")
def turtle(small_build: Path) -> list[ox.Quad]:
    return list(ox.parse(path=small_build / "yili.ttl"))


def test_nothing_dangles_in_the_turtle_of_a_build(turtle: list[ox.Quad]) -> None:
    assert len(turtle) > 10_000
    assert dangling(turtle) == {}


def test_nothing_dangles_in_all_statements_of_a_build(small_build: Path) -> None:
    from yili_kg.graph.store import open_store

    assert dangling(open_store(small_build, doubtful=True)) == {}


@pytest.mark.parametrize("name", ["seg/04.999.x.jing.1", "concept/rule-none", "graph/claim/none", "nonsense"])
def test_a_dangling_name_is_found(turtle: list[ox.Quad], name: str) -> None:
    planted = ox.Triple(turtle[0].subject, node("rdfs", "seeAlso"), ox.NamedNode(BASE + name))
    assert dangling([*turtle, planted]) == {f"<{BASE}{name}>": PREFIXES["rdfs"] + "seeAlso"}


def test_words_stand_where_the_turtle_says(turtle: list[ox.Quad]) -> None:
    """Whoever has only this file can see that the words of a citation or mention are those of its segment."""
    said: dict[object, dict[str, str]] = {}
    for quad in turtle:
        said.setdefault(quad.subject, {})[quad.predicate.value] = getattr(quad.object, "value", "")
    nif, yl = PREFIXES["nif"], PREFIXES["yl"]
    homes = (yl + "inSegment", PREFIXES["cito"] + "hasCitingEntity")
    checked = 0
    for found in said.values():
        home = next((found[p] for p in homes if p in found), "")
        if not home or nif + "anchorOf" not in found or nif + "beginIndex" not in found:
            continue
        segment = said[ox.NamedNode(home)]
        pieces = segment.get(yl + "pieces") or f"{segment[nif + 'beginIndex']}-{segment[nif + 'endIndex']}"
        places = [n for a, b in (p.split("-") for p in pieces.split()) for n in range(int(a), int(b))]
        text = segment[PREFIXES["crm"] + "P190_has_symbolic_content"]
        assert len(places) == len(text)
        first, last = int(found[nif + "beginIndex"]), int(found[nif + "endIndex"])
        there = "".join(c for c, n in zip(text, places, strict=True) if first <= n < last)
        assert there == found[nif + "anchorOf"]
        checked += 1
    assert checked > 3


def quad(subject: str, value: str, graph: str) -> ox.Quad:
    return ox.Quad(node("r", subject), node("rdfs", "seeAlso"), node("r", value), node("g", graph))


def run(stem: Path, *quads: ox.Quad) -> Run:
    return write_run(stem, Blocks.of(quads))


def test_what_another_run_describes_is_found_through_several_steps(tmp_path: Path) -> None:
    end = ox.Quad(node("r", "e"), node("rdfs", "label"), ox.Literal("e"), node("g", "text/x"))
    one = run(tmp_path / "one", quad("a", "b", "summary"), quad("d", "e", "text/y"), quad("x", "y", "text/y"))
    two = run(tmp_path / "two", quad("b", "c", "mentions/x"), quad("c", "d", "text/x"), end)
    triples = list(Runs([one, two]).triples(tmp_path))
    assert [str(t.subject)[-2] for t in triples] == ["a", "b", "c", "d", "e"]
    assert dangling(triples) == {}
    assert not (tmp_path / "described.nt").exists()


def test_doubtful_statements_describe_nothing(tmp_path: Path) -> None:
    made = run(tmp_path / "one", quad("a", "b", "summary"), quad("b", "c", "unsure/x"), quad("b", "c", "shapes"))
    assert [str(t.subject) for t in Runs([made]).triples(tmp_path)] == [f"<{BASE}id/a>"]
    assert closed(Blocks.of([quad("b", "c", "unsure/x")]), Blocks.of([quad("a", "b", "summary")])) == (
        [],
        [f"{BASE}id/b"],
    )


def test_rings_end() -> None:
    ring = [quad("b", "c", "text/x"), quad("c", "b", "text/x")]
    more, lacking = closed(Blocks.of(ring), Blocks.of([quad("a", "b", "summary")]))
    assert (sum(len(block.values) for block in more), lacking) == (2, [])
    lines = [f"{q.triple} .\n".encode() for q in ring]
    assert (
        len(
            list(
                described(
                    [f"{BASE}id/b"], lambda things: set(), lambda things: [x for x in lines if subject_of(x) in things]
                )
            )
        )
        == 2
    )


def test_each_word_of_a_gloss_has_its_form(small_build: Path) -> None:
    import rdflib

    from yili_kg.tables.readings import syllables

    graph = rdflib.Graph().parse(small_build / "yili.ttl")
    ontolex = rdflib.Namespace(PREFIXES["ontolex"])
    words = list(graph.subjects(rdflib.RDF.type, ontolex.LexicalEntry))
    assert words
    said = 0
    for word in words:
        form = graph.value(word, ontolex.canonicalForm)
        assert graph.value(form, ontolex.writtenRep) == graph.value(word, rdflib.RDFS.label)
        told = graph.value(form, ontolex.phoneticRep)
        if told is not None:
            said += 1
            assert isinstance(told, rdflib.Literal)
            assert told.language == "lzh-latn-pinyin"
            assert syllables(str(graph.value(form, ontolex.writtenRep)), str(told).lower())
    assert said > 0


def test_offsets_can_be_checked_by_any_engine(small_build: Path) -> None:
    """`nif:isString` of a segment and of a mention, and the place of the one in the other: the query that docs/ontology.md has."""
    import rdflib

    graph = rdflib.Graph().parse(small_build / "yili.ttl")
    docs = (Path(__file__).parents[2] / "docs" / "ontology.md").read_text(encoding="utf-8")
    query = docs.partition("in any engine:\n\n```sparql\n")[2].partition("```")[0].replace("# no rows", "")
    assert "nif:isString" in query
    spaces = {name: rdflib.Namespace(iri) for name, iri in PREFIXES.items()}
    assert list(graph.query(query, initNs=spaces)) == []
    right = query.replace("!=", "=")
    assert len(list(graph.query(right, initNs=spaces))) > 2
    nif, yl = spaces["nif"], spaces["yl"]
    for kind in (yl.Segment, yl.Mention):
        things = set(graph.subjects(rdflib.RDF.type, kind))
        assert len(things) > 2
        assert all(graph.value(thing, nif.isString) for thing in things)
