"""What a page about a node says: its names, its text with what is named in it, where it is named, what points to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from yili_kg.errors import QueryError
from yili_kg.graph.explain import nth_place
from yili_kg.graph.iris import short, tail
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.guard import prepared
from yili_kg.serve.pool import Pool
from yili_kg.tables.layers import layers

__all__ = ["Description", "Terms", "describe"]

#: A term of a result in the JSON form of SPARQL: type, value, xml:lang, datatype.
Term = Mapping[str, str]
#: IRI → label.
Terms = Mapping[str, str]

_OUT = """SELECT DISTINCT ?p ?o ?label WHERE { BIND(<%s> AS ?n) ?n ?p ?o .
  OPTIONAL { ?o skos:prefLabel|rdfs:label ?label } } LIMIT 1500"""
_IN = "SELECT DISTINCT ?s ?p ?words WHERE { ?s ?p <%s> OPTIONAL { ?s nif:anchorOf ?words } } LIMIT 60"
_HOW_MANY = "SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p <%s> } GROUP BY ?p ORDER BY DESC(?n)"
_NAMED = """SELECT DISTINCT ?m ?surface ?s ?layer ?text WHERE { ?m its:taIdentRef <%s> ; yl:inSegment ?s ; nif:anchorOf ?surface .
  ?s crm:P190_has_symbolic_content ?text ; yl:layer ?layer } ORDER BY DESC(?layer = c:%s) ?s ?m LIMIT 40"""
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


async def describe(pool: Pool, iri: str) -> Description | None:
    """What the graph has on a node; None where it says nothing of it."""
    out = await _rows(pool, _OUT % iri)
    into, many = await asyncio.gather(_rows(pool, _IN % iri), _rows(pool, _HOW_MANY % iri))
    if not out and not into:
        return None
    found = Description(short(iri))
    _names(found, out)
    totals = {row["p"]["value"]: int(row["n"]["value"]) for row in many}
    for prop, total in totals.items():
        some = [(r["s"], r.get("words", {}).get("value", "")) for r in into if r["p"]["value"] == prop]
        found.incoming.append((prop, total, some))
    kinds = set(found.kinds)
    if "skos:Concept" in kinds:
        named, counts = await asyncio.gather(_rows(pool, _NAMED % (iri, layers().base[0])), _rows(pool, _COUNTS % iri))
        found.passages = [_passage(row) for row in named]
        _count(found, counts)
    elif "yl:Passage" in kinds:
        found.passages = [_passage(row) for row in await _rows(pool, _ON_PASSAGE % iri)]
    elif "yl:Segment" in kinds:
        found.pieces = _pieces(_content(found), await _rows(pool, _INSIDE % iri))
    return found


def _content(found: Description) -> str:
    """The text of a segment; empty where the graph does not have it."""
    content = PREFIXES["crm"] + "P190_has_symbolic_content"
    return next((o["value"] for p, values in found.statements if p["value"] == content for o in values), "")


#: What names a node, best first; what else is said of it in words; what is told of it first.
_NAMES = tuple(
    PREFIXES[p] + n for p, n in (("skos", "prefLabel"), ("rdfs", "label"), ("dcterms", "title"), ("nif", "anchorOf"))
)
_GLOSSES = tuple(PREFIXES[p] + n for p, n in (("skos", "scopeNote"), ("skos", "definition"), ("rdfs", "comment")))
_ALSO = PREFIXES["skos"] + "altLabel"
_KIND = PREFIXES["rdf"] + "type"
_FIRST = (_KIND, PREFIXES["skos"] + "prefLabel", _ALSO)

#: Property → its values, each once, under what makes it one: type, value, language.
_Said = dict[str, dict[tuple[str, str, str], Term]]


def _names(found: Description, out: list[dict[str, Term]]) -> None:
    """Titles, kinds and statements from what goes out of the node."""
    said: _Said = {}
    for row in out:
        term = row["o"]
        said.setdefault(row["p"]["value"], {})[term["type"], term["value"], _language(term)] = term
    found.labels = _labels(out)
    found.statements = [
        ({"type": "uri", "value": p}, [values[k] for k in sorted(values)])
        for p, values in sorted(said.items(), key=lambda item: _told_at(item[0]))
    ]
    found.kinds = [short(t["value"]) for t in _values(said, (_KIND,))]
    names = sorted(_values(said, _NAMES), key=lambda t: (_language(t) not in ("lzh", "zh"), _language(t) != ""))
    if names:
        found.title = names[0]["value"]
    english = [t["value"] for t in _values(said, _NAMES) if _language(t) == "en" and t["value"] != found.title]
    pinyin = [t["value"] for t in _values(said, (_ALSO,)) if "pinyin" in _language(t)]
    found.subtitle = " · ".join([*pinyin, *english])
    found.gloss = " ".join(t["value"] for t in _values(said, _GLOSSES))


def _values(said: _Said, properties: Iterable[str]) -> list[Term]:
    """The values of some properties, in the order of these."""
    return [term for name in properties for term in said.get(name, {}).values()]


def _language(term: Term) -> str:
    return term.get("xml:lang", "")


def _labels(out: Iterable[Mapping[str, Term]]) -> dict[str, str]:
    """The label of each node that is named; the English one where there are several."""
    labels: dict[str, str] = {}
    for row in out:
        term = row["o"]
        if "label" in row and (_language(row["label"]) == "en" or term["value"] not in labels):
            labels[term["value"]] = row["label"]["value"]
    return labels


def _told_at(name: str) -> tuple[int, str]:
    """Where a property stands among the statements: what a node is and is called first, then by name."""
    return (_FIRST.index(name) if name in _FIRST else len(_FIRST)), name


def _count(found: Description, rows: list[dict[str, Term]]) -> None:
    """A line a 篇, a column a layer."""
    lines: dict[str, tuple[str, dict[str, str]]] = {}
    named: set[str] = set()
    for row in rows:
        layer = tail(row["layer"]["value"])
        named.add(layer)
        lines.setdefault(row["chapter"]["value"], (row["name"]["value"], {}))[1][layer] = row["n"]["value"]
    found.layers = sorted(named, key=lambda name: (layers().order(name), name))
    found.counts = [(chapter, name, counts) for chapter, (name, counts) in lines.items()]


def _passage(row: Mapping[str, Term]) -> dict[str, object]:
    text = row["text"]["value"]
    pieces = [(text, "")]
    if "m" in row:
        at = nth_place(text, row["surface"]["value"], row["m"]["value"])
        end = at + len(row["surface"]["value"])
        if at >= 0:
            pieces = _trimmed(text[:at], text[at:end], text[end:], row["m"]["value"])
    return {"segment": row["s"], "layer": tail(row["layer"]["value"]), "pieces": pieces}


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
