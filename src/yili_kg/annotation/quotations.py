"""Quotations: where the words that a citation brings begin and end, with quotation marks and without.

The cases, in the order in which they are asked, are `_CASES`; the first that knows the words behind the title answers.
To each belong the notes that follow it (鄭注云, 彼注云). The words by which the cases are known are those of
`extraction/rules/quotations/patterns.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from yili_kg.annotation.quotation_ends import LEAST_AFTER_TITLE, LONGEST, Endings, Follow, unmarked_quote
from yili_kg.annotation.quotation_marks import Span, between_marks, trimmed
from yili_kg.tables.patterns import load_patterns

__all__ = ["find_quotes"]

# All in code points. What brings a title forward stands right before it (疏曰《); what tells his own words from quoted
# ones right behind it (五等諸侯). 而云 stands in the sentence of its title, 采其 in the next one or two; 彼注 after what
# it explains, with a clause of the commentator's at most between.
#: A title stands in what is quoted if so many code points from its beginning still run along; so many such are passed.
_INTO, _HELD = 3, 3
_FORWARD, _OWN, _SENTENCE, _SONG, _NOTE = 4, 4, 40, 70, 30


@dataclass(frozen=True, slots=True)
class _Title:
    """A title that cites: it stands at `begin`–`end` of `folded`, the next `titles` begin at these places.

    `endings` say where unmarked words end, `book` what the cited book has, where it is at hand.
    """

    folded: str
    begin: int
    end: int
    titles: Sequence[int]
    endings: Endings
    book: Follow | None

    @property
    def stop(self) -> int:
        """Where the next title begins, which no unmarked quotation passes."""
        return self.titles[0] if self.titles else len(self.folded)

    def stop_of(self, begin: int) -> int:
        """Where the next title begins that the words from `begin` do not hold: the book may name one too (經禮三百曲禮三千)."""
        for title in self.titles[:_HELD]:
            reach = title + _INTO
            near = self.book is not None and reach - begin <= LONGEST and reach <= len(self.folded)
            held = near and self.book is not None and self.book.along(begin, reach) >= reach
            if begin < title and not held:
                return title
        return self.titles[_HELD] if len(self.titles) > _HELD else len(self.folded)

    def with_notes(self, begin: int, *, direct: bool = False) -> list[Span]:
        """The unmarked quotation at `begin` and the notes on it that are quoted right after it."""
        follows = load_patterns("quotations/patterns")["note-follows"]
        quotes: list[Span] = []
        stop = self.stop
        while 0 <= begin < max(stop, self.stop):
            stop = self.stop_of(begin)
            quote = unmarked_quote(self.folded, begin, stop, self.endings, self.book, direct=direct)
            if quote is None:
                break
            start, end, after = quote
            quotes.append((start, end))
            note = follows.match(self.folded, after)
            begin, direct = (note.end() if note else -1), False
        return quotes


def find_quotes(
    folded: str, title: int, start: int, titles: Sequence[int], endings: Endings, book: Follow | None = None
) -> tuple[Span, ...]:
    """Spans quoted by a citation whose title stands at `title`–`start`; the next `titles` begin at these places.

    With a `book`, unmarked words are followed in the cited book as far as they run along with it.
    """
    cited = _Title(folded, title, start, titles, endings, book)
    for case in _CASES:
        quotes = case(cited)
        if quotes is not None:
            return tuple(quotes)
    return ()


def _words_before(cited: _Title) -> list[Span] | None:
    """肉謂之羹者爾雅文: what is quoted stands before the title, nothing behind it is."""
    pattern = load_patterns("quotations/patterns")["words-from-there"]
    return [] if pattern.match(cited.folded, cited.end) else None


def _marked(cited: _Title) -> list[Span] | None:
    """《玉藻》云「大夫素帶」: quotation marks say what is quoted."""
    return between_marks(cited.folded, cited.end, cited.titles)


def _unmarked(cited: _Title) -> list[Span]:
    """Words without marks, in the first of three ways that brings some, and what a later 彼注云 quotes."""
    quotes = _said(cited)
    if quotes is None:
        quotes = _brought_forward(cited)
    if quotes is None:
        quotes = _said_later(cited)
    return _with_later_note(cited, quotes or _as_the_book_has_it(cited))


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
    return cited.with_notes(end + (folded[end : end + 1] in "》」"), direct=True)


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
    end = cited.book.in_text().along(begin, min(cited.stop, begin + LONGEST))
    return cited.with_notes(begin) if end - begin >= LEAST_AFTER_TITLE else []


def _with_later_note(cited: _Title, quotes: list[Span]) -> list[Span]:
    """The quotations, and that of a note on the text named (彼注云) that comes a little later."""
    reach = quotes[-1][1] if quotes else cited.end
    pattern = load_patterns("quotations/patterns")["note-on-that-text"]
    note = pattern.search(cited.folded, cited.end, min(cited.stop, reach + _NOTE))
    if note is None or note.start() < (reach if quotes else 0):
        return quotes
    return quotes + cited.with_notes(note.end())


_CASES: tuple[Callable[[_Title], list[Span] | None], ...] = (_words_before, _marked, _unmarked)
