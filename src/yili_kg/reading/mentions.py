"""Mentions and citations of an edition as they were read; where it differs from what was read, as the rules have them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import attrgetter

from yili_kg.models import Citation, Mention, Quotation, Segment, Span
from yili_kg.models.quick import replace
from yili_kg.reading.load import Anchored
from yili_kg.reading.place import Place, Placed, Placements
from yili_kg.reading.rows import CitationRow, MentionRow
from yili_kg.text.graphs import stream

__all__ = ["DECIDED", "read_citations", "read_mentions"]

#: The rule of a statement that no rule makes: a reader's own decision.
DECIDED = "reader-decided"


def read_mentions(placements: Placements, mentions: Sequence[Mention], segments: Iterable[Segment]) -> list[Mention]:
    """The mentions of an edition, those of read passages as they were read."""
    if not placements.parts:
        return list(mentions)
    by_id = {s.id: s for s in segments}
    proposed = {(m.start, m.end): m for m in mentions}
    read = {
        (m.start, m.end): m
        for placed in placements.parts
        for found, place in placed.statements("mentions")
        if _is_whole(found, place)
        for m in (_mention(found, place, proposed),)
    }
    for span in _within_longer(read, mentions, placements, by_id):
        del read[span]
    taken = sorted(read)
    kept = [
        m
        for m in mentions
        if (m.start, m.end) not in read
        and not placements.decides_word(by_id[m.segment], m.start, m.end)
        and not _overlaps((m.start, m.end), taken)
    ]
    return sorted([*kept, *read.values()], key=attrgetter("start", "end"))


def _within_longer(
    read: Iterable[Span], mentions: Sequence[Mention], placements: Placements, by_id: dict[str, Segment]
) -> list[Span]:
    """The read words that end a longer one here whose first graphs were not read: 狗皮 where an edition has 白狗皮."""
    found = sorted(mentions, key=attrgetter("start"))
    starts = [m.start for m in found]
    longer: list[Span] = []
    for start, end in read:
        at = bisect_right(starts, start) - 1
        if at < 0 or found[at].end != end or found[at].start == start:
            continue
        word = found[at]
        if not placements.decides(by_id[word.segment], word.start, start):
            longer.append((start, end))
    return longer


def _is_whole(found: Anchored, place: Place) -> bool:
    """Whether the graphs of a word stand together in the edition, at most one other between them.

    Where an edition shortens or weaves in other words, the first graph of a word may be found in one clause and its
    last in another; what lies between is no part of the word.
    """
    segment, first, last = place
    longest = found.end - found.start + 1
    return last - first <= longest or len(stream(segment.text[first:last]).graphs) <= longest


def _mention(found: Anchored, place: Place, proposed: dict[Span, Mention]) -> Mention:
    row = found.row
    assert isinstance(row, MentionRow)  # the table of mentions holds nothing else
    segment, first, last = place
    start, end = segment.span(first, last)
    rule = proposed.get((start, end))
    same = rule is not None and (rule.type, rule.concept) == (row.type, row.concept)
    return Mention(
        start=start,
        end=end,
        text=segment.text[first:last],
        type=row.type,
        concept=row.concept,
        layer=segment.layer,
        rule=rule.rule if same and rule else DECIDED,
        segment=segment.id,
        read_by=row.by,
    )


def _overlaps(span: Span, taken: Sequence[Span]) -> bool:
    at = bisect_left(taken, span)
    if at < len(taken) and taken[at][0] < span[1] and span[0] < taken[at][1]:
        return True
    return at > 0 and taken[at - 1][0] < span[1] and span[0] < taken[at - 1][1]


def read_citations(
    placements: Placements, citations: Sequence[Citation], segments: Iterable[Segment]
) -> list[Citation]:
    """The citations of an edition, those of read passages as they were read."""
    if not placements.parts:
        return list(citations)
    by_id = {s.id: s for s in segments}
    proposed = {(c.start, c.end): c for c in citations}
    read = {
        (c.start, c.end): c
        for placed in placements.parts
        for found, place in placed.statements("citations")
        for c in (_citation(found, place, placed, proposed),)
    }
    kept = [
        c
        for c in citations
        if (c.start, c.end) not in read and not placements.decides_word(by_id[c.segment], c.start, c.end)
    ]
    return sorted([*kept, *read.values()])


def _citation(found: Anchored, place: Place, placed: Placed, proposed: dict[Span, Citation]) -> Citation:
    row = found.row
    assert isinstance(row, CitationRow)  # the table of citations holds nothing else
    segment, first, last = place
    start, end = segment.span(first, last)
    quotes = tuple(_quotations(row, placed))
    rule = proposed.get((start, end))
    if rule is not None:
        # Words that the edition writes too differently to be found are quoted all the same: as far as the rules see it.
        found_by_rule = rule.quotes if row.quotes and not quotes else ()
        return replace(rule, target=row.target, quotes=quotes or found_by_rule, read_by=row.by)
    return Citation(
        start=start,
        end=end,
        text=segment.text[first:last],
        target=row.target,
        function=_QUOTES if quotes else _DISCUSSES,
        form="titled",
        quotes=quotes,
        segment=segment.id,
        layer=segment.layer,
        rule=DECIDED,
        read_by=row.by,
    )


#: What a citation is for that no rule saw: terms of CiTO.
_QUOTES, _DISCUSSES = "citesAsSourceDocument", "discusses"


def _quotations(row: CitationRow, placed: Placed) -> list[Quotation]:
    found: list[Quotation] = []
    for quote in filter(None, row.quotes.split("|")):
        words, _, nth = quote.rpartition(".")
        place = placed.anchor(words, int(nth))
        if place is not None:
            segment, first, last = place
            start, end = segment.span(first, last)
            found.append(Quotation(start=start, end=end, text=segment.text[first:last]))
    found.sort()
    return [q for q, after in pairwise([*found, None]) if q is not None and (after is None or q.end <= after.start)]
