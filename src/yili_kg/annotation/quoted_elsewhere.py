"""Words that stand in another division of the work than the one named: 雜記與諸侯為兄弟者服斬 is from 喪服小記.

Who quotes from memory names the wrong chapter. The words are quoted all the same, and end where the work says.
"""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.follow import CitedBook, follow
from yili_kg.annotation.quotation_ends import LONGEST
from yili_kg.annotation.quotation_title import words_behind
from yili_kg.received.chapters import chapters_cited
from yili_kg.reference.shelf import Shelf
from yili_kg.tables.patterns import load_patterns

__all__ = ["work_that_has_it"]

#: So many graphs just so are no chance in a work: of words that are said to be quoted, and of others.
_SAID, _UNSAID = 5, 7
#: Words are those of the division that is named if so many graphs run along with it, or if they are so like it, 0 to 1.
_HELD, _LIKE = 4, 0.5


def work_that_has_it(
    folded: str, end: int, target: str, quotes: Sequence[tuple[int, int]], book: CitedBook | None, shelf: Shelf | None
) -> CitedBook | None:
    """The whole work, if the words behind the title that ends at `end` stand there and not in the division named; else None.

    `quotes` is what was found with the division, `book`, at hand. Where nothing is said to be quoted, words of another chapter
    of the 儀禮 are those with which one speaks of any rite (升受酬于西階上).
    """
    if book is None or shelf is None or "·" not in target:
        return None
    begin = quotes[0][0] if quotes else _begin(folded, end)
    if begin < 0 or (_holds(book, *quotes[0]) if quotes else target in chapters_cited()):
        return None
    whole = follow(folded, shelf, target.partition("·")[0])
    if whole is None or whole.size == book.size:
        return None
    return whole if whole.in_text().first_run(begin, begin + 1, _SAID if quotes else _UNSAID) == begin else None


def _begin(folded: str, end: int) -> int:
    """Where words of the work may begin behind a title; -1 where the commentator speaks there himself."""
    begin = words_behind(folded, end)
    return -1 if load_patterns("quotations/patterns")["not-the-books"].match(folded, begin) else begin


def _holds(book: CitedBook, begin: int, end: int) -> bool:
    return book.along(begin, begin + LONGEST) - begin >= _HELD or book.like(begin, end) >= _LIKE
