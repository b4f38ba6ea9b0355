"""Whom a cited book names in the words that are quoted from it: told by the index of the book, before mentions are decided.

文子, 武公 or 求 are persons in some contexts only, and a quotation leaves out the context that the book has. So a quotation
is aligned with its book, with words left out between, and a word that the index of the book has for the division, or at just
this graph of it, is the person who is meant there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import LCSseq

from yili_kg.annotation.follow import CitedBook, follow, graphs_between, strands_of
from yili_kg.annotation.matcher import load_matcher
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.models.quick import replace
from yili_kg.reference.compare import Hit, abridged, closest
from yili_kg.reference.persons import load_persons_in_books
from yili_kg.reference.shelf import Shelf

__all__ = ["NAMED", "Aligned", "aligned", "persons_quoted", "titles_that_quote", "with_persons"]

#: The rule of a person whom the index of a cited book names in what is quoted from it.
NAMED = "named-in-the-cited-book"
#: What is quoted is so like the book, 0 to 1, or the book has it with words between.
_LIKE = 0.75
#: Fewer graphs stand anywhere.
_LEAST = 4
#: So many graphs of a quotation run along with the book whose title it bears out.
_RUN = 6
#: So many graphs a longer word has more before and behind a name that is a part of it (季武子).
_WIDER = 2


@dataclass(frozen=True, slots=True)
class Aligned:
    """Words of a folded text and where they stand in a book: `graphs` tells the graph of the book by code point."""

    hit: Hit
    graphs: dict[int, int]

    @property
    def division(self) -> str:
        """The division of the book in which the words begin."""
        return self.hit.strand.division(self.hit.start)

    def place(self, start: int, end: int) -> int:
        """At which graph of the book the words between two places stand, one by one; -1 where they do not."""
        places = [self.graphs[at] for at in range(start, end) if at in self.graphs]
        whole = len(places) == end - start and places[-1] - places[0] == end - start - 1
        return places[0] if whole else -1


def aligned(folded: str, start: int, end: int, target: str, shelf: Shelf) -> Aligned | None:
    """The words between two places of a folded text in the cited work; None where it does not have them."""
    graphs, places = graphs_between(folded, start, end)
    if len(graphs) < _LEAST:
        return None
    strands = strands_of(shelf, target)
    hits = (closest(graphs, strand, stretches) for strand, stretches in strands)
    hit = max((h for h in hits if h is not None), key=lambda h: h.similarity, default=None)
    if hit is None or hit.similarity < _LIKE:
        gaps = (abridged(graphs, strand, stretches) for strand, stretches in strands)
        hit = next((h for h in gaps if h is not None), None)
    if hit is None:
        return None
    both = LCSseq.editops(graphs, hit.graphs).as_matching_blocks()
    at = {places[b.a + n]: hit.start + b.b + n for b in both for n in range(b.size)}
    return Aligned(hit, at)


def persons_quoted(folded: str, citations: Sequence[FoundCitation], shelf: Shelf) -> list[Found]:
    """The persons whom the cited books name in what is quoted from them, in order, without overlap."""
    found: dict[int, Found] = {}
    for citation in citations:
        pattern = _forms(citation.target.partition("·")[0])
        for start, end in citation.quotes if pattern is not None else ():
            if pattern is not None and pattern.search(folded, start, end):
                found.update((one.start, one) for one in _named(folded, start, end, citation.target, shelf, pattern))
    return [found[at] for at in sorted(found)]


def _named(folded: str, start: int, end: int, target: str, shelf: Shelf, pattern: re.Pattern[str]) -> Iterator[Found]:
    words = aligned(folded, start, end, target, shelf)
    if words is None:
        return
    index, strand = load_persons_in_books(), words.hit.strand
    for match in pattern.finditer(folded, start, end):
        form, place = match.group(), words.place(*match.span())
        if place < 0:
            continue
        if strand.layer != "text":
            concept = index.who(words.division, form)
        else:
            concept = index.given(form, strand.book, place) or index.who(words.division, form, strand.book, place)
        if concept:
            yield Found(match.start(), match.end(), "person", concept, NAMED)


def titles_that_quote(folded: str, citations: Sequence[FoundCitation], shelf: Shelf) -> list[tuple[int, int]]:
    """The titles whose quotation begins with words of the cited book, in order: no weighing turns these down."""
    found: list[tuple[int, int]] = []
    for citation in citations:
        book = follow(folded, shelf, citation.target)
        if book is not None and any(_begins_there(book, *quote) for quote in citation.quotes):
            found.append((citation.start, citation.end))
    return found


def _begins_there(book: CitedBook, start: int, end: int) -> bool:
    """Whether so many graphs of a quotation, or all of a shorter one, run along with the book from its first two on."""
    return book.along(start, end) - start >= min(_RUN, end - start) and book.first_run(start, start + 2, _LEAST) >= 0


def with_persons(
    first: Sequence[Found], fixed: Sequence[tuple[int, int]], persons: Sequence[Found], folded: str
) -> tuple[list[Found], list[tuple[int, int]]]:
    """What the first pass took and what is settled, with persons who are settled too.

    A person who is part of a longer word, or of what is settled, is left out; what the first pass took there gives way, but
    where it took the same words for a person its rule stays.
    """
    if not persons:
        return list(first), list(fixed)
    settled = {at for a, b in fixed for at in range(a, b)}
    ruled = {(m.start, m.end): m.rule for m in first if m.type == "person"}
    free = (p for p in persons if settled.isdisjoint(range(p.start, p.end)) and not _part(folded, p))
    taken = [replace(p, rule=ruled.get((p.start, p.end), p.rule)) for p in free]
    covered = {at for p in taken for at in range(p.start, p.end)}
    rest = [m for m in first if covered.isdisjoint(range(m.start, m.end))]
    return sorted([*rest, *taken]), [*fixed, *((p.start, p.end) for p in taken)]


def _part(folded: str, person: Found) -> bool:
    """Whether a person is part of a longer word of the lexicon."""
    low, high = max(0, person.start - _WIDER), min(len(folded), person.end + _WIDER)
    longer = load_matcher().words(folded, low, high)
    return any(a <= person.start and person.end <= b and (a, b) != (person.start, person.end) for a, b in longer)


@cache
def _forms(work: str) -> re.Pattern[str] | None:
    """The forms that the index has for a work, as one pattern, the longest first; None where it has none."""
    forms = sorted(load_persons_in_books().of_work(work), key=lambda f: (-len(f), f))
    return re.compile("|".join(map(re.escape, forms))) if forms else None
