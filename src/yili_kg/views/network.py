"""The network of concepts that are named together, taken from a graph."""

from __future__ import annotations

from collections import defaultdict

import networkx as nx
import pyoxigraph as ox

from yili_kg.graph.store import select

__all__ = ["best_connected", "network_of"]

#: Passages of these layers are shown before those of the others.
_FIRST = ("經", "記")
_CONCEPTS = """SELECT ?c ?label ?en ?pinyin ?scheme WHERE {
  ?c a skos:Concept ; skos:inScheme ?scheme ; skos:prefLabel ?label , ?en .
  FILTER(LANG(?label) = 'lzh' && LANG(?en) = 'en')
  OPTIONAL { ?c skos:altLabel ?pinyin . FILTER(LANG(?pinyin) = 'lzh-latn-pinyin') } }"""
_COUNTS = "SELECT ?c ?chapter ?layer ?n WHERE { ?o a yl:Occurrence ; yl:ofConcept ?c ; yl:layer ?layer ; yl:count ?n . OPTIONAL { ?o yl:chapter ?chapter } }"
_PAIRS = "SELECT ?a ?b ?n WHERE { ?o a yl:CoOccurrence ; yl:ofConcept ?a ; yl:withConcept ?b ; yl:count ?n }"
_PLACES = """SELECT ?c ?seg ?text ?layer ?order WHERE { ?m its:taIdentRef ?c ; yl:inSegment ?seg .
  ?seg crm:P190_has_symbolic_content ?text ; yl:layer ?layer ; yl:order ?order }"""


def network_of(store: ox.Store, *, passages: int = 8) -> nx.Graph:
    """Concepts as nodes (label, en, pinyin, kind, counts by chapter and layer, passages), co-occurrences as edges.

    An edge's `weight` is the number of segments of 經, 記 or 注 that name both; a node keeps at most `passages` texts.
    """
    graph = nx.Graph()
    for row in select(store, _CONCEPTS):
        kind = _name(row["scheme"])
        if kind in ("persons", "roles", "objects", "places", "works"):
            graph.add_node(
                _name(row["c"]),
                label=row["label"],
                en=row["en"],
                pinyin=row.get("pinyin", ""),
                kind=kind,
                counts={},
                passages=[],
            )
    for row in select(store, _COUNTS):
        concept = _name(row["c"])
        if concept in graph:
            chapter = _name(row["chapter"]) if "chapter" in row else "00"
            graph.nodes[concept]["counts"][f"{chapter}|{_name(row['layer'])}"] = int(row["n"])
    for row in select(store, _PAIRS):
        one, other = _name(row["a"]), _name(row["b"])
        if one in graph and other in graph:
            graph.add_edge(one, other, weight=int(row["n"]))
    found: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    rows = sorted(
        select(store, _PLACES), key=lambda r: (_name(r["layer"]) not in _FIRST, _name(r["seg"]), int(r["order"]))
    )
    for row in rows:
        texts = found[_name(row["c"])]
        if len(texts) < passages:
            texts.setdefault(_name(row["seg"]), (row["text"], _name(row["layer"])))
    for concept, texts in found.items():
        if concept in graph:
            graph.nodes[concept]["passages"] = [(seg, layer, text) for seg, (text, layer) in texts.items()]
    return graph


def best_connected(graph: nx.Graph, *, nodes: int = 300, edges: int = 4) -> nx.Graph:
    """The part of a network that can be looked at: the best-connected nodes, and of each its strongest edges."""
    weight = dict(graph.degree(weight="weight"))
    ranked = sorted((n for n in graph if weight[n] > 0), key=lambda n: (-weight[n], n))[:nodes]
    part = nx.Graph()
    for name in ranked:
        part.add_node(name, **graph.nodes[name], rank=weight[name])
    for name in ranked:
        near = sorted((e for e in graph[name] if e in part), key=lambda e: (-graph[name][e]["weight"], e))
        for other in near[:edges]:
            part.add_edge(name, other, weight=graph[name][other]["weight"])
    return part


def _name(iri: str) -> str:
    return iri.rpartition("#")[2].rpartition("/")[2]
