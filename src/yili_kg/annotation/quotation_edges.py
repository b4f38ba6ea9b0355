"""Words that cross the edge of a quotation: the cited book says whether they are its own.

Where 天子飯含用玉 is quoted and 案典瑞 follows, there is no 玉案: the book goes on otherwise, so that no word crosses the
edge. Where a quotation was cut within 剛鬣 and the book has both graphs, it goes on to the end of the word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

from yili_kg.annotation.in_books import Aligned, aligned
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.models.quick import replace
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf
from yili_kg.text.graphs import stream

__all__ = ["at_edges"]

_START = attrgetter("start")
#: So many of the graphs beside an edge stand in the book just so.
_BESIDE = 2


def at_edges(
    folded: str, mentions: Sequence[Found], citations: Sequence[FoundCitation], shelf: Shelf
) -> tuple[list[FoundCitation], list[int]]:
    """The citations, what they quote extended to the end of the book's words; and the places that no word crosses.

    `mentions` are in order. Asked are the edges that one of them crosses, where the quotation stands in the library.
    """
    now: list[FoundCitation] = []
    bounds: list[int] = []
    for citation in citations:
        quotes = list(citation.quotes)
        for number, (start, end) in enumerate(quotes):
            before, behind = _across(mentions, start), _across(mentions, end)
            if before is None and behind is None:
                continue
            words = aligned(folded, start, end, citation.target, shelf)
            if words is None:
                continue
            if before is not None and _begins(words, folded, start):
                bounds.append(start)
            if behind is not None and _ends(words, end):
                if _goes_on(words, folded, end, behind.end):
                    quotes[number] = (start, behind.end)
                else:
                    bounds.append(end)
        changed = quotes != list(citation.quotes)
        now.append(replace(citation, quotes=tuple(_apart(quotes))) if changed else citation)
    return now, bounds


def _apart(quotes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The quotations; one that was extended into the next is one with it."""
    apart = list(quotes[:1])
    for start, end in quotes[1:]:
        first, last = apart[-1]
        if first <= start < last:
            apart[-1] = (first, max(last, end))
        else:
            apart.append((start, end))
    return apart


def _across(mentions: Sequence[Found], place: int) -> Found | None:
    """The mention that begins before a place and ends behind it."""
    number = bisect_right(mentions, place - 1, key=_START) - 1
    found = mentions[number] if number >= 0 else None
    return found if found is not None and found.end > place else None


def _begins(words: Aligned, folded: str, start: int) -> bool:
    """Whether the first graphs are the book's, and another stands before them there."""
    graph = words.place(start, start + _BESIDE)
    return graph >= 0 and words.hit.strand.graphs[max(0, graph - 1) : graph] != alike(folded[start - 1])


def _ends(words: Aligned, end: int) -> bool:
    """Whether the last graphs are the book's."""
    return words.place(end - _BESIDE, end) >= 0


def _goes_on(words: Aligned, folded: str, end: int, reach: int) -> bool:
    """Whether the book goes on with the words between two places."""
    rest = stream(alike(folded[end:reach]))[0]
    behind = words.place(end - _BESIDE, end) + _BESIDE
    return words.hit.strand.graphs.startswith(rest, behind)
