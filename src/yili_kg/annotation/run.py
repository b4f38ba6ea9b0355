"""Running the spaCy pipeline over an edition and bringing its spans home to the source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.components import FOUND
from yili_kg.annotation.corrected import Corrected
from yili_kg.annotation.notes.over_edition import read_notes
from yili_kg.annotation.rites import in_rites
from yili_kg.annotation.spans import FoundCitation
from yili_kg.annotation.steps import read_steps
from yili_kg.annotation.weighing.second_pass import WEIGHED
from yili_kg.models import Annotated, Citation, Edition, Mention, Quotation, Segment
from yili_kg.models.quick import replace
from yili_kg.reading.mentions import read_citations, read_mentions
from yili_kg.reading.notes import read_glosses, read_readings
from yili_kg.reading.place import place_reading
from yili_kg.tables.layers import layers

__all__ = ["annotate", "pipeline"]

#: A segment can be as long as a source may be (64 MB).
_LONGEST = 1 << 26
_NOBODY = ByHand()


@cache
def pipeline() -> Language:
    """The pipeline `lzh` with both components."""
    nlp = spacy.blank("lzh")
    nlp.max_length = _LONGEST  # the limit is for parsers, which are not in this pipeline
    nlp.add_pipe("yili_mentions")
    nlp.add_pipe("yili_citations")
    return nlp


def annotate(edition: Edition, *, hand: ByHand = _NOBODY, fixed: Corrected | None = None) -> Annotated:
    """What an edition says, in the order of the source: mentions, citations, notes, and the steps of 經 and 記.

    What was decided by `hand` goes before what the rules say. `fixed` makes the single corrections; where it is given,
    its `finish` is the caller's business, else DataError is raised for a correction that cannot be made.
    """
    by_hand = fixed or Corrected(edition, hand.corrections)
    spoken = [s for s in edition.segments if s.layer not in layers().silent and s.text]
    mentions, citations = _proposed(spoken, received=hand.received)
    reading = place_reading(edition, hand.own, received=hand.received)
    mentions = by_hand.mentions(read_mentions(reading, mentions, spoken))
    citations = by_hand.citations(read_citations(reading, citations, spoken))
    placed = tuple(in_rites(mentions, citations, spoken))
    rites = read_steps(edition, placed, reading, by_hand)
    found = read_notes(
        Annotated(
            edition=edition,
            mentions=placed,
            citations=tuple(sorted(citations)),
            steps=tuple(rites.steps),
            repetitions=tuple(rites.repetitions),
            unread=tuple(rites.unread),
        )
    )
    found = replace(
        found,
        glosses=tuple(by_hand.glosses(read_glosses(reading, edition, found.glosses))),
        readings=tuple(read_readings(reading, edition, found.readings)),
    )
    if fixed is None:
        by_hand.finish()
    return found


def _proposed(spoken: list[Segment], *, received: bool) -> tuple[list[Mention], list[Citation]]:
    """What the rules find in the segments: mentions and citations."""
    nlp = pipeline()
    mentions: list[Mention] = []
    citations: list[Citation] = []
    for segment, doc in zip(spoken, nlp.pipe(_docs(nlp, spoken, received)), strict=True):
        text, layer, offsets = segment.text, segment.layer, segment.offsets
        for found in doc.user_data[FOUND]:
            mentions.append(
                Mention(
                    start=offsets[found.start],
                    end=offsets[found.end - 1] + 1,
                    text=text[found.start : found.end],
                    type=found.type,
                    concept=found.concept,
                    layer=layer,
                    rule=found.rule,
                    segment=segment.id,
                    confidence=found.confidence,
                    because=found.because if found.rule == WEIGHED else (),
                )
            )
        citations.extend(_citation(segment, cited) for cited in doc._.yili_citations)
    return mentions, citations


def _docs(nlp: Language, segments: list[Segment], received: bool) -> Iterator[Doc]:
    """The segments as docs; a comment on what was read knows its passages, if what was received is asked for."""
    read = {*layers().base, *layers().notes}
    for segment in segments:
        doc = nlp.make_doc(segment.text)
        told = doc._
        told.yili_layer, told.yili_chapter = segment.layer, segment.chapter
        if received and segment.layer not in read:
            told.yili_passages = segment.passages
        told.yili_skip = tuple(segment.inside(p.start, p.end) for p in segment.pointers)
        yield doc


def _citation(segment: Segment, found: FoundCitation) -> Citation:
    start, end = segment.span(found.start, found.end)
    quotes = tuple(_quotation(segment, a, b) for a, b in found.quotes)
    text = segment.text[found.start : found.end]
    return Citation(
        start=start,
        end=end,
        text=text,
        target=found.target,
        function=found.function,
        form=found.form,
        quotes=quotes,
        segment=segment.id,
        layer=segment.layer,
        rule=found.rule,
    )


def _quotation(segment: Segment, first: int, last: int) -> Quotation:
    start, end = segment.span(first, last)
    return Quotation(start=start, end=end, text=segment.text[first:last])
