"""What the mentions add up to: how often a concept is named in each 篇 and layer, what stands beside it, which rules bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

import pyoxigraph as ox

from yili_kg.graph.iris import chapter_iri, concept_iri, graph_iri, mention_iri, named
from yili_kg.graph.lift import nth, word_iri
from yili_kg.graph.vocabulary import Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.models import Annotated
from yili_kg.tables.layers import layers

__all__ = ["Tally", "summary_quads", "tally_of"]

#: Two concepts that are named together in fewer segments are not told.
_LEAST = 3


@dataclass(slots=True)
class Tally:
    """What the mentions of an edition, or of several, add up to.

    `named`: (concept, chapter, layer) → how often; `together`: (concept, concept) → in how many segments of base text or
    note both are named; `rules`: rule → how many mentions rest on it; `first`: the first of these, its segment, surface
    and which of them it is there.
    """

    named: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    together: Counter[tuple[str, str]] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    first: dict[str, tuple[str, str, int]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add what comes behind this in the order of the editions."""
        self.named.update(other.named)
        self.together.update(other.together)
        self.rules.update(other.rules)
        for rule, place in other.first.items():
            self.first.setdefault(rule, place)


def tally_of(annotated: Annotated) -> Tally:
    """What the mentions of one edition add up to."""
    tally, near = Tally(), {*layers().base, *layers().notes}
    segments = {s.id: s for s in annotated.edition.segments}
    inside: dict[str, set[str]] = {}
    for mention in annotated.mentions:
        segment = segments[mention.segment]
        tally.named[mention.concept, segment.chapter, mention.layer] += 1
        tally.rules[mention.rule] += 1
        if mention.rule not in tally.first:
            tally.first[mention.rule] = segment.id, mention.text, nth(segment, mention.start, mention.text)
        if mention.layer in near:
            inside.setdefault(mention.segment, set()).add(mention.concept)
    for concepts in inside.values():
        tally.together.update(combinations(sorted(concepts), 2))
    return tally


def summary_quads(found: Iterable[Annotated | Tally]) -> Iterator[Statement]:
    """The counts of some editions, or of what each adds up to, as quads, in the graph `graph/summary`."""
    graph, tally = graph_iri("summary"), Tally()
    for one in found:
        tally.add(one if isinstance(one, Tally) else tally_of(one))
    for (concept, chapter, layer), count in sorted(tally.named.items()):
        iri = named(f"occ.{concept}.{chapter or '00'}.{layer}")
        yield iri, T.a, T.occurrence, graph
        yield iri, T.of_concept, word_iri(concept), graph
        if chapter:
            yield iri, T.chapter, chapter_iri(chapter), graph
        yield iri, T.layer, node("c", layer), graph
        yield iri, T.count, ox.Literal(count), graph
    for (first, second), count in sorted(tally.together.items()):
        if count < _LEAST:
            continue
        iri = named(f"with.{first}.{second}")
        yield iri, T.a, T.cooccurrence, graph
        yield iri, T.of_concept, word_iri(first), graph
        yield iri, T.with_concept, word_iri(second), graph
        yield iri, T.count, ox.Literal(count), graph
    for rule, count in sorted(tally.rules.items()):
        segment, surface, number = tally.first[rule]
        iri = named(f"use.{rule}")
        yield iri, T.a, T.rule_use, graph
        yield iri, T.rule, concept_iri(f"rule-{rule}"), graph
        yield iri, T.count, ox.Literal(count), graph
        yield iri, T.first_mention, mention_iri(segment, surface, number), graph
