"""Everything that an edition says, as the rules find it and readers decide it, brought home to the source."""

from __future__ import annotations

from functools import partial

from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrected import Corrected
from yili_kg.annotation.find import as_citation, as_mention, found_in
from yili_kg.annotation.headings import heads
from yili_kg.annotation.notes.over_edition import read_notes
from yili_kg.annotation.quotation_brackets import SmallPrint
from yili_kg.annotation.rites import in_rites
from yili_kg.annotation.simplified import folded_in_print
from yili_kg.annotation.steps import read_steps
from yili_kg.models import Annotated, Citation, Edition, Mention, Segment
from yili_kg.models.quick import replace
from yili_kg.reading.mentions import read_citations, read_mentions
from yili_kg.reading.notes import read_glosses, read_readings
from yili_kg.reading.place import place_reading
from yili_kg.tables.layers import layers

__all__ = ["annotate"]

_NOBODY = ByHand()


def annotate(edition: Edition, *, hand: ByHand = _NOBODY, fixed: Corrected | None = None) -> Annotated:
    """What an edition says, in the order of the source: mentions, citations, notes, and the steps of 經 and 記.

    What was decided by `hand` goes before what the rules say. `fixed` makes the single corrections; where it is given,
    its `finish` is the caller's business, else DataError is raised for a correction that cannot be made.
    """
    by_hand = fixed or Corrected(edition, hand.corrections)
    worded = [s for s in edition.segments if s.text]
    spoken = [s for s in worded if s.layer not in layers().silent]
    mentions, citations = _proposed(edition.document.raw, worded, received=hand.received)
    reading = place_reading(edition, hand.own, received=hand.received)
    mentions = by_hand.mentions(read_mentions(reading, mentions, worded))
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
        ),
        {segment: len(places) for segment, places in reading.decided.items()},
    )
    found = replace(
        found,
        glosses=tuple(by_hand.glosses(read_glosses(reading, edition, found.glosses))),
        readings=tuple(read_readings(reading, edition, found.readings)),
    )
    if fixed is None:
        by_hand.finish()
    return found


def _proposed(raw: str, worded: list[Segment], *, received: bool) -> tuple[list[Mention], list[Citation]]:
    """What the rules find in the segments: mentions and citations."""
    read = {*layers().base, *layers().notes}
    mentions: list[Mention] = []
    citations: list[Citation] = []
    for segment in worded:
        text, layer, folded = segment.text, segment.layer, folded_in_print(segment.text)
        skip = [segment.inside(p.start, p.end) for p in segment.pointers]
        # A comment on what was read knows its passages, if what was received is asked for.
        passages = segment.passages if received and layer not in read else ()
        heading = partial(heads, segment)
        found, cited = found_in(text, folded, layer, segment.chapter, skip, passages, heading=heading)
        mentions.extend(as_mention(segment, one) for one in found)
        small = SmallPrint(raw, segment)
        citations.extend(as_citation(segment, small.outside(one)) for one in cited)
    return mentions, citations
