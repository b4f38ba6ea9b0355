"""A few words behind a title that nothing announces, and that the cited book bears out: a clause, or what a note is on."""

from __future__ import annotations

from yili_kg.annotation.quotation_marks import Span
from yili_kg.annotation.quotation_tails import DIVISION, Follow
from yili_kg.annotation.quotation_title import CORE, CitedTitle, books_words, entered, words_behind
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["few_words", "noted", "pointed_at", "said_there"]

# All in code points. What tells his own words from quoted ones stands right behind a title.
_OWN = 4
#: Words on which a note is quoted right behind them (注曰) are no more than these.
_NOTED = 24
#: So many graphs just as the book has them are no chance in any.
_EXACT = 6
#: A clause behind the title is its division's if it has so many code points, and is so like it, 0 to 1; its marks.
_CLAUSE, _CLAUSE_LEAST, _CLAUSE_LIKE, _MARKS = 28, 6, 0.75, ",，"
#: The same where the commentator points back at it (是也).
_POINTED_LEAST, _POINTED_LIKE = 4, 0.7
#: A short work (詩經) has no more graphs than this.
_SHORT_BOOK = 50_000
#: A verse has so many graphs.
_VERSE = 4


def _begin(cited: CitedTitle) -> int:
    """Where words of the book may begin behind the title; -1 where the commentator speaks there himself.

    A whole book has most words somewhere: that it has one of his too (有, 特) says nothing there.
    """
    patterns, folded = load_patterns("quotations/patterns"), cited.folded
    whole = cited.book is not None and cited.book.size >= DIVISION
    begin = words_behind(folded, cited.end) if whole else books_words(cited)
    own = patterns["own-words"].match(folded[begin : begin + _OWN]) or patterns["not-the-books"].match(folded, begin)
    return -1 if own else begin


def noted(cited: CitedTitle) -> list[Span]:
    """燕禮設洗當東霤注曰…: nothing announces the words behind the title, but a note on them is quoted right after.

    Without 曰 (檀弓高柴泣血三年注泣無聲如血出) the notes of the cited book have its words.
    """
    patterns, folded, begin = load_patterns("quotations/patterns"), cited.folded, _begin(cited)
    if begin < 0:
        return []
    limit = min(cited.stop, begin + _NOTED)
    end = cited.endings.first(folded, begin, limit)
    if begin < end < limit and patterns["note-on-it"].match(folded, end):
        return cited.with_notes(_behind_who_says_it(cited, begin, end))
    bare = next(patterns["bare-note"].finditer(folded, begin + CORE, min(end, limit)), None)
    note = cited.noted(bare)
    if bare is None or note < 0 or patterns["says-there"].search(folded, begin, bare.start()):
        return []
    return [(begin, bare.start()), *cited.with_notes(note)]


def _behind_who_says_it(cited: CitedTitle, begin: int, end: int) -> int:
    """有司徹上大夫云主人退注云…: where the words begin on which the note is, behind some that say where and that the book has not."""
    said = load_patterns("quotations/patterns")["he-says-it-there"].match(cited.folded, begin, end)
    if said is None or said.end() >= end or cited.book is None:
        return begin
    return begin if cited.book.in_text().along(begin, said.end()) >= said.end() else said.end()


def pointed_at(cited: CitedTitle) -> list[Span]:
    """開元禮練冠八升九升是也: words of a work that is not at hand, at which the commentator points back."""
    if cited.book is not None:
        return []
    words = load_patterns("quotations/patterns")["words-pointed-at"].match(cited.folded, cited.end, cited.stop)
    return [words.span("words")] if words else []


def said_there(cited: CitedTitle) -> list[Span]:
    """少牢吉祭云某妃配是…: a few words say where in the text, and 云 brings a few graphs that it has just so."""
    patterns, folded = load_patterns("quotations/patterns"), cited.folded
    begin = _begin(cited)
    said = patterns["says-where"].match(folded, begin, cited.stop) if begin >= 0 else None
    if said is None or cited.book is None or cited.book.size >= DIVISION:
        return []
    if cited.book.in_text().first_run(begin, begin + 1, CORE) == begin:
        return []  # 大祝辨九祭七曰絶祭: 曰 is a word of the book's
    return _just_so(cited, said.end(), (_EXACT, _EXACT - 1, _EXACT - 2, CORE)) or []


def _just_so(
    cited: CitedTitle, begin: int, sizes: tuple[int, ...], closing: str = "argues-behind-a-few"
) -> list[Span] | None:
    """So many graphs from a place on as the book has them, with which the clause closes, its 也 if that is the book's, and the note on them.

    None where no clause closes with so many.
    """
    argues, book = load_patterns("quotations/patterns")[closing], cited.book
    found: list[Span] | None = None
    for end in (begin + size for size in sizes):
        closes = end <= cited.stop and (end == cited.stop or argues.match(cited.folded, end))
        if not closes or book is None:
            continue
        text, found = book.in_text(), []
        if text.first_run(begin, begin + 1, end - begin) == begin:
            closed = end < cited.stop and cited.folded[end] in load_word_lists("quotations/words")["closing"].words
            with_it = closed and text.first_run(begin, begin + 1, end + 1 - begin) == begin
            return _with_its_note(cited, begin, end + with_it)
    return found


def few_words(cited: CitedTitle) -> list[Span]:
    """按雜記緇裳帷則…: a few graphs behind the title that its division has just so, and with which the clause closes."""
    begin = _begin(cited)
    if begin < 0 or cited.book is None:
        return []
    if cited.book.size >= DIVISION:
        return _verse(cited, cited.book, begin)
    entry = _entry_of_an_office(cited, cited.book)
    if entry:
        return entry
    closing = "closes-a-few" if cited.end - cited.begin > 1 else "argues-behind-a-few"
    found = _just_so(cited, begin, (_EXACT - 1, _EXACT - 2, CORE), closing)
    return found or _clause(cited, begin, pointed_only=found is not None)


def _entry_of_an_office(cited: CitedTitle, book: Follow) -> list[Span]:
    """鐘師掌金奏大鐘也: what an office has charge of, as far as its entry has it; what it has, if that is noted (司几筵有次席註以為…)."""
    begin, least = entered(cited.folded, cited.end, book.in_text()), cited.end + CORE
    if begin < 0 or least > cited.stop:
        return []
    along = book.in_text().along(begin, min(cited.stop, begin + _CLAUSE))
    found = _with_its_note(cited, begin, max(least, along))
    return found if len(found) > 1 or begin == cited.end else []


def _verse(cited: CitedTitle, book: Follow, begin: int) -> list[Span]:
    """詩其耕澤澤吳棫亦音釋: a verse of a short book that has it just so, right behind its title."""
    text, end = book.in_text(), begin + _VERSE
    if text.size >= _SHORT_BOOK or end > cited.stop or text.first_run(begin, begin + 1, _VERSE) != begin:
        return []
    return _with_its_note(cited, begin, end)


def _clause(cited: CitedTitle, begin: int, *, pointed_only: bool) -> list[Span]:
    """A whole clause that is like its division; a shorter one where the commentator points back at it (禮器詔侑無方是也)."""
    patterns, folded = load_patterns("quotations/patterns"), cited.folded
    end = cited.endings.first(folded, begin, min(cited.stop, begin + _CLAUSE), marks=_MARKS)
    if cited.book is None or not end - begin < _CLAUSE or patterns["says-there"].search(folded, begin, end):
        return []
    pointed = patterns["points-back"].match(folded, end) is not None
    if pointed_only and not pointed:
        return []
    least, like = (_POINTED_LEAST, _POINTED_LIKE) if pointed else (_CLAUSE_LEAST, _CLAUSE_LIKE)
    if end - begin >= least and cited.book.in_text().like(begin, end) >= like:
        return _with_its_note(cited, begin, end)
    return []


def _with_its_note(cited: CitedTitle, begin: int, end: int) -> list[Span]:
    """The words between two places, and the note on them that is quoted right behind."""
    patterns = load_patterns("quotations/patterns")
    note = patterns["note-follows"].match(cited.folded, end)
    place = note.end() if note else cited.noted(patterns["bare-note"].match(cited.folded, end))
    return [(begin, end), *(cited.with_notes(place) if place >= 0 and place not in cited.titles else ())]
