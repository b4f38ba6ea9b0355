"""What can be asked: the named questions as the page lists them, and what may be put into their fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pyoxigraph as ox

from yili_kg.annotation.notes.norms import load_ranks
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries import questions
from yili_kg.received.chapters import chapter_rows
from yili_kg.tables.layers import layers
from yili_kg.tables.traditions import traditions
from yili_kg.tables.types import mention_types

__all__ = ["MOST_SUGGESTED", "listed_questions", "suggestions", "terms_of"]

#: So many suggestions for a field, the most frequent.
MOST_SUGGESTED = 1500
_NAMED = """SELECT ?label ?en ?pinyin ?scheme WHERE {
  ?c a skos:Concept ; skos:inScheme ?scheme ; skos:prefLabel ?label , ?en . ?o a yl:Occurrence ; yl:ofConcept ?c .
  FILTER(LANG(?label) = 'lzh' && LANG(?en) = 'en')
  OPTIONAL { ?c skos:altLabel ?pinyin . FILTER(LANG(?pinyin) = 'lzh-latn-pinyin') } }"""
_TERMS = "SELECT DISTINCT ?t WHERE { GRAPH g:ontology { ?t rdfs:label ?any } } ORDER BY ?t"
_USED = "SELECT DISTINCT ?t WHERE { { GRAPH g:ontology { ?s rdfs:domain ?t } } UNION { GRAPH g:ontology { ?s rdfs:subPropertyOf ?t } } UNION { GRAPH g:ontology { ?s rdfs:subClassOf ?t } } } ORDER BY ?t"
_PLACE = "places"


def listed_questions() -> list[dict[str, Any]]:
    """The named questions with title, what they tell, fields, text; `single` where single mentions are wanted."""
    return [
        {
            "name": q.name,
            "title": q.title.split(" / ", 1) if " / " in q.title else [q.title, q.title],
            "tells": q.tells,
            "params": [list(p) for p in q.params],
            "text": q.text,
            "single": q.needs == "mentions",
        }
        for q in questions().values()
    ]


def suggestions(store: ox.Store) -> dict[str, list[list[str]]]:
    """For the name of a field what may stand in it: the words, then what is said beside them.

    All of it is what the graph has: its concepts, works with divisions, chapters, editions, speakers, acts.
    """
    concepts = _concepts(store)
    chapters = [[row["chapter"], row["name"], row["en"]] for row in chapter_rows()]
    roles = [row[:3] for row in concepts if row[3] == "roles"]
    acts = _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { ?s yl:act/skos:prefLabel ?w } GROUP BY ?w")
    found: dict[str, list[list[str]]] = {
        "concept": [row[:3] for row in concepts],
        "agent": roles,
        "place": [row[:3] for row in concepts if row[3] == _PLACE],
        "work": _counted(store, _CITED),
        "chapter": chapters,
        "first": chapters,
        "second": chapters,
        "edition": _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { ?p a pplan:Plan ; yl:inRite ?c BIND(REPLACE(STR(?p), '^.*/rite[.][0-9]+[.]', '') AS ?w) } GROUP BY ?w"),
        "speaker": _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { ?s yl:speaker/skos:prefLabel ?w FILTER(LANG(?w) = 'lzh') } GROUP BY ?w"),
        "layer": [[row.layer, row.zh, row.en] for row in layers().rows],
        "act": acts,
        "next": acts,
        "tradition": [[name] for name in traditions()],
        "rank": [[rank.concept, rank.reason] for rank in load_ranks()],
        "aspect": _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { ?s a yl:Norm ; yl:aspect ?w } GROUP BY ?w"),
        "word": _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { { ?g vartrans:source/rdfs:label ?w } UNION { ?v a yl:VariantReading ; yl:base ?w } } GROUP BY ?w"),
        "facing": _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { ?s yl:facing/skos:prefLabel ?w FILTER(LANG(?w) = 'lzh') } GROUP BY ?w"),
        "passage": _counted(store, "SELECT ?w (COUNT(*) AS ?n) WHERE { ?s yl:passage ?p BIND(STRAFTER(STR(?p), '/seg/') AS ?w) } GROUP BY ?w"),
    }  # fmt: skip
    found["passage"].sort()
    return {name: rows[:MOST_SUGGESTED] for name, rows in found.items()}


_CITED = """SELECT ?w (COUNT(*) AS ?n) WHERE {
  { ?c cito:hasCitedEntity ?t } UNION { ?c cito:hasCitedEntity/dcterms:isPartOf ?t }
  BIND(STRAFTER(STR(?t), STR(r:)) AS ?w) FILTER(?w != "") } GROUP BY ?w"""


def _concepts(store: ox.Store) -> list[list[str]]:
    """Concepts that are named: label, pinyin, English, folder of the type; the most frequent first."""
    kinds = {row.folder for row in mention_types().values()}
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for row in select(store, _NAMED):
        kind = row["scheme"].rpartition("/")[2]
        if kind in kinds:
            counts[row["label"], row.get("pinyin", ""), row["en"], kind] += 1
    return [list(row) for row, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def _counted(store: ox.Store, query: str) -> list[list[str]]:
    rows = [(row["w"], int(row["n"])) for row in select(store, query) if row.get("w")]
    return [[word] for word, _ in sorted(rows, key=lambda r: (-r[1], r[0]))]


def terms_of(store: ox.Store) -> list[str]:
    """Names that a query may hold, with their prefixes: classes and properties of the ontology, what they hang on."""
    found = {row["t"] for query in (_TERMS, _USED) for row in select(store, query)}
    return sorted({name for iri in found if (name := _short(iri, PREFIXES))})


def _short(iri: str, prefixes: Mapping[str, str]) -> str:
    spaces: Iterable[tuple[str, str]] = prefixes.items()
    fits = [f"{p}:{iri[len(space) :]}" for p, space in spaces if iri.startswith(space) and len(iri) > len(space)]
    return fits[0] if fits and "/" not in fits[0] else ""
