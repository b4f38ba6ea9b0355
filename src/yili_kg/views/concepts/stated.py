"""What the graph states of concepts: what stands beside them, which authorities know them, their Turtle."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pyoxigraph as ox

from yili_kg.graph.iris import named
from yili_kg.graph.lift import word_iri
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES, node
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["Stated", "statements_of"]

#: So many neighbours of a concept are shown.
_NEIGHBOURS = 24
_PAIRS = "SELECT ?a ?b ?n WHERE { ?o a yl:CoOccurrence ; yl:ofConcept ?a ; yl:withConcept ?b ; yl:count ?n }"
#: How the IRIs of counts by 篇 and layer begin; those of pairs begin otherwise.
_COUNTED = str(named("occ."))[:-1]
#: A prefix with its colon, where a term may begin.
_PREFIXED = re.compile(r"(?:\A|[\n\t ]|\^\^)([a-z]+:)")
_MATCHES = {node("skos", name): name for name in ("exactMatch", "closeMatch", "broadMatch", "narrowMatch")}


class Stated:
    """The statements of a graph, by the IRI of a concept."""

    def __init__(self, store: ox.Store) -> None:
        self._store = store
        self._near: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for row in select(store, _PAIRS):
            number = int(row["n"])
            self._near[row["a"]].append((number, row["b"]))
            self._near[row["b"]].append((number, row["a"]))

    def neighbours(self, concept: str) -> list[tuple[str, int]]:
        """The IRIs of the concepts that are named with it in most segments of base text and note, and in how many."""
        near = sorted(self._near.get(word_iri(concept).value, ()), key=lambda pair: (-pair[0], pair[1]))
        return [(iri, number) for number, iri in near[:_NEIGHBOURS]]

    def about(self, concept: str) -> list[ox.Quad]:
        """What is stated of a concept, and how often it is named where."""
        iri = word_iri(concept)
        found = list(self._store.quads_for_pattern(iri, None, None, None))
        for quad in self._store.quads_for_pattern(None, T.of_concept, iri, None):
            if str(quad.subject).startswith(_COUNTED):
                found += self._store.quads_for_pattern(quad.subject, None, None, None)
        return found


def statements_of(quads: list[ox.Quad]) -> tuple[str, list[tuple[str, str]]]:
    """Some statements as Turtle with the prefixes that it needs; and how and as what authorities know the first subject."""
    triples = sorted({quad.triple for quad in quads}, key=str)
    matches = [
        (_MATCHES[t.predicate], t.object.value)
        for t in triples
        if t.predicate in _MATCHES and isinstance(t.object, ox.NamedNode)
    ]
    return _turtle(triples), matches


def _turtle(triples: list[ox.Triple]) -> str:
    if not triples:
        return ""
    told = ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES)
    head: list[str] = []
    body: list[str] = []
    for line in (told or b"").decode("utf-8").splitlines():
        (head if line.startswith("@prefix ") else body).append(line)
    words = "\n".join(body)
    return "\n".join([*_used(head, words), words])


def _used(head: list[str], words: str) -> Iterator[str]:
    """The declarations of prefixes that occur."""
    there = set(_PREFIXED.findall(words))
    for line in head:
        if line.split(maxsplit=2)[1] in there:
            yield line
