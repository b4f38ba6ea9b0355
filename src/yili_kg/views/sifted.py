"""What the pages ask of a graph, taken out of it in one pass, so that they need no store of all of it.

In a store come what is known and what the sources add up to, and what is said of concepts wherever it is said: this grows
with the words there are, not with the texts. Of the rest it is only counted how often what is named (`Counted`), for the
fields of the page of questions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import pyoxigraph as ox

from yili_kg.graph.bodies import head
from yili_kg.graph.iris import graph_iri
from yili_kg.graph.store import load
from yili_kg.graph.vocabulary import BASE
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.written import Row, Stretch, Tally, lines_with, parsed, stretches, token, valued
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
#: What is counted: how often a property has a value.
_COUNTED = (S.act, S.facing, T.speaker, T.passage, T.cited, N.aspect, N.source, N.base)
#: What else is kept: of which book a text is a part, which rites there are and in which chapter.
_KEPT = frozenset(map(token, (T.part_of, T.in_rite)))
_A, _LABEL, _PLAN = b"a", token(T.label), token(S.plan_class)
#: All that is said of a concept; behind it the lines with what else is kept.
_OF_CONCEPTS = rb"\n\t(?:%s)[^\n]*(?:\n\t\t[^\n]*)*" % b"|".join(map(re.escape, _CONCEPT))
_LINES = lines_with(properties=sorted({*_KEPT, _LABEL}), classes=[_PLAN])
_SOUGHT = re.compile(b"|".join((_OF_CONCEPTS, _LINES)))
#: The same in lines that go on with what is said of a concept.
_SOUGHT_ON = re.compile(b"|".join((rb"\A(?:\n\t\t[^\n]*)+", _OF_CONCEPTS, _LINES)))
_BEGINS = tuple(b"\n\t" + begin for begin in _CONCEPT)


def store_of(trig: Path, names: Collection[str]) -> ox.Store:
    """Some named graphs of a build (`summary`), each whole. Raises OSError, SyntaxError."""
    wanted = {token(graph_iri(name)) for name in names}
    store = ox.Store()
    for graph, found in groupby(stretches(trig, wanted), key=lambda stretch: stretch.graph):
        lines = (stretch.text[1:] for stretch in found)
        load(store, b"".join((head(), graph, b" {\n", *lines, b"}\n")), ox.RdfFormat.TRIG)
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
    wholes = frozenset(map(token, _WHOLE))
    asked: dict[bytes, dict[bytes, int]] = {token(prop): {} for prop in found.counted.values}
    wanted = valued([_A, *asked])
    for stretch in stretches(trig):
        tally = stretch.tally(wanted)
        found.terms.tell(stretch, tally)
        if stretch.graph.startswith(_DOUBTFUL):
            continue
        for prop, counts in asked.items():
            for value, number in tally.values.get(prop, {}).items():
                counts[value] = counts.get(value, 0) + number
        if stretch.graph in wholes:
            load(found.store, b"".join((head(), stretch.graph, b" {\n", stretch.body(), b"}\n")), ox.RdfFormat.TRIG)
        elif some := list(_sought(stretch, tally)):
            found.store.bulk_extend(parsed(some))
    for named, counter in found.counted.values.items():
        counts = asked[token(named)]
        said = parsed((b"g:x", b"r:x", token(named), value) for value in counts)
        counter.update({quad.object: n for quad, n in zip(said, counts.values(), strict=True)})
    return found


def _sought(stretch: Stretch, tally: Tally) -> Iterator[Row]:
    """The statements of a source that come into the store."""
    goes_on = stretch.subject.startswith(_CONCEPT)
    named = _KEPT & tally.properties.keys() or _LABEL in tally.properties or _PLAN in tally.values.get(_A, {})
    if not (goes_on or named or any(begin in stretch.text for begin in _BEGINS)):
        return
    for row in stretch.rows(_SOUGHT_ON if goes_on else _SOUGHT):
        if row[1].startswith(_CONCEPT) or _is_kept(row):
            yield row


def _is_kept(row: Row) -> bool:
    """Whether a statement of a source is one that is needed to name what is counted."""
    _, subject, predicate, value = row
    if predicate == _A:
        return value == _PLAN
    return predicate in _KEPT or (predicate == _LABEL and subject.startswith(_WORD))
