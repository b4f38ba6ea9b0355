"""Books named by one graph (語曰, 易言, 在禮已受命君言), where their own words stand right behind: the book bears the title out.

語 is speech, 易 easy, 禮 a rite; one graph is a title only where what it is said to say stands in the book. Which graphs
may name which books is told by `extraction/rules/short-titles.tsv`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from pydantic import Field

from yili_kg.annotation.follow import CitedBook, follow
from yili_kg.annotation.spans import Found, covered
from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.shelf import Shelf
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.table import Row, read_table
from yili_kg.text.needed import Asked

__all__ = ["SHORT", "short_titles"]

#: The rule of a title of one graph that is one because the words behind it are its book's.
SHORT = "short-title-borne-out"
#: So many graphs behind a verb of saying must run along with the book; no more than `_READ` code points are read.
_LEAST, _READ = 5, 30
#: So many where nothing says that they are its; and so many of each stand there just so from the first on.
_UNSAID, _JUST_SO = 7, 4
#: So many stand there just so where the title stands within a clause, or so many without more that run along.
_MOST_JUST_SO, _SURE = 5, 6
#: A title before a graph has no more graphs.
_LONGEST = 5
#: So many graphs a longer word, of which a title may be part (曲禮, 論語), has more on either side.
_WIDER = 2


#: What is asked of a book, of the place at which its words would begin, and of how many they are.
_Borne = Callable[[CitedBook, int, int], bool]


class _Short(Row):
    """A `graph` that may name a work: the headword, and the `book` in which its words stand."""

    graph: str = Field(min_length=1, max_length=1)
    concept: str = Field(min_length=1)
    book: str = Field(min_length=1)
    reason: str = Field(min_length=1)


@cache
def _rows() -> dict[str, _Short]:
    path = data_folder("extraction") / "rules" / "short-titles.tsv"
    return {row.graph: row for row in read_table(path, _Short, unique=("graph",))}


def short_titles(folded: str, layer: str, shelf: Shelf, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The titles of one graph that their books bear out, in order, but those in what is `taken`."""
    if layer in layers().base or layer in layers().silent:
        return []
    candidates = list(_candidates(folded))
    if not candidates:
        return []
    inside = covered(len(folded), taken)
    found: list[Found] = []
    for place, begin, least, borne in candidates:
        row = _rows()[folded[place]]
        if inside[place] or _part_of_a_word(folded, place) or _behind_a_title(folded, place):
            continue
        book = follow(folded, shelf, row.book)
        if book is not None and borne(book.in_text(), begin, least):
            found.append(Found(place, place + 1, "work", row.concept, SHORT))
    return found


def _candidates(folded: str) -> Iterator[tuple[int, int, int, _Borne]]:
    """The places of graphs that may be titles, where their words would begin, how many must stand there, and what is asked."""
    places: dict[int, tuple[int, int, _Borne]] = {}
    for pattern, (least, borne) in _begun().of(folded):
        for match in pattern.finditer(folded):
            words = match.groupdict().get("words")
            places[match.start()] = (match.end(), len(words) if words else least, borne)
    for place in sorted(places):
        yield place, *places[place]


@cache
def _begun() -> Asked[tuple[int, _Borne]]:
    """How the words of a book begin that one graph names, with how many of them must stand there, and how."""
    patterns = load_patterns("titles")
    return Asked(
        (
            (patterns["short-title-within"], (_UNSAID, _has_without_it)),
            (patterns["short-title-of-a-verse"], (0, _has_just_so)),
            (patterns["short-title-closed"], (0, _has_just_so)),
            (patterns["short-title-begins"], (_UNSAID, _has)),
            (patterns["short-title-says"], (_LEAST, _has)),
        )
    )


def _has(book: CitedBook, begin: int, least: int) -> bool:
    """Whether so many graphs from `begin` on run along with a book, the first of them just so."""
    return book.first_run(begin, begin + 1, _JUST_SO) == begin and book.along(begin, begin + _READ) - begin >= least


def _has_just_so(book: CitedBook, begin: int, size: int) -> bool:
    """Whether a book has so many graphs from `begin` on just so, and not with the graph before them."""
    return book.first_run(begin, begin + 1, size) == begin and _not_its_own(book, begin)


def _has_without_it(book: CitedBook, begin: int, least: int) -> bool:
    """Whether so many graphs run along with a book, most of them just so, and the book has not the graph before them."""
    just_so = book.first_run(begin, begin + 1, _SURE) == begin
    most = just_so or (book.first_run(begin, begin + 1, _MOST_JUST_SO) == begin and _has(book, begin, least))
    return most and _not_its_own(book, begin)


def _not_its_own(book: CitedBook, begin: int) -> bool:
    """Whether the book has not the graph before these words with them (禮之用和為貴)."""
    return book.first_run(begin - 1, begin, _JUST_SO) != begin - 1


def _behind_a_title(folded: str, place: int) -> bool:
    """Whether a title of the lexicon ends right before a graph (楚茨詩), with which it is one."""
    forms = load_lexicon().forms
    before = (folded[place - size : place] for size in range(2, min(_LONGEST, place) + 1))
    return any(f.type == "work" for form in before for f in forms.get(form, ()))


def _part_of_a_word(folded: str, place: int) -> bool:
    """Whether a graph is part of a longer word of the lexicon."""
    forms = load_lexicon().forms
    for first in range(max(0, place - _WIDER), place + 1):
        for last in range(place + 1, min(len(folded), place + 1 + _WIDER) + 1):
            if last - first > 1 and folded[first:last] in forms:
                return True
    return False
