"""The relations as the page of the graph wants them: nodes and edges made with pyvis, and where each edge is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import networkx as nx
from pyvis.network import Network

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated
from yili_kg.plan.acts import act_of
from yili_kg.received.chapters import chapter_rows
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import simplify
from yili_kg.views.layout import spread
from yili_kg.views.network import best_connected
from yili_kg.views.relations.statements import CHAPTER, LAYER, Statement, fullest, statements_of

__all__ = ["told_relations"]

#: Kinds of relations whose verbs are acts.
_ACTS = ("whom", "thing", "place")
_TOGETHER = "together"
#: What the page is told of an edge behind the numbers of both its nodes, and what stands where it has none.
_OF_EDGE: tuple[tuple[str, Any], ...] = (("kind", ""), ("verb", ""), ("value", 0), ("slot", ""), ("no", 0))
Key = tuple[str, str, str, str, str, bool]


def told_relations(graph: nx.Graph, editions: Sequence[Annotated], *, nodes: int = 300) -> dict[str, Any]:
    """What the page shows, to be written as JSON.

    `graph` is the network of concepts that are named together (`views/network.py`), of which the best-connected `nodes`
    are told. `nodes`: id, label, kind, and where it is known pinyin, en, find (other spellings), counts by chapter, size
    and place. `edges`: numbers of both nodes, kind, verb, how often, slot, whether it is negated. `sections`: chapter, sub-rite and
    edition. `said`: for each statement four numbers: its edge, its section, its segment, and how it was decided.
    """
    told = _Told(editions)
    part = best_connected(graph, nodes=nodes)
    return {
        **_drawn(told, part, most=nodes),
        "verbs": {verb: act_of(verb).en for verb in sorted({k[2] for k in told.edges if k[0] in _ACTS})},
        "sections": list(told.sections),
        "segments": list(told.segments),
        "said": told.said,
        "editions": [[a.edition.document.name, a.edition.document.title] for a in editions],
        "fullest": fullest(editions),
        "chapters": told.chapters(),
        "slugs": {row.slug: row.layer for row in layers().rows},
        "base": layers().base[0],
    }


class _Told:
    """Statements gathered into edges; sections and segments by number."""

    def __init__(self, editions: Sequence[Annotated]) -> None:
        self.edges: dict[Key, int] = {}
        self.counts: Counter[Key] = Counter()
        self.weight: Counter[str] = Counter()
        self.sections: dict[tuple[str, str, int], int] = {}
        self.segments: dict[str, int] = {}
        self.said: list[int] = []
        for statement in statements_of(editions):
            self._add(statement)

    def _add(self, s: Statement) -> None:
        key = (s.kind, s.source, s.verb, s.target, s.slot, s.negated)
        self.counts[key] += 1
        self.weight[s.source] += 1
        self.weight[s.target] += 1
        section = (s.chapter, s.section.partition(".")[2] or s.section, s.edition)
        self.said += (
            self.edges.setdefault(key, len(self.edges)),
            self.sections.setdefault(section, len(self.sections)),
            self.segments.setdefault(s.segment, len(self.segments)),
            s.how,
        )

    def chapters(self) -> list[str]:
        return sorted({chapter for chapter, _, _ in self.sections if chapter})


class _Names(dict[str, None]):
    """The names of nodes in their order; pyvis looks each end of each edge up among them, in a list from its beginning."""

    def append(self, name: str) -> None:
        """One name more."""
        self[name] = None


def _drawn(told: _Told, part: nx.Graph, *, most: int) -> dict[str, Any]:
    """The nodes and edges that pyvis makes: the more is told of a node, the larger; the best-connected have a place."""
    at = _places(told, part, most)
    net = Network(directed=True)
    net.node_ids = _Names()
    top = max(told.weight.values(), default=1)
    for name in sorted(set(told.weight) | set(part)):
        known = part.nodes[name] if name in part else {}
        size = 8 + 18 * (told.weight[name] / top) ** 0.5
        placed = {"x": at[name][0], "y": at[name][1]} if name in at else {}
        net.add_node(name, size=round(size, 1), **placed, **_node(name, known))
    for kind, source, verb, target, slot, negated in told.edges:
        more: dict[str, Any] = {"slot": slot} if slot else {}
        more |= {"no": 1} if negated else {}
        count = told.counts[kind, source, verb, target, slot, negated]
        net.add_edge(source, target, kind=kind, verb=verb, value=count, **more)
    for one, other, data in sorted(part.edges(data=True)):
        net.add_edge(one, other, kind=_TOGETHER, verb="", value=data["weight"])
    nodes, edges, *_ = net.get_network_data()
    for drawn in nodes:
        for given in ("color", "shape"):  # the page gives each kind its own
            drawn.pop(given, None)
    number = {node["id"]: n for n, node in enumerate(nodes)}
    ends = [[number[e["from"]], number[e["to"]], *(e.get(key, preset) for key, preset in _OF_EDGE)] for e in edges]
    return {"nodes": nodes, "edges": ends}


def _places(told: _Told, part: nx.Graph, most: int) -> dict[str, tuple[float, float]]:
    whole = nx.Graph()
    whole.add_nodes_from(sorted(set(told.weight) | set(part)))
    for _, source, _, target, _, _ in told.edges:
        whole.add_edge(source, target)
    whole.add_edges_from(sorted(part.edges))
    ranked = set(sorted(whole, key=lambda n: (-told.weight[n] - whole.degree(n), n))[:most])
    drawn = nx.Graph()  # a view of the whole would give its nodes in another order each time
    drawn.add_nodes_from(n for n in whole if n in ranked)
    drawn.add_edges_from((a, b) for a, b in whole.edges if a in ranked and b in ranked)
    return spread(drawn)


def _node(name: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """What the page knows of a node: its label and kind; of a concept also how it is said and by what it is found."""
    if name.startswith(LAYER):
        layer = name.removeprefix(LAYER)
        names = {row.layer: (row.zh, row.en) for row in layers().rows}
        zh, en = names.get(layer, (layer, ""))
        return {"label": zh, "kind": "layer", "en": en}
    if name.startswith(CHAPTER):
        chapter = name.removeprefix(CHAPTER)
        titles = {row["chapter"]: (row["name"], row["en"]) for row in chapter_rows()}
        zh, en = titles.get(chapter, (chapter, ""))
        return {"label": zh, "kind": "chapter", "en": en}
    entry = load_lexicon().entries.get(name)
    told: dict[str, Any] = {"label": known.get("label", name), "kind": known.get("kind", "")}
    spellings = {simplify(name), *(entry.forms if entry else ())} - {name}
    if entry:
        told |= {"kind": mention_types()[entry.type].folder, "pinyin": entry.said, "en": entry.meaning}
    elif known:
        told |= {"pinyin": known.get("pinyin", ""), "en": known.get("en", "")}
    if spellings:
        told["find"] = " ".join(sorted(spellings))
    if known:
        told["counts"] = _by_chapter(known["counts"])
    return {key: value for key, value in told.items() if value or key in ("label", "kind")}


def _by_chapter(counts: Mapping[str, int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for key, count in counts.items():
        found[key.partition("|")[0]] += count
    return dict(sorted(found.items()))
