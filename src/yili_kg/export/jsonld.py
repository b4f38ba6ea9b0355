"""JSON-LD 1.1 with a context: names with prefixes, numbers as numbers, IRIs as plain strings where a property wants them."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import groupby
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.iris import short
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.write import sort_quads

__all__ = ["context_of", "jsonld"]

_INTEGER = PREFIXES["xsd"] + "integer"
_STRING = PREFIXES["xsd"] + "string"
_TYPE = PREFIXES["rdf"] + "type"


def context_of(quads: list[ox.Quad]) -> dict[str, Any]:
    """Prefixes, and which properties always name a node."""
    nodes: dict[str, bool] = {}
    for quad in quads:
        iri = quad.predicate.value
        nodes[iri] = nodes.get(iri, True) and not isinstance(quad.object, ox.Literal)
    context: dict[str, Any] = dict(PREFIXES)
    for iri, names_a_node in sorted(nodes.items()):
        if names_a_node and iri != _TYPE and ":" in _short(iri):
            context[_short(iri)] = {"@id": iri, "@type": "@id"}
    return context


def jsonld(store: ox.Store) -> str:
    """All statements, a graph after the other, a node a line."""
    quads = sort_quads(store)
    context = context_of(quads)
    parts = [f'{{"@context": {json.dumps(context, ensure_ascii=False)},\n"@graph": [\n']
    graphs: list[str] = []
    for name, inside in groupby(quads, key=lambda q: q.graph_name):
        nodes = [
            json.dumps(_node(subject, list(about), context), ensure_ascii=False)
            for subject, about in groupby(inside, key=lambda q: q.subject)
        ]
        listed = ",\n".join(nodes)
        graphs.append(
            listed
            if isinstance(name, ox.DefaultGraph)
            else f'{{"@id": {json.dumps(_id(name), ensure_ascii=False)}, "@graph": [\n{listed}]}}'
        )
    return "".join([*parts, ",\n".join(graphs), "\n]}\n"])


def _node(subject: object, quads: list[ox.Quad], context: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, list[Any]] = defaultdict(list)
    made: dict[str, Any] = {"@id": _id(subject)}
    for quad in quads:
        if quad.predicate.value == _TYPE and not isinstance(quad.object, ox.Literal):
            values["@type"].append(_id(quad.object))
            continue
        key = _short(quad.predicate.value)
        values[key].append(_id(quad.object) if key in context else _value(quad.object))
    made.update({k: v[0] if len(v) == 1 else v for k, v in values.items()})
    return made


def _value(term: object) -> Any:
    if not isinstance(term, ox.Literal):
        return {"@id": _id(term)}
    if term.language:
        return {"@value": term.value, "@language": term.language}
    if term.datatype.value == _STRING:
        return term.value
    if term.datatype.value == _INTEGER and term.value == str(_number(term.value)):
        return int(term.value)
    return {"@value": term.value, "@type": _short(term.datatype.value)}


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _id(term: object) -> str:
    if isinstance(term, ox.BlankNode):
        return f"_:{term.value}"
    assert isinstance(term, ox.NamedNode)
    return _short(term.value)


def _short(iri: str) -> str:
    made = short(iri)
    # In JSON-LD a name that goes on with // is never a short one.
    return iri if made.partition(":")[2].startswith("//") else made
