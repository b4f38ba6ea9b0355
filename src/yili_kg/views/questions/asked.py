"""What can be asked: the named questions as the page lists them, and what may be put into their fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pyoxigraph as ox

from yili_kg.annotation.notes.ranks import load_ranks
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.queries import questions
from yili_kg.received.chapters import chapter_rows
from yili_kg.tables.layers import layers
from yili_kg.tables.traditions import traditions
from yili_kg.tables.types import mention_types
from yili_kg.views.sifted import Counted, Sifted

__all__ = ["MOST_SUGGESTED", "listed_questions", "suggestions", "terms_of"]

#: So many suggestions for a field, the most frequent.
MOST_SUGGESTED = 1500
_NAMED = """SELECT ?c ?label ?en ?pinyin ?scheme WHERE {
  ?c a skos:Concept ; skos:inScheme ?scheme ; skos:prefLabel ?label , ?en .
  FILTER(LANG(?label) = 'lzh' && LANG(?en) = 'en')
  OPTIONAL { ?c skos:altLabel ?pinyin . FILTER(LANG(?pinyin) = 'lzh-latn-pinyin') } }"""
_OCCURRENCES = "SELECT ?c (COUNT(?o) AS ?n) WHERE { ?o a yl:Occurrence ; yl:ofConcept ?c } GROUP BY ?c"
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


def suggestions(graph: Sifted) -> dict[str, list[list[str]]]:
    """For the name of a field what may stand in it: the words, then what is said beside them.

    All of it is what the graph has: its concepts, works with divisions, chapters, editions, speakers, acts.
    """
    store, counted = graph.store, graph.counted
    concepts = _concepts(store)
    chapters = [[row["chapter"], row["name"], row["en"]] for row in chapter_rows()]
    roles = [row[:3] for row in concepts if row[3] == "roles"]
    acts = _ranked(counted.named(store, S.act, T.pref_label))
    found: dict[str, list[list[str]]] = {
        "concept": [row[:3] for row in concepts],
        "agent": roles,
        "place": [row[:3] for row in concepts if row[3] == _PLACE],
        "work": _ranked(_cited(graph)),
        "chapter": chapters,
        "first": chapters,
        "second": chapters,
        "edition": _counted(store, _EDITIONS),
        "speaker": _ranked(counted.named(store, T.speaker, T.pref_label, "lzh")),
        "layer": [[row.layer, row.zh, row.en] for row in layers().rows],
        "act": acts,
        "next": acts,
        "tradition": [[name] for name in traditions()],
        "rank": [[rank.concept, rank.reason] for rank in load_ranks()],
        "aspect": _ranked(counted.words(N.aspect)),
        "word": _ranked(counted.named(store, N.source, T.label) + counted.words(N.base)),
        "facing": _ranked(counted.named(store, S.facing, T.pref_label, "lzh")),
        "passage": _ranked(_passages(counted)),
    }
    found["passage"].sort()
    return {name: rows[:MOST_SUGGESTED] for name, rows in found.items()}


_EDITIONS = """SELECT ?w (COUNT(*) AS ?n) WHERE { ?p a pplan:Plan ; yl:inRite ?c
  BIND(REPLACE(STR(?p), '^.*/rite[.][0-9]+[.]', '') AS ?w) } GROUP BY ?w"""


def _cited(graph: Sifted) -> Counter[str]:
    """What is cited, by how often: the division that is named, and the book of which it is a part."""
    found: Counter[str] = Counter()
    for text, number in graph.counted.values[T.cited].items():
        if isinstance(text, ox.NamedNode):
            books = {q.object for q in graph.store.quads_for_pattern(text, T.part_of, None, None)}
            for one in (text, *books):
                before, _, name = getattr(one, "value", "").partition(PREFIXES["r"])
                if name and not before:
                    found[name] += number
    return found


def _passages(counted: Counted) -> Counter[str]:
    found: Counter[str] = Counter()
    for passage, number in counted.values[T.passage].items():
        if name := getattr(passage, "value", "").partition("/seg/")[2]:
            found[name] += number
    return found


def _concepts(store: ox.Store) -> list[list[str]]:
    """Concepts that are named: label, pinyin, English, folder of the type; the most frequent first."""
    kinds = {row.folder for row in mention_types().values()}
    number = {row["c"]: int(row["n"]) for row in select(store, _OCCURRENCES)}
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for row in select(store, _NAMED):
        kind = row["scheme"].rpartition("/")[2]
        if kind in kinds and row["c"] in number:
            counts[row["label"], row.get("pinyin", ""), row["en"], kind] += number[row["c"]]
    return [list(row) for row, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def _counted(store: ox.Store, query: str) -> list[list[str]]:
    return _ranked({row["w"]: int(row["n"]) for row in select(store, query) if row.get("w")})


def _ranked(counts: Mapping[str, int]) -> list[list[str]]:
    """Words, the most frequent first."""
    return [[word] for word, _ in sorted(counts.items(), key=lambda r: (-r[1], r[0])) if word]


def terms_of(store: ox.Store) -> list[str]:
    """Names that a query may hold, with their prefixes: classes and properties of the ontology, what they hang on."""
    found = {row["t"] for query in (_TERMS, _USED) for row in select(store, query)}
    return sorted({name for iri in found if (name := _short(iri, PREFIXES))})


def _short(iri: str, prefixes: Mapping[str, str]) -> str:
    spaces: Iterable[tuple[str, str]] = prefixes.items()
    fits = [f"{p}:{iri[len(space) :]}" for p, space in spaces if iri.startswith(space) and len(iri) > len(space)]
    return fits[0] if fits and "/" not in fits[0] else ""
