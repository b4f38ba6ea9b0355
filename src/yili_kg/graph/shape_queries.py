"""The query that finds what breaks one constraint of a shape: how each kind of constraint is asked in SPARQL."""

from __future__ import annotations

import re
from typing import TypeGuard

import pyoxigraph as ox
import rdflib
from rdflib.collection import Collection
from rdflib.term import Node

from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["BESIDE", "MEMBERS", "SH", "SILENT", "choices", "pattern_of"]

#: Says in a store that holds a part of a graph of which class a thing is that another part describes (graph/conform.py).
BESIDE = ox.NamedNode("urn:yili:beside")
SH = rdflib.Namespace(PREFIXES["sh"])
_XSD = PREFIXES["xsd"]
#: A number of things, as it may stand in a query.
_COUNT = "[0-9]{1,9}"
#: What stands in a pattern between the values that break a constraint and the members that have them.
MEMBERS = " # "
#: What a property shape may say of itself without constraining anything.
SILENT = {SH.path, SH.message, SH.name, SH.description, rdflib.RDF.type}


def choices(shapes: rdflib.Graph, kind: str, value: Node) -> tuple[tuple[str, str], ...]:
    """What a value has to be one of, or has to have one of."""
    if kind == "in":
        return tuple(("", term.n3()) for term in Collection(shapes, value))
    return tuple(_having(shapes, value)) if kind == "node" else ()


def pattern_of(shapes: rdflib.Graph, kind: str, value: Node, members: str, path: str) -> str | None:
    """The query for what breaks a constraint of some kind; None for a kind that cannot be asked."""
    if kind in ("minCount", "maxCount"):
        return _counted(kind, int(value), members, path) if _is_number(value, _COUNT) else None
    if kind == "uniqueLang":
        same = 'FILTER(?v != ?w && LANG(?v) = LANG(?w) && LANG(?v) != "")'
        return f"{members} . ?s {path} ?v, ?w . {same}" if str(value) == "true" else None
    has = f"{members} . ?s {path} ?v"
    if kind == "class" and isinstance(value, rdflib.URIRef):
        lacks = f"FILTER NOT EXISTS {{ ?v a <{value}> }} FILTER NOT EXISTS {{ ?v {BESIDE} <{value}> }}"
        return f"{{ SELECT DISTINCT ?v WHERE {{ {has} }} }} {lacks}{MEMBERS}{has}"
    if kind == "node":
        lacking = [f"FILTER NOT EXISTS {{ ?v {path} {term} }}" for path, term in _having(shapes, value)]
        return f"{{ SELECT DISTINCT ?v WHERE {{ {has} }} }} {' '.join(lacking)}{MEMBERS}{has}" if lacking else None
    wrong = _wrong(shapes, kind, value)
    return f"{has} . FILTER({wrong})" if wrong else None


def _having(shapes: rdflib.Graph, shape: Node) -> list[tuple[str, str]]:
    """What a shape asks of a value: properties and what they must name, any one of them; empty for what cannot be asked."""
    choice = shapes.value(shape, SH["or"])
    if set(shapes.predicates(shape)) - SILENT != {SH.property if choice is None else SH["or"]}:
        return []
    found: list[tuple[str, str]] = []
    for option in [shape] if choice is None else Collection(shapes, choice):
        props = list(shapes.objects(option, SH.property))
        path, term = (shapes.value(prop, key) for prop in props[:1] for key in (SH.path, SH.hasValue))
        said = set(shapes.predicates(props[0])) - SILENT
        if len(props) != 1 or said != {SH.hasValue} or not all(isinstance(x, rdflib.URIRef) for x in (path, term)):
            return []
        found.append((f"<{path}>", f"<{term}>"))
    return found


def _counted(kind: str, bound: int, members: str, path: str) -> str:
    if kind == "maxCount":
        counted, has = f"> {bound}", f"{members} . ?s {path} ?v"
    elif bound == 1:
        return f"{members} . FILTER NOT EXISTS {{ ?s {path} ?v }}"
    else:
        counted, has = f"< {bound}", f"{members} . OPTIONAL {{ ?s {path} ?v }}"
    return f"{{ SELECT ?s WHERE {{ {has} }} GROUP BY ?s HAVING(COUNT(DISTINCT ?v) {counted}) }}"


def _wrong(shapes: rdflib.Graph, kind: str, value: Node) -> str | None:
    """When a value `?v` by itself breaks a constraint; None for a kind that cannot be asked."""
    match kind:
        case "datatype" if isinstance(value, rdflib.URIRef):
            return f"!isLiteral(?v) || DATATYPE(?v) != <{value}>{_malformed(str(value))}"
        case "nodeKind" if value == SH.IRI:
            return "!isIRI(?v)"
        case "in":
            return f"?v NOT IN ({', '.join(v.n3() for v in Collection(shapes, value))})"
        case "pattern":
            return f"isBlank(?v) || !REGEX(STR(?v), {rdflib.Literal(str(value)).n3()})"
        case "minLength" if _is_number(value, _COUNT):
            return f"isBlank(?v) || STRLEN(STR(?v)) < {value}"
        case "minInclusive" if _is_number(value):
            return f"!COALESCE(?v >= {value}, false)"
        case "maxInclusive" if _is_number(value):
            return f"!COALESCE(?v <= {value}, false)"
    return None


def _is_number(value: Node, form: str = r"-?[0-9]{1,18}(\.[0-9]{1,18})?") -> TypeGuard[rdflib.Literal]:
    """Whether this is a number, written in digits so that it may stand in a query."""
    return isinstance(value, rdflib.Literal) and re.fullmatch(form, str(value)) is not None


def _malformed(datatype: str) -> str:
    """What else is wrong with a literal of a datatype: that it has no value of it ("x"^^xsd:integer)."""
    return " || !isNumeric(?v)" if datatype in (_XSD + "integer", _XSD + "decimal") else ""
