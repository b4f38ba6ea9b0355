"""`ontology.html`: every term with what it means, how it is used, and an example from the graph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pyoxigraph as ox

from yili_kg.graph.iris import short, tail
from yili_kg.graph.shapes import load_constraints
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.graph.written import Row, Stretch, Tally, lines_with, parsed, token
from yili_kg.views.page import render
from yili_kg.views.site import ALONE, Site

__all__ = ["Term", "Told", "Use", "ontology_page", "terms"]

_RDF, _RDFS, _SKOS, _OWL = PREFIXES["rdf"], PREFIXES["rdfs"], PREFIXES["skos"], PREFIXES["owl"]
_TYPE = _RDF + "type"
#: How it is written.
_A = b"a"
#: Vocabularies with more concepts than this are only counted.
_SHOWN = 60


@dataclass(slots=True)
class Use:
    """How often a term stands in the graph, and the first statement in which it does."""

    count: int = 0
    first: tuple[str, str, str] = ("", "", "")


@dataclass(slots=True)
class Term:
    """A term of the ontology: kind (Class, ObjectProperty, DatatypeProperty), labels, comment, example, axioms."""

    iri: str
    kind: str
    zh: str = ""
    en: str = ""
    comment: str = ""
    comment_zh: str = ""
    examples: list[str] = field(default_factory=list)
    axioms: list[tuple[str, str]] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)


class Told:
    """What the page wants of a graph, whose statements are told many at a time in the order in which it is written.

    `stated` are those that say what a term or a scheme is, and what things are called.
    """

    def __init__(self) -> None:
        self._stated: list[Row] = []
        self._counts: dict[bytes, int] = {}
        self._first: dict[bytes, Row] = {}
        self._home, self._shapes = (token(ox.NamedNode(PREFIXES["g"] + name)) for name in ("ontology", "shapes"))
        self._scheme = token(ox.NamedNode(_SKOS + "ConceptScheme"))
        names = (_SKOS + "inScheme", _SKOS + "prefLabel", _RDFS + "label", _OWL + "versionInfo")
        self._names = frozenset(token(ox.NamedNode(name)) for name in names)
        self._lines = re.compile(lines_with(properties=sorted(self._names), classes=[self._scheme]))

    def tell(self, stretch: Stretch, tally: Tally) -> None:
        """Some statements of a named graph, and what they add up to (with the values of `a`)."""
        classes = tally.values.get(_A, {})
        if stretch.graph == self._home:
            self._stated.extend(stretch.rows())
        elif self._names & tally.properties.keys() or self._scheme in classes:
            for row in stretch.rows(self._lines):
                if row[2] in self._names or row[3] == self._scheme:
                    self._stated.append(row)
        if stretch.graph in (self._home, self._shapes):
            return
        for counts, of_class in ((tally.properties, False), (classes, True)):
            for term, number in counts.items():
                if term not in self._counts:
                    self._first[term] = _first(stretch, term, of_class=of_class)
                self._counts[term] = self._counts.get(term, 0) + number

    def stated(self) -> list[ox.Quad]:
        """Those of the statements that were kept."""
        return parsed(self._stated)

    def uses(self) -> dict[str, Use]:
        """IRI of a class or property → its use, over all statements but those of the ontology and its shapes."""
        found: dict[str, Use] = {}
        for term, quad in zip(self._first, parsed(self._first.values()), strict=True):
            meant = quad.object if term == self._first[term][3] else quad.predicate
            if isinstance(meant, ox.NamedNode):
                first = _short(quad.subject), _short(quad.predicate), _short(quad.object)
                found[meant.value] = Use(self._counts[term], first)
        return found


def _first(stretch: Stretch, term: bytes, *, of_class: bool) -> Row:
    """The first statement that has a term as its property, or as the class that it gives."""
    some = lines_with(classes=[term]) if of_class else lines_with(properties=[term])
    return next(row for row in stretch.rows(re.compile(some)) if row[3 if of_class else 2] == term)


def terms(quads: Iterable[ox.Quad]) -> list[Term]:
    """The terms that the ontology's graph defines, classes first, in the order of the file."""
    home = PREFIXES["g"] + "ontology"
    found: dict[str, Term] = {}
    later: list[tuple[str, str, object]] = []
    graph: dict[tuple[object, str], object] = {}
    kinds = {_OWL + k: k for k in ("Class", "ObjectProperty", "DatatypeProperty")}
    for quad in quads:
        if getattr(quad.graph_name, "value", "") != home:
            continue
        if not isinstance(quad.subject, ox.NamedNode):
            graph[quad.subject, quad.predicate.value] = quad.object
            continue
        if quad.predicate.value == _TYPE and isinstance(quad.object, ox.NamedNode) and quad.object.value in kinds:
            found.setdefault(quad.subject.value, Term(quad.subject.value, kinds[quad.object.value]))
        else:
            later.append((quad.subject.value, quad.predicate.value, quad.object))
    unions = _unions(graph)
    for subject, predicate, value in later:
        if subject in found:
            for each in unions.get(value, [value]):
                _say(found[subject], predicate, each)
    wanted: dict[tuple[str, str], list[str]] = {}
    for constraint in load_constraints():
        target = constraint.target.partition("<")[2].partition(">")[0]
        if target in found:
            said = f"{constraint.kind} {short(constraint.value)}"
            wanted.setdefault((target, short(constraint.path)), []).append(said)
    for (target, path), constraints in wanted.items():
        found[target].shapes.append(f"{path} ({', '.join(constraints)})".strip())
    order = {"Class": 0, "ObjectProperty": 1, "DatatypeProperty": 2}
    return sorted(found.values(), key=lambda t: order[t.kind])


def _unions(graph: Mapping[tuple[object, str], object]) -> dict[object, list[object]]:
    """A union of classes → the classes; what is said of nodes without a name is given as (node, property) → value."""
    found: dict[object, list[object]] = {}
    for (node, said), value in graph.items():
        while said == _OWL + "unionOf" and (value, _RDF + "first") in graph:
            found.setdefault(node, []).append(graph[value, _RDF + "first"])
            value = graph.get((value, _RDF + "rest"))
    return found


def _say(term: Term, predicate: str, value: object) -> None:
    text, language = str(getattr(value, "value", value)), getattr(value, "language", None)
    if predicate == _RDFS + "label":
        if language == "en":
            term.en = text
        else:
            term.zh = text
    elif predicate == _RDFS + "comment":
        if language == "zh":
            term.comment_zh = text
        else:
            term.comment = text
    elif predicate == _SKOS + "example":
        term.examples.append(text)
    elif predicate != _RDFS + "isDefinedBy":
        term.axioms.append((short(predicate), _short(value)))


def ontology_page(told: Told, *, site: Site = ALONE) -> str:
    """The page's HTML, without a single address that it loads; all of it is from the graph and its shapes."""
    quads = told.stated()
    used = told.uses()
    ours = terms(quads)
    own = {t.iri for t in ours}
    others = sorted((short(iri), use.count, use.first) for iri, use in used.items() if iri not in own)
    return render(
        "ontology.html",
        page="ontology",
        site=site,
        iri=f"{BASE}ontology",
        version=_version(quads),
        terms=ours,
        used=used,
        others=others,
        schemes=_schemes(quads, site),
        anchors={short(t.iri): tail(t.iri) for t in ours},
        short=short,
        tail=tail,
        prefixes=PREFIXES,
    )


def _version(quads: list[ox.Quad]) -> str:
    wanted = _OWL + "versionInfo"
    return next((str(getattr(q.object, "value", "")) for q in quads if q.predicate.value == wanted), "")


def _schemes(quads: list[ox.Quad], site: Site) -> list[tuple[str, str, int, list[tuple[str, str, str, str]]]]:
    """SKOS vocabularies: IRI, labels, how many concepts, and those of a small one with their labels and their page, if any."""
    inside: dict[str, list[str]] = {}
    labels: dict[str, dict[str, str]] = {}
    schemes: list[str] = []
    wanted = {_SKOS + "inScheme", _SKOS + "prefLabel", _RDFS + "label", _TYPE}
    for quad in quads:
        predicate = quad.predicate.value
        if predicate not in wanted or not isinstance(quad.subject, ox.NamedNode):
            continue
        if predicate == _SKOS + "inScheme" and isinstance(quad.object, ox.NamedNode):
            inside.setdefault(quad.object.value, []).append(quad.subject.value)
        elif predicate == _TYPE and quad.object == ox.NamedNode(_SKOS + "ConceptScheme"):
            schemes.append(quad.subject.value)
        elif isinstance(quad.object, ox.Literal) and quad.object.language in ("lzh", "zh", "en"):
            labels.setdefault(quad.subject.value, {}).setdefault(quad.object.language, quad.object.value)
    found = []
    for scheme in dict.fromkeys(schemes):
        members = list(dict.fromkeys(inside.get(scheme, ())))
        listed = [
            (short(m), labels.get(m, {}).get("lzh", ""), labels.get(m, {}).get("en", ""), _page_of(m, site))
            for m in members
        ]
        name = " ".join(labels.get(scheme, {}).values())
        found.append((short(scheme), name, len(Counter(members)), listed if len(listed) <= _SHOWN else []))
    return found


def _page_of(iri: str, site: Site) -> str:
    """The page of a concept, where the site has one."""
    file = f"concept-{tail(iri)}.html"
    return site.address(file) if file in site.files else ""


def _short(term: object) -> str:
    if isinstance(term, ox.NamedNode):
        return short(term.value)
    if isinstance(term, ox.Literal):
        shown = term.value if len(term.value) <= 60 else term.value[:60] + "…"
        return f'"{shown}"' + (f"@{term.language}" if term.language else "")
    return "[]"
