"""What the pages ask of a graph, taken out of it in one pass, so that they need no store of all of it.

In a store come what is known and what the sources add up to, and what is said of concepts wherever it is said: this grows
with the words there are, not with the texts. Of the rest it is only counted how often what is named (`Counted`), for the
fields of the page of questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path

import pyoxigraph as ox

from yili_kg.graph.bodies import head
from yili_kg.graph.iris import graph_iri
from yili_kg.graph.vocabulary import BASE
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.written import Row, parsed, pieces, rows, token
from yili_kg.views.ontology_page import Told

__all__ = ["Counted", "Sifted", "sifted", "store_of"]

#: The named graphs that are taken whole.
_WHOLE = frozenset(
    graph_iri(name) for name in ("ontology", "concepts", "authorities", "prov", "text/received", "summary")
)
#: How, as they are written, the IRIs of concepts begin, those of words, whose names are wanted, and of doubtful graphs.
_CONCEPT = b"c:", f"<{BASE}concept/".encode()
_WORD = b"r:lex.", f"<{BASE}id/lex.".encode()
_DOUBTFUL = rb"g:unsure\/", f"<{BASE}graph/unsure/".encode()
#: So many statements are put into the store at once.
_PIECE = 100_000
#: What is counted: how often a property has a value.
_COUNTED = (S.act, S.facing, T.speaker, T.passage, T.cited, N.aspect, N.source, N.base)
#: What else is kept: of which book a text is a part, which rites there are and in which chapter.
_KEPT = frozenset(map(token, (T.part_of, T.in_rite)))
_A, _LABEL, _PLAN = b"a", token(T.label), token(S.plan_class)


def store_of(trig: Path, names: Collection[str]) -> ox.Store:
    """Some named graphs of a build (`summary`), each whole. Raises OSError, SyntaxError."""
    wanted = {token(graph_iri(name)) for name in names}
    store = ox.Store()
    for graph, found in groupby(pieces(trig), key=itemgetter(0)):
        if graph in wanted:
            lines = chain.from_iterable(piece for _, piece in found)
            store.bulk_load(b"".join((head(), graph, b" {\n", *lines, b"}\n")), format=ox.RdfFormat.TRIG)
    return store


@dataclass(slots=True)
class Counted:
    """Property → value → how many statements have it."""

    values: dict[ox.NamedNode, Counter[object]] = field(default_factory=lambda: {p: Counter() for p in _COUNTED})

    def named(self, store: ox.Store, prop: ox.NamedNode, called: ox.NamedNode, language: str = "") -> Counter[str]:
        """The names (in a language, if one is told) of the values of a property, by how often they stand there."""
        found: Counter[str] = Counter()
        for thing, number in self.values[prop].items():
            if isinstance(thing, ox.NamedNode):
                names = {q.object for q in store.quads_for_pattern(thing, called, None, None)}
                found.update(
                    {n.value: number for n in names if isinstance(n, ox.Literal) and language in ("", n.language)}
                )
        return found

    def words(self, prop: ox.NamedNode) -> Counter[str]:
        """The values of a property that are words, by how often they stand there."""
        found: Counter[str] = Counter()
        for word, number in self.values[prop].items():
            if isinstance(word, ox.Literal):
                found[word.value] += number
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """The store, what was counted, and what was told of the terms of the ontology."""

    store: ox.Store
    counted: Counted
    terms: Told


def sifted(trig: Path) -> Sifted:
    """What the pages ask of the graph of a build, without what is doubtful. Raises OSError, SyntaxError."""
    found = Sifted(store=ox.Store(), counted=Counted(), terms=Told())
    counters = {token(prop): counter for prop, counter in found.counted.values.items()}
    held: list[Row] = []
    for row in _wanted(rows(trig), counters, found.terms):
        held.append(row)
        if len(held) == _PIECE:
            found.store.bulk_extend(parsed(held))
            held.clear()
    found.store.bulk_extend(parsed(held))
    return found


def _wanted(every: Iterable[Row], counters: Mapping[bytes, Counter[object]], terms: Told) -> Iterator[Row]:
    """The statements that come into the store; the others are counted."""
    wholes = frozenset(map(token, _WHOLE))
    tell = terms.tell
    graph = before = b""
    whole = doubtful = concept = False
    counted: dict[bytes, dict[bytes, int]] = {prop: {} for prop in counters}
    for row in every:
        tell(row)
        here, subject, predicate, value = row
        if here != graph:
            graph = here
            whole, doubtful = graph in wholes, graph.startswith(_DOUBTFUL)
        if doubtful:
            continue
        if predicate in counted:
            counts = counted[predicate]
            counts[value] = counts.get(value, 0) + 1
        if subject != before:
            before, concept = subject, subject.startswith(_CONCEPT)
        if whole or concept or _is_kept(row):
            yield row
    for predicate, counts in counted.items():
        said = parsed((b"g:x", b"r:x", predicate, value) for value in counts)
        counters[predicate].update({quad.object: n for quad, n in zip(said, counts.values(), strict=True)})


def _is_kept(row: Row) -> bool:
    """Whether a statement of a source is one that is needed to name what is counted."""
    _, subject, predicate, value = row
    if predicate == _A:
        return value == _PLAN
    return predicate in _KEPT or (predicate == _LABEL and subject.startswith(_WORD))
