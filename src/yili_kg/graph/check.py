"""Checks of a graph: SHACL for counts and types, set-based SPARQL for what the text must bear out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import chain

import pyoxigraph as ox
import rdflib

from yili_kg.data import data_folder
from yili_kg.graph.iris import local, tail
from yili_kg.graph.places import InStore, misplaced
from yili_kg.graph.shapes import shapes_of, violations
from yili_kg.graph.store import load, select
from yili_kg.graph.table import Table, Tables
from yili_kg.graph.tallies import counted_otherwise, miscounted
from yili_kg.graph.uses import misuses, misuses_of
from yili_kg.graph.vocabulary import PREFIXES, Terms

__all__ = [
    "Finding",
    "as_graph",
    "check",
    "check_quickly",
    "check_shapes",
    "check_source",
    "check_text",
    "check_uses",
    "faulty_sources",
    "source_of",
]

#: What must not be: name, what it means, and the query that finds it, each over the whole graph at once.
_OF_THE_WHOLE = (
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
)
#: The same, where all that a query asks is said by what is known and what the sources add up to.
_OF_WHAT_IS_KNOWN = (
    ("broader-in-a-ring", "a concept is broader than itself", "?s skos:broader+ ?s ."),
    (
        "top-of-another-scheme",
        "a concept is at the top of a scheme that it is not in",
        "?s skos:topConceptOf ?x . FILTER NOT EXISTS { ?s skos:inScheme ?x }",
    ),
    (
        "not-of-its-chapter",
        "a chapter has not the passages that say that they are its own, or the reverse",
        "{ ?s yl:chapter ?c . ?s a yl:Passage . FILTER NOT EXISTS { ?c lrm:R15_has_fragment ?s } } UNION "
        "{ ?c lrm:R15_has_fragment ?s . FILTER NOT EXISTS { ?s yl:chapter ?c } }",
    ),
)
#: The same, where all that a query asks is said by one source.
_OF_A_SOURCE = (
    (
        "in-another-chapter",
        "a segment is of another chapter than its passage",
        "?s a yl:Segment ; yl:chapter ?c ; yl:passage ?p . ?p yl:chapter ?d . FILTER(?c != ?d)",
    ),
    (
        "comments-in-another-chapter",
        "a comment is of another chapter than what it explains",
        "?s yl:commentsOn ?t ; yl:chapter ?c . ?t yl:chapter ?d . FILTER(?c != ?d)",
    ),
    (
        "comments-on-another-edition",
        "a comment explains a segment of another edition",
        "?s yl:commentsOn ?t ; yl:inEdition ?c . ?t yl:inEdition ?d . FILTER(?c != ?d)",
    ),
    (
        "order-twice",
        "two segments of a source, or two passages of a chapter, have the same place in the order",
        "{ SELECT (MAX(?t) AS ?s) { { ?t a yl:Segment ; nif:referenceContext ?x ; yl:order ?n } UNION "
        "{ ?t a yl:Passage ; yl:chapter ?x ; yl:order ?n } } GROUP BY ?x ?n HAVING(COUNT(DISTINCT ?t) > 1) }",
    ),
    (
        "preceded-by-a-later-one",
        "a step follows one that comes after it, or one of another rite",
        "{ ?s pplan:isPrecededBy ?t . ?s yl:order ?n . ?t yl:order ?m . FILTER(?m >= ?n) } UNION "
        "{ ?s pplan:isPrecededBy ?t . FILTER NOT EXISTS { ?s pplan:isStepOfPlan ?x . ?t pplan:isStepOfPlan ?x } }",
    ),
    (
        "step-of-another-passage",
        "a step is of a passage that its segment does not have",
        "?s a yl:Step ; yl:attestedIn ?t ; yl:passage ?p . FILTER NOT EXISTS { ?t yl:passage ?p }",
    ),
    (
        "of-itself",
        "a step stands for itself, or a comment explains itself",
        "?s yl:repeats|yl:sameActAs|yl:commentsOn ?s .",
    ),
    (
        "of-no-rite",
        "a step is of a part of a rite and not of the rite",
        "?s pplan:isStepOfPlan ?x . ?x pplan:isSubPlanOfPlan ?y . FILTER NOT EXISTS { ?s pplan:isStepOfPlan ?y }",
    ),
    (
        "of-no-citation",
        "a quotation that no citation brings",
        "?s a yl:Quotation . FILTER NOT EXISTS { ?c yl:quotation ?s }",
    ),
    (
        "of-no-variation",
        "a reading of a witness that no variation has",
        "?s a yl:WitnessReading . FILTER NOT EXISTS { ?v yl:witness ?s }",
    ),
    (
        "varies-with-itself",
        "a reading has the same words for the text and for the other wording",
        "?s yl:base ?w ; yl:variant ?w .",
    ),
    (
        "part-of-itself",
        "something is a part of itself",
        "?s dcterms:isPartOf|pplan:isSubPlanOfPlan ?s .",
    ),
)
#: In a query, a property, and something of a class with the properties that are asked of it.
_TERM, _OF_A_CLASS = re.compile(r"\b[a-z]+:\w+"), re.compile(r"\?\w+ a ([a-z]+:\w+)((?: ;[^;.{}]*)*)")
#: Findings are told up to so many times the most of one check.
_CHECKS = 10


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something in a graph that must not be: the check, the node and what is wrong with it."""

    check: str
    node: str
    message: str


def check(
    store: ox.Store,
    *,
    most: int = 50,
    quick: bool = False,
    sources: Mapping[str, str] | None = None,
    counts: Mapping[str, int] | None = None,
) -> list[Finding]:
    """All findings, at most `most` for each check; `quick` leaves pyshacl out and asks the same by SPARQL alone.

    `sources` are the texts of the sources by their SHA-256, `counts` what a manifest says of how much there is of what:
    where they are at hand, the graph is compared with them.
    """
    with ThreadPoolExecutor(max_workers=1) as beside:  # the store is asked outside Python
        shapes = beside.submit(check_quickly, store, most=most) if quick else beside.submit(check_shapes, store)
        found = [*check_text(store, most=most), *check_uses(store, most=most, sources=sources, counts=counts)]
        return [*found, *shapes.result()][: most * _CHECKS]


def check_source(sure: Table, doubtful: Table, *, raw: str, counts: Mapping[str, int], most: int = 5) -> list[Finding]:
    """What is wrong in the statements of one source, before there is a graph; all but the shapes and what needs the others.

    They are in two tables; `raw` is its text, `counts` what is told of how much there is of what.
    """
    said = Tables(sure, doubtful)
    sources = dict.fromkeys(said.values_of(Terms.sha256).values(), raw)
    faults = chain(misuses_of(said.parts, most=most), misplaced(said, sources), counted_otherwise(sure, counts))
    text = _found(_asked_of_a_source(said), _OF_A_SOURCE, most)
    return [*text, *(Finding(f.kind, f.node, f.message) for f in faults)][:most]


def _asked_of_a_source(said: Tables) -> ox.Store:
    """A store of those statements alone that the queries over a source ask for: a small part of them."""
    properties, classes = _terms_of_a_source()
    store = ox.Store()
    load(store, said.triples(properties=properties, classes=classes), ox.RdfFormat.N_TRIPLES)
    return store


@cache
def _terms_of_a_source() -> tuple[dict[str, frozenset[str] | None], frozenset[str]]:
    """The properties that the queries over a source ask for, with the classes of which alone they ask for them, and the
    classes."""
    asked: dict[str, set[str] | None] = {}
    classes: set[str] = set()
    for _, _, pattern in _OF_A_SOURCE:
        for one, whole, rest in ((m[1], m[0], m[2]) for m in _OF_A_CLASS.finditer(pattern)):
            pattern = pattern.replace(whole, "", 1)
            classes.add(_iri(one))
            for name in _TERM.findall(rest):
                if (of := asked.setdefault(_iri(name), set())) is not None:
                    of.add(_iri(one))
        asked |= dict.fromkeys(map(_iri, _TERM.findall(pattern)))
    return {name: None if of is None else frozenset(of) for name, of in asked.items()}, frozenset(classes)


def _iri(name: str) -> str:
    """A name in a query as N-Triples have it."""
    prefix, _, tail = name.partition(":")
    return f"<{PREFIXES[prefix]}{tail}>"


def check_text(store: ox.Store, *, most: int = 50) -> Iterator[Finding]:
    """What set-based SPARQL finds."""
    return _found(store, (*_OF_THE_WHOLE, *_OF_WHAT_IS_KNOWN, *_OF_A_SOURCE), most)


def check_known(store: ox.Store, *, most: int = 50) -> Iterator[Finding]:
    """What set-based SPARQL finds in what is known, whatever else the store lacks."""
    return _found(store, _OF_WHAT_IS_KNOWN, most)


def _found(store: ox.Store, asked: Iterable[tuple[str, str, str]], most: int) -> Iterator[Finding]:
    for name, message, pattern in asked:
        for row in select(store, f"SELECT DISTINCT ?s WHERE {{ {pattern} }} ORDER BY ?s LIMIT {most}"):
            yield Finding(name, row["s"], message)


def check_uses(
    store: ox.Store,
    *,
    most: int = 50,
    sources: Mapping[str, str] | None = None,
    counts: Mapping[str, int] | None = None,
) -> Iterator[Finding]:
    """Terms that stand with what they must not stand with, words that the text does not have, counts that are not true."""
    told: Counter[str] = Counter()
    for fault in chain(
        misuses(store, most=most), misplaced(InStore(store), sources or {}), miscounted(store, counts or {})
    ):
        told[fault.kind] += 1
        if told[fault.kind] <= most:
            yield Finding(fault.kind, fault.node, fault.message)


def check_quickly(
    store: ox.Store, *, most: int = 50, below: Mapping[str, Sequence[str]] | None = None
) -> list[Finding]:
    """What the shapes of `ontology/` find as set-based SPARQL (graph/shapes.py); `below` as `violations` has it."""
    return [Finding("shape", v.node, f"{tail(v.path)}: {v.message}") for v in violations(store, most=most, below=below)]


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


def faulty_sources(store: ox.Store, *, most: int = 5) -> dict[str, list[Finding]]:
    """Source (as the user named it) → what in its graphs breaks a shape; under the empty name what is of no source.

    A build that leaves the named sources out and keeps the others asks this; what is of no source is a fault of the data.
    """
    found: dict[str, list[Finding]] = {}
    for finding in check_quickly(store, most=most):
        found.setdefault(source_of(store, finding.node), []).append(finding)
    return dict(sorted(found.items()))


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
