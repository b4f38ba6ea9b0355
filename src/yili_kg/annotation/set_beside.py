"""The words of another book that a compiler set beside a base text, in letters as large: ○喪大記疾病外內皆埽."""

from __future__ import annotations

from yili_kg.annotation.follow import follow
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.reference.shelf import Shelf
from yili_kg.tables.patterns import load_patterns

__all__ = ["borne_out", "opens_base_text"]

#: Such words begin so close behind the title, in code points, and so many of their graphs are those of the cited book.
_NEAR, _JUST_SO = 4, 6


def opens_base_text(folded: str, work: Found) -> bool:
    """Whether a title in a folded base text stands where a compiler sets the words of another book beside it."""
    return load_patterns("titles")["set-beside"].search(folded, max(0, work.start - 1), work.start) is not None


def borne_out(folded: str, citation: FoundCitation, shelf: Shelf) -> bool:
    """Whether the words right behind a title are quoted, and the cited book has them just so."""
    begin = citation.quotes[0][0] if citation.quotes else -1
    book = follow(folded, shelf, citation.target) if 0 <= begin - citation.end <= _NEAR else None
    return book is not None and book.in_text().first_run(begin, begin + 1, _JUST_SO) == begin
