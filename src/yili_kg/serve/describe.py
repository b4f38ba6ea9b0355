"""What a page about a node says: its names, its text with what is named in it, where it is named, what points to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from yili_kg.errors import QueryError
from yili_kg.graph.explain import nth_place
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.guard import prepared
from yili_kg.serve.pool import Pool

__all__ = ["Description", "Terms", "describe", "shortened"]

#: A term of a result in the JSON form of SPARQL: type, value, xml:lang, datatype.
Term = Mapping[str, str]
#: IRI → label.
Terms = Mapping[str, str]

_OUT = """SELECT DISTINCT ?p ?o ?label WHERE { BIND(<%s> AS ?n) ?n ?p ?o .
  OPTIONAL { ?o skos:prefLabel|rdfs:label ?label } } LIMIT 1500"""
_IN = "SELECT DISTINCT ?s ?p ?words WHERE { ?s ?p <%s> OPTIONAL { ?s nif:anchorOf ?words } } LIMIT 60"
_HOW_MANY = "SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p <%s> } GROUP BY ?p ORDER BY DESC(?n)"
_NAMED = """SELECT DISTINCT ?m ?surface ?s ?layer ?text WHERE { ?m its:taIdentRef <%s> ; yl:inSegment ?s ; nif:anchorOf ?surface .
  ?s crm:P190_has_symbolic_content ?text ; yl:layer ?layer } ORDER BY DESC(?layer = c:經) ?s ?m LIMIT 40"""
_COUNTS = """SELECT DISTINCT ?chapter ?name ?layer ?n WHERE { ?o a yl:Occurrence ; yl:ofConcept <%s> ; yl:layer ?layer ; yl:count ?n ;
  yl:chapter ?chapter . ?chapter rdfs:label ?name . FILTER(LANG(?name) = "lzh") } ORDER BY ?chapter ?layer"""
_ON_PASSAGE = """SELECT DISTINCT ?s ?layer ?text WHERE { ?s yl:passage <%s> ; yl:layer ?layer ; yl:order ?n ;
  crm:P190_has_symbolic_content ?text } ORDER BY ?n ?s LIMIT 200"""
_INSIDE = """SELECT DISTINCT ?m ?surface ?c WHERE { ?m yl:inSegment <%s> ; nif:anchorOf ?surface ; its:taIdentRef ?c } LIMIT 2000"""


@dataclass(slots=True)
class Description:
    """What a page shows. `pieces` is a text as (words, IRI of the concept that they name or empty), `counts` a line for
    each 篇: its IRI, its name, layer → how often.
    """

    title: str
    subtitle: str = ""
    gloss: str = ""
    kinds: list[str] = field(default_factory=list)
    statements: list[tuple[Term, list[Term]]] = field(default_factory=list)
    labels: Terms = field(default_factory=dict)
    pieces: list[tuple[str, str]] = field(default_factory=list)
    passages: list[dict[str, object]] = field(default_factory=list)
    counts: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    layers: list[str] = field(default_factory=list)
    incoming: list[tuple[str, int, list[tuple[Term, str]]]] = field(default_factory=list)


def shortened(iri: str) -> str:
    """`c:觶` for an IRI under a known prefix, else the IRI."""
    for prefix, start in PREFIXES.items():
        if iri.startswith(start) and len(iri) > len(start):
            return f"{prefix}:{iri[len(start) :]}"
    return iri


async def describe(pool: Pool, iri: str) -> Description | None:
    """What the graph has on a node; None where it says nothing of it."""
    out = await _rows(pool, _OUT % iri)
    into, many = await asyncio.gather(_rows(pool, _IN % iri), _rows(pool, _HOW_MANY % iri))
    if not out and not into:
        return None
    found = Description(shortened(iri))
    _names(found, out, iri)
    totals = {row["p"]["value"]: int(row["n"]["value"]) for row in many}
    for prop, total in totals.items():
        some = [(r["s"], r.get("words", {}).get("value", "")) for r in into if r["p"]["value"] == prop]
        found.incoming.append((prop, total, some))
    kinds = set(found.kinds)
    if "skos:Concept" in kinds:
        named, counts = await asyncio.gather(_rows(pool, _NAMED % iri), _rows(pool, _COUNTS % iri))
        found.passages = [_passage(row) for row in named]
        _count(found, counts)
    elif "yl:Passage" in kinds:
        found.passages = [_passage(row) for row in await _rows(pool, _ON_PASSAGE % iri)]
    elif "yl:Segment" in kinds:
        text = next(
            (
                o["value"]
                for p, os in found.statements
                if p["value"] == PREFIXES["crm"] + "P190_has_symbolic_content"
                for o in os
            ),
            "",
        )
        found.pieces = _pieces(text, await _rows(pool, _INSIDE % iri))
    return found


def _names(found: Description, out: list[dict[str, Term]], iri: str) -> None:
    """Titles, kinds and statements from what goes out of the node."""
    grouped: dict[str, dict[tuple[str, str, str], Term]] = {}
    labels: dict[str, str] = {}
    for row in out:
        term = row["o"]
        grouped.setdefault(row["p"]["value"], {})[term["type"], term["value"], term.get("xml:lang", "")] = term
        if "label" in row and (row["label"].get("xml:lang") == "en" or term["value"] not in labels):
            labels[term["value"]] = row["label"]["value"]
    rank = {PREFIXES["rdf"] + "type": 0, PREFIXES["skos"] + "prefLabel": 1, PREFIXES["skos"] + "altLabel": 2}
    found.labels = labels
    found.statements = [
        ({"type": "uri", "value": p}, [terms[k] for k in sorted(terms)])
        for p, terms in sorted(grouped.items(), key=lambda item: (rank.get(item[0], 9), item[0]))
    ]
    found.kinds = [shortened(t["value"]) for t in grouped.get(PREFIXES["rdf"] + "type", {}).values()]
    names = [
        t
        for prop in (
            PREFIXES["skos"] + "prefLabel",
            PREFIXES["rdfs"] + "label",
            PREFIXES["dcterms"] + "title",
            PREFIXES["nif"] + "anchorOf",
        )
        for t in grouped.get(prop, {}).values()
    ]
    chosen = sorted(names, key=lambda t: (t.get("xml:lang", "") not in ("lzh", "zh"), t.get("xml:lang", "") != ""))
    if chosen:
        found.title = chosen[0]["value"]
    english = [t["value"] for t in names if t.get("xml:lang") == "en" and t["value"] != found.title]
    pinyin = [
        t["value"] for t in grouped.get(PREFIXES["skos"] + "altLabel", {}).values() if "pinyin" in t.get("xml:lang", "")
    ]
    found.subtitle = " · ".join([*pinyin, *english])
    notes = [t["value"] for p in ("scopeNote", "definition") for t in grouped.get(PREFIXES["skos"] + p, {}).values()]
    notes += [t["value"] for t in grouped.get(PREFIXES["rdfs"] + "comment", {}).values()]
    found.gloss = " ".join(notes)


def _count(found: Description, rows: list[dict[str, Term]]) -> None:
    """A line a 篇, a column a layer."""
    lines: dict[str, tuple[str, dict[str, str]]] = {}
    layers: dict[str, None] = {}
    for row in rows:
        layer = row["layer"]["value"].rpartition("/")[2]
        layers[layer] = None
        lines.setdefault(row["chapter"]["value"], (row["name"]["value"], {}))[1][layer] = row["n"]["value"]
    order = ["經", "記", "注", "疏", "音義", "述註"]
    found.layers = sorted(layers, key=lambda name: (order.index(name) if name in order else len(order), name))
    found.counts = [(chapter, name, counts) for chapter, (name, counts) in lines.items()]


def _passage(row: Mapping[str, Term]) -> dict[str, object]:
    text = row["text"]["value"]
    pieces = [(text, "")]
    if "m" in row:
        at = nth_place(text, row["surface"]["value"], row["m"]["value"])
        end = at + len(row["surface"]["value"])
        if at >= 0:
            pieces = _trimmed(text[:at], text[at:end], text[end:], row["m"]["value"])
    return {"segment": row["s"], "layer": row["layer"]["value"].rpartition("/")[2], "pieces": pieces}


def _trimmed(before: str, words: str, after: str, iri: str, *, room: int = 60) -> list[tuple[str, str]]:
    head = before if len(before) <= room else "…" + before[-room:]
    tail = after if len(after) <= room else after[:room] + "…"
    return [(head, ""), (words, iri), (tail, "")]


def _pieces(text: str, mentions: list[dict[str, Term]]) -> list[tuple[str, str]]:
    """The text cut where concepts are named; of two that overlap the first stands."""
    spans = []
    for row in mentions:
        surface = row["surface"]["value"]
        at = nth_place(text, surface, row["m"]["value"])
        if at >= 0:
            spans.append((at, at + len(surface), row["c"]["value"]))
    pieces: list[tuple[str, str]] = []
    last = 0
    for start, end, concept in sorted(spans):
        if start >= last:
            pieces += [(text[last:start], ""), (text[start:end], concept)]
            last = end
    return [p for p in [*pieces, (text[last:], "")] if p[0]]


async def _rows(pool: Pool, query: str) -> list[dict[str, Term]]:
    answered = await pool.ask({"query": prepared(query), "union-default-graph": ""}, "application/sparql-results+json")
    if answered.status != 200:
        raise QueryError(f"the page cannot be made: {answered.body.decode('utf-8', 'replace')[:300]}")
    rows: list[dict[str, Term]] = json.loads(answered.body)["results"]["bindings"]
    return rows
