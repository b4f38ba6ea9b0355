"""The shapes of `ontology/shapes.ttl` as set-based SPARQL: each constraint one query over all members of its class.

pyshacl looks at each node in Python; a query does the same for a hundred thousand mentions in a quarter of a second. Two
questions about a class (how many members have each property, how often, of which kind) answer most constraints at once;
only those that they leave open are asked one by one. The shapes are the only source of both; a constraint that cannot be
turned into a query is an error of the data file, so that none is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import rdflib
from rdflib.collection import Collection
from rdflib.term import Node

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.graph.iris import tail
from yili_kg.graph.shape_queries import BESIDE, MEMBERS, SH, SILENT, choices, pattern_of
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.tables.turtle import read_turtle
from yili_kg.tables.types import mention_types

__all__ = [
    "BESIDE",
    "Constraint",
    "Violation",
    "load_constraints",
    "read_constraints",
    "shapes_of",
    "violations",
]

#: The shapes that ask for a word of any type.
_OF_WORDS = ("OfWords", "OfWordsOrParts")


@dataclass(frozen=True, slots=True, order=True)
class Constraint:
    """One constraint of a shape: on which target, which path, which kind, which value; `pattern` finds what breaks it.

    `target` is the triple that makes `?s` a member. The pattern binds `?s`; a class in it stands for its subclasses too.
    `values` finds the values that break it, where few values stand for many members; empty where that is no shorter way.
    `choices` are the terms of which a value has to be one, behind an empty path; or the properties (with the terms) of which
    a value or a member has to have one.
    """

    shape: str
    target: str
    path: str
    kind: str
    value: str
    pattern: str
    message: str
    values: str = ""
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A node that breaks a constraint."""

    shape: str
    node: str
    path: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class _Use:
    """How a property is used by the members of a class: statements, members that have it, by kind of value."""

    statements: int
    members: int
    kinds: frozenset[str]


@cache
def load_constraints() -> tuple[Constraint, ...]:
    """The constraints of `ontology/shapes.ttl`."""
    return read_constraints(data_folder("ontology") / "shapes.ttl")


def shapes_of(path: Path) -> rdflib.Graph:
    """The shapes of a file as a graph of rdflib. Raises DataError for what is no Turtle."""
    read_turtle(path)  # says where a fault is; rdflib alone does not
    try:
        return _of_all_types(rdflib.Graph().parse(path, format="turtle"))
    except (OSError, ValueError, SyntaxError, IndexError, RecursionError) as error:
        raise DataError(f"cannot be read as Turtle: {type(error).__name__}", where=where(path)) from error


def _of_all_types(shapes: rdflib.Graph) -> rdflib.Graph:
    """The same, the words that mentions name being of any type that the table of types has."""
    for name in _OF_WORDS:
        choice = shapes.value(rdflib.URIRef(f"{BASE}shape/{name}"), SH["or"])
        if choice is not None:
            _of_types(shapes, Collection(shapes, choice), name)
    return shapes


def _of_types(shapes: rdflib.Graph, listed: Collection, name: str) -> None:
    """Add to the choices of a shape those types that the table has and they lack."""
    known = {str(scheme) for prop in listed for scheme in shapes.objects(shapes.value(prop, SH.property), SH.hasValue)}
    for row in mention_types().values():
        scheme = rdflib.URIRef(f"{PREFIXES['c']}{row.folder}")
        if str(scheme) not in known:
            one, prop = rdflib.BNode(f"of-{name}-{row.folder}"), rdflib.BNode(f"in-{name}-{row.folder}")
            shapes.add((one, SH.property, prop))
            shapes.add((prop, SH.path, rdflib.URIRef(f"{PREFIXES['skos']}inScheme")))
            shapes.add((prop, SH.hasValue, scheme))
            listed.append(one)


def read_constraints(path: Path) -> tuple[Constraint, ...]:
    """The constraints of a file of shapes. Raises DataError for one that cannot be turned into a query."""
    shapes = shapes_of(path)
    found: list[Constraint] = []
    for shape in sorted(shapes.subjects(rdflib.RDF.type, SH.NodeShape), key=str):
        targets = [f"?s a <{t}>" for t in shapes.objects(shape, SH.targetClass)]
        targets += [f"?x <{p}> ?s" for p in shapes.objects(shape, SH.targetObjectsOf)]
        targets += [f"?s <{p}> ?x" for p in shapes.objects(shape, SH.targetSubjectsOf)]
        known = {SH.targetClass, SH.targetObjectsOf, SH.targetSubjectsOf, SH.property, SH["or"], *SILENT}
        for predicate in shapes.predicates(shape):
            if predicate not in known:
                raise DataError(f"{predicate} of a shape cannot be checked", where=where(path))
        try:
            for target in targets:
                for prop in shapes.objects(shape, SH.property):
                    found += _property(shapes, str(shape), target, prop, path)
                for choice in shapes.objects(shape, SH["or"]):
                    found.append(_either(shapes, str(shape), target, choice, path))
        except ValueError as error:  # rdflib's, of a list that goes round in a circle
            raise DataError(f"a list cannot be checked: {error}", where=f"{where(path)}: {shape}") from error
    return tuple(sorted(found))


def violations(
    store: ox.Store,
    constraints: Sequence[Constraint] | None = None,
    *,
    most: int = 50,
    below: Mapping[str, Sequence[str]] | None = None,
) -> list[Violation]:
    """What breaks the constraints in a store, at most `most` nodes for each.

    `below` are the classes below a class, where the store does not say so itself.
    """
    found: list[Violation] = []
    uses: dict[str, tuple[int, dict[str, _Use]]] = {}
    below = _subclasses(store) if below is None else below
    for constraint in load_constraints() if constraints is None else constraints:
        if constraint.target not in uses:
            uses[constraint.target] = _uses(store, _spread(constraint.target, below))
        if _kept(constraint, *uses[constraint.target]):
            continue
        if constraint.values and not select(
            store, f"SELECT ?v WHERE {{ {_spread(constraint.values, below)} }} LIMIT 1"
        ):
            continue
        query = f"SELECT DISTINCT ?s WHERE {{ {_spread(constraint.pattern, below)} }} ORDER BY ?s LIMIT {most}"
        for row in select(store, query):
            found.append(Violation(constraint.shape, row["s"], constraint.path, constraint.kind, constraint.message))
    return sorted(found)


def _subclasses(store: ox.Store) -> dict[str, list[str]]:
    """Class → the classes below it, as the graph itself says."""
    below: dict[str, list[str]] = {}
    for row in select(store, "SELECT DISTINCT ?c ?d WHERE { ?d rdfs:subClassOf+ ?c } ORDER BY ?c ?d"):
        below.setdefault(row["c"], []).append(row["d"])
    return below


def _spread(pattern: str, below: Mapping[str, Sequence[str]]) -> str:
    """The pattern with each class that has subclasses asked for together with them, as SHACL understands it."""

    def spread(match: re.Match[str]) -> str:
        classes = [match["cls"], *below.get(match["cls"], ())]
        if len(classes) == 1:
            return match.group()
        name = match["name"]
        return f"VALUES ?of_{name} {{ {' '.join(f'<{c}>' for c in classes)} }} ?{name} a ?of_{name}"

    return re.sub(r"\?(?P<name>\w+) a <(?P<cls>[^>]+)>", spread, pattern)


def _uses(store: ox.Store, target: str) -> tuple[int, dict[str, _Use]]:
    members = int(select(store, f"SELECT (COUNT(DISTINCT ?s) AS ?n) WHERE {{ {target} }}")[0]["n"])
    if not members:
        return 0, {}
    rows = select(
        store,
        "SELECT ?p ?k (COUNT(?s) AS ?n) (COUNT(DISTINCT ?s) AS ?m) WHERE { "
        f"{target} . ?s ?p ?v . BIND(IF(isLiteral(?v), IF(DATATYPE(?v) IN (xsd:integer, xsd:decimal) && !isNumeric(?v), "
        '"malformed", STR(DATATYPE(?v))), IF(isIRI(?v), "iri", "blank")) AS ?k) } GROUP BY ?p ?k',
    )
    uses: dict[str, _Use] = {}
    for row in rows:
        before = uses.get(row["p"], _Use(0, 0, frozenset()))
        uses[row["p"]] = _Use(
            before.statements + int(row["n"]), before.members + int(row["m"]), before.kinds | {row.get("k", "")}
        )
    return members, uses


def _kept(constraint: Constraint, members: int, uses: dict[str, _Use]) -> bool:
    """Whether the counts alone say that no member breaks a constraint."""
    if not members:
        return True
    use = uses.get(constraint.path)
    if use is None:
        return constraint.kind not in ("minCount", "or")
    match constraint.kind:
        case "minCount":
            return constraint.value == "1" and len(use.kinds) == 1 and use.members == members
        case "maxCount":
            return constraint.value == "1" and len(use.kinds) == 1 and use.statements == use.members
        case "datatype":
            return use.kinds == {constraint.value}
        case "nodeKind":
            return use.kinds == {"iri"}
    return False


def _property(shapes: rdflib.Graph, shape: str, target: str, prop: Node, path: Path) -> Iterator[Constraint]:
    asked = shapes.value(prop, SH.path)
    if not isinstance(asked, rdflib.URIRef):
        raise DataError("a path that is no property cannot be checked", where=f"{where(path)}: {shape}")
    said = shapes.value(prop, SH.message)
    for predicate, value in shapes.predicate_objects(prop):
        if predicate in SILENT:
            continue
        kind = str(predicate).removeprefix(str(SH))
        pattern = pattern_of(shapes, kind, value, target, f"<{asked}>")
        if pattern is None:
            raise DataError(
                f"{kind} {value} cannot be checked", where=f"{where(path)}: {shape}", advice="see graph/shapes.py"
            )
        shown = " ".join(str(v) for v in Collection(shapes, value)) if kind == "in" else str(value)
        values, _, members = pattern.rpartition(MEMBERS)
        message = str(said or f"breaks {kind} {shown}")
        named = choices(shapes, kind, value)
        yield Constraint(shape, target, str(asked), kind, shown, f"{values} {members}".strip(), message, values, named)


def _either(shapes: rdflib.Graph, shape: str, target: str, choice: Node, path: Path) -> Constraint:
    """sh:or of properties of which one must be there."""
    paths: list[str] = []
    for option in Collection(shapes, choice):
        prop = shapes.value(option, SH.property)
        asked, least = shapes.value(prop, SH.path), shapes.value(prop, SH.minCount)
        if prop is None or not isinstance(asked, rdflib.URIRef) or str(least) != "1":
            raise DataError(
                "sh:or can only say which properties may stand for each other", where=f"{where(path)}: {shape}"
            )
        paths.append(str(asked))
    absent = " ".join(f"FILTER NOT EXISTS {{ ?s <{p}> ?v{n} }}" for n, p in enumerate(paths))
    names = ", ".join(tail(p) for p in paths)
    pattern, choices = f"{target} . {absent}", tuple((f"<{p}>", "") for p in paths)
    return Constraint(shape, target, "", "or", names, pattern, f"has none of {names}", choices=choices)
