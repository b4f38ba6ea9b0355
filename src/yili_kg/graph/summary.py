"""What the mentions add up to: how often a concept is named in each 篇 and layer, what stands beside it, which rules bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pyoxigraph as ox

from yili_kg.graph.iris import chapter_iri, concept_iri, graph_iri, mention_iri, named
from yili_kg.graph.lift import nth
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.vocabulary import node
from yili_kg.models import Annotated
from yili_kg.tables.layers import layers

__all__ = ["cooccurrences", "occurrences", "rule_uses", "summary_quads"]


def occurrences(editions: Sequence[Annotated]) -> Counter[tuple[str, str, str]]:
    """(concept, chapter, layer) → how often."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for annotated in editions:
        chapters = {s.id: s.chapter for s in annotated.edition.segments}
        counts.update((m.concept, chapters[m.segment], m.layer) for m in annotated.mentions)
    return counts


def cooccurrences(editions: Sequence[Annotated], *, least: int = 3) -> Counter[tuple[str, str]]:
    """(concept, concept) → in how many segments of base text or note both are named, `least` or more times."""
    counts: Counter[tuple[str, str]] = Counter()
    near = {*layers().base, *layers().notes}
    for annotated in editions:
        inside: dict[str, set[str]] = {}
        for mention in annotated.mentions:
            if mention.layer in near:
                inside.setdefault(mention.segment, set()).add(mention.concept)
        for concepts in inside.values():
            counts.update(combinations(sorted(concepts), 2))
    return Counter({pair: n for pair, n in counts.items() if n >= least})


def rule_uses(editions: Sequence[Annotated]) -> dict[str, tuple[int, str, str, int]]:
    """rule → how many mentions rest on it, and the first of them: its segment, surface and which of them it is there."""
    counts: Counter[str] = Counter()
    first: dict[str, tuple[str, str, int]] = {}
    for annotated in editions:
        segments = {s.id: s for s in annotated.edition.segments}
        for mention in annotated.mentions:
            counts[mention.rule] += 1
            if mention.rule not in first:
                segment = segments[mention.segment]
                first[mention.rule] = (segment.id, mention.text, nth(segment, mention.start, mention.text))
    return {rule: (counts[rule], *first[rule]) for rule in sorted(counts)}


def summary_quads(editions: Sequence[Annotated]) -> Iterator[ox.Quad]:
    """The counts as quads, in the graph `graph/summary`."""
    graph = graph_iri("summary")
    for (concept, chapter, layer), count in sorted(occurrences(editions).items()):
        iri = named(f"occ.{concept}.{chapter or '00'}.{layer}")
        yield ox.Quad(iri, T.a, T.occurrence, graph)
        yield ox.Quad(iri, T.of_concept, concept_iri(concept), graph)
        if chapter:
            yield ox.Quad(iri, T.chapter, chapter_iri(chapter), graph)
        yield ox.Quad(iri, T.layer, node("c", layer), graph)
        yield ox.Quad(iri, T.count, ox.Literal(count), graph)
    for (one, other), count in sorted(cooccurrences(editions).items()):
        iri = named(f"with.{one}.{other}")
        yield ox.Quad(iri, T.a, T.cooccurrence, graph)
        yield ox.Quad(iri, T.of_concept, concept_iri(one), graph)
        yield ox.Quad(iri, T.with_concept, concept_iri(other), graph)
        yield ox.Quad(iri, T.count, ox.Literal(count), graph)
    for rule, (count, segment, surface, number) in rule_uses(editions).items():
        iri = named(f"use.{rule}")
        yield ox.Quad(iri, T.a, T.rule_use, graph)
        yield ox.Quad(iri, T.rule, concept_iri(f"rule-{rule}"), graph)
        yield ox.Quad(iri, T.count, ox.Literal(count), graph)
        yield ox.Quad(iri, T.first_mention, mention_iri(segment, surface, number), graph)
