"""What the commentators of an edition say, brought home to the source: glosses, readings, claims, norms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from yili_kg.annotation.notes.by_rules import found_by_rules
from yili_kg.annotation.notes.cited import Works
from yili_kg.annotation.notes.claims import FoundClaim, find_claims
from yili_kg.annotation.notes.collation import collated, listed_faults, listed_of
from yili_kg.annotation.notes.context import note_tokens
from yili_kg.annotation.notes.editions import edition_readings
from yili_kg.annotation.notes.labelled import Ruled, glosses_labelled
from yili_kg.annotation.notes.norms import find_norms
from yili_kg.annotation.notes.ranks import load_ranks
from yili_kg.annotation.notes.statements import FoundGloss, FoundReading, Unreadable
from yili_kg.annotation.notes.tokens import NoteTokens, tokens_of
from yili_kg.models import (
    Annotated,
    Citation,
    Claim,
    Edition,
    Gloss,
    Norm,
    Reading,
    Segment,
    Unread,
)
from yili_kg.models.quick import replace
from yili_kg.tables.layers import layers
from yili_kg.tables.traditions import traditions
from yili_kg.text.folding import fold
from yili_kg.text.graphs import graph_end

__all__ = ["read_notes"]

#: Of a note of which readers decided so large a part of the graphs the rest is no gloss of its own.
_NEARLY_ALL = 0.9
#: So many comments are weighed at once.
_TOGETHER = 64
#: A comment with its readings, what could not be read, and its glosses with how likely each is by its graphs.
_Comment = tuple[
    Segment, NoteTokens, list[FoundReading], list[tuple[str, Unreadable]], list[tuple[FoundGloss, float | None]]
]


def read_notes(annotated: Annotated, decided: Mapping[str, int] = MappingProxyType({})) -> Annotated:
    """The edition with what its notes say, each kind in the order of the source.

    Wants mentions and citations. What a rule saw and could not read is among `unread`, with the reason. `decided` are the
    numbers of graphs that readers decided in segments: where that is nearly all nothing is told but what rules find.
    """
    by_id = {s.id: s for s in annotated.edition.segments}
    cited: dict[str, list[Citation]] = {}
    for citation in annotated.citations:
        cited.setdefault(citation.segment, []).append(citation)
    glosses: list[Gloss] = []
    readings: list[Reading] = []
    claims: list[Claim] = []
    norms: list[Norm] = []
    unread: list[Unread] = list(annotated.unread)
    read: set[str] = set()
    for segment, tokens, reported, lost, weighed in _weighed(annotated, decided):
        read.add(segment.id)
        works = Works(segment, tokens, cited.get(segment.id, ()))
        glosses.extend(_gloss(segment, tokens, gloss, by_id, works, sure) for gloss, sure in weighed)
        readings.extend(_reading(segment, tokens, reading, by_id) for reading in reported)
        claims.extend(_claim(segment, tokens, claim, by_id) for claim in find_claims(tokens, segment.speaker))
        norms.extend(_norms(segment, tokens))
        for kind, row in lost:
            start, end = tokens.span(row.start, row.end)
            words = segment.text[start:end]
            begin, stop = segment.span(start, end)
            unread.append(
                Unread(
                    start=begin, end=stop, text=words, kind=kind, segment=segment.id, rule=row.rule, reason=row.reason
                )
            )
    for segment in annotated.edition.segments:
        if segment.text and segment.id not in read and segment.layer not in layers().silent:
            norms.extend(_norms(segment, tokens_of(segment.text, segment.layer, ())))
    readings.extend(_collated(annotated.edition, by_id))
    readings, same = _told_apart(readings)
    return replace(
        annotated,
        glosses=tuple(sorted(glosses)),
        readings=tuple(sorted(readings)),
        claims=tuple(sorted(claims)),
        norms=tuple(sorted(norms)),
        unread=tuple(sorted(unread + same)),
    )


def _weighed(annotated: Annotated, decided: Mapping[str, int]) -> Iterator[_Comment]:
    """Each comment with what rules find in it, its glosses with how likely they are by their graphs, some comments at once."""
    comments = note_tokens(annotated.edition, annotated.mentions, annotated.citations)
    while some := list(islice(comments, _TOGETHER)):
        ruled = [found_by_rules(tokens) for _, tokens in some]
        by_hand = [decided.get(s.id, 0) >= _NEARLY_ALL * len(tokens.graphs) > 0 for s, tokens in some]
        asked: list[Ruled] = [
            (tokens, found, [(r.start, r.end) for r in reported])
            for (_, tokens), (found, reported, _), known in zip(some, ruled, by_hand, strict=True)
            if not known
        ]
        labelled = iter(glosses_labelled(asked))
        for (segment, tokens), (found, reported, lost), known in zip(some, ruled, by_hand, strict=True):
            yield segment, tokens, reported, lost, [(gloss, None) for gloss in found] if known else next(labelled)


def _collated(edition: Edition, by_id: dict[str, Segment]) -> Iterator[Reading]:
    """What collators report: behind rings, in notes of theirs, and in lists of faults under a heading of their own."""
    faulty = ""
    for segment in edition.segments:
        if segment.layer in layers().collation:
            behind = collated(segment)
            yield from behind
            if not behind:
                tokens = tokens_of(segment.text, segment.layer, ())
                yield from (_reading(segment, tokens, found, by_id) for found in edition_readings(tokens, ()))
        elif segment.layer in layers().essays:
            faulty = listed_of(segment.text) or faulty
            if faulty:
                yield from listed_faults(segment, faulty)


def _gloss(
    segment: Segment,
    tokens: NoteTokens,
    found: FoundGloss,
    by_id: dict[str, Segment],
    works: Works,
    sure: float | None,
) -> Gloss:
    start, end = tokens.span(found.start, found.end)
    begin, stop = segment.span(start, end)
    term = tokens.graphs[found.term[0] : found.term[1]]
    target, first, last = _above(tokens, found.word, by_id) if found.word else _place(tokens, term, by_id)
    target_start, target_end = by_id[target].span(first, last) if target else (-1, -1)
    return Gloss(
        start=begin,
        end=stop,
        text=segment.text[start:end],
        term=by_id[target].text[first:last] if found.word else tokens.words(*found.term),
        definition=tokens.words(*found.definition),
        formula=found.formula,
        speaker=segment.speaker,
        segment=segment.id,
        layer=segment.layer,
        rule=found.rule,
        quoted=works.quoted(found),
        example=tokens.words(*found.example) if found.example else "",
        target_segment=target,
        target_start=target_start,
        target_end=target_end,
        reason="" if target else "the term does not stand in the text commented on",
        confidence=sure,
    )


def _reading(segment: Segment, tokens: NoteTokens, found: FoundReading, by_id: dict[str, Segment]) -> Reading:
    start, end = tokens.span(found.start, found.end)
    target, place, after = _place(tokens, found.base, by_id)
    begin, stop = by_id[target].span(place, after) if target else (-1, -1)
    named = tokens.words(found.base_at, found.base_at + len(found.base)) if found.base_at is not None else found.base
    base = by_id[target].text[place:after] if target else named
    if fold(base) == fold(found.variant):  # told apart by the note alone, which has both
        base = named
    first, last = segment.span(start, end)
    return Reading(
        start=first,
        end=last,
        text=segment.text[start:end],
        base=base,
        variant=found.variant,
        tradition=found.tradition,
        base_tradition=_base_tradition(segment.layer, found.tradition),
        decision=found.decision,
        speaker=segment.speaker,
        segment=segment.id,
        layer=segment.layer,
        rule=found.rule,
        ground=tokens.words(*found.ground) if found.ground else "",
        target_segment=target,
        target_start=begin,
        target_end=stop,
        reason="" if target else "the word does not stand in the text commented on",
    )


def _told_apart(readings: Sequence[Reading]) -> tuple[list[Reading], list[Unread]]:
    """The readings of two wordings; and as reports that cannot be read those with the same words on both sides."""
    same = [
        Unread(
            start=r.start,
            end=r.end,
            text=r.text,
            kind="reading",
            segment=r.segment,
            rule=r.rule,
            reason="both wordings are the same",
        )
        for r in readings
        if r.base == r.variant
    ]
    return [r for r in readings if r.base != r.variant], same


def _base_tradition(layer: str, reported: str) -> str:
    """The tradition that the text follows where a note of some layer reports another; empty where nobody can say."""
    known = traditions().get(reported)
    return known.other if known and layer in layers().notes else ""


def _claim(segment: Segment, tokens: NoteTokens, found: FoundClaim, by_id: dict[str, Segment]) -> Claim:
    start, end = tokens.span(found.start, found.end)
    explained = [b.segment for b in tokens.base if b.segment]
    notes = (s for s in explained if by_id[s].layer not in layers().base) if found.about == "note" else ()
    about = next(iter(notes), next(iter(explained), ""))
    begin, stop = segment.span(start, end)
    return Claim(
        start=begin,
        end=stop,
        text=segment.text[start:end],
        holder=found.holder,
        stance=found.stance,
        about=about,
        reason=tokens.words(*found.ground) if found.ground else "",
        speaker=segment.speaker,
        segment=segment.id,
        layer=segment.layer,
        rule=found.rule,
    )


def _norms(segment: Segment, tokens: NoteTokens) -> Iterator[Norm]:
    """What differs by rank in a segment."""
    rules = {rank.concept: rank.id for rank in load_ranks()}
    for norm in find_norms(tokens.graphs, tokens.gaps):
        start, end = tokens.span(norm.start, norm.end)
        begin, stop = segment.span(start, end)
        yield Norm(
            start=begin,
            end=stop,
            text=segment.text[start:end],
            rank=norm.rank,
            aspect=norm.aspect,
            value=tokens.words(*norm.value),
            series=segment.offsets[tokens.places[norm.series]],
            speaker=segment.speaker,
            segment=segment.id,
            layer=segment.layer,
            rule=rules[norm.rank],
        )


def _above(tokens: NoteTokens, word: str, by_id: dict[str, Segment]) -> tuple[str, int, int]:
    """The place of a word at the end of the text right above the note."""
    base = tokens.base[0]
    return base.segment, base.places[-len(word)], graph_end(by_id[base.segment].text, base.places[-1])


def _place(tokens: NoteTokens, words: str, by_id: dict[str, Segment]) -> tuple[str, int, int]:
    """The first place of some graphs in the texts explained: segment and code points of its text, or empty and -1."""
    for base in tokens.base:
        at = base.graphs.find(words) if words and base.segment in by_id else -1
        if at >= 0:
            last = base.places[at + len(words) - 1]
            return base.segment, base.places[at], graph_end(by_id[base.segment].text, last)
    return "", -1, -1
