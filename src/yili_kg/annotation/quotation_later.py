"""What a citation quotes further on: the same words that go on, what is said later, and notes that come a little later."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.annotation.follow import graphs_between
from yili_kg.annotation.quotation_ends import LONGEST
from yili_kg.annotation.quotation_marks import Span, trimmed
from yili_kg.annotation.quotation_tails import Follow
from yili_kg.annotation.quotation_title import CitedTitle, runs, sure_run, sure_said
from yili_kg.tables.patterns import load_patterns

__all__ = ["and_later", "and_on", "with_later_note"]

# All in code points.
#: A note on that text stands so close behind what was quoted, with a clause of the commentator's at most between.
_NOTE = 30
#: Such words that are said later stand so close, in code points, behind what was quoted; so many are looked for.
_LATER, _MOST_LATER = 30, 3
#: So many times the same words go on at most; rows have several members.
_MOST_ON = 6
#: Who speaks in the book has a name of no more code points (左傳杜洩云); so many graphs then show that it is he.
_SPEAKER, _TOLD = 5, 4
#: A note is that of the book if so many graphs run along with it; one that stands further off, up to so many code points,
#: if so many do.
_NOTE_RUN, _FAR_NOTE, _FAR_NOTE_RUN = 5, 80, 8
#: The words on which it is are so many code points at least, and so like the text of the book.
_NOTED_LEAST, _NOTED_LIKE = 4, 0.6
#: Words between two notes are so many code points at least, and so like the text.
_ON_LEAST, _ON_LIKE = 3, 0.75
#: The same words go on, nothing announcing them, so close behind what was quoted.
_ON = 10
#: A member of a row has its first words of the book so close behind the one before it, in code points, so many graphs of
#: them at least and at most, and so many of these in common with it, each in its place from the end.
_ROW, _MEMBER, _LONGEST_MEMBER, _BUILT = 3, 4, 8, 2
#: A note goes on with no fewer graphs; its name stands in so many code points before it.
_NOTE_ON, _NAME_OF_NOTE = 8, 10


def and_on(cited: CitedTitle, quotes: list[Span]) -> list[Span]:
    """比年入學指十五時也中年考校: behind a few words of the commentator's the words of the same division go on."""
    if cited.book is None or not quotes:
        return quotes
    book = cited.book.near(*quotes[-1])
    text, notes = book.in_text(), book.in_notes()
    texts = [(text, sure_run(text))]
    told = len(quotes)
    before = cited.folded[max(0, quotes[-1][0] - _NAME_OF_NOTE) : quotes[-1][0]]
    if notes is not None and load_patterns("quotations/patterns")["note-named"].search(before):
        texts.append((notes, _NOTE_ON))
    for _ in range(_MOST_ON):
        place = _goes_on_at(cited, quotes, texts)
        if cited.own and place > 0 and _is_explained_next(cited, place - 1, place):
            break
        if place < 0 and _noted_next(cited, quotes[-1], text):
            place = quotes[-1][1]
        more = cited.with_notes(place) if place >= 0 else []
        if not more:
            break
        quotes = quotes + more
    return quotes if len(quotes) > told else _and_its_note(cited, quotes, notes)


def _and_its_note(cited: CitedTitle, quotes: list[Span], notes: Follow | None) -> list[Span]:
    """以乘馬束帛 | 以馬者謂士不備四: the book's note on what is quoted stands right behind it, and nothing names it."""
    reach = quotes[-1][1]
    if notes is None or cited.own or notes.first_run(reach, reach + 1, _NOTE_RUN) != reach:
        return quotes
    end = notes.along(reach, cited.stop)
    return [*quotes, (reach, end)] if end > reach else quotes


def _is_explained_next(cited: CitedTitle, start: int, end: int) -> bool:
    """Whether what stands between brings, in a comment on the chapter itself, the words that are explained next."""
    return load_patterns("quotations/patterns")["says-alone"].fullmatch(cited.folded, start, end) is not None


def _goes_on_at(cited: CitedTitle, quotes: list[Span], texts: Sequence[tuple[Follow, int]]) -> int:
    """Where the words of one of some texts, of which so many graphs are no chance, go on close behind the last quotation; or -1.

    Right behind a note (執天子之器則上衡注云謂高於心國君則平衡) a few are enough, if the book has them right behind the words before.
    """
    reach = quotes[-1][1]
    limit = min(cited.stop, reach + _ON)
    place = next((p for text, least in texts if (p := text.first_run(reach, limit, least)) >= 0), -1)
    if place < 0 and reach < cited.stop and any(text.joins(*q, reach) for text, _ in texts for q in quotes[-2:]):
        return reach
    return place if place >= 0 else _next_of_a_row(cited, quotes[-1], texts[0][0])


def _next_of_a_row(cited: CitedTitle, last: Span, text: Follow) -> int:
    """春祀戶祭先脾 | 夏祀竈祭先肺: where fewer graphs are the book's that are built as those before them; or -1."""
    reach = last[1]
    place = text.first_run(reach, min(cited.stop, reach + _ROW), _MEMBER)
    leaves = place < 0 or load_patterns("quotations/patterns")["leaves-the-row"].search(cited.folded, reach, place)
    lengths = () if leaves else range(_LONGEST_MEMBER, _MEMBER - 1, -1)
    length = next((n for n in lengths if text.first_run(place, place + 1, n) == place), 0)
    member = graphs_between(cited.folded, place, min(cited.stop, place + 2 * length)).graphs[:length]
    before = graphs_between(cited.folded, *last).graphs[-length:]
    alike = sum(one == other for one, other in zip(member[::-1], before[::-1], strict=False))
    return place if _BUILT <= alike < length else -1


def _noted_next(cited: CitedTitle, last: Span, text: Follow) -> bool:
    """入賓所館之廟注云舍于大夫廟揖入及廟門注云…: behind a note more words of the text on which a note follows."""
    patterns = load_patterns("quotations/patterns")
    if not patterns["note-named"].search(cited.folded[max(0, last[0] - _NAME_OF_NOTE) : last[0]]):
        return False
    limit = min(cited.stop, last[1] + _NOTE)
    end = cited.endings.first(cited.folded, last[1], limit)
    if not _ON_LEAST <= end - last[1] < limit - last[1] or not patterns["note-on-it"].match(cited.folded, end):
        return False
    return text.like(last[1], end) >= _ON_LIKE


def and_later(cited: CitedTitle, quotes: list[Span]) -> list[Span]:
    """玉藻言…皆言衣以裼之…又言裘之裼也: 云, 曰 or 言 a little later, and words that run along with the same division."""
    closed = load_patterns("quotations/patterns")["closes-the-clause"].match(cited.folded, cited.end)
    if cited.book is None or (closed and not quotes):
        return quotes
    book = cited.book.in_text()
    says = load_patterns("quotations/patterns")["said-again" if quotes else "told-later"]
    least = sure_said(book)
    for _ in range(_MOST_LATER):
        place = _next_said(cited, book, says, least, quotes)
        more = cited.with_notes(place) if place >= 0 else []
        if not more:
            break
        quotes = quotes + more
    return quotes


def _next_said(cited: CitedTitle, book: Follow, says: re.Pattern[str], least: int, quotes: list[Span]) -> int:
    """Where the next words that are said run along with the book, or -1; who speaks in it is named right behind the title."""
    reach = quotes[-1][1] if quotes else cited.end
    near = -1 if quotes else cited.end + _SPEAKER
    for said in says.finditer(cited.folded, reach, min(cited.stop, reach + _LATER, len(cited.folded))):
        if cited.own and quotes and _is_explained_next(cited, *said.span()):
            continue
        if runs(cited, book, said.end(), min(least, _TOLD) if said.start() <= near else least):
            return said.end()
    return -1


def with_later_note(cited: CitedTitle, quotes: list[Span]) -> list[Span]:
    """The quotations, and that of a note on the text named (彼注云) that comes a little later."""
    reach = quotes[-1][1] if quotes else cited.end
    pattern = load_patterns("quotations/patterns")["note-on-that-text"]
    note = pattern.search(cited.folded, cited.end, min(cited.stop, reach + _NOTE))
    if note is None or note.start() < (reach if quotes else 0):
        bare = load_patterns("quotations/patterns")["bare-note-on-that-text"]
        begin = cited.noted(bare.search(cited.folded, reach, min(cited.stop, reach + _NOTE)))
        return quotes + (cited.with_notes(begin) if begin >= 0 else _note_of_the_book(cited, reach))
    return quotes + cited.with_notes(note.end())


def _note_of_the_book(cited: CitedTitle, reach: int) -> list[Span]:
    """緇衣羔裘是孔子所服鄭注云…: a note a little later that says not whose it is, but stands among those of the cited book."""
    book = cited.book.in_notes() if cited.book is not None and not cited.own else None
    if book is None:
        return []
    limit = min(cited.stop, reach + _FAR_NOTE, len(cited.folded))
    for note in load_patterns("quotations/patterns")["some-note"].finditer(cited.folded, reach, limit):
        least = _NOTE_RUN if note.start() - reach <= _NOTE else _FAR_NOTE_RUN
        if book.along(note.end(), min(cited.stop, note.end() + LONGEST)) - note.end() >= least:
            return [*_noted_there(cited, reach, note.start()), *cited.with_notes(note.end())]
    return []


def _noted_there(cited: CitedTitle, begin: int, end: int) -> list[Span]:
    """有以少為貴者圭璋特琥璜爵鄭注云…: the words right before a note of the book, if its text has words like them."""
    patterns = load_patterns("quotations/patterns")
    rest = patterns["rest-of-title"].match(cited.folded, begin, end) if begin == cited.end else None
    words = trimmed(cited.folded, rest.end() if rest else begin, end)
    return [
        w for w in words if w[1] - w[0] >= _NOTED_LEAST and cited.book and cited.book.in_text().like(*w) >= _NOTED_LIKE
    ]
