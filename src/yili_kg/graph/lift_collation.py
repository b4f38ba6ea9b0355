"""Variations between editions as quads, in `graph/collation`: what each witness has, and what is proposed for a lost graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyoxigraph as ox

from yili_kg.graph.iris import concept_iri, graph_iri, named, passage_iri, segment_iri, source_iri
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import Statement
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.models import Annotated, Variation, Witness

__all__ = ["variation_quads"]


def variation_quads(
    editions: Sequence[Annotated], found: Sequence[Variation], known: Sequence[Variation]
) -> Iterator[Statement]:
    """The variations found between the editions at hand, and those known of one of them and of editions not at hand."""
    graph = graph_iri("collation")
    sources = {a.edition.document.name: source_iri(a.edition.document.sha256) for a in editions}
    passages = {(a.edition.document.name, p) for a in editions for s in a.edition.segments for p in s.passages}
    wanted = [v for v in known if sum((w.edition, v.passage) in passages for w in v.witnesses) == 1]
    counts: dict[tuple[str, str], int] = {}
    for variation in sorted((*found, *wanted)):
        key = variation.passage, variation.layer
        counts[key] = counts.get(key, 0) + 1
        iri = named(f"app.{variation.passage}.{variation.layer}.{counts[key]}")
        yield iri, T.a, N.variation, graph
        yield iri, T.passage, passage_iri(variation.passage), graph
        yield iri, T.layer, concept_iri(variation.layer), graph
        yield iri, N.kind_of_variation, ox.Literal(variation.kind), graph
        yield iri, N.before, ox.Literal(variation.before, language="lzh"), graph
        yield iri, N.after, ox.Literal(variation.after, language="lzh"), graph
        if variation.proposal:
            yield iri, N.proposal, ox.Literal(variation.proposal, language="lzh"), graph
        for witness in variation.witnesses:
            yield from _witness(witness, iri, sources, graph)


def _witness(
    witness: Witness, variation: ox.NamedNode, sources: dict[str, ox.NamedNode], graph: ox.NamedNode
) -> Iterator[Statement]:
    iri = ox.NamedNode(f"{variation.value}.{witness.edition}")
    edition = named(f"edition.{witness.edition}")
    yield variation, N.witness, iri, graph
    yield iri, T.a, N.witness_reading, graph
    yield iri, T.in_edition, edition, graph
    if witness.edition not in sources:
        yield edition, T.a, T.edition, graph
        yield edition, T.label, ox.Literal(witness.edition), graph
    yield iri, N.words, ox.Literal(witness.text, language="lzh"), graph
    if witness.segment:
        yield iri, T.in_segment, segment_iri(witness.segment), graph
        yield iri, T.context, sources[witness.edition], graph
        yield iri, T.begin, ox.Literal(witness.start), graph
        yield iri, T.end, ox.Literal(witness.end), graph
