"""What every property stands with, and whether a graph keeps to it: no unknown term, no subject or value of a wrong kind.

The domains and ranges of `ontology/yili.ttl` say it of the graph's own properties, `ontology/uses.ttl` of those of others. A
graph is gone through once, a million statements in some two seconds: what a statement says is judged by its property and
the classes of its subject and its value, and there are only a few hundred such triples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pyoxigraph as ox
import rdflib
from rdflib.collection import Collection
from rdflib.namespace import OWL, RDF, RDFS

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.graph.iris import short
from yili_kg.graph.shapes import load_constraints, shapes_of
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Fault", "Profile", "Use", "load_profile", "misuses"]

_INCLUDES = tuple(rdflib.URIRef(PREFIXES["schema"] + name) for name in ("domainIncludes", "rangeIncludes"))
#: What has an IRI, described or not.
_ANYTHING = str(RDFS.Resource)
_TYPE = ox.NamedNode(str(RDF.type))
_OWN = PREFIXES["yl"]
#: The graphs that say what terms mean; what they say of themselves is no use of a term.
_APART = frozenset(PREFIXES["g"] + name for name in ("ontology", "shapes"))


@dataclass(frozen=True, slots=True)
class Use:
    """The classes of which a property's subjects are, and the classes and datatypes of its values; empty: not restricted."""

    subjects: frozenset[str]
    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Profile:
    """Property → its use, the classes that a graph may have, and class → all that it is below, itself too."""

    uses: dict[str, Use]
    classes: frozenset[str]
    above: dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A statement that says what must not be said: which kind of fault, at which node, in which words."""

    kind: str
    node: str
    message: str


@cache
def load_profile() -> Profile:
    """The profile that `ontology/` gives. Raises DataError for a file that is no Turtle."""
    folder = data_folder("ontology")
    ours, others = shapes_of(folder / "yili.ttl"), shapes_of(folder / "uses.ttl")
    align = shapes_of(folder / "align.ttl")
    uses: dict[str, Use] = {}
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty):
        for term in ours.subjects(RDF.type, kind):
            uses[str(term)] = Use(_classes(ours, term, RDFS.domain), _classes(ours, term, RDFS.range))
    for term in set(others.subjects()):
        uses[str(term)] = Use(*(frozenset(map(str, others.objects(term, said))) for said in _INCLUDES))
    above: dict[str, frozenset[str]] = {}
    for graph in (ours, align):
        for term in set(graph.subjects(RDFS.subClassOf)):
            above[str(term)] = frozenset(map(str, graph.transitive_objects(term, RDFS.subClassOf))) | above.get(
                str(term), frozenset()
            )
    named = {c.target.partition("?s a <")[2].rstrip(">") for c in load_constraints()}
    return Profile(uses, frozenset(named - {""}), above)


def misuses(store: ox.Store, *, most: int = 50) -> Iterator[Fault]:
    """What in a store does not keep to the profile, at most `most` nodes for each use of a property."""
    profile = load_profile()
    kinds = _kinds(store)
    nothing: frozenset[str] = frozenset()
    for predicate in sorted(r["p"] for r in select(store, "SELECT DISTINCT ?p { ?s ?p ?o }")):
        verdicts: dict[tuple[object, object], Fault | None] = {}
        told: Counter[Fault] = Counter()
        is_type = predicate == _TYPE.value
        for quad in store.quads_for_pattern(None, ox.NamedNode(predicate), None, None):
            subject, value = quad.subject, quad.object
            of = kinds.get(subject, nothing)
            what: object = value.datatype if type(value) is ox.Literal else kinds.get(value, nothing)
            if is_type:
                what = value
            if (of, what) not in verdicts:
                verdicts[of, what] = _judge(profile, predicate, of, what)
            fault = verdicts[of, what]
            if fault is None or _is_term(subject, of) or getattr(quad.graph_name, "value", "") in _APART:
                continue
            told[fault] += 1
            if told[fault] <= most:
                yield Fault(fault.kind, _name(subject), fault.message)


def _kinds(store: ox.Store) -> dict[object, frozenset[str]]:
    """Node → its classes; the same set for all nodes that have the same."""
    found: dict[object, set[str]] = {}
    for quad in store.quads_for_pattern(None, _TYPE, None, None):
        found.setdefault(quad.subject, set()).add(getattr(quad.object, "value", ""))
    one: dict[frozenset[str], frozenset[str]] = {}
    return {subject: one.setdefault(kinds, kinds) for subject, kinds in ((s, frozenset(k)) for s, k in found.items())}


def _judge(profile: Profile, predicate: str, of: frozenset[str], what: object) -> Fault | None:
    if predicate == str(RDF.type):
        known = getattr(what, "value", "")
        return (
            None if known in profile.classes else Fault("unknown-class", "", f"{short(known)} is no class of the graph")
        )
    use = profile.uses.get(predicate)
    if use is None:
        return Fault("unknown-property", "", f"{short(predicate)} is no property that the ontology knows")
    if use.subjects and not use.subjects & _with_all_above(profile, of):
        return Fault(
            "wrong-subject", "", f"{short(predicate)} does not stand with {_named(of) or 'a thing of no class'}"
        )
    return _judge_value(profile, predicate, use.values, what)


def _judge_value(profile: Profile, predicate: str, wanted: frozenset[str], what: object) -> Fault | None:
    if isinstance(what, ox.NamedNode):  # of a literal, its datatype
        fits, found = what.value in wanted, short(what.value)
    else:
        assert isinstance(what, frozenset)
        fits = not wanted or _ANYTHING in wanted or bool(wanted & _with_all_above(profile, what))
        found = _named(what) or "something of which the graph does not say what it is"
    if fits:
        return None
    return Fault("wrong-value", "", f"{short(predicate)} names {found}, not {_named(wanted) or 'a thing'}")


def _with_all_above(profile: Profile, classes: frozenset[str]) -> frozenset[str]:
    return classes.union(*(profile.above.get(c, frozenset()) for c in classes))


def _named(classes: frozenset[str]) -> str:
    return " or ".join(sorted(map(short, classes)))


def _is_term(subject: object, of: frozenset[str]) -> bool:
    """Whether something is a term of the ontology, or a part of what is said of one: a graph without names holds them too."""
    return (
        isinstance(subject, ox.BlankNode) or _name(subject).startswith(_OWN) or any(c.startswith(str(OWL)) for c in of)
    )


def _name(node: object) -> str:
    return str(getattr(node, "value", node))


def _classes(graph: rdflib.Graph, term: rdflib.term.Node, said: rdflib.URIRef) -> frozenset[str]:
    """The classes that a domain or range names: one, or all of a union."""
    value = graph.value(term, said)
    if value is None:
        return frozenset()
    union = graph.value(value, OWL.unionOf)
    if union is None:
        return frozenset((str(value),))
    try:
        return frozenset(map(str, Collection(graph, union)))
    except ValueError as error:  # rdflib's, of a list that goes round in a circle
        raise DataError(
            f"a union of classes is no list: {error}", where=where(data_folder("ontology") / "yili.ttl")
        ) from error
