"""Quotations: where the words that a citation brings begin and end, with quotation marks and without.

The cases, in the order in which they are asked, are `_CASES`; the first that knows the words behind the title answers.
To each belong the notes that follow it (鄭注云, 彼注云). The words by which the cases are known are those of
`extraction/rules/quotations/patterns.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yili_kg.annotation.quotation_ends import LEAST_AFTER_TITLE, LONGEST, Endings
from yili_kg.annotation.quotation_excerpts import excerpt
from yili_kg.annotation.quotation_later import and_later, and_on, with_later_note
from yili_kg.annotation.quotation_marks import Span, between_marks, entry_of_a_catalogue, trimmed
from yili_kg.annotation.quotation_short import few_words, noted, pointed_at, said_there
from yili_kg.annotation.quotation_tails import DIVISION, Follow
from yili_kg.annotation.quotation_title import (
    BARE,
    CORE,
    INTO,
    CitedTitle,
    books_words,
    runs,
    sure_run,
    words_behind,
)
from yili_kg.tables.patterns import load_patterns

__all__ = ["find_quotes"]

# All in code points. What brings a title forward stands right before it (疏曰《); what tells his own words from quoted
# ones right behind it (五等諸侯). 而云 stands in the sentence of its title, 采其 in the next one or two.
_FORWARD, _OWN, _SENTENCE, _SONG = 4, 4, 40, 70
#: Words of the book may begin so many code points behind the title; a quotation right behind the title of no more graphs
#: gives way to them.
_BEHIND, _SLIGHT = 24, 5
#: Words right behind the title, so many at least, are quoted with those behind them if so much of them stands near by in the
#: division, 0 to 1 (覲禮同姓大國伯父異姓伯舅, where 則曰 stands between); so many graphs tell where those stand.
_AHEAD, _NEAR_BY, _SEAM = 4, 0.75, 4
#: What brings a title stands in so many code points before it.
_BRINGS = 10
#: Before words that are left out stand so many graphs of the book.
_PIECE = 2
#: So many graphs just as the book has them are no chance in any; nor are so many that run along with its notes.
_EXACT, _NOTED = 6, 8


def find_quotes(
    folded: str,
    title: int,
    start: int,
    titles: Sequence[int],
    endings: Endings,
    book: Follow | None = None,
    *,
    own: bool = False,
) -> tuple[Span, ...]:
    """Spans quoted by a citation whose title stands at `title`–`start`; the next `titles` begin at these places.

    With a `book`, unmarked words are followed in the cited book as far as they run along with it. Of a text that the
    commentator explains himself (`own`) a note a little later is the one that he is explaining.
    """
    cited = CitedTitle(folded, title, start, _with_the_text(folded, title, start, titles), endings, book, own)
    for case in _CASES:
        quotes = case(cited)
        if quotes is not None:
            return tuple(_joined(folded, quotes))
    return ()


def _joined(folded: str, quotes: Sequence[Span]) -> list[Span]:
    """楚公子棄疾聘晉過|鄭|禁芻牧採樵…: words of one text with a graph or two between are one quotation."""
    within, joined = load_patterns("quotations/patterns")["left-within"], list(quotes[:1])
    for begin, end in quotes[1:]:
        first, last = joined[-1]
        if last <= begin and within.fullmatch(folded, last, begin):
            joined[-1] = (first, end)
        else:
            joined.append((begin, end))
    return joined


def _with_the_text(folded: str, title: int, start: int, titles: Sequence[int]) -> Sequence[int]:
    """The next titles, and the place where the text on which a note is goes on (經又云) that is quoted and brings this title."""
    patterns = load_patterns("quotations/patterns")
    if patterns["brought-by-a-note"].search(folded, max(0, title - _BRINGS), title) is None:
        return titles
    on = patterns["text-goes-on"].search(folded, start, titles[0] if titles else min(len(folded), start + LONGEST))
    return [on.start(), *titles] if on else titles


def _words_before(cited: CitedTitle) -> list[Span] | None:
    """肉謂之羹者爾雅文: what is quoted stands before the title, nothing behind it is but what is told later (彼云).

    案曲禮文童子常視母誑 brings the text whose words stand behind it.
    """
    patterns = load_patterns("quotations/patterns")
    found = patterns["words-from-there"].match(cited.folded, cited.end)
    if found is None:
        return None
    if patterns["brought-forward"].search(cited.folded[max(0, cited.begin - _FORWARD) : cited.begin]):
        begin = found.end()
        if cited.book is not None and cited.book.in_text().first_run(begin, begin + 1, LEAST_AFTER_TITLE - 1) == begin:
            return cited.with_notes(begin)
    there = patterns["that-text-says"].match(cited.folded, found.end())
    return with_later_note(cited, cited.with_notes(there.end()) if there else and_later(cited, []))


def _entry(cited: CitedTitle) -> list[Span] | None:
    """鄭目錄云…: what the catalogue says of a chapter at its head."""
    return entry_of_a_catalogue(cited.folded, cited.begin)


def _marked(cited: CitedTitle) -> list[Span] | None:
    """《玉藻》云「大夫素帶」: quotation marks say what is quoted."""
    return between_marks(cited.folded, cited.end, cited.titles)


def _excerpt(cited: CitedTitle) -> list[Span] | None:
    """通典宋崔凱云…: what a compiler brings from a work that argues itself and is not at hand."""
    found = excerpt(cited.folded, cited.begin, cited.end, cited.titles) if cited.book is None else None
    return [found] if found is not None else None


def _unmarked(cited: CitedTitle) -> list[Span]:
    """Words without marks, in the first of three ways that brings some, and what a later 彼注云 quotes."""
    if _by_that_book(cited):
        return []
    quotes = _said(cited)
    if quotes is None:
        quotes = _brought_forward(cited)
    if quotes is None:
        quotes = _said_later(cited)
    for case in _UNANNOUNCED:
        quotes = quotes or case(cited)
    quotes = _to_the_end_of_an_entry(cited, quotes)
    quotes = with_later_note(cited, and_later(cited, and_on(cited, _further_on(cited, quotes))))
    return quotes or _as_its_notes_have_it(cited)


def _to_the_end_of_an_entry(cited: CitedTitle, quotes: list[Span]) -> list[Span]:
    """玉篇皆云閉也 | 纂文云: what a dictionary says that is not at hand ends with its particle, where somebody speaks behind it."""
    patterns = load_patterns("quotations/patterns")
    if cited.book is not None or patterns["dictionary"].fullmatch(cited.folded, cited.begin, cited.end) is None:
        return quotes
    entry = patterns["entry-of-a-dictionary"].match(cited.folded, cited.end, cited.stop)
    if entry is None or not quotes or entry.start("entry") != quotes[0][0]:
        return quotes
    spoken = patterns["speaks-behind-an-entry"].search(cited.folded, entry.end(), quotes[0][1])
    return [entry.span("entry"), *quotes[1:]] if spoken is not None else quotes


def _by_that_book(cited: CitedTitle) -> bool:
    """今據釋文改正: nothing is quoted, an editor says what he did by that book."""
    patterns = load_patterns("quotations/patterns")
    before = cited.folded[max(0, cited.begin - _FORWARD) : cited.begin]
    brought = patterns["brought-by-an-editor"].search(before)
    return brought is not None and patterns["act-of-an-editor"].match(cited.folded, cited.end) is not None


def _said(cited: CitedTitle) -> list[Span] | None:
    """曲禮云旬之內曰近某日: 云, 曰 or the name of a note stands behind the title."""
    patterns = load_patterns("quotations/patterns")
    say = patterns["say-without-marks"].match(cited.folded, cited.end)
    if say is None and cited.book is None:
        say = patterns["says-behind-an-act"].match(cited.folded, cited.end, cited.stop)
    if say is None:
        return None
    called = patterns["words-called"].match(cited.folded, say.end(), cited.stop)
    if called is not None and _has(cited, *called.span("words")) and not _has(cited, *called.span()):
        return [called.span("words")]
    return cited.with_notes(say.end())


def _has(cited: CitedTitle, begin: int, end: int) -> bool:
    """Whether the cited book is at hand and has the words between two places just so."""
    return cited.book is not None and cited.book.in_text().first_run(begin, begin + 1, end - begin) == begin


def _brought_forward(cited: CitedTitle) -> list[Span] | None:
    """案聘禮賓入…, 又大射司射…: a title brought forward, with words right behind it that are not the commentator's."""
    patterns = load_patterns("quotations/patterns")
    folded, end = cited.folded, cited.end
    if not patterns["brought-forward"].search(folded[max(0, cited.begin - _FORWARD) : cited.begin]):
        return None
    if patterns["own-words"].match(folded[end : end + _OWN]):
        return None
    rest = patterns["which-text"].match(folded, end)
    begin = _past_the_verb(cited, rest.end() if rest else end)
    said = _said_inside(cited, begin)
    return cited.with_notes(begin, direct=True) if said < 0 else cited.with_notes(said)


def _past_the_verb(cited: CitedTitle, begin: int) -> int:
    """案特牲直有主人拜送, 按聘義但言已聘而還圭璋: behind 有 or 言, which the book has not there, if its words begin so."""
    verb = load_patterns("quotations/patterns")["only-has"].match(cited.folded, begin)
    if verb is None or cited.book is None or cited.book.size >= DIVISION:
        return begin
    book = cited.book.in_text()
    held = book.first_run(begin, begin + 1, CORE) == begin
    return verb.end() if not held and book.first_run(verb.end(), verb.end() + 1, CORE) == verb.end() else begin


def _said_inside(cited: CitedTitle, begin: int) -> int:
    """案喪大記君大夫小斂已下同云十九稱: where the book's words begin behind the commentator's and 云; -1 where none do."""
    said = load_patterns("quotations/patterns")["says-behind-a-few"].match(cited.folded, begin, cited.stop)
    if said is None or cited.book is None:
        return -1
    book, place = cited.book.in_text(), said.end()
    if book.along(begin, begin + LEAST_AFTER_TITLE) - begin > CORE:
        return -1  # 郊特牲賓入大門而奏肆夏又曰…: they are the book's before it
    if book.first_run(begin, max(begin, place - BARE), BARE) >= 0:
        return -1  # 月令仲春開冰先薦寢廟季春云…
    if book.first_run(place, place + 1, CORE) != place or book.along(begin, place + INTO) > place:
        return -1
    return place


def _said_later(cited: CitedTitle) -> list[Span]:
    """《大射》諸侯禮而云六人: words brought later in the sentence; what a song is taken for (采其 …)."""
    patterns = load_patterns("quotations/patterns")
    folded, start, stop = cited.folded, cited.end, cited.stop
    sentence = folded.find("。", start, min(stop, start + _SENTENCE))
    limit = min(stop, start + _SENTENCE, len(folded) if sentence < 0 else sentence + 1)
    found = patterns["quoted-later"].search(folded, start, limit)
    if found:
        return [found.span(1)]
    adopted = patterns["song-taken-for"].search(folded, start, min(stop, start + _SONG))
    if adopted is None:
        return []
    too = patterns["song-taken-for-too"].match(folded, adopted.end(), stop)
    return [s for m in (adopted, too) if m for s in trimmed(folded, *m.span(1))]


def _as_the_book_has_it(cited: CitedTitle) -> list[Span]:
    """Words behind the title that nothing announces, but that run along with the cited book."""
    if cited.book is None:
        return []
    begin = books_words(cited)
    own = load_patterns("quotations/patterns")["not-the-books"].match(cited.folded, begin)
    if own and cited.book.in_text().first_run(begin, begin + 1, LEAST_AFTER_TITLE) != begin:
        return []
    end = _spoken_of(cited, cited.book).along(begin, min(cited.stop, begin + LONGEST))
    said = load_patterns("quotations/patterns")["told"].search(cited.folded, cited.end, begin)
    if end - begin >= LEAST_AFTER_TITLE - (said is not None) or _but_for_some(cited, cited.book, begin):
        return cited.with_notes(begin)
    return []


def _as_its_notes_have_it(cited: CitedTitle) -> list[Span]:
    """士喪禮舉鼎右人以右手執匕左人以左手執俎: words behind the title, or behind a few more, that a note on its text has."""
    notes = cited.book.in_notes() if cited.book is not None and not cited.own else None
    if cited.book is None or notes is None:
        return []
    begin = words_behind(cited.folded, cited.end)
    limit = cited.endings.first(cited.folded, begin, min(cited.stop, begin + _BEHIND))
    place = _run_from(cited, notes, begin, limit, _NOTED)
    if place < 0 or runs(cited, cited.book.in_text(), place, _NOTED):
        return []
    if load_patterns("quotations/patterns")["concludes-before-words"].search(cited.folded, cited.end, place):
        return []
    return [(place, notes.along(place, min(cited.stop, place + LONGEST)))]


def _but_for_some(cited: CitedTitle, division: Follow, begin: int) -> bool:
    """大行人上公貳車九乗: the division has more behind the first words (上公之禮…貳車九乗)."""
    if division.size >= DIVISION or cited.stop - begin < _PIECE:
        return False
    book = division.in_text()
    place = book.first_run(begin + _PIECE, begin + BARE, BARE)
    return place >= 0 and book.ahead(begin, place, place + BARE) == 1.0


def _spoken_of(cited: CitedTitle, book: Follow) -> Follow:
    """The text of the cited book; of 鄭注曲禮 its notes, where it has some."""
    before = cited.folded[max(0, cited.begin - _FORWARD) : cited.begin]
    on_it = load_patterns("quotations/patterns")["note-on-the-title"].search(before)
    return (book.in_notes() if on_it else None) or book.in_text()


def _further_on(cited: CitedTitle, quotes: list[Span]) -> list[Span]:
    """掌客鄰國之君來朝卿皆見以羔…: the words of the book begin behind a few of the commentator's."""
    patterns = load_patterns("quotations/patterns")
    if cited.book is None or len(quotes) > 1 or any(end - begin > _SLIGHT for begin, end in quotes):
        return quotes
    if quotes and patterns["say-without-marks"].match(cited.folded, cited.end):
        return quotes
    begin = words_behind(cited.folded, cited.end)
    limit = cited.endings.first(cited.folded, begin, min(cited.stop, begin + _BEHIND))
    book = cited.book.in_text()
    place = _run_from(cited, book, begin + 1, limit, sure_run(book))
    if place < 0:
        place = book.first_run(begin + 1, limit, _EXACT)
    said = patterns["says-there"].search(cited.folded, begin, max(begin, place - 1))
    if place < 0 or said is not None:
        return quotes
    found = cited.with_notes(_begun_before(book, begin, place))
    return [(begin, found[0][1]), *found[1:]] if found and _with_words_ahead(book, begin, found[0][0]) else found


def _begun_before(book: Follow, begin: int, place: int) -> int:
    """The first place from `begin` on from which the words run along with the book into those at `place`."""
    for first in range(begin, place - 1):
        if book.first_run(first, first + 1, CORE) == first and book.along(first, place + CORE) >= place + CORE:
            return first
    return place


def _with_words_ahead(book: Follow, begin: int, place: int) -> bool:
    """Whether the words from `begin` on stand in the book near those at `place`, with others between (同姓大國伯父異姓伯舅)."""
    if place - begin < _AHEAD or book.first_run(begin, begin + 1, CORE) != begin:
        return False
    return book.ahead(begin, place, place + _SEAM) >= _NEAR_BY


def _run_from(cited: CitedTitle, book: Follow, begin: int, limit: int, least: int) -> int:
    """The first place between two from which so many graphs run along with the book, or -1."""
    place = book.first_run(begin, limit, CORE)
    while place >= 0 and not runs(cited, book, place, least):
        place = book.first_run(place + 1, limit, CORE)
    return place


#: How words are known that nothing announces.
_UNANNOUNCED: tuple[Callable[[CitedTitle], list[Span]], ...] = (
    noted,
    said_there,
    _as_the_book_has_it,
    few_words,
    pointed_at,
)
_CASES: tuple[Callable[[CitedTitle], list[Span] | None], ...] = (
    _words_before,
    _marked,
    _entry,
    _excerpt,
    _unmarked,
)
