"""A title that cites, and what can be asked of the words behind it: whether words of its book may begin or go on there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yili_kg.annotation.quotation_ends import Endings, end_by_turns, unmarked_quote
from yili_kg.annotation.quotation_marks import Span
from yili_kg.annotation.quotation_tails import FOLLOWED, Follow
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = [
    "BARE",
    "CORE",
    "INTO",
    "CitedTitle",
    "books_words",
    "entered",
    "runs",
    "sure_run",
    "sure_said",
    "words_behind",
]

# All in code points.
#: A title stands in what is quoted if so many code points from its beginning still run along; so many such are passed.
INTO, _HELD = 3, 8
#: Behind a closed clause so many: a title there may be the next of the commentator's (祭于禰也曾子問廟見言…).
_BEYOND = 6
#: A run of so many graphs is no chance in a division of fewer graphs than this, nor one of fewer behind 云: an office or a
#: poem, a short 篇, a long one.
_NO_CHANCE = ((600, 5, 4), (3_000, 6, 5), (1 << 30, 8, 6))
#: Such a run holds so many graphs just as the book has them, at its beginning.
CORE = 3
#: A note without 云 is the book's if so many of its graphs stand there just so; so are words before 云 of which so many do.
BARE = 4
#: So long a note without 云, in code points, that is so like one of the book, 0 to 1, is the book's too.
_WHOLE_NOTE, _NOTE_LIKE = 8, 0.5
#: What is said again (又云) is the book's if it is so like it, 0 to 1; else another text, named before, says it.
_AGAIN_LIKE = 0.4


@dataclass(frozen=True, slots=True)
class CitedTitle:
    """A title that cites: it stands at `begin`–`end` of `folded`, the next `titles` begin at these places.

    `endings` say where unmarked words end, `book` what the cited book has, where it is at hand; `own`: it is what the
    commentator explains himself.
    """

    folded: str
    begin: int
    end: int
    titles: Sequence[int]
    endings: Endings
    book: Follow | None
    own: bool = False

    @property
    def stop(self) -> int:
        """Where the next title begins, which no unmarked quotation passes."""
        return self.titles[0] if self.titles else len(self.folded)

    def stop_of(self, begin: int) -> int:
        """Where the next title begins that the words from `begin` do not hold: the book may name one too (經禮三百曲禮三千)."""
        for title in self.titles[:_HELD]:
            reach = title + (INTO if not _closed(self.folded, title) else _BEYOND)
            near = self.book is not None and reach - begin <= FOLLOWED and reach <= len(self.folded)
            held = near and self.book is not None and self.book.along(begin, reach) >= reach
            if begin < title and not held:
                return title
        return self.titles[_HELD] if len(self.titles) > _HELD else len(self.folded)

    def _may_begin(self, begin: int, stop: int, *, first: bool, direct: bool) -> bool:
        """Whether words of the book may begin there: before the next title, or with one, which is then the book's own.

        目錄云士喪禮之下篇, 彼注云昏禮不言厥明. The `first` words do not begin with a title that is said to speak itself (疏云曲禮曰),
        nor right behind another title, unless the book has just these words (禮器曲禮三千).
        """
        if begin not in (stop, self.stop):
            return 0 <= begin < max(stop, self.stop)
        soon_says = load_patterns("quotations/patterns")["soon-says"].match
        if not first or not (direct or soon_says(self.folded, begin)):
            return True
        text = self.book.in_text() if direct and self.book is not None else None
        return text is not None and text.first_run(begin, begin + 1, BARE) == begin

    def with_notes(self, begin: int, *, direct: bool = False) -> list[Span]:
        """The unmarked quotation at `begin` and the notes on it that are quoted right after it."""
        patterns = load_patterns("quotations/patterns")
        follows, says_so = patterns["note-follows"], patterns["says-so"]
        quotes: list[Span] = []
        stop, again = self.stop, False
        while self._may_begin(begin, stop, first=not quotes, direct=direct):
            stop = self.stop_of(begin)
            quote = unmarked_quote(self.folded, begin, stop, self.endings, self.book, direct=direct)
            if quote is None:
                break
            start, end, after = quote
            if again and self.book is not None and self.book.like(start, end) < _AGAIN_LIKE:
                break
            quotes.append((start, end))
            note = follows.match(self.folded, after)
            if note and note.end() in self.titles and not says_so.search(note.group()):
                break  # 郭璞注上林賦: it is that text which the note is on
            begin, direct = (note.end() if note else self._bare_note(after)), False
            again = note is not None and patterns["says-again"].search(note.group()) is not None
            if note and note.start() <= stop < begin and patterns["title-of-a-note"].match(self.folded, stop):
                stop = self.stop_of(begin)  # 毛傳云: the name of the note is a title itself
        return quotes

    def _bare_note(self, place: int) -> int:
        """Where a note begins that is named without 云 (賓進訝受几于筵前注梧受), if the book has its words; else -1."""
        return self.noted(load_patterns("quotations/patterns")["bare-note"].match(self.folded, place))

    def noted(self, named: re.Match[str] | None) -> int:
        """Where the words behind the name of a note begin, if the notes of the book have them just so; else -1."""
        notes = self.book.in_notes() if named and self.book is not None else None
        if named is None or notes is None:
            return -1
        begin = named.end()
        if notes.first_run(begin, begin + 1, BARE) == begin:
            return begin
        end = end_by_turns(self.folded, begin, self.stop, self.endings)
        return begin if end - begin >= _WHOLE_NOTE and notes.like(begin, end) >= _NOTE_LIKE else -1


def words_behind(folded: str, end: int) -> int:
    """Where words may begin behind a title that ends at `end`: behind what still belongs to it (鄉射記, 曾子問有言)."""
    rest = load_patterns("quotations/patterns")["rest-of-title"].match(folded, end)
    return rest.end() if rest else end


def books_words(cited: CitedTitle) -> int:
    """The same for a title, before what could be the commentator's word where it is the book's as well.

    哀公六年有雲如衆赤鳥, 士昏禮特豚合升.
    """
    begin = words_behind(cited.folded, cited.end)
    if cited.book is None or begin != cited.end + 1:
        return begin
    return cited.end if cited.book.in_text().first_run(cited.end, begin, CORE + 1) == cited.end else begin


def entered(folded: str, end: int, text: Follow) -> int:
    """Where the words of an office that ends at `end` begin, if they are those of its entry, the `text`; else -1.

    That is what it has charge of or counts (鐘師掌金奏, 大祝三曰禬), or, behind 有, what it has (司几筵有次席).
    """
    charge = load_patterns("titles")["entry-of-an-office"].match(folded, end)
    if charge is None:
        return -1
    begin = charge.end() if charge.group("has") else end
    return begin if text.first_run(begin, begin + 1, end + CORE - begin) == begin else -1


def _closed(folded: str, place: int) -> bool:
    """Whether a particle closes the clause right before a place."""
    return folded[place - 1 : place] in load_word_lists("quotations/words")["closing"].words


def sure_run(book: Follow) -> int:
    """So many graphs that run along with a text of this size are no chance."""
    return next(run for size, run, _ in _NO_CHANCE if book.size < size)


def sure_said(book: Follow) -> int:
    """So many of them are none behind 云."""
    return next(said for size, _, said in _NO_CHANCE if book.size < size)


def runs(cited: CitedTitle, book: Follow, place: int, least: int) -> bool:
    """Whether so many graphs from just this place run along with the book; the next title ends them."""
    limit = min(cited.stop, place + least + 2)
    return book.along(place, limit) - place >= least and book.along(place, place + INTO) == place + INTO
