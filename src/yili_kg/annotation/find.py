"""What stands in one segment's text, mentions and citations, as functions of the text; and how it comes home to a source.

The build asks them of every segment of an edition, the components of spaCy of a doc.
"""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.borne_out import titles_borne_out
from yili_kg.annotation.citations import find_citations
from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.matcher import load_matcher
from yili_kg.annotation.rivals import rivals_in
from yili_kg.annotation.rows import titles_in_rows
from yili_kg.annotation.scopes import scope_spans
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.annotation.titles import find_titles
from yili_kg.annotation.weighing.known import known_of
from yili_kg.annotation.weighing.second_pass import WEIGHED, second_pass
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Citation, Mention, Quotation, Segment
from yili_kg.reference.shelf import load_shelf
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = [
    "as_citation",
    "as_mention",
    "citations_among",
    "find",
    "find_mentions",
    "first_pass",
    "mentions_in",
]

#: The type of mentions that can be citations.
_WORK = "work"


def find(
    text: str, *, layer: str = "", chapter: str = "", skip: Sequence[tuple[int, int]] = ()
) -> tuple[list[Found], list[FoundCitation]]:
    """Mentions and citations of one segment's text, with offsets into that text."""
    folded = fold(text)
    mentions = mentions_in(text, folded, layer, skip, ())
    return mentions, citations_among(mentions, text, folded, layer, chapter)


def find_mentions(
    text: str, *, layer: str = "", skip: Sequence[tuple[int, int]] = (), passages: Sequence[str] = ()
) -> list[Found]:
    """Mentions in one segment's text, with offsets into that text.

    `passages` (`04.013`) are those that a comment speaks of: what readers found in them is looked for.
    """
    return mentions_in(text, fold(text), layer, skip, tuple(passages))


def mentions_in(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]], passages: tuple[str, ...]
) -> list[Found]:
    """The mentions outside `skip`, spellings of sounds, and words that the layer speaks of as words."""
    first, fixed = first_pass(text, folded, layer, skip)
    if layer in layers().base:  # the rules were made for it, and the steps stand on them
        return first
    return second_pass(load_matcher(), folded, layer, first, fixed, known=known_of(passages))


def citations_among(mentions: Sequence[Found], text: str, folded: str, layer: str, chapter: str) -> list[FoundCitation]:
    """The citations among the mentions of a segment, with what they quote; `chapter` (`04`) is the segment's."""
    works = [m for m in mentions if m.type == _WORK]
    return find_citations(text, folded, layer, chapter, works, load_lexicon(), load_shelf()) if works else []


def first_pass(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]]
) -> tuple[list[Found], list[tuple[int, int]]]:
    """What titles and rules say are mentions, and the spans that are settled: titles, and what holds no mention."""
    titles = find_titles(text, folded, load_lexicon())
    silent = [*skip, *sound_spans(text, layer), *scope_spans(text, layer)]
    rows = titles_in_rows(folded, layer, [*((t.start, t.end) for t in titles), *silent])
    titles = sorted([*titles, *rows])
    shelf = load_shelf()
    if shelf is not None:
        taken = [*((t.start, t.end) for t in titles), *silent]
        titles = sorted([*titles, *titles_borne_out(folded, layer, shelf, taken)])
    first = load_matcher().find(folded, layer, titles=titles, skip=silent, rivals=rivals_in(folded))
    stands = set(first)
    return first, [*((t.start, t.end) for t in titles if t in stands), *silent]


def as_mention(segment: Segment, found: Found) -> Mention:
    """A mention of a segment's text as one of the source."""
    return Mention(
        start=segment.offsets[found.start],
        end=segment.offsets[found.end - 1] + 1,
        text=segment.text[found.start : found.end],
        type=found.type,
        concept=found.concept,
        layer=segment.layer,
        rule=found.rule,
        segment=segment.id,
        confidence=found.confidence,
        because=found.because if found.rule == WEIGHED else (),
    )


def as_citation(segment: Segment, found: FoundCitation) -> Citation:
    """A citation of a segment's text as one of the source, its quotations unchecked."""
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
