"""What every property stands with, and whether a graph keeps to it: no unknown term, no subject or value of a wrong kind.

The domains and ranges of `ontology/yili.ttl` say it of the graph's own properties, `ontology/uses.ttl` of those of others. A
graph is gone through once, a million statements in some two seconds, as N-Triples have it: what a statement says is judged by its property and
the classes of its subject and its value, and there are only a few hundred such triples.
"""

from __future__ import annotations

from collections.abc import Collection as Several
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from itertools import product, repeat

import pyoxigraph as ox
import rdflib
from rdflib.collection import Collection
from rdflib.namespace import OWL, RDF, RDFS, XSD

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.graph.iris import short
from yili_kg.graph.shapes import load_constraints, shapes_of
from yili_kg.graph.table import Table
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Fault", "Profile", "Use", "load_profile", "misuses", "misuses_of"]

_INCLUDES = tuple(rdflib.URIRef(PREFIXES["schema"] + name) for name in ("domainIncludes", "rangeIncludes"))
#: What has an IRI, described or not.
_ANYTHING = str(RDFS.Resource)
_TYPE = f"<{RDF.type}>".encode()
_OWN = f"<{PREFIXES['yl']}".encode()
_STRING, _IN_A_LANGUAGE = f"<{XSD.string}>".encode(), f"<{RDF.langString}>".encode()
_QUOTE = ord('"')
_NOTHING: frozenset[str] = frozenset()
#: The graphs that say what terms mean; what they say of themselves is no use of a term.
_APART = frozenset(PREFIXES["g"] + name for name in ("ontology", "shapes"))
#: A property with the subjects and the values of its statements, in the same order.
_Column = tuple[bytes, Several[bytes], Several[bytes]]


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
    kinds: dict[bytes, set[str]] = {}
    for quad in store.quads_for_pattern(None, ox.NamedNode(str(RDF.type)), None, None):
        kinds.setdefault(str(quad.subject).encode(), set()).add(getattr(quad.object, "value", ""))
    return _misused(_columns(store), kinds, most, _NOTHING)


def misuses_of(tables: Sequence[Table], *, most: int = 50) -> Iterator[Fault]:
    """The same in what one source states: what is said of others, or has a value that others describe, is passed over."""
    one: dict[bytes, frozenset[str]] = {}
    kinds: dict[bytes, frozenset[str]] = {}
    for table in tables:
        for subject, value in table.types():
            of = one.get(value) or one.setdefault(value, frozenset((_inside(value),)))
            kinds[subject] = kinds[subject] | of if subject in kinds else of
    return _misused((told for table in tables for told in table.columns()), kinds, most, None)


def _misused(
    statements: Iterable[_Column],
    classes: Mapping[bytes, AbstractSet[str]],
    most: int,
    elsewhere: frozenset[str] | None,
) -> Iterator[Fault]:
    """What of statements does not keep to the profile; `classes` are those of their things.

    What has no class here is of the classes `elsewhere`; where these are not known (None), it is passed over.
    """
    one: dict[frozenset[str], frozenset[str]] = {}  # the same set for all nodes that have the same
    kinds = {node: one.setdefault(found, found) for node, found in ((n, frozenset(c)) for n, c in classes.items())}
    verdicts: dict[tuple[bytes, frozenset[str], frozenset[str] | bytes], Fault | None] = {}
    found: dict[Fault, list[bytes]] = {}
    for predicate, subjects, values in statements:
        if _surely_right(predicate, subjects, values, kinds, elsewhere, verdicts):
            continue
        of = list(map(kinds.get, subjects, repeat(elsewhere)))
        faulty = dict(_faulty(predicate, set(zip(of, values, strict=True)), kinds, elsewhere, verdicts))
        for subject, pair in zip(subjects, zip(of, values, strict=True), strict=True) if faulty else ():
            if pair in faulty and not _is_term(subject, pair[0] or _NOTHING):
                found.setdefault(faulty[pair], []).append(subject)
    for fault, nodes in sorted(found.items()):
        for node in sorted(nodes)[:most]:
            yield Fault(fault.kind, _inside(node), fault.message)


def _surely_right(
    predicate: bytes,
    subjects: Iterable[bytes],
    values: Iterable[bytes],
    kinds: Mapping[bytes, frozenset[str]],
    elsewhere: frozenset[str] | None,
    verdicts: dict[tuple[bytes, frozenset[str], frozenset[str] | bytes], Fault | None],
) -> bool:
    """Whether a property may stand between all classes of its subjects and all kinds of its values, whichever stands with which."""
    every = set(map(kinds.get, subjects, repeat(elsewhere)))
    one_of_a_kind = {_kind(predicate, value, kinds, elsewhere): value for value in set(values)}.values()
    pairs = product(every, one_of_a_kind)
    return next(_faulty(predicate, pairs, kinds, elsewhere, verdicts), None) is None


def _kind(
    predicate: bytes, value: bytes, kinds: Mapping[bytes, frozenset[str]], elsewhere: frozenset[str] | None
) -> frozenset[str] | bytes | None:
    """What a value is judged by: its datatype, its classes; itself where it is a class; None for what is passed over."""
    if predicate == _TYPE:
        return value
    return _datatype(value) if value[0] == _QUOTE else kinds.get(value, elsewhere)


def _faulty(
    predicate: bytes,
    pairs: Iterable[tuple[frozenset[str] | None, bytes]],
    kinds: Mapping[bytes, frozenset[str]],
    elsewhere: frozenset[str] | None,
    verdicts: dict[tuple[bytes, frozenset[str], frozenset[str] | bytes], Fault | None],
) -> Iterator[tuple[tuple[frozenset[str] | None, bytes], Fault]]:
    """Those pairs of a subject's classes and a value between which a property must not stand; each is judged once."""
    profile = load_profile()
    for of, value in pairs:
        what = _kind(predicate, value, kinds, elsewhere)
        if of is None or what is None:
            continue
        key = predicate, of, what
        if key not in verdicts:
            verdicts[key] = _judge(profile, _inside(predicate), of, what)
        if (fault := verdicts[key]) is not None:
            yield (of, value), fault


def _columns(store: ox.Store) -> Iterator[_Column]:
    """The statements of a store, as N-Triples have them, but those that say what terms mean."""
    for graph in (ox.DefaultGraph(), *store.named_graphs()):
        if getattr(graph, "value", "") not in _APART:
            columns: dict[bytes, tuple[list[bytes], list[bytes]]] = {}
            for line in (store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=graph) or b"").splitlines():
                subject, predicate, value = line.split(b" ", 2)
                column = columns.setdefault(predicate, ([], []))
                column[0].append(subject)
                column[1].append(value[:-2])
            for predicate, (subjects, values) in columns.items():
                yield predicate, subjects, values


def _datatype(value: bytes) -> bytes:
    """The datatype of a literal, as N-Triples have it."""
    end = value[-1:]
    if end == b'"':
        return _STRING
    return value[value.rindex(b"^^") + 2 :] if end == b">" else _IN_A_LANGUAGE


def _judge(profile: Profile, predicate: str, of: frozenset[str], what: frozenset[str] | bytes) -> Fault | None:
    """What is wrong with a property between a subject and a value of some classes; `what` is a datatype for a literal, the
    class itself where the property says of which class something is."""
    if isinstance(what, bytes) and predicate == str(RDF.type):
        known = _inside(what)
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


def _judge_value(
    profile: Profile, predicate: str, wanted: frozenset[str], what: frozenset[str] | bytes
) -> Fault | None:
    if isinstance(what, bytes):  # of a literal, its datatype
        fits, found = _inside(what) in wanted, short(_inside(what))
    else:
        fits = not wanted or _ANYTHING in wanted or bool(wanted & _with_all_above(profile, what))
        found = _named(what) or "something of which the graph does not say what it is"
    if fits:
        return None
    return Fault("wrong-value", "", f"{short(predicate)} names {found}, not {_named(wanted) or 'a thing'}")


def _with_all_above(profile: Profile, classes: frozenset[str]) -> frozenset[str]:
    return classes.union(*(profile.above.get(c, frozenset()) for c in classes))


def _named(classes: frozenset[str]) -> str:
    return " or ".join(sorted(map(short, classes)))


def _is_term(subject: bytes, of: frozenset[str]) -> bool:
    """Whether something is a term of the ontology, or a part of what is said of one: a graph without names holds them too."""
    return subject.startswith((b"_:", _OWN)) or any(c.startswith(str(OWL)) for c in of)


def _inside(name: bytes) -> str:
    """An IRI without its brackets; a blank node as it is."""
    return name.strip(b"<>").decode()


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
