"""Where unmarked quotations end: turns of phrase with which the commentator speaks on, and the cited book at hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from yili_kg.annotation.quotation_marks import trimmed
from yili_kg.annotation.quotation_tails import (
    CLAUSE,
    CLOSED,
    FIRST_END,
    FOLLOWED,
    LEAST_ALONG,
    LONGEST_TAIL,
    SENTENCE,
    SHORTEST_TAIL,
    SUPPORTED,
    Follow,
    across,
    borne_out,
    first_words,
    goes_on_near,
    pointed_at,
    tail_borne_out,
    with_its_particle,
    without_the_next,
)
from yili_kg.annotation.quotation_weights import MOST, Words, load_end_weights
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = [
    "LEAST_AFTER_TITLE",
    "LONGEST",
    "Ending",
    "Endings",
    "end_by_turns",
    "unmarked_quote",
]

#: The marks that a quotation which has them was printed with: its punctuation, not a count of graphs, ends it.
_PUNCTUATION = ",，。"

# Measured on the unmarked quotations of KR1d0028 that stand in the cited book, in code points: nine in ten have no more
# than 22. Where nothing ends one by `_LONG`, it ends with its clause; where no clause ends, it has the usual length.
LONGEST, _LONG, _LATEST, _USUAL = 90, 26, 30, 16
#: Words right behind a title, where nothing says that they are quoted, are no more than this.
_LONGEST_DIRECT = 40
#: So much before and after a place the rules on endings see: their longest pattern has six graphs.
CONTEXT = 8
#: No turn of phrase is looked for in so many first graphs, the fewest of an overlong quotation.
_FIRST_TURN = 5
#: A graph that is taken up again stands so close before.
_TAKEN_UP = 4
#: How far before the next title the words stand that bring it forward (是以, 疏曰 and some marks).
_LEAD_OF_NEXT = 8

# In graphs. Words that run along with the cited book for fewer than `_LONG_RUN` say nothing of where a quotation ends;
# for fewer than `LEAST_ALONG` (or `LEAST_AFTER_TITLE`, where nothing else says so) not even that they are quoted.
_LONG_RUN, LEAST_AFTER_TITLE = 6, 5
#: A run that goes this much further than the turns of phrase say is believed: one graph more may agree by chance.
_FURTHER = 2
#: A quotation of no more graphs is too short for the likeness to the book to cut it.
_SHORT = 8
# Likeness to the book, 0 to 1: what words right behind a title need at least to be a quotation, and what three graphs or
# fewer need.
_LEAST_LIKE, _JUST_SO = 0.45, 0.99
#: So few more are the book's where the commentator points back at them (是也, 之等, a note on them).
_POINTED_TAIL = 3


class Ending(Protocol):
    """A rule on where unmarked quotations end."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def before(self) -> re.Pattern[str] | None:
        """What stands before the end."""

    @property
    def after(self) -> re.Pattern[str] | None:
        """What stands after the end."""

    def fires(self, before: str, after: str) -> bool:
        """Whether a quotation ends between these."""


class Endings:
    """The rules on where unmarked quotations end, as one pattern: any quotation (`sure`), or an overlong one."""

    def __init__(self, sure: Sequence[Ending], turns: Sequence[Ending]) -> None:
        self.sure, self.turns = tuple(sure), tuple(turns)
        self.patterns = {
            (turns, marks): re.compile("|".join((f"[{re.escape(SENTENCE + marks)}]", *_sources(rules))))
            for turns, rules in ((False, self.sure), (True, self.turns))
            for marks in ("", CLAUSE)
        }
        #: What each rule asks of the words before and after, without a call.
        self._asked = {
            turns: [(rule.before and rule.before.search, rule.after and rule.after.search) for rule in rules]
            for turns, rules in ((False, self.sure), (True, self.turns))
        }

    def first(self, folded: str, begin: int, limit: int, *, turns: bool = False, marks: str = "") -> int:
        """The first place from `begin` on where a rule or a mark ends a quotation, or `limit`."""
        search, closing, stop = self.patterns[turns, marks].search, SENTENCE + marks, min(len(folded), limit + CONTEXT)
        while begin < limit:
            found = search(folded, begin, stop)
            if found is None or found.start() >= limit:
                return limit
            begin = found.start()
            if folded[begin] in closing:
                return begin
            before, after = folded[max(0, begin - CONTEXT) : begin], folded[begin : begin + CONTEXT]
            for stands_before, stands_after in self._asked[turns]:
                if (stands_after is None or stands_after(after)) and (stands_before is None or stands_before(before)):
                    return begin
            begin += 1
        return limit

    def fired(self, folded: str, place: int) -> tuple[str, ...]:
        """The rules by which any quotation, or an overlong one, ends at a place."""
        if not any(self.patterns[turns, ""].match(folded, place) for turns in (False, True)):
            return ()
        before, after = folded[max(0, place - CONTEXT) : place], folded[place : place + CONTEXT]
        return tuple(rule.id for rule in (*self.sure, *self.turns) if rule.fires(before, after))


def _sources(rules: Iterable[Ending]) -> list[str]:
    return [f"(?:{rule.after.pattern.removeprefix('^')})" for rule in rules if rule.after]


def unmarked_quote(
    folded: str, begin: int, stop: int, endings: Endings, book: Follow | None, *, direct: bool = False
) -> tuple[int, int, int] | None:
    """The unmarked quotation at `begin`, at most to `stop`, and where its words end, closing marks included.

    With a `book` its words are followed there. `direct` words stand right behind a title and may be no quotation: None
    then, as for words of which less than two graphs are left.
    """
    end = end_by_turns(folded, begin, stop, endings, direct=direct)
    if book is None:
        end = end if direct else _weighed(folded, begin, end, stop, endings)
    else:
        end = _guided(folded, begin, end, min(stop, begin + FOLLOWED), book, direct=direct)
        end = _to_its_close(folded, begin, end, stop, endings, book)
        end = with_its_particle(folded, begin, end, stop, book)
        end = across(folded, begin, end, stop, book)
    end = without_the_next(folded, begin, end, book)
    return next(((*span, end) for span in trimmed(folded, begin, end)), None)


def _weighed(folded: str, begin: int, end: int, stop: int, endings: Endings) -> int:
    """The end of words that no book holds: of overlong ones, which no turn of phrase ends soon, the one that most speaks for."""
    closed = _closed(folded, begin, stop, endings)
    if closed - begin <= _LONG or _punctuated(folded, begin, closed):
        return end
    mark = next((at for at in range(begin, min(stop, begin + MOST, len(folded))) if folded[at] in SENTENCE), -1)
    words = Words(folded, begin, stop) if mark < 0 else Words(folded, begin, mark, titled=False)
    return load_end_weights().end(words, endings)


def _closed(folded: str, begin: int, stop: int, endings: Endings) -> int:
    """The first place where a turn of phrase or a mark ends the words at `begin`, or as far as one looks for it."""
    return endings.first(folded, begin + FIRST_END, min(stop, begin + LONGEST, len(folded)))


def end_by_turns(folded: str, begin: int, stop: int, endings: Endings, *, direct: bool = False) -> int:
    """Where the words at `begin` end as the turns of phrase say; `begin` itself if words right after a title are none."""
    limit = min(stop, begin + (_LONGEST_DIRECT if direct else LONGEST), len(folded))
    closed = endings.first(folded, begin + FIRST_END, limit, marks=CLAUSE if direct else "")
    if direct and closed == limit < len(folded):
        return begin
    closed = _taken_up(folded, begin, closed)
    if closed == stop < len(folded):
        lead = load_patterns("quotations/patterns")["before-next-title"]
        before = lead.search(folded, max(begin, stop - _LEAD_OF_NEXT), stop)
        closed = before.start() if before else closed
    if closed - begin > _LONG and closed < stop:
        turn = endings.first(folded, begin + _FIRST_TURN, closed, turns=True)
        if turn < closed:
            return turn
        if closed - begin > _LATEST and not _punctuated(folded, begin, closed):
            return begin + _USUAL
    return closed


def _taken_up(folded: str, begin: int, closed: int) -> int:
    """設同几同几即同席: where the last words of a quotation are taken up again at once, which then ends before them.

    So it does before 者 where a word of it is explained next (純四只制丈八尺者純謂幅之廣狹), and before 即 (充耳充即塞也).
    """
    patterns, limit = load_patterns("quotations/patterns"), min(closed + CONTEXT, len(folded))
    again = patterns["taken-up-again"].search(folded, begin, limit)
    closed = again.end() if again and again.end() < closed else closed
    explained = patterns["word-explained-next"].finditer(folded, begin + FIRST_END, limit)
    heard = (e.start() for e in explained if folded.find(e.group("word"), begin, e.start()) >= 0)
    taken_up = patterns["word-taken-up-next"].finditer(folded, begin + FIRST_END, limit)
    near = (e.start() for e in taken_up if e.group("word") in folded[max(begin, e.start() - _TAKEN_UP) : e.start()])
    return min(closed, next(heard, closed), next(near, closed))


def _guided(folded: str, begin: int, end: int, limit: int, book: Follow, *, direct: bool) -> int:
    """The end of an unmarked quotation with the cited book at hand; `begin` where the words are none of it."""
    run = book.along(begin, limit)
    punctuated = _punctuated(folded, begin, end)
    if run - begin < LEAST_ALONG and not punctuated:
        end = _hardly_along(folded, begin, end, book, direct=direct)
        if end == begin:
            return begin
    end = _to_the_title(folded, begin, _followed(folded, begin, end, run, book), run, limit, book)
    if punctuated or end - begin <= _SHORT or run >= end or book.like(begin, end) >= SUPPORTED:
        return end
    if run - begin >= LEAST_ALONG and goes_on_near(folded, begin, run, end, book):
        return end
    # 楚公子棄疾以乘馬八匹私面: what runs along with the book is its own, however much is left out.
    return max(borne_out(folded, begin, end, book), run if run - begin >= _LONG_RUN else begin)


def _hardly_along(folded: str, begin: int, end: int, book: Follow, *, direct: bool) -> int:
    """The end of words of which next to none run along with the book; `begin` where they are too unlike it to be quoted."""
    least = _LEAST_LIKE if direct else _JUST_SO if end - begin < LEAST_ALONG else 0.0
    if least and book.like(begin, end) < (least if end - begin < 3 or direct else 0.3):
        return begin
    return end if direct else first_words(folded, begin, end, book)


def _to_its_close(folded: str, begin: int, end: int, stop: int, endings: Endings, book: Follow) -> int:
    """The end of words that were cut within a clause: where a turn of phrase closes it soon, if the rest is the book's too."""
    limit = min(stop, end + LONGEST_TAIL, len(folded))
    closed = (
        endings.first(folded, end, limit) if end - begin >= _LONG_RUN and folded[end : end + 1] not in CLOSED else end
    )
    if closed in (end, limit) and closed != stop:
        return end
    pointed = closed - end <= _POINTED_TAIL and pointed_at(folded, closed)
    return closed if pointed or goes_on_near(folded, begin, end, closed, book) else end


def _followed(folded: str, begin: int, end: int, run: int, book: Follow) -> int:
    """The end that the turns of phrase give, or that to which the cited book runs along."""
    if run - begin < LEAST_ALONG:
        return end
    if run < end:
        # A short tail of words that the book has not may be the book's in other words, after a long run it is not.
        closing = load_word_lists("quotations/words")["closing"].words
        sure = run - begin >= _LONG_RUN and not all(graph in closing for graph in folded[run:end])
        whole = end - run <= SHORTEST_TAIL and (end == len(folded) or folded[end] in SENTENCE)
        whole = whole or (end - run <= _POINTED_TAIL and pointed_at(folded, end))
        cut = (sure and not whole) or end - run >= LEAST_ALONG
        return run if cut and not tail_borne_out(folded, begin, run, end, book) else end
    return run if run - end >= _FURTHER and not _concludes(folded, end, book) else end


def _concludes(folded: str, end: int, book: Follow) -> bool:
    """可以嫁子 | 然則大功之初…: whether the commentator draws his conclusion, with words that the book has not there."""
    found = load_patterns("quotations/patterns")["concludes"].match(folded, end)
    return found is not None and book.first_run(end, end + 1, found.end() - end + SHORTEST_TAIL) != end


def _to_the_title(folded: str, begin: int, end: int, run: int, limit: int, book: Follow) -> int:
    """有物有則孟子曰…: words right before the next title that could bring it forward are quoted, if the book has them just so."""
    near = end < run == limit < len(folded) and run - begin >= _LONG_RUN
    return run if near and book.first_run(run - LEAST_ALONG, run - LEAST_ALONG + 1, LEAST_ALONG) >= 0 else end


def _punctuated(folded: str, begin: int, end: int) -> bool:
    return any(mark in folded[begin : end + 1] for mark in _PUNCTUATION)
