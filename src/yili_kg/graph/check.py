"""Checks of a graph: SHACL for counts and types, set-based SPARQL for what the text must bear out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyoxigraph as ox
import rdflib

from yili_kg.data import data_folder
from yili_kg.graph.iris import local, tail
from yili_kg.graph.shapes import shapes_of, violations
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Finding", "as_graph", "check", "check_quickly", "check_shapes", "check_text", "source_of"]

#: What must not be: name, what it means, and the query that finds it.
_TEXT_CHECKS = (
    (
        "anchor-not-in-segment",
        "the text of a mention does not stand in its segment",
        "?s a yl:Mention ; yl:inSegment ?seg ; nif:anchorOf ?a . ?seg crm:P190_has_symbolic_content ?t . "
        "FILTER(!CONTAINS(STR(?t), STR(?a)))",
    ),
    (
        "outside-its-segment",
        "a mention lies outside its segment's span",
        "?s a yl:Mention ; yl:inSegment ?seg ; nif:beginIndex ?b ; nif:endIndex ?e . "
        "?seg nif:beginIndex ?sb ; nif:endIndex ?se . FILTER(?b < ?sb || ?e > ?se || ?b >= ?e)",
    ),
    (
        "no-such-concept",
        "a mention names a concept that the graph does not have",
        "?s its:taIdentRef ?c . FILTER NOT EXISTS { ?c ?p ?o }",
    ),
    (
        "no-such-rule",
        "an annotation rests on a rule that the graph does not have",
        "?s yl:rule ?c . FILTER NOT EXISTS { ?c a yl:Rule }",
    ),
    (
        "no-such-segment",
        "a comment explains a segment that the graph does not have",
        "?s yl:commentsOn ?c . FILTER NOT EXISTS { ?c a yl:Segment }",
    ),
    (
        "no-such-passage",
        "a segment names a passage that the received text does not have",
        "?s yl:passage ?c . FILTER NOT EXISTS { ?c a yl:Passage }",
    ),
    ("broader-in-a-ring", "a concept is broader than itself", "?s skos:broader+ ?s ."),
)


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something in a graph that must not be: the check, the node and what is wrong with it."""

    check: str
    node: str
    message: str


def check(store: ox.Store, *, most: int = 50, quick: bool = False) -> list[Finding]:
    """All findings, at most `most` for each check; `quick` leaves pyshacl out and asks the same by SPARQL alone."""
    shapes = check_quickly(store, most=most) if quick else check_shapes(store)
    return [*check_text(store, most=most), *shapes][: most * 10]


def check_text(store: ox.Store, *, most: int = 50) -> Iterator[Finding]:
    """What set-based SPARQL finds."""
    for name, message, pattern in _TEXT_CHECKS:
        for row in select(store, f"SELECT DISTINCT ?s WHERE {{ {pattern} }} ORDER BY ?s LIMIT {most}"):
            yield Finding(name, row["s"], message)


def check_quickly(store: ox.Store, *, most: int = 50) -> list[Finding]:
    """What the shapes of `ontology/` find as set-based SPARQL (graph/shapes.py)."""
    return [Finding("shape", v.node, f"{tail(v.path)}: {v.message}") for v in violations(store, most=most)]


def check_shapes(store: ox.Store) -> list[Finding]:
    """What pyshacl finds with the shapes of `ontology/`, over the whole graph: some 12,000 statements a second."""
    import pyshacl

    shapes = shapes_of(data_folder("ontology") / "shapes.ttl")
    _, report, _ = pyshacl.validate(as_graph(store), shacl_graph=shapes, advanced=False, inference="none")
    found: list[Finding] = []
    sh = rdflib.Namespace(PREFIXES["sh"])
    for result in set(report.subjects(rdflib.RDF.type, sh.ValidationResult)) - set(report.objects(None, sh.detail)):
        focus, path = report.value(result, sh.focusNode), report.value(result, sh.resultPath)
        message = report.value(result, sh.resultMessage)
        found.append(Finding("shape", str(focus), f"{tail(str(path or ''))}: {message}"))
    return sorted(found)[:100]


def source_of(store: ox.Store, node: str) -> str:
    """The source (as the user named it) whose named graphs say something of a node; empty where none does."""
    editions = {
        str(q.graph_name)[1:-1].rpartition("/")[2]
        for q in store.quads_for_pattern(ox.NamedNode(node), None, None, None)
    }
    rows = select(store, "SELECT ?name ?label { ?s yl:inEdition ?e ; rdfs:label ?label . ?e rdfs:label ?name }")
    return next((r["label"] for r in rows if local(r["name"]) in editions), "")


def as_graph(store: ox.Store) -> rdflib.Graph:
    """All statements but the shapes as one rdflib graph in memory."""
    graph = rdflib.Graph()
    terms: dict[object, rdflib.term.Node] = {}

    def known(term: object) -> rdflib.term.Node:
        made = terms.get(term)
        if made is None:
            made = terms[term] = _term(term)
        return made

    for quad in store:
        if getattr(quad.graph_name, "value", "") != PREFIXES["g"] + "shapes":
            graph.add((known(quad.subject), known(quad.predicate), known(quad.object)))
    return graph


def _term(term: object) -> rdflib.term.Node:
    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    assert isinstance(term, ox.Literal)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    if term.datatype.value == PREFIXES["xsd"] + "string":
        return rdflib.Literal(term.value)
    return rdflib.Literal(term.value, datatype=rdflib.URIRef(term.datatype.value))
