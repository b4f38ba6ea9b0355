"""What the commentators say as quads: glosses, readings, claims, norms, and the formulas that could not be read.

A claim's words are a statement only in a named graph of the claim's own, written apart (`claims.trig`): somebody holds
them, and somebody else may hold the contrary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import pyoxigraph as ox

from yili_kg.annotation.notes.ranks import load_ranks
from yili_kg.graph.cited_works import expression_quads, target_iri
from yili_kg.graph.iris import concept_iri, graph_iri, local, named, segment_iri, source_iri, tail
from yili_kg.graph.place import literal, place_quads, sure_quads, unsure_graph
from yili_kg.graph.speakers import speaker_iri
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import Statement
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Claim, Gloss, Norm, Reading, Unread
from yili_kg.tables.traditions import traditions
from yili_kg.text.folding import traditional
from yili_kg.text.graphs import stream

__all__ = ["belief_quads", "note_quads", "rank_quads"]

_rule = lru_cache(maxsize=None)(lambda rule: concept_iri(f"rule-{rule}"))
#: A definition of so many graphs is a word that others may explain in turn.
_WORD = 4
Found = Gloss | Reading | Claim | Norm | Unread


def note_quads(annotated: Annotated) -> Iterator[Statement]:
    """All quads of what the notes of an edition say, but the words of its claims."""
    document = annotated.edition.document
    name, source = local(document.name), source_iri(document.sha256)
    doubtful = unsure_graph(document.name)
    yield from _glosses(annotated, graph_iri(f"glosses/{name}"), source)
    yield from _readings(annotated, graph_iri(f"readings/{name}"), source)
    graph = graph_iri("claims")
    yield from _unknown_holders(annotated.claims, graph)
    for claim, iri, is_sure in _numbered(annotated.every("claim", annotated.claims), "claim"):
        if not is_sure:
            yield from _unknown_holders([claim], doubtful)
        yield from _claim(claim, iri, graph if is_sure else doubtful, source)
    graph = graph_iri(f"norms/{name}")
    for norm, iri, is_sure in _numbered(annotated.every("norm", annotated.norms), "norm"):
        yield from _norm(norm, iri, graph if is_sure else doubtful, source)
    graph = graph_iri(f"note-evidence/{name}")
    for unread, iri, _ in _numbered(((u, True) for u in annotated.unread if u.kind != "step"), "formula"):
        yield iri, T.a, N.unread, graph
        yield iri, N.kind, ox.Literal(unread.kind), graph
        yield iri, T.unresolved, ox.Literal(unread.reason, language="en"), graph
        yield from _evidence(unread, iri, graph, source)


def rank_quads() -> Iterator[Statement]:
    """The ranks, highest first, with the lexicon's word for each that it has."""
    graph, scheme = graph_iri("concepts"), concept_iri("ranks")
    for rank in load_ranks():
        iri = concept_iri(f"rank.{rank.concept}")
        yield iri, T.a, T.concept, graph
        yield iri, T.pref_label, ox.Literal(rank.concept, language="lzh"), graph
        yield iri, T.pref_label, ox.Literal(rank.reason, language="en"), graph
        yield iri, T.order, ox.Literal(rank.order), graph
        yield iri, T.in_scheme, scheme, graph
        yield iri, T.top_concept, scheme, graph
        if rank.concept in load_lexicon().entries:
            yield iri, N.same_word, concept_iri(rank.concept), graph


def belief_quads(annotated: Annotated) -> Iterator[Statement]:
    """The words of each claim, in a graph of its own."""
    for claim, iri, is_sure in _numbered(annotated.every("claim", annotated.claims), "claim"):
        if claim.about and is_sure:
            graph = _belief(iri)
            yield segment_iri(claim.about), N.explained_as, ox.Literal(claim.text, language="lzh"), graph


def _numbered(found: Iterable[tuple[Any, bool]], kind: str) -> Iterator[tuple[Any, ox.NamedNode, bool]]:
    """Each with its IRI (kind, segment, and its number there among all, sure or not), and whether it is sure."""
    counts: dict[str, int] = {}
    for each, is_sure in found:
        counts[each.segment] = counts.get(each.segment, 0) + 1
        yield each, named(f"{kind}.{each.segment}.{counts[each.segment]}"), is_sure


def _belief(claim: ox.NamedNode) -> ox.NamedNode:
    return graph_iri(f"claim/{claim.value.rpartition('/claim.')[2]}")


def _evidence(found: Found, iri: ox.NamedNode, graph: ox.NamedNode, source: ox.NamedNode) -> Iterator[Statement]:
    yield iri, T.in_segment, segment_iri(found.segment), graph
    yield from place_quads(iri, found, source, graph)
    yield iri, T.rule, _rule(found.rule), graph
    if not isinstance(found, Unread):
        yield from sure_quads(iri, found.confidence, (), graph)
    if isinstance(found, Gloss | Reading) and found.read_by:
        yield iri, T.read_by, concept_iri(f"reader-{found.read_by}"), graph


def _speaker(speaker: str, iri: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    if speaker:
        yield iri, T.speaker, speaker_iri(speaker), graph


def _word(word: str, graph: ox.NamedNode) -> Iterator[Statement]:
    """A word with its form: as it is written and, where it is a headword of the lexicon, as it is said."""
    iri = named(f"lex.{word}")
    yield iri, T.a, N.entry_class, graph
    yield iri, T.label, ox.Literal(word, language="lzh"), graph
    form, entry = named(f"form.{word}"), load_lexicon().entries.get(word)
    yield iri, N.canonical_form, form, graph
    yield form, T.a, N.form_class, graph
    yield form, N.written_rep, ox.Literal(word, language="lzh"), graph
    if entry is not None and entry.said:
        yield form, N.phonetic_rep, ox.Literal(entry.said, language="lzh-Latn-pinyin"), graph


def _glosses(annotated: Annotated, graph: ox.NamedNode, source: ox.NamedNode) -> Iterator[Statement]:
    words: dict[ox.NamedNode, set[str]] = {}
    sure_ones, doubtful = graph, unsure_graph(annotated.edition.document.name)
    for gloss, iri, is_sure in _numbered(annotated.every("gloss", annotated.glosses), "gloss"):
        graph = sure_ones if is_sure else doubtful
        term, meaning = stream(traditional(gloss.term))[0], stream(traditional(gloss.definition))[0]
        words.setdefault(graph, set()).add(term)
        yield iri, T.a, N.gloss, graph
        yield iri, N.source, named(f"lex.{term}"), graph
        yield iri, N.term, ox.Literal(term, language="lzh"), graph
        yield iri, N.definition, ox.Literal(traditional(gloss.definition), language="lzh"), graph
        yield iri, N.category, concept_iri(f"formula.{gloss.formula}"), graph
        if 0 < len(meaning) <= _WORD:
            words[graph].add(meaning)
            yield iri, T.a, N.lexical_relation, graph
            yield iri, N.target, named(f"lex.{meaning}"), graph
        if gloss.quoted:
            yield iri, N.quoted_from, target_iri(gloss.quoted), graph
            yield from expression_quads(gloss.quoted, graph)
        if gloss.example:
            yield iri, N.read_in, ox.Literal(gloss.example, language="lzh"), graph
        yield from _speaker(gloss.speaker, iri, graph)
        yield from _target(gloss, iri, graph)
        yield from _evidence(gloss, iri, graph, source)
    for home, told in words.items():
        for word in sorted(told):
            yield from _word(word, home)


def _target(found: Gloss | Reading, iri: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    if found.target_segment:
        yield iri, N.glosses, segment_iri(found.target_segment), graph
        yield iri, T.target_begin, literal(found.target_start), graph
        yield iri, T.target_end, literal(found.target_end), graph
    elif found.reason:
        yield iri, T.unresolved, ox.Literal(found.reason, language="en"), graph


def _readings(annotated: Annotated, graph: ox.NamedNode, source: ox.NamedNode) -> Iterator[Statement]:
    sure_ones, doubtful = graph, unsure_graph(annotated.edition.document.name)
    for reading, iri, is_sure in _numbered(annotated.every("reading", annotated.readings), "var"):
        graph = sure_ones if is_sure else doubtful
        yield iri, T.a, N.reading, graph
        yield iri, N.base, ox.Literal(reading.base, language="lzh"), graph
        yield iri, N.variant, ox.Literal(reading.variant, language="lzh"), graph
        known = reading.tradition in traditions()
        yield iri, N.tradition, concept_iri(f"tradition.{reading.tradition if known else '他書'}"), graph
        if not known:
            yield iri, N.quoted_from, target_iri(reading.tradition), graph
            yield from expression_quads(reading.tradition, graph)
        yield iri, N.decision, concept_iri(f"decision.{reading.decision}"), graph
        yield iri, N.reported_in, segment_iri(reading.segment), graph
        if reading.base_tradition:
            yield iri, N.base_tradition, concept_iri(f"tradition.{reading.base_tradition}"), graph
        if reading.ground:
            yield iri, N.ground, ox.Literal(reading.ground, language="lzh"), graph
        if reading.decided_in:
            yield iri, N.decided_in, segment_iri(reading.decided_in), graph
        yield from _speaker(reading.speaker, iri, graph)
        yield from _target(reading, iri, graph)
        yield from _evidence(reading, iri, graph, source)


def _holder(name: str) -> ox.NamedNode:
    known = name in load_lexicon().entries
    return concept_iri(name if known else f"holder.{name or '未詳'}")


def _unknown_holders(claims: Iterable[Claim], graph: ox.NamedNode) -> Iterator[Statement]:
    """A holder whom neither the lexicon nor the vocabulary knows stays in the graph as who he is."""
    for name in sorted({c.holder for c in claims if c.holder and c.holder not in load_lexicon().entries}):
        iri = _holder(name)
        yield iri, T.a, T.concept, graph
        yield iri, T.pref_label, ox.Literal(name, language="lzh"), graph
        yield iri, T.in_scheme, concept_iri("holders"), graph


def _claim(claim: Claim, iri: ox.NamedNode, graph: ox.NamedNode, source: ox.NamedNode) -> Iterator[Statement]:
    yield iri, T.a, N.claim, graph
    yield iri, N.holder, _holder(claim.holder), graph
    yield iri, N.stance, concept_iri(f"stance.{claim.stance}"), graph
    if claim.about:
        yield iri, N.about, segment_iri(claim.about), graph
        belief = _belief(iri)
        yield iri, N.believed, belief, graph
        yield belief, T.a, N.claim_graph, graph
        yield belief, T.label, ox.Literal(tail(iri.value)), graph
    if claim.reason:
        yield iri, N.ground, ox.Literal(claim.reason, language="lzh"), graph
    yield from _speaker(claim.speaker, iri, graph)
    yield from _evidence(claim, iri, graph, source)


def _norm(norm: Norm, iri: ox.NamedNode, graph: ox.NamedNode, source: ox.NamedNode) -> Iterator[Statement]:
    yield iri, T.a, N.norm, graph
    yield iri, N.rank, concept_iri(f"rank.{norm.rank}"), graph
    yield iri, N.value, ox.Literal(traditional(norm.value), language="lzh"), graph
    if norm.aspect:
        yield iri, N.aspect, ox.Literal(norm.aspect, language="lzh"), graph
    series = named(f"norms.{norm.segment}.{norm.series}")
    yield iri, N.series, series, graph
    yield series, T.a, N.norm_series, graph
    yield series, T.label, ox.Literal(tail(series.value)), graph
    yield from _speaker(norm.speaker, iri, graph)
    yield from _evidence(norm, iri, graph, source)
