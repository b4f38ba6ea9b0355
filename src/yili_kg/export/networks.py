"""The statements as a property graph: nodes with their literals as attributes, statements between nodes as edges."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import networkx as nx
import pyoxigraph as ox

from yili_kg.graph.iris import short
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.cells import as_line
from yili_kg.queries.terms import class_named, full, property_named

__all__ = ["gexf", "graphml", "neo4j", "property_graph", "relations"]

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: A type of a column for `neo4j-admin`, and the form that all its values have. 04 is a name, not a number.
_NUMBERS = ((":long", re.compile(r"0|[1-9][0-9]{0,17}")), (":double", re.compile(r"(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")))
_TYPE = PREFIXES["rdf"] + "type"


def property_graph(store: ox.Store) -> nx.MultiDiGraph:
    """All statements but those of the shapes, each once whatever graphs it is in.

    A node is an IRI; its attributes are its literals, named `skos:prefLabel@lzh`, several values as a JSON list, `kind`
    its classes, separated by spaces. An edge's `predicate` is the property.
    """
    graph = nx.MultiDiGraph()
    _describe(graph, _triples(store))
    return graph


def relations(store: ox.Store, *, properties: Collection[str] = (), classes: Collection[str] = ()) -> nx.MultiDiGraph:
    """Things as nodes and what is stated between two of them as edges, each keyed by its property.

    Only edges of some `properties` (`skos:broader`; none named: all), and only between members of some `classes`
    (`skos:Concept`, or a kind of record; none named: all). Nodes are those of the edges, and members without any; node
    attributes as in `property_graph`. Raises QueryError for a property or class that the graph does not have.
    """
    wanted = [property_named(store, name) for name in properties]
    members = frozenset(
        _short(quad.subject)
        for name in classes
        for quad in store.quads_for_pattern(None, ox.NamedNode(_TYPE), class_named(store, name), None)
    )
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(sorted(members))
    for triple in _triples(_stated(store, wanted, members)):
        ends, name = (_short(triple.subject), _short(triple.object)), _short(triple.predicate)
        # Without a wish the classes of a thing are told as its kind.
        told = isinstance(triple.object, ox.Literal) or (not wanted and triple.predicate.value == _TYPE)
        if not told and (not members or members.issuperset(ends)):
            graph.add_edge(*ends, key=name, predicate=name)
    said = (store.quads_for_pattern(_term(node), None, None, None) for node in graph)
    _describe(graph, (t for quads in said for t in _triples(quads) if _describes(t)))
    return graph


def _stated(store: ox.Store, wanted: Collection[ox.NamedNode], members: Collection[str]) -> Iterable[ox.Quad]:
    """The statements among which edges are looked for: those of the properties, else of the members, else all."""
    if wanted:
        return chain.from_iterable(store.quads_for_pattern(None, p, None, None) for p in wanted)
    if members:
        return chain.from_iterable(store.quads_for_pattern(_term(m), None, None, None) for m in members)
    return store


def _describes(triple: ox.Triple) -> bool:
    return isinstance(triple.object, ox.Literal) or triple.predicate.value == _TYPE


def _term(name: str) -> ox.NamedNode | ox.BlankNode:
    return ox.BlankNode(name[2:]) if name.startswith("_:") else ox.NamedNode(full(name))


def _describe(graph: nx.MultiDiGraph, triples: Iterable[ox.Triple]) -> None:
    """Add statements to a graph: literals and classes as attributes, others as edges."""
    attributes: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for triple in triples:
        subject = _short(triple.subject)
        graph.add_node(subject)
        if triple.predicate.value == _TYPE:
            attributes[subject]["kind"].append(_short(triple.object))
        elif isinstance(triple.object, ox.Literal):
            name = _short(triple.predicate) + (f"@{triple.object.language}" if triple.object.language else "")
            attributes[subject][name].append(triple.object.value)
        else:
            graph.add_edge(subject, _short(triple.object), predicate=_short(triple.predicate))
    for name, values in attributes.items():
        for key, found in values.items():
            if key == "kind":
                graph.nodes[name][key] = " ".join(found)
            else:
                text = (
                    found[0]
                    if len(found) == 1 and not found[0].startswith("[")
                    else json.dumps(found, ensure_ascii=False)
                )
                graph.nodes[name][key] = _UNWRITABLE.sub("\ufffd", text)


def graphml(store: ox.Store) -> str:
    """The property graph as GraphML."""
    return "\n".join(nx.generate_graphml(property_graph(store))) + "\n"


def gexf(store: ox.Store) -> str:
    """The property graph as GEXF 1.2, a node's label what people call it."""
    graph = property_graph(store)
    for name, data in graph.nodes(data=True):
        data["label"] = next(
            (data[k] for k in ("skos:prefLabel@lzh", "rdfs:label@lzh", "nif:anchorOf", "rdfs:label") if k in data), name
        )
    out = io.BytesIO()
    nx.write_gexf(graph, out)
    text = out.getvalue().decode("utf-8")
    return re.sub(r'lastmodifieddate="[^"]*"', 'lastmodifieddate=""', text)  # two exports are the same bytes


def neo4j(store: ox.Store, folder: Path, *, raw: bool = False) -> list[Path]:
    """`nodes.csv` and `relationships.csv` with the headers of `neo4j-admin database import`, numbers typed.

    As people open them in spreadsheets too, what would be a formula there gets `'` before it, unless `raw`.
    """
    graph = property_graph(store)
    keys = sorted({k for _, data in graph.nodes(data=True) for k in data if k != "kind"})
    nodes, edges = folder / "nodes.csv", folder / "relationships.csv"
    with nodes.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["iri:ID", ":LABEL", *(k.replace(":", "_").replace("@", "_") + _typed(k, graph) for k in keys)])
        for name in sorted(graph):
            data: dict[str, Any] = graph.nodes[name]
            labels = ";".join(re.sub(r"\W", "_", k) for k in data.get("kind", "").split())
            file.write(as_line((name, labels, *(str(data.get(k, "")) for k in keys)), raw=raw))
    with edges.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([":START_ID", ":END_ID", ":TYPE"])
        rows = sorted((a, b, re.sub(r"\W", "_", p)) for a, b, p in graph.edges(data="predicate"))
        file.writelines(as_line(row, raw=raw) for row in rows)
    return [nodes, edges]


def _typed(key: str, graph: nx.MultiDiGraph) -> str:
    """What an attribute's column says of its values, all of them: `:long`, `:double`; nothing for texts and lists."""
    values = [str(data[key]) for _, data in graph.nodes(data=True) if key in data]
    return next((kind for kind, form in _NUMBERS if all(form.fullmatch(v) for v in values)), "")


def _triples(quads: Iterable[ox.Quad]) -> list[ox.Triple]:
    """Statements but those of the shapes, each once, in order."""
    shapes = PREFIXES["g"] + "shapes"
    found = {q.triple for q in quads if getattr(q.graph_name, "value", "") != shapes}
    return sorted(found, key=lambda t: (str(t.subject), str(t.predicate), str(t.object)))


def _short(term: object) -> str:
    value = str(getattr(term, "value", term))
    if isinstance(term, ox.BlankNode):
        return f"_:{value}"
    return short(value)
