"""What stands in one segment's text, mentions and citations, as functions of the text; and how it comes home to a source.

The build asks them of every segment of an edition, the components of spaCy of a doc.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yili_kg.annotation.borne_out import titles_borne_out
from yili_kg.annotation.citations import find_citations, with_doubts
from yili_kg.annotation.degrees import degrees
from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.in_books import persons_quoted, titles_that_quote, with_persons
from yili_kg.annotation.matcher import load_matcher
from yili_kg.annotation.named_places import named_places
from yili_kg.annotation.narrow import Narrow
from yili_kg.annotation.quotation_edges import at_edges
from yili_kg.annotation.rivals import rivals_in
from yili_kg.annotation.rows import titles_in_rows
from yili_kg.annotation.scopes import scope_spans
from yili_kg.annotation.senses import standing
from yili_kg.annotation.short_titles import short_titles
from yili_kg.annotation.simplified import folded_in_print, other_graphs
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.annotation.titles import find_titles
from yili_kg.annotation.titles_by_kind import titles_by_kind
from yili_kg.annotation.weighing.known import known_of
from yili_kg.annotation.weighing.second_pass import WEIGHED, second_pass
from yili_kg.annotation.years_in_a_row import years_in_a_row
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Citation, Mention, Quotation, Segment
from yili_kg.reference.shelf import Shelf, load_shelf
from yili_kg.tables.layers import layers
from yili_kg.text.graphs import FILLED

__all__ = [
    "as_citation",
    "as_mention",
    "citations_among",
    "find",
    "find_mentions",
    "first_pass",
    "found_in",
    "mentions_in",
]

#: The type of mentions that can be citations.
_WORK = "work"


def find(
    text: str, *, layer: str = "", chapter: str = "", skip: Sequence[tuple[int, int]] = ()
) -> tuple[list[Found], list[FoundCitation]]:
    """Mentions and citations of one segment's text, with offsets into that text."""
    return found_in(text, folded_in_print(text), layer, chapter, skip, ())


def find_mentions(
    text: str, *, layer: str = "", skip: Sequence[tuple[int, int]] = (), passages: Sequence[str] = ()
) -> list[Found]:
    """Mentions in one segment's text, with offsets into that text.

    `passages` (`04.013`) are those that a comment speaks of: what readers found in them is looked for.
    """
    return mentions_in(text, folded_in_print(text), layer, skip, tuple(passages))


def found_in(
    text: str,
    folded: str,
    layer: str,
    chapter: str,
    skip: Sequence[tuple[int, int]],
    passages: tuple[str, ...],
    *,
    heading: Callable[[int, int], bool] | None = None,
) -> tuple[list[Found], list[FoundCitation]]:
    """The mentions of a segment and the citations among them; a title that is a `heading` cites nothing.

    What is quoted is aligned with the cited books first, by the titles that titles and rules say are some: whom the books
    name there is a person in the quotation, and no word crosses the edge at which their words end.
    """
    if FILLED in folded:
        narrow = Narrow(text, folded)
        asked = narrow.asking(heading)
        mentions, cited = found_in(
            narrow.text, narrow.folded, layer, chapter, narrow.inside(skip), passages, heading=asked
        )
        return narrow.mentions(mentions), narrow.citations(cited)
    shelf = load_shelf()
    mentions, works, cited = _mentions(text, folded, layer, chapter, skip, passages, heading, shelf)
    now = _works(mentions, heading)
    if works != now:
        cited = _citations(now, text, folded, layer, chapter, shelf)
    if layer in layers().base or not cited:
        return mentions, cited
    if shelf is not None:
        cited = at_edges(folded, mentions, cited, shelf)[0]
    return mentions, with_doubts(cited, mentions)


def mentions_in(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]], passages: tuple[str, ...], chapter: str = ""
) -> list[Found]:
    """The mentions outside `skip`, spellings of sounds, and words that the layer speaks of as words."""
    if FILLED in folded:
        narrow = Narrow(text, folded)
        return narrow.mentions(mentions_in(narrow.text, narrow.folded, layer, narrow.inside(skip), passages, chapter))
    return _mentions(text, folded, layer, chapter, skip, passages, None, load_shelf())[0]


def _mentions(
    text: str,
    folded: str,
    layer: str,
    chapter: str,
    skip: Sequence[tuple[int, int]],
    passages: tuple[str, ...],
    heading: Callable[[int, int], bool] | None,
    shelf: Shelf | None,
) -> tuple[list[Found], list[Found], list[FoundCitation]]:
    """The mentions of a segment; the works by which what is quoted was aligned, and the citations among these.

    In base text nothing is aligned, and no work is told: the rules were made for it, and the steps stand on them.
    """
    first, fixed = _first_pass(text, folded, layer, skip, shelf)
    if layer in layers().base:
        return first, [], []
    works = _works(first, heading)
    cited = _citations(works, text, folded, layer, chapter, shelf)
    if shelf is not None and cited:
        first, fixed = _as_the_books_have_it(folded, first, fixed, cited, shelf)
    return second_pass(load_matcher(), folded, layer, first, fixed, known=known_of(passages)), works, cited


def citations_among(mentions: Sequence[Found], text: str, folded: str, layer: str, chapter: str) -> list[FoundCitation]:
    """The citations among the mentions of a segment, with what they quote; `chapter` (`04`) is the segment's."""
    return _citations(_works(mentions), text, folded, layer, chapter, load_shelf())


def _citations(
    works: Sequence[Found], text: str, folded: str, layer: str, chapter: str, shelf: Shelf | None
) -> list[FoundCitation]:
    return find_citations(text, folded, layer, chapter, works, load_lexicon(), shelf) if works else []


def _works(mentions: Sequence[Found], heading: Callable[[int, int], bool] | None = None) -> list[Found]:
    return [m for m in mentions if m.type == _WORK and not (heading is not None and heading(m.start, m.end))]


def _as_the_books_have_it(
    folded: str, first: list[Found], fixed: list[tuple[int, int]], cited: Sequence[FoundCitation], shelf: Shelf
) -> tuple[list[Found], list[tuple[int, int]]]:
    """What the first pass took and what is settled, with what the cited books say of the words quoted from them."""
    _, bounds = at_edges(folded, first, cited, shelf)
    if bounds:
        first = [m for m in first if not any(m.start < b < m.end for b in bounds)]
        fixed = [*fixed, *((b, b) for b in bounds)]
    fixed = [*fixed, *titles_that_quote(folded, cited, shelf)]
    return with_persons(first, fixed, persons_quoted(folded, cited, shelf), folded)


def first_pass(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]]
) -> tuple[list[Found], list[tuple[int, int]]]:
    """What titles and rules say are mentions, and the spans that are settled: titles, and what holds no mention."""
    return _first_pass(text, folded, layer, skip, load_shelf())


def _first_pass(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]], shelf: Shelf | None
) -> tuple[list[Found], list[tuple[int, int]]]:
    titles = find_titles(text, folded, load_lexicon())
    silent = [*skip, *sound_spans(text, layer), *scope_spans(text, layer), *other_graphs(text, folded)]
    titles = sorted([*titles, *titles_in_rows(folded, layer, _settled(titles, silent))])
    titles = sorted([*titles, *titles_by_kind(folded, layer, _settled(titles, silent))])
    titles = sorted([*titles, *degrees(folded, layer, shelf, _settled(titles, silent))])
    if shelf is not None:
        taken = _settled(titles, silent)
        borne = titles_borne_out(folded, layer, shelf, taken, titles)
        taken += [(t.start, t.end) for t in borne]
        short = short_titles(folded, layer, shelf, taken)
        titles = sorted([*titles, *borne, *short, *years_in_a_row(folded, layer, shelf, taken)])
    titles = sorted([*titles, *named_places(folded, layer, _settled(titles, silent))])
    first = load_matcher().find(folded, layer, titles=titles, skip=silent, rivals=rivals_in(folded))
    stands = {*titles, *(m for m in first if m.rule in standing())}
    return first, _settled([m for m in first if m in stands], silent)


def _settled(found: Sequence[Found], silent: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans of what was found, and those that hold no mention."""
    return [*((f.start, f.end) for f in found), *silent]


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
