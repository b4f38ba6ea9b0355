"""Quotations: where the words that a citation brings begin and end, with quotation marks and without.

The cases, in the order in which they are asked, are `_CASES`; the first that knows the words behind the title answers.
To each belong the notes that follow it (鄭注云, 彼注云). The words by which the cases are known are those of
`extraction/rules/quotations/patterns.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from yili_kg.annotation.quotation_ends import FOLLOWED, LEAST_AFTER_TITLE, LONGEST, Endings, Follow, unmarked_quote
from yili_kg.annotation.quotation_marks import Span, between_marks, entry_of_a_catalogue, trimmed
from yili_kg.tables.patterns import load_patterns

__all__ = ["find_quotes"]

# All in code points. What brings a title forward stands right before it (疏曰《); what tells his own words from quoted
# ones right behind it (五等諸侯). 而云 stands in the sentence of its title, 采其 in the next one or two; 彼注 after what
# it explains, with a clause of the commentator's at most between.
#: A title stands in what is quoted if so many code points from its beginning still run along; so many such are passed.
_INTO, _HELD = 3, 3
_FORWARD, _OWN, _SENTENCE, _SONG, _NOTE = 4, 4, 40, 70, 30
#: Words on which a note is quoted right behind them (注曰) are no more than these, in code points.
_NOTED = 24
#: Words of the book may begin so many code points behind the title; a quotation right behind the title of no more graphs
#: gives way to them.
_BEHIND, _SLIGHT = 24, 5
#: A run of so many graphs is no chance in a division of fewer graphs than this, nor one of fewer behind 云: an office or a
#: poem, a short 篇, a long one.
_NO_CHANCE = ((600, 5, 4), (3_000, 6, 5), (1 << 30, 8, 6))
#: So many graphs just as the book has them are no chance in any.
_EXACT = 6
#: Such a run holds so many graphs just as the book has them, at its beginning.
_CORE = 3
#: Such words that are said later stand so close, in code points, behind what was quoted; so many are looked for.
_LATER, _MOST_LATER = 30, 3
#: Who speaks in the book has a name of no more code points (左傳杜洩云); so many graphs then show that it is he.
_SPEAKER, _TOLD = 5, 4
#: A note is that of the book if so many graphs run along with it; one that stands further off, up to so many code points,
#: if so many do.
_NOTE_RUN, _FAR_NOTE, _FAR_NOTE_RUN = 5, 80, 8
#: The words on which it is are so many code points at least, and so like the text of the book.
_NOTED_LEAST, _NOTED_LIKE = 4, 0.6
#: A note without 云 is the book's if so many of its graphs stand there just so; so are words before 云 of which so many do.
_BARE = 4
#: A division has fewer graphs than this, a work has more.
_DIVISION = 20_000
#: The same words go on, nothing announcing them, so close behind what was quoted.
_ON = 10
#: A note goes on with no fewer graphs; its name stands in so many code points before it.
_NOTE_ON, _NAME_OF_NOTE = 8, 10


@dataclass(frozen=True, slots=True)
class _Title:
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
            reach = title + _INTO
            near = self.book is not None and reach - begin <= FOLLOWED and reach <= len(self.folded)
            held = near and self.book is not None and self.book.along(begin, reach) >= reach
            if begin < title and not held:
                return title
        return self.titles[_HELD] if len(self.titles) > _HELD else len(self.folded)

    def _may_begin(self, begin: int, stop: int, *, first: bool, direct: bool) -> bool:
        """Whether words of the book may begin there: before the next title, or with one, which is then the book's own.

        目錄云士喪禮之下篇, 彼注云昏禮不言厥明. The `first` words do not begin with a title that is said to speak itself (疏云曲禮曰).
        """
        if begin not in (stop, self.stop):
            return 0 <= begin < max(stop, self.stop)
        soon_says = load_patterns("quotations/patterns")["soon-says"].match
        return not first or not (direct or soon_says(self.folded, begin))

    def with_notes(self, begin: int, *, direct: bool = False) -> list[Span]:
        """The unmarked quotation at `begin` and the notes on it that are quoted right after it."""
        patterns = load_patterns("quotations/patterns")
        follows, says_so = patterns["note-follows"], patterns["says-so"]
        quotes: list[Span] = []
        stop = self.stop
        while self._may_begin(begin, stop, first=not quotes, direct=direct):
            stop = self.stop_of(begin)
            quote = unmarked_quote(self.folded, begin, stop, self.endings, self.book, direct=direct)
            if quote is None:
                break
            start, end, after = quote
            quotes.append((start, end))
            note = follows.match(self.folded, after)
            if note and note.end() in self.titles and not says_so.search(note.group()):
                break  # 郭璞注上林賦: it is that text which the note is on
            begin, direct = (note.end() if note else self._bare_note(after)), False
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
        return begin if notes.first_run(begin, begin + 1, _BARE) == begin else -1


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
    cited = _Title(folded, title, start, titles, endings, book, own)
    for case in _CASES:
        quotes = case(cited)
        if quotes is not None:
            return tuple(quotes)
    return ()


def _words_before(cited: _Title) -> list[Span] | None:
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
    return _with_later_note(cited, cited.with_notes(there.end()) if there else _and_later(cited, []))


def _entry(cited: _Title) -> list[Span] | None:
    """鄭目錄云…: what the catalogue says of a chapter at its head."""
    return entry_of_a_catalogue(cited.folded, cited.begin)


def _marked(cited: _Title) -> list[Span] | None:
    """《玉藻》云「大夫素帶」: quotation marks say what is quoted."""
    return between_marks(cited.folded, cited.end, cited.titles)


def _unmarked(cited: _Title) -> list[Span]:
    """Words without marks, in the first of three ways that brings some, and what a later 彼注云 quotes."""
    if _by_that_book(cited):
        return []
    quotes = _said(cited)
    if quotes is None:
        quotes = _brought_forward(cited)
    if quotes is None:
        quotes = _said_later(cited)
    quotes = quotes or _noted(cited) or _as_the_book_has_it(cited) or _few_words(cited)
    return _with_later_note(cited, _and_later(cited, _and_on(cited, _further_on(cited, quotes))))


def _by_that_book(cited: _Title) -> bool:
    """今據釋文改正: nothing is quoted, an editor says what he did by that book."""
    patterns = load_patterns("quotations/patterns")
    before = cited.folded[max(0, cited.begin - _FORWARD) : cited.begin]
    brought = patterns["brought-by-an-editor"].search(before)
    return brought is not None and patterns["act-of-an-editor"].match(cited.folded, cited.end) is not None


def _said(cited: _Title) -> list[Span] | None:
    """曲禮云旬之內曰近某日: 云, 曰 or the name of a note stands behind the title."""
    say = load_patterns("quotations/patterns")["say-without-marks"].match(cited.folded, cited.end)
    return cited.with_notes(say.end()) if say else None


def _brought_forward(cited: _Title) -> list[Span] | None:
    """案聘禮賓入…, 又大射司射…: a title brought forward, with words right behind it that are not the commentator's."""
    patterns = load_patterns("quotations/patterns")
    folded, end = cited.folded, cited.end
    if not patterns["brought-forward"].search(folded[max(0, cited.begin - _FORWARD) : cited.begin]):
        return None
    if patterns["own-words"].match(folded[end : end + _OWN]):
        return None
    rest = patterns["which-text"].match(folded, end)
    begin = rest.end() if rest else end
    said = _said_inside(cited, begin)
    return cited.with_notes(begin, direct=True) if said < 0 else cited.with_notes(said)


def _said_inside(cited: _Title, begin: int) -> int:
    """案喪大記君大夫小斂已下同云十九稱: where the book's words begin behind the commentator's and 云; -1 where none do."""
    said = load_patterns("quotations/patterns")["says-behind-a-few"].match(cited.folded, begin, cited.stop)
    if said is None or cited.book is None:
        return -1
    book, place = cited.book.in_text(), said.end()
    if book.along(begin, begin + LEAST_AFTER_TITLE) - begin > _CORE:
        return -1  # 郊特牲賓入大門而奏肆夏又曰…: they are the book's before it
    if book.first_run(begin, max(begin, place - _BARE), _BARE) >= 0:
        return -1  # 月令仲春開冰先薦寢廟季春云…
    if book.first_run(place, place + 1, _CORE) != place or book.along(begin, place + _INTO) > place:
        return -1
    return place


def _said_later(cited: _Title) -> list[Span]:
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


def _as_the_book_has_it(cited: _Title) -> list[Span]:
    """Words behind the title that nothing announces, but that run along with the cited book."""
    if cited.book is None:
        return []
    rest = load_patterns("quotations/patterns")["rest-of-title"].match(cited.folded, cited.end)
    begin = rest.end() if rest else cited.end
    if load_patterns("quotations/patterns")["not-the-books"].match(cited.folded, begin):
        return []
    end = _spoken_of(cited, cited.book).along(begin, min(cited.stop, begin + LONGEST))
    said = load_patterns("quotations/patterns")["told"].search(cited.folded, cited.end, begin)
    return cited.with_notes(begin) if end - begin >= LEAST_AFTER_TITLE - (said is not None) else []


def _few_words(cited: _Title) -> list[Span]:
    """按雜記緇裳帷則…: a few graphs behind the title that its division has just so, and with which the clause closes."""
    patterns, folded = load_patterns("quotations/patterns"), cited.folded
    if cited.book is None or cited.book.size >= _DIVISION:
        return []
    rest = patterns["rest-of-title"].match(folded, cited.end)
    begin = rest.end() if rest else cited.end
    if patterns["own-words"].match(folded[begin : begin + _OWN]) or patterns["not-the-books"].match(folded, begin):
        return []
    book = cited.book.in_text()
    brought = patterns["brought-forward"].search(folded[max(0, cited.begin - _FORWARD) : cited.begin])
    for size in (_EXACT - 1, _EXACT - 2, *((_CORE,) if brought else ())):
        end = begin + size
        if end <= cited.stop and (end == cited.stop or patterns["argues-behind-a-few"].match(folded, end)):
            if book.first_run(begin, begin + 1, size) != begin:
                return []
            note = patterns["note-follows"].match(folded, end)
            return [(begin, end), *(cited.with_notes(note.end()) if note and note.end() not in cited.titles else ())]
    return []


def _spoken_of(cited: _Title, book: Follow) -> Follow:
    """The text of the cited book; of 鄭注曲禮 its notes, where it has some."""
    before = cited.folded[max(0, cited.begin - _FORWARD) : cited.begin]
    on_it = load_patterns("quotations/patterns")["note-on-the-title"].search(before)
    return (book.in_notes() if on_it else None) or book.in_text()


def _noted(cited: _Title) -> list[Span]:
    """燕禮設洗當東霤注曰…: nothing announces the words behind the title, but a note on them is quoted right after."""
    patterns = load_patterns("quotations/patterns")
    folded = cited.folded
    rest = patterns["rest-of-title"].match(folded, cited.end)
    begin = rest.end() if rest else cited.end
    if patterns["own-words"].match(folded[begin : begin + _OWN]) or patterns["not-the-books"].match(folded, begin):
        return []
    limit = min(cited.stop, begin + _NOTED)
    end = cited.endings.first(folded, begin, limit)
    return cited.with_notes(begin) if begin < end < limit and patterns["note-on-it"].match(folded, end) else []


def _further_on(cited: _Title, quotes: list[Span]) -> list[Span]:
    """掌客鄰國之君來朝卿皆見以羔…: the words of the book begin behind a few of the commentator's."""
    patterns = load_patterns("quotations/patterns")
    if cited.book is None or len(quotes) > 1 or any(end - begin > _SLIGHT for begin, end in quotes):
        return quotes
    if quotes and patterns["say-without-marks"].match(cited.folded, cited.end):
        return quotes
    rest = patterns["rest-of-title"].match(cited.folded, cited.end)
    begin = rest.end() if rest else cited.end
    limit = cited.endings.first(cited.folded, begin, min(cited.stop, begin + _BEHIND))
    book = cited.book.in_text()
    place = _run_from(cited, book, begin + 1, limit)
    if place < 0:
        place = book.first_run(begin + 1, limit, _EXACT)
    said = patterns["says-there"].search(cited.folded, begin, max(begin, place - 1))
    return cited.with_notes(place) if place >= 0 and said is None else quotes


def _and_on(cited: _Title, quotes: list[Span]) -> list[Span]:
    """比年入學指十五時也中年考校: behind a few words of the commentator's the words of the same division go on."""
    if cited.book is None or not quotes:
        return quotes
    book = cited.book.near(*quotes[-1])
    text, notes = book.in_text(), book.in_notes()
    texts = [(text, next(run for size, run, _ in _NO_CHANCE if text.size < size))]
    before = cited.folded[max(0, quotes[-1][0] - _NAME_OF_NOTE) : quotes[-1][0]]
    if notes is not None and load_patterns("quotations/patterns")["note-named"].search(before):
        texts.append((notes, _NOTE_ON))
    for _ in range(_MOST_LATER):
        place = _goes_on_at(cited, quotes, texts)
        more = cited.with_notes(place) if place >= 0 else []
        if not more:
            break
        quotes = quotes + more
    return quotes


def _goes_on_at(cited: _Title, quotes: list[Span], texts: Sequence[tuple[Follow, int]]) -> int:
    """Where the words of one of some texts, of which so many graphs are no chance, go on close behind the last quotation; or -1.

    Right behind a note (執天子之器則上衡注云謂高於心國君則平衡) a few are enough, if the book has them right behind the words before.
    """
    reach = quotes[-1][1]
    limit = min(cited.stop, reach + _ON)
    place = next((p for text, least in texts if (p := text.first_run(reach, limit, least)) >= 0), -1)
    if place < 0 and reach < cited.stop and any(text.joins(*q, reach) for text, _ in texts for q in quotes[-2:]):
        return reach
    return place


def _run_from(cited: _Title, book: Follow, begin: int, limit: int) -> int:
    """The first place between two from which words run along with the book that are no chance, or -1."""
    least = next(run for size, run, _ in _NO_CHANCE if book.size < size)
    place = book.first_run(begin, limit, _CORE)
    while place >= 0 and not _runs(cited, book, place, least):
        place = book.first_run(place + 1, limit, _CORE)
    return place


def _and_later(cited: _Title, quotes: list[Span]) -> list[Span]:
    """玉藻言…皆言衣以裼之…又言裘之裼也: 云, 曰 or 言 a little later, and words that run along with the same division."""
    closed = load_patterns("quotations/patterns")["closes-the-clause"].match(cited.folded, cited.end)
    if cited.book is None or (closed and not quotes):
        return quotes
    book = cited.book.in_text()
    says = load_patterns("quotations/patterns")["said-again" if quotes else "told-later"]
    least = next(said for size, _, said in _NO_CHANCE if book.size < size)
    for _ in range(_MOST_LATER):
        place = _next_said(cited, book, says, least, quotes)
        more = cited.with_notes(place) if place >= 0 else []
        if not more:
            break
        quotes = quotes + more
    return quotes


def _next_said(cited: _Title, book: Follow, says: re.Pattern[str], least: int, quotes: list[Span]) -> int:
    """Where the next words that are said run along with the book, or -1; who speaks in it is named right behind the title."""
    reach = quotes[-1][1] if quotes else cited.end
    near = -1 if quotes else cited.end + _SPEAKER
    for said in says.finditer(cited.folded, reach, min(cited.stop, reach + _LATER, len(cited.folded))):
        if _runs(cited, book, said.end(), min(least, _TOLD) if said.start() <= near else least):
            return said.end()
    return -1


def _runs(cited: _Title, book: Follow, place: int, least: int) -> bool:
    """Whether so many graphs from just this place run along with the book; the next title ends them."""
    limit = min(cited.stop, place + least + 2)
    return book.along(place, limit) - place >= least and book.along(place, place + _INTO) == place + _INTO


def _with_later_note(cited: _Title, quotes: list[Span]) -> list[Span]:
    """The quotations, and that of a note on the text named (彼注云) that comes a little later."""
    reach = quotes[-1][1] if quotes else cited.end
    pattern = load_patterns("quotations/patterns")["note-on-that-text"]
    note = pattern.search(cited.folded, cited.end, min(cited.stop, reach + _NOTE))
    if note is None or note.start() < (reach if quotes else 0):
        bare = load_patterns("quotations/patterns")["bare-note-on-that-text"]
        begin = cited.noted(bare.search(cited.folded, reach, min(cited.stop, reach + _NOTE)))
        return quotes + (cited.with_notes(begin) if begin >= 0 else _note_of_the_book(cited, reach))
    return quotes + cited.with_notes(note.end())


def _note_of_the_book(cited: _Title, reach: int) -> list[Span]:
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


def _noted_there(cited: _Title, begin: int, end: int) -> list[Span]:
    """有以少為貴者圭璋特琥璜爵鄭注云…: the words right before a note of the book, if its text has words like them."""
    patterns = load_patterns("quotations/patterns")
    rest = patterns["rest-of-title"].match(cited.folded, begin, end) if begin == cited.end else None
    words = trimmed(cited.folded, rest.end() if rest else begin, end)
    return [
        w for w in words if w[1] - w[0] >= _NOTED_LEAST and cited.book and cited.book.in_text().like(*w) >= _NOTED_LIKE
    ]


_CASES: tuple[Callable[[_Title], list[Span] | None], ...] = (_words_before, _marked, _entry, _unmarked)
