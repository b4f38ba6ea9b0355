"""Each shape has a good and a bad example, and pyshacl and the queries made from the shapes find the same."""

from __future__ import annotations

import re
from pathlib import Path

import pyoxigraph as ox
import pyshacl
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.graph.check import as_graph
from yili_kg.graph.shapes import load_constraints, read_constraints, violations
from yili_kg.graph.vocabulary import BASE, PREFIXES, node

HERE = Path(__file__).parent / "shapes"
SH = rdflib.Namespace(PREFIXES["sh"])
SHAPES = rdflib.Graph().parse(data_folder("ontology") / "shapes.ttl")
NAMES = sorted(str(s).rpartition("/")[2] for s in SHAPES.subjects(rdflib.RDF.type, SH.NodeShape))
GOOD = sorted(ox.parse((HERE / "good.ttl").read_bytes(), format=ox.RdfFormat.TURTLE), key=str)
Found = set[tuple[str, str, str, str]]


def store_of(*parts: bytes) -> ox.Store:
    store = ox.Store()
    for part in parts:
        store.load(part, format=ox.RdfFormat.TURTLE, to_graph=node("g", "x"))
    return store


def by_queries(store: ox.Store) -> Found:
    return {(v.shape, v.node, v.path, v.kind) for v in violations(store)}


def by_pyshacl(store: ox.Store) -> Found:
    _, report, _ = pyshacl.validate(as_graph(store), shacl_graph=SHAPES, advanced=False, inference="none")
    found: Found = set()
    for result in set(report.subjects(rdflib.RDF.type, SH.ValidationResult)) - set(report.objects(None, SH.detail)):
        shape = report.value(result, SH.sourceShape)
        owner = next(iter(SHAPES.subjects(SH.property, shape)), shape)
        kind = str(report.value(result, SH.sourceConstraintComponent)).removeprefix(str(SH))
        kind = kind.removesuffix("ConstraintComponent")
        path = report.value(result, SH.resultPath)
        found.add((str(owner), str(report.value(result, SH.focusNode)), str(path or ""), kind[:1].lower() + kind[1:]))
    return found


def test_shapes_good_examples_conform_to_both() -> None:
    store = store_of((HERE / "good.ttl").read_bytes())
    assert by_queries(store) == by_pyshacl(store) == set()


@pytest.mark.parametrize("name", NAMES)
def test_shapes_a_bad_example_is_found_by_both(name: str) -> None:
    store = store_of((HERE / "good.ttl").read_bytes(), (HERE / "bad" / f"{name}.ttl").read_bytes())
    found = by_queries(store)
    assert found == by_pyshacl(store)
    assert any(shape == f"{BASE}shape/{name}" for shape, *_ in found)
    assert {re.split("[/#]", at)[-1] for _, at, _, _ in found} == {"bad"}


def test_shapes_every_class_of_the_good_examples_has_one_and_the_other_way() -> None:
    classes = {t.object.value for t in GOOD if t.predicate == node("rdf", "type")}
    targets = {str(t) for t in SHAPES.objects(None, SH.targetClass)}
    assert classes == targets


@st.composite
def changed(draw: st.DrawFn) -> list[ox.Triple]:
    """The good examples with some statements lost, doubled with another value, or given another value."""
    triples = [t.triple if isinstance(t, ox.Quad) else t for t in GOOD]
    values: list[ox.NamedNode | ox.BlankNode | ox.Literal] = [
        ox.Literal("x"),
        ox.Literal(""),
        ox.Literal("主"),
        ox.Literal("主", language="lzh"),
        ox.Literal(-1),
        ox.Literal(7),
        ox.Literal("x", datatype=node("xsd", "integer")),
        ox.Literal("0.5", datatype=node("xsd", "decimal")),
        ox.NamedNode("http://example.org/x"),
        ox.BlankNode("b"),
        *sorted({t.object for t in triples if isinstance(t.object, ox.NamedNode)}, key=str),
    ]
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(triples) - 1))
        old = triples[at]
        if old.predicate == node("rdf", "type"):
            continue
        new = ox.Triple(old.subject, old.predicate, draw(st.sampled_from(values)))
        match draw(st.sampled_from(["lose", "double", "change"])):
            case "lose":
                del triples[at]
            case "double":
                triples.append(new)
            case "change":
                triples[at] = new
    return triples


@given(changed())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_shapes_queries_and_pyshacl_agree_on_whatever_goes_wrong(triples: list[ox.Triple]) -> None:
    store = ox.Store()
    store.extend(ox.Quad(t.subject, t.predicate, t.object, node("g", "x")) for t in triples)
    assert by_queries(store) == by_pyshacl(store)


def test_shapes_subclasses_count_as_their_class() -> None:
    more = "<http://x/C> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <https://w3id.org/yili/ontology#Edition> . <http://x/e> a <http://x/C> ."
    store = store_of((HERE / "good.ttl").read_bytes(), more.encode())
    assert by_queries(store) == by_pyshacl(store)
    assert {at for _, at, _, _ in by_queries(store)} == {"http://x/e"}


@pytest.mark.parametrize(
    "extra",
    [
        "sh:property [ sh:path yl:x ; sh:disjoint yl:y ]",
        "sh:property [ sh:path ( yl:x yl:y ) ; sh:minCount 1 ]",
        "sh:closed true",
        'sh:property [ sh:path yl:x ; sh:minCount "one" ]',
        'sh:property [ sh:path yl:x ; sh:minLength "0) || (true" ]',
        'sh:property [ sh:path yl:x ; sh:minInclusive "0, true) } SERVICE <http://x/> { BIND(COALESCE(0" ]',
        'sh:property [ sh:path yl:x ; sh:class "x" ]',
        "sh:property [ sh:path yl:x ; sh:datatype [] ]",
        "sh:property [ sh:path yl:x ; sh:in _:round ] . _:round rdf:first 1 ; rdf:rest _:round",
        "sh:or _:round . _:round rdf:first [ sh:property [ sh:path yl:x ; sh:minCount 1 ] ] ; rdf:rest _:round",
        "sh:or ( [ sh:property [ sh:path yl:x ; sh:minCount 2 ] ] )",
        'sh:or ( [ sh:property [ sh:path yl:x ; sh:minCount "one" ] ] )',
        "sh:property [ sh:path yl:x ; sh:node [ sh:property [ sh:path yl:y ; sh:minCount 1 ] ] ]",
        "sh:property [ sh:path yl:x ; sh:node [ sh:property [ sh:path yl:y ; sh:hasValue yl:a ; sh:maxCount 1 ] ] ]",
        "sh:property [ sh:path yl:x ; sh:node [ sh:or ( [ sh:property [ sh:path yl:y ; sh:hasValue 1 ] ] ) ] ]",
        "sh:property [ sh:path yl:x ; sh:node yl:Nowhere ]",
    ],
)
def test_shapes_what_cannot_be_asked_is_an_error_of_the_file(tmp_path: Path, extra: str) -> None:
    text = (data_folder("ontology") / "shapes.ttl").read_text(encoding="utf-8")
    path = tmp_path / "ontology" / "shapes.ttl"
    path.parent.mkdir()
    path.write_text(text + f"\ns:New a sh:NodeShape ; sh:targetClass yl:New ; {extra} .\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"^ontology/shapes\.ttl: .*(cannot be checked|can only say)"):
        read_constraints(path)
    assert len(load_constraints()) > 150
