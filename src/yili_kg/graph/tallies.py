"""Whether the counts of a graph are those of what is in it: of concepts, of rules, of its named graphs and of its card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import pyoxigraph as ox

from yili_kg.graph.iris import short, tail
from yili_kg.graph.places import InStore
from yili_kg.graph.store import select
from yili_kg.graph.table import Table, Tables
from yili_kg.graph.uses import Fault
from yili_kg.graph.vocabulary import BASE, PREFIXES, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.tables.kinds import kinds
from yili_kg.tables.layers import layers

__all__ = ["counted_otherwise", "miscounted"]

_UNSURE = PREFIXES["g"] + "unsure/"
#: A pair of concepts named together in fewer segments is not counted (graph/summary.py).
_LEAST = 3
_PAIR = 2
_SUMS = "SELECT ?s ?p ?o { GRAPH g:summary { ?s ?p ?o } }"


def miscounted(store: ox.Store, counts: Mapping[str, int]) -> Iterator[Fault]:
    """Counts in a store that are not what there is; `counts` are those that a manifest tells, empty where there is none."""
    mentions = _mentions(store)
    if mentions:  # a Turtle has the counts without most of what is counted, and no named graphs
        yield from _summary(store, mentions)
    yield from _graphs(store)
    yield from _card(store, counts)


class _Mention(NamedTuple):
    """A mention of a named graph that is not doubtful: its concept, its rule, its segment, and the segment's layer and chapter (or empty)."""

    iri: str
    concept: str
    rule: str
    segment: str
    layer: str
    chapter: str


def _mentions(store: ox.Store) -> list[_Mention]:
    said = InStore(store)
    rules, homes = said.values_of(T.rule), said.values_of(T.in_segment)
    layer, chapter = said.values_of(T.layer), said.values_of(T.chapter)
    found: list[_Mention] = []
    for quad in store.quads_for_pattern(None, T.ident, None, None):
        graph = getattr(quad.graph_name, "value", "")
        if graph and not graph.startswith(_UNSURE):
            iri, concept = getattr(quad.subject, "value", ""), getattr(quad.object, "value", "")
            home = homes.get(iri, "")
            found.append(_Mention(iri, concept, rules.get(iri, ""), home, layer.get(home, ""), chapter.get(home, "")))
    return found


def _summary(store: ox.Store, mentions: list[_Mention]) -> Iterator[Fault]:
    told: dict[str, dict[str, str]] = {}
    for row in select(store, _SUMS):
        told.setdefault(row["s"], {})[tail(row["p"])] = row["o"]
    there = _counted(mentions)
    rested = {(m.iri, m.rule) for m in mentions}
    seen: set[tuple[str, ...]] = set()
    for subject, said in sorted(told.items()):
        key = _key(said)
        if "firstMention" in said and (said["firstMention"], *key) not in rested:
            yield Fault("wrong-count", subject, "its first mention does not rest on its rule")
        if key in seen:
            yield Fault("wrong-count", subject, "counts what another counts")
        seen.add(key)
        if said.get("count") != str(there[key]):
            yield Fault("wrong-count", subject, f"says {said.get('count')}, there are {there[key]}")
    for key in sorted(k for k, n in there.items() if k not in seen and (len(k) != _PAIR or n >= _LEAST)):
        yield Fault("wrong-count", key[0], f"nothing counts it ({', '.join(short(k) for k in key if k)})")


def _key(said: Mapping[str, str]) -> tuple[str, ...]:
    """What a node of the summary counts: a concept in a chapter and layer, two concepts, or a rule."""
    match tail(said.get("type", "")):
        case "Occurrence":
            return said.get("ofConcept", ""), said.get("chapter", ""), said.get("layer", "")
        case "CoOccurrence":
            return tuple(sorted((said.get("ofConcept", ""), said.get("withConcept", ""))))
    return (said.get("rule", ""),)


def _counted(mentions: list[_Mention]) -> Counter[tuple[str, ...]]:
    """How many mentions there are of what the summary counts, by the same keys."""
    counts: Counter[tuple[str, ...]] = Counter((m.concept, m.chapter, m.layer) for m in mentions)
    counts.update((m.rule,) for m in mentions)
    near = {node("c", layer).value for layer in (*layers().base, *layers().notes)}
    inside: dict[str, set[str]] = {}
    for mention in mentions:
        if mention.layer in near:
            inside.setdefault(mention.segment, set()).add(mention.concept)
    for concepts in inside.values():
        counts.update(combinations(sorted(concepts), _PAIR))
    return counts


def _graphs(store: ox.Store) -> Iterator[Fault]:
    """Named graphs that hold more or less than the card of the data set says."""
    rows = select(store, "SELECT ?s ?n { GRAPH g:dataset { ?w void:subset ?s . ?s void:triples ?n } }")
    told = {row["s"]: row["n"] for row in rows}
    there = {g.value for g in store.named_graphs() if isinstance(g, ox.NamedNode)}
    if not told:
        return
    for graph in sorted(there | told.keys()):
        if graph == PREFIXES["g"] + "dataset" or (graph.startswith(_UNSURE) and graph not in there):
            continue  # doubtful statements are in a store only where they are asked for
        number = sum(1 for _ in store.quads_for_pattern(None, None, None, ox.NamedNode(graph)))
        if told.get(graph) != str(number):
            yield Fault("wrong-count", graph, f"the card of the data set says {told.get(graph)}, there are {number}")
    whole = select(store, f"SELECT ?n {{ GRAPH g:dataset {{ <{BASE}dataset> void:triples ?n }} }}")
    if [r["n"] for r in whole] != [str(sum(int(n) for n in told.values() if n.isdecimal()))]:
        yield Fault("wrong-count", BASE + "dataset", "its statements are not the sum of those of its parts")


def _card(store: ox.Store, counts: Mapping[str, int]) -> Iterator[Fault]:
    """What is said of how much there is of what, on the card of the data set and in a manifest."""
    there = _there(store)
    yield from _otherwise(there, counts)
    measures = select(
        store, "SELECT ?m ?n ?v { GRAPH g:dataset { ?m a schema:PropertyValue ; schema:name ?n ; schema:value ?v } }"
    )
    for row in measures:
        if row["n"] in there and row["v"] != str(there[row["n"]]):
            yield Fault("wrong-count", row["m"], f"says {row['v']} {row['n']}, there are {there[row['n']]}")


def counted_otherwise(sure: Table, counts: Mapping[str, int]) -> Iterator[Fault]:
    """Numbers told of a source that are not those of its statements, the doubtful left out."""
    classes = _counted_classes()
    there = dict.fromkeys(classes.values(), 0)
    for cls, number in Counter(cls for _, cls in sure.types()).items():
        if (name := cls[1:-1].decode()) in classes:
            there[classes[name]] += number
    points = Tables(sure).all_of(node("yl", "codePoints"))
    return _otherwise({**there, "code points": sum(int(n) for some in points.values() for n in some)}, counts)


def _otherwise(there: Mapping[str, int], counts: Mapping[str, int]) -> Iterator[Fault]:
    """Numbers of a manifest, or told of a source, that are not those of what is there."""
    for name, number in sorted(counts.items()):
        if name in there and number != there[name]:
            what = f"{BASE}dataset/{name.replace(' ', '-')}"
            yield Fault("wrong-count", what, f"{number} {name} are told, there are {there[name]}")


def _counted_classes() -> dict[str, str]:
    """Class (its IRI) → by which name its things are counted."""
    classes = {node(*k.class_.split(":")).value: k.counted for k in kinds() if k.class_ and "{" not in k.counted}
    classes |= {node("yl", "Source").value: "sources", node("yl", "Segment").value: "segments"}
    classes |= {node("yl", "Quotation").value: "quotations"}
    return classes | {
        node("yl", "UnreadClause").value: "unread clauses",
        node("yl", "UnreadFormula").value: "unread formulas",
    }


def _there(store: ox.Store) -> dict[str, int]:
    """What is counted → how many of it a store has, the doubtful left out."""
    classes = _counted_classes()
    found = dict.fromkeys(classes.values(), 0)
    for row in select(
        store,
        f"SELECT ?c (COUNT(?s) AS ?n) {{ VALUES ?c {{ {' '.join(f'<{c}>' for c in classes)} }} GRAPH ?g {{ ?s a ?c }} "
        f'FILTER(!STRSTARTS(STR(?g), "{_UNSURE}")) }} GROUP BY ?c',
    ):
        found[classes[row["c"]]] += int(row["n"])
    points = select(store, "SELECT (SUM(?n) AS ?sum) { ?s yl:codePoints ?n }")
    return {**found, "code points": int(points[0].get("sum", "0"))}
