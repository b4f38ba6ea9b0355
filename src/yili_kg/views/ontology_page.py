"""`ontology.html`: every term with what it means, how it is used, and an example from the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pyoxigraph as ox

from yili_kg.graph.iris import short, tail
from yili_kg.graph.shapes import load_constraints
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.views.page import render
from yili_kg.views.site import ALONE, Site

__all__ = ["Term", "Use", "ontology_page", "terms", "uses"]

_RDF, _RDFS, _SKOS, _OWL = PREFIXES["rdf"], PREFIXES["rdfs"], PREFIXES["skos"], PREFIXES["owl"]
_TYPE = _RDF + "type"
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


def uses(quads: Iterable[ox.Quad]) -> dict[str, Use]:
    """IRI of a class or property → its use, over all statements but those of the ontology and its shapes."""
    apart = {ox.NamedNode(PREFIXES["g"] + name) for name in ("ontology", "shapes")}
    kind = ox.NamedNode(_TYPE)
    counts: Counter[object] = Counter()
    first: dict[object, ox.Quad] = {}
    for quad in quads:
        if quad.graph_name in apart:
            continue
        predicate = quad.predicate
        counts[predicate] += 1
        first.setdefault(predicate, quad)
        if predicate == kind:
            counts[quad.object] += 1
            first.setdefault(quad.object, quad)
    return {
        term.value: Use(count, (_short(first[term].subject), _short(first[term].predicate), _short(first[term].object)))
        for term, count in counts.items()
        if isinstance(term, ox.NamedNode)
    }


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


def _keeping(quads: Iterable[ox.Quad], kept: list[ox.Quad]) -> Iterator[ox.Quad]:
    """All statements, of which those that say what a term or a scheme is, and what things are called, are `kept`."""
    home, kind = ox.NamedNode(PREFIXES["g"] + "ontology"), ox.NamedNode(_TYPE)
    scheme = ox.NamedNode(_SKOS + "ConceptScheme")
    told = {ox.NamedNode(n) for n in (_SKOS + "inScheme", _SKOS + "prefLabel", _RDFS + "label", _OWL + "versionInfo")}
    for quad in quads:
        if quad.predicate in told or quad.graph_name == home or (quad.predicate == kind and quad.object == scheme):
            kept.append(quad)
        yield quad


def ontology_page(statements: Iterable[ox.Quad], *, site: Site = ALONE) -> str:
    """The page's HTML, without a single address that it loads; all of it is from the graph and its shapes.

    The statements are gone through once, in the order in which the graph is written.
    """
    quads: list[ox.Quad] = []
    used = uses(_keeping(statements, quads))
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
