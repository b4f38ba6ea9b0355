"""From annotated editions to quads: sources, segments, pointers, mentions, citations, quotations, with provenance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import pyoxigraph as ox

from yili_kg.graph.cited_works import expression_quads, target_iri
from yili_kg.graph.iris import (
    chapter_iri,
    concept_iri,
    graph_iri,
    local,
    mention_iri,
    named,
    passage_iri,
    segment_iri,
    source_iri,
    steady,
)
from yili_kg.graph.place import literal, place_quads, sure_quads, unsure_graph
from yili_kg.graph.speakers import speaker_iri
from yili_kg.graph.vocabulary import Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Mention, Quotation, Segment
from yili_kg.tables.layers import layers

__all__ = ["citation_quads", "ellipsis_quads", "mention_quads", "nth", "text_quads", "word_iri"]

_layer = lru_cache(maxsize=None)(lambda name: node("c", name))
_rule = lru_cache(maxsize=None)(lambda rule: concept_iri(f"rule-{rule}"))
_reader = lru_cache(maxsize=None)(lambda reader: concept_iri(f"reader-{reader}"))
_DECIMAL = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")


@lru_cache(maxsize=1 << 16)
def word_iri(concept: str) -> ox.NamedNode:
    """The concept that a mention names. A title that the lexicon lacks and that is called like a layer (《經》) is not that layer."""
    taken = concept in layers().by_name and concept not in load_lexicon().entries
    return concept_iri(f"title.{concept}" if taken else concept)


def nth(segment: Segment, start: int, surface: str) -> int:
    """Which occurrence of a surface in its segment's text begins at the source's code point `start`."""
    place, _ = segment.inside(start, start)
    text, surface = steady(segment.text), steady(surface)
    count, at = 1, text.find(surface)
    while 0 <= at < place:
        count += 1
        at = text.find(surface, at + 1)
    return count


def text_quads(annotated: Annotated) -> Iterator[Statement]:
    """The source, its edition, and its segments with their text and pointers."""
    document = annotated.edition.document
    graph = graph_iri(f"text/{local(document.name)}")
    source, edition = source_iri(document.sha256), named(f"edition.{document.name}")
    yield source, T.a, T.source, graph
    yield source, T.a, T.context_class, graph
    yield source, T.label, ox.Literal(document.label), graph
    yield source, T.title, ox.Literal(document.title, language="lzh"), graph
    yield source, T.sha256, ox.Literal(document.sha256), graph
    yield source, T.reader, ox.Literal(document.reader), graph
    yield source, T.code_points, ox.Literal(len(document.raw)), graph
    yield source, T.in_edition, edition, graph
    yield edition, T.a, T.edition, graph
    yield edition, T.label, ox.Literal(document.name), graph
    for segment in annotated.edition.segments:
        yield from _segment(segment, source, edition, graph)


def _segment(segment: Segment, source: ox.NamedNode, edition: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    iri = segment_iri(segment.id)
    yield iri, T.a, T.segment, graph
    yield iri, T.layer, _layer(segment.layer), graph
    yield iri, T.order, literal(segment.order), graph
    yield iri, T.in_edition, edition, graph
    yield iri, T.context, source, graph
    yield iri, T.begin, literal(segment.start), graph
    yield iri, T.end, literal(segment.end), graph
    yield iri, T.content, ox.Literal(segment.text, language="lzh"), graph
    yield iri, T.is_string, ox.Literal(segment.text), graph
    yield iri, T.extent, ox.Literal(segment.extent), graph
    if segment.speaker:
        yield iri, T.speaker, speaker_iri(segment.speaker), graph
    if segment.chapter:
        yield iri, T.chapter, chapter_iri(segment.chapter), graph
    for passage in segment.passages:
        yield iri, T.passage, passage_iri(passage), graph
    if segment.comments_on:
        yield iri, T.comments_on, segment_iri(segment.comments_on), graph
    pieces = _pieces(segment.offsets)
    if pieces != [(segment.start, segment.end)]:
        yield iri, T.pieces, ox.Literal(" ".join(f"{a}-{b}" for a, b in pieces)), graph
    for number, pointer in enumerate(segment.pointers, 1):
        point = named(f"pointer.{segment.id}.{number}")
        yield point, T.a, T.pointer, graph
        yield point, T.in_segment, iri, graph
        yield from place_quads(point, pointer, source, graph)
        if pointer.target:
            yield point, T.points_to, segment_iri(pointer.target), graph
            yield point, T.target_begin, literal(pointer.target_start), graph
            yield point, T.target_end, literal(pointer.target_end), graph
        else:
            yield point, T.unresolved, ox.Literal(pointer.reason, language="en"), graph


def _pieces(offsets: Sequence[int]) -> list[tuple[int, int]]:
    """The stretches of the source that a text is made of: what lies between them (line breaks, marks, noise) is no part of it."""
    if not offsets or offsets[-1] - offsets[0] == len(offsets) - 1:
        return [(offsets[0], offsets[-1] + 1)] if offsets else []
    starts = [0, *(n for n in range(1, len(offsets)) if offsets[n] != offsets[n - 1] + 1), len(offsets)]
    return [(offsets[a], offsets[b - 1] + 1) for a, b in pairwise(starts)]


def mention_quads(annotated: Annotated) -> Iterator[Statement]:
    """Eleven to thirteen quads a mention; its IRI is its segment, its surface and which occurrence of it there it is."""
    document = annotated.edition.document
    graph, source = graph_iri(f"mentions/{local(document.name)}"), source_iri(document.sha256)
    segments = {s.id: (s, segment_iri(s.id)) for s in annotated.edition.segments}
    known = load_lexicon().entries
    named_here, doubtful = graph, unsure_graph(document.name)
    for concept in sorted({m.concept for m in annotated.mentions if m.concept not in known}):
        yield from _unknown_title(concept, named_here)
    for mention, is_sure in annotated.every("mention", annotated.mentions):
        graph = named_here if is_sure else doubtful
        if not is_sure and mention.concept not in known:
            yield from _unknown_title(mention.concept, graph)
        segment, home = segments[mention.segment]
        iri = _mention_iri(segment, mention)
        yield iri, T.a, T.mention, graph
        yield iri, T.in_segment, home, graph
        yield from place_quads(iri, mention, source, graph)
        yield iri, T.is_string, literal(mention.text), graph
        yield iri, T.place_in_segment, literal(segment.inside(mention.start, mention.end)[0]), graph
        yield iri, T.ident, word_iri(mention.concept), graph
        yield iri, T.rule, _rule(mention.rule), graph
        yield from sure_quads(iri, mention.confidence, mention.sure_of, graph)
        if mention.read_by:
            yield iri, T.read_by, _reader(mention.read_by), graph
        if mention.identified:
            yield iri, T.identified_by, _rule(mention.identified), graph
        if mention.role:
            yield iri, T.role_in_rite, concept_iri(mention.role), graph


def _unknown_title(concept: str, graph: ox.NamedNode) -> Iterator[Statement]:
    """A title in brackets that the lexicon does not know stays in the graph as what it is."""
    iri = word_iri(concept)
    yield iri, T.a, T.concept, graph
    yield iri, T.pref_label, ox.Literal(concept, language="lzh"), graph
    yield iri, T.in_scheme, concept_iri("works"), graph
    yield iri, T.unresolved, ox.Literal("a title that the lexicon does not know", language="en"), graph


def _mention_iri(segment: Segment, mention: Mention) -> ox.NamedNode:
    return mention_iri(segment.id, mention.text, nth(segment, mention.start, mention.text))


def citation_quads(annotated: Annotated) -> Iterator[Statement]:
    """Citations with what they cite and quote, and the cited works with the books that they are part of."""
    document = annotated.edition.document
    source, doubtful = source_iri(document.sha256), unsure_graph(document.name)
    graphs = (graph_iri(f"citations/{local(document.name)}"), graph_iri(f"verdicts/{local(document.name)}"))
    counts: dict[str, int] = {}
    targets: dict[str, set[ox.NamedNode]] = {}
    for citation, is_sure in annotated.every("citation", annotated.citations):
        counts[citation.segment] = counts.get(citation.segment, 0) + 1
        number = f"{citation.segment}.{counts[citation.segment]}"
        iri = named(f"cit.{number}")
        graph = graphs[0] if is_sure else doubtful
        for target in filter(None, (citation.target, citation.inferred)):
            targets.setdefault(target, set()).add(graph)
        yield from _citation(citation, iri, source, graph)
        for place, quote in enumerate(sorted((*citation.quotes, *citation.unsure_quotes)), 1):
            homes = graphs if is_sure and quote not in citation.unsure_quotes else (doubtful, doubtful)
            if quote.reference:
                targets.setdefault(quote.reference.partition(" ")[0], set()).add(homes[0])
            yield from _quotation(iri, quote, named(f"q.{number}.{place}"), source, homes)
    for target in sorted(targets):
        for graph in sorted(targets[target], key=str):
            yield from _target(target, graph)


def _quotation(
    citation: ox.NamedNode, quote: Quotation, iri: ox.NamedNode, source: ox.NamedNode, graphs: tuple[ox.NamedNode, ...]
) -> Iterator[Statement]:
    """A quotation with its verdict; the words of the reference stay out of the Turtle that others copy."""
    graph, details = graphs
    yield citation, T.quotation, iri, graph
    yield iri, T.a, T.quotation_class, graph
    yield from place_quads(iri, quote, source, graph)
    yield iri, T.verdict, concept_iri(quote.verdict), graph
    yield from sure_quads(iri, quote.confidence, (), graph)
    if quote.similarity is not None:
        yield iri, T.similarity, ox.Literal(f"{quote.similarity:.3f}", datatype=_DECIMAL), graph
    if quote.reference:
        yield iri, T.found_in, target_iri(quote.reference.partition(" ")[0]), graph
        yield iri, T.reference, ox.Literal(quote.reference), details
        yield iri, T.matched_text, ox.Literal(quote.matched_text), details


def ellipsis_quads(annotated: Annotated) -> Iterator[Statement]:
    """References without a title: what they go back to, or the reason why that is not known."""
    document = annotated.edition.document
    graph, source = graph_iri(f"references/{local(document.name)}"), source_iri(document.sha256)
    counts: dict[str, int] = {}
    for ellipsis in annotated.ellipses:
        counts[ellipsis.segment] = counts.get(ellipsis.segment, 0) + 1
        iri = named(f"ref.{ellipsis.segment}.{counts[ellipsis.segment]}")
        yield iri, T.a, T.ellipsis, graph
        yield iri, T.in_segment, segment_iri(ellipsis.segment), graph
        yield from place_quads(iri, ellipsis, source, graph)
        yield iri, T.form, concept_iri(ellipsis.form), graph
        if ellipsis.target:
            yield iri, T.cited, target_iri(ellipsis.target), graph
        if ellipsis.target_segment:
            yield iri, T.points_to, segment_iri(ellipsis.target_segment), graph
            yield iri, T.target_begin, literal(ellipsis.target_start), graph
            yield iri, T.target_end, literal(ellipsis.target_end), graph
        if ellipsis.reason:
            yield iri, T.unresolved, ox.Literal(ellipsis.reason, language="en"), graph
    for target in sorted({e.target for e in annotated.ellipses if e.target}):
        yield from _target(target, graph)


def _citation(citation: Citation, iri: ox.NamedNode, source: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    yield iri, T.a, T.citation_class, graph
    yield iri, T.citing, segment_iri(citation.segment), graph
    yield iri, T.cited, target_iri(citation.target), graph
    if citation.inferred:
        yield iri, T.inferred, target_iri(citation.inferred), graph
    yield iri, T.character, node("cito", citation.function), graph
    yield iri, T.form, concept_iri(citation.form), graph
    yield from place_quads(iri, citation, source, graph)
    yield iri, T.rule, _rule(citation.rule), graph
    yield from sure_quads(iri, citation.confidence, citation.sure_of, graph)
    if citation.read_by:
        yield iri, T.read_by, _reader(citation.read_by), graph


def _target(target: str, graph: ox.NamedNode) -> Iterator[Statement]:
    yield from expression_quads(target, graph)
    book = target.partition("·")[0]
    if book != target:
        yield target_iri(target), T.part_of, target_iri(book), graph
        yield from expression_quads(book, graph)
