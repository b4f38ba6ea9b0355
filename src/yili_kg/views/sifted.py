"""What the pages ask of a graph, taken out of it in one pass, so that they need no store of all of it.

In a store come what is known and what the sources add up to, and what is said of concepts wherever it is said: this grows
with the words there are, not with the texts. Of the rest it is only counted how often what is named (`Counted`), for the
fields of the page of questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

from yili_kg.graph.iris import graph_iri
from yili_kg.graph.store import is_doubtful
from yili_kg.graph.vocabulary import BASE
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["Counted", "Sifted", "sifted"]

#: The named graphs that are taken whole.
_WHOLE = frozenset(
    graph_iri(name) for name in ("ontology", "concepts", "authorities", "prov", "text/received", "summary")
)
_CONCEPT = f"{BASE}concept/"
#: How the IRIs of words begin whose names are wanted.
_WORD = f"{BASE}id/lex."
#: So many statements are put into the store at once.
_PIECE = 100_000
#: What is counted: how often a property has a value.
_COUNTED = (S.act, S.facing, T.speaker, T.passage, T.cited, N.aspect, N.source, N.base)
#: What else is kept: of which book a text is a part, which rites there are and in which chapter.
_KEPT = (T.part_of, T.in_rite)


@dataclass(slots=True)
class Counted:
    """Property → value → how many statements have it."""

    values: dict[object, Counter[object]] = field(default_factory=lambda: {p: Counter() for p in _COUNTED})

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
    """The store, and what was counted."""

    store: ox.Store
    counted: Counted


def sifted(trig: Path) -> Sifted:
    """What the pages ask of the graph of a build, without what is doubtful. Raises OSError, SyntaxError."""
    found = Sifted(store=ox.Store(), counted=Counted())
    held: list[ox.Quad] = []
    for quad in _wanted(ox.parse(path=str(trig), format=ox.RdfFormat.TRIG), found.counted):
        held.append(quad)
        if len(held) == _PIECE:
            found.store.bulk_extend(held)
            held.clear()
    found.store.bulk_extend(held)
    return found


def _wanted(quads: Iterable[ox.Quad], counted: Counted) -> Iterator[ox.Quad]:
    """The statements that come into the store; the others are counted."""
    counters = counted.values
    graph: object = None
    whole = doubtful = False
    for quad in quads:
        if quad.graph_name != graph:
            graph = quad.graph_name
            whole, doubtful = graph in _WHOLE, is_doubtful(getattr(graph, "value", ""))
        if doubtful:
            continue
        counter = counters.get(quad.predicate)
        if counter is not None:
            counter[quad.object] += 1
        if whole or _is_kept(quad):
            yield quad


def _is_kept(quad: ox.Quad) -> bool:
    """Whether a statement of a source is one on a concept, or one that is needed to name what is counted."""
    subject = getattr(quad.subject, "value", "")
    if subject.startswith(_CONCEPT):
        return True
    predicate = quad.predicate
    if predicate == T.a:
        return quad.object == S.plan_class
    return predicate in _KEPT or (predicate == T.label and subject.startswith(_WORD))
