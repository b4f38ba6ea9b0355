"""The network of concepts that are named together, taken from a graph."""

from __future__ import annotations

from collections import defaultdict

import networkx as nx
import pyoxigraph as ox

from yili_kg.graph.iris import tail
from yili_kg.graph.store import select
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types

__all__ = ["NAMED_TOGETHER", "best_connected", "network_of"]

#: The named graphs that say which concepts there are and which are named together; texts are said by others.
NAMED_TOGETHER = ("concepts", "summary")

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
    _add_concepts(store, graph)
    _count(store, graph)
    for row in select(store, _PAIRS):
        one, other = tail(row["a"]), tail(row["b"])
        if one in graph and other in graph:
            graph.add_edge(one, other, weight=int(row["n"]))
    for concept, texts in _passages(store, passages).items() if passages else ():
        if concept in graph:
            graph.nodes[concept]["passages"] = [(seg, layer, text) for seg, (text, layer) in texts.items()]
    return graph


def _add_concepts(store: ox.Store, graph: nx.Graph) -> None:
    """A node for each concept of a type that mentions name; its `kind` is the folder of its type."""
    kinds = {row.folder for row in mention_types().values()}
    for row in select(store, _CONCEPTS):
        kind = tail(row["scheme"])
        if kind in kinds:
            told = {"label": row["label"], "en": row["en"], "pinyin": row.get("pinyin", ""), "kind": kind}
            graph.add_node(tail(row["c"]), **told, counts={}, passages=[])


def _count(store: ox.Store, graph: nx.Graph) -> None:
    """How often each concept is named, by 篇 and layer; 00 for what stands in no 篇."""
    for row in select(store, _COUNTS):
        concept = tail(row["c"])
        if concept in graph:
            chapter = tail(row["chapter"]) if "chapter" in row else "00"
            graph.nodes[concept]["counts"][f"{chapter}|{tail(row['layer'])}"] = int(row["n"])


def _passages(store: ox.Store, most: int) -> dict[str, dict[str, tuple[str, str]]]:
    """Concept → segment → text and layer: at most so many of each concept, those of the base text first."""
    base = frozenset(layers().base)
    found: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    rows = sorted(select(store, _PLACES), key=lambda r: (tail(r["layer"]) not in base, tail(r["seg"]), int(r["order"])))
    for row in rows:
        texts = found[tail(row["c"])]
        if len(texts) < most:
            texts.setdefault(tail(row["seg"]), (row["text"], tail(row["layer"])))
    return found


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
