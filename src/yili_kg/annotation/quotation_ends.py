"""Where unmarked quotations end: turns of phrase with which the commentator speaks on, and the cited book at hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from yili_kg.annotation.quotation_marks import trimmed
from yili_kg.annotation.quotation_weights import MOST, Words, load_end_weights
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = [
    "DIVISION",
    "FOLLOWED",
    "LEAST_AFTER_TITLE",
    "LONGEST",
    "Ending",
    "Endings",
    "Follow",
    "end_by_turns",
    "unmarked_quote",
]

_SENTENCE, _CLAUSE = "。○〇」』”；;", ",，"
#: The marks that a quotation which has them was printed with: its punctuation, not a count of graphs, ends it.
_PUNCTUATION = ",，。"
#: No words go on behind these.
_CLOSED = ("", *_SENTENCE, *_CLAUSE)

# Measured on the unmarked quotations of KR1d0028 that stand in the cited book, in code points: nine in ten have no more
# than 22. Where nothing ends one by `_LONG`, it ends with its clause; where no clause ends, it has the usual length.
LONGEST, _LONG, _LATEST, _USUAL = 90, 26, 30, 16
#: Words that run along with the cited book are followed so far: whole notes are quoted.
FOLLOWED = 320
#: The same for words right behind a title, where nothing says that they are quoted.
_LONGEST_DIRECT = 40
#: So much before and after a place the rules on endings see: their longest pattern has six graphs.
CONTEXT = 8
#: No ending is looked for in the first graphs: two are the shortest quotation, five the shortest of an overlong one.
_FIRST_END, _FIRST_TURN = 2, 5
#: How far before the next title the words stand that bring it forward (是以, 疏曰 and some marks).
_LEAD_OF_NEXT = 8

# In graphs. Words that run along with the cited book for fewer than `_LONG_RUN` say nothing of where a quotation ends;
# for fewer than `_LEAST_ALONG` (or `LEAST_AFTER_TITLE`, where nothing else says so) not even that they are quoted.
_LONG_RUN, _LEAST_ALONG, LEAST_AFTER_TITLE = 6, 4, 5
#: A run that goes this much further than the turns of phrase say is believed: one graph more may agree by chance.
_FURTHER = 2
#: A quotation of no more graphs is too short for the likeness to the book to cut it.
_SHORT = 8
# Likeness to the book, 0 to 1: what bears a quotation out, what words right behind a title need at least to be one, and
# what three graphs or fewer need.
_SUPPORTED, _LEAST_LIKE, _JUST_SO = 0.75, 0.45, 0.99
#: So few graphs that a division has just so are what is quoted, where so many more follow that are hardly like it, 0 to 1.
_FEW, _MUCH, _HARDLY_LIKE = (3, 2), 4, 0.22
#: The name of a note stands in so many code points before its words.
_NAME_OF_NOTE = 6
#: A division has fewer graphs, a work has more.
DIVISION = 20_000
#: Fewer words behind those that run along with the book are too few to be borne out by it.
_SHORTEST_TAIL = 2
#: So few more are the book's where the commentator points back at them (是也, 之等, a note on them).
_POINTED_TAIL = 3
#: So many graphs before 者 show that it is the book's.
_BEFORE_PARTICLE = 3
#: More words than these are not borne out by what stands near by.
_LONGEST_TAIL = 16
#: So much of them stands near by, 0 to 1.
_NEAR_BY = 0.66


class Follow(Protocol):
    """The cited book, as far as it says where a quotation ends."""

    def along(self, begin: int, limit: int) -> int:
        """Where the words from `begin` stop running along with the book, at most at `limit`; `begin` if they do not."""

    @property
    def size(self) -> int:
        """How many graphs it has in which words may stand."""

    def first_run(self, begin: int, limit: int, least: int) -> int:
        """The first place from `begin` on, before `limit`, from which so many graphs stand in the book just so; or -1."""

    def in_text(self) -> Follow:
        """The same without the notes of the book."""

    def in_notes(self) -> Follow | None:
        """The notes of the book alone; None where it has none."""

    def near(self, begin: int, end: int) -> Follow:
        """The division in which the words between two places stand; the same where that is not to be told."""

    def like(self, begin: int, end: int) -> float:
        """How like the words between are to the closest stretch of the book, 0 to 1."""

    def joins(self, begin: int, end: int, place: int) -> bool:
        """Whether the book goes on, behind the words between two places, with those from a third."""

    def beside(self, begin: int, run: int, end: int) -> float:
        """How much of the words from `run` to `end` stands near where those before it do, 0 to 1."""

    def ahead(self, begin: int, place: int, end: int) -> float:
        """How much of the words from `begin` to `place` stands near where those from there to `end` do, 0 to 1."""


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
            (turns, marks): re.compile("|".join((f"[{re.escape(_SENTENCE + marks)}]", *_sources(rules))))
            for turns, rules in ((False, self.sure), (True, self.turns))
            for marks in ("", _CLAUSE)
        }
        #: What each rule asks of the words before and after, without a call.
        self._asked = {
            turns: [(rule.before and rule.before.search, rule.after and rule.after.search) for rule in rules]
            for turns, rules in ((False, self.sure), (True, self.turns))
        }

    def first(self, folded: str, begin: int, limit: int, *, turns: bool = False, marks: str = "") -> int:
        """The first place from `begin` on where a rule or a mark ends a quotation, or `limit`."""
        search, closing, stop = self.patterns[turns, marks].search, _SENTENCE + marks, min(len(folded), limit + CONTEXT)
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
        end = _with_its_particle(folded, begin, end, stop, book)
    return next(((*span, end) for span in trimmed(folded, begin, end)), None)


def _weighed(folded: str, begin: int, end: int, stop: int, endings: Endings) -> int:
    """The end of words that no book holds: of overlong ones, which no turn of phrase ends soon, the one that most speaks for."""
    closed = _closed(folded, begin, stop, endings)
    if closed - begin <= _LONG or _punctuated(folded, begin, closed):
        return end
    mark = next((at for at in range(begin, min(stop, begin + MOST, len(folded))) if folded[at] in _SENTENCE), -1)
    words = Words(folded, begin, stop) if mark < 0 else Words(folded, begin, mark, titled=False)
    return load_end_weights().end(words, endings)


def _closed(folded: str, begin: int, stop: int, endings: Endings) -> int:
    """The first place where a turn of phrase or a mark ends the words at `begin`, or as far as one looks for it."""
    return endings.first(folded, begin + _FIRST_END, min(stop, begin + LONGEST, len(folded)))


def end_by_turns(folded: str, begin: int, stop: int, endings: Endings, *, direct: bool = False) -> int:
    """Where the words at `begin` end as the turns of phrase say; `begin` itself if words right after a title are none."""
    limit = min(stop, begin + (_LONGEST_DIRECT if direct else LONGEST), len(folded))
    closed = endings.first(folded, begin + _FIRST_END, limit, marks=_CLAUSE if direct else "")
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

    So it does before 者 where a word of it is explained next (純四只制丈八尺者純謂幅之廣狹).
    """
    patterns, limit = load_patterns("quotations/patterns"), min(closed + CONTEXT, len(folded))
    again = patterns["taken-up-again"].search(folded, begin, limit)
    closed = again.end() if again and again.end() < closed else closed
    explained = patterns["word-explained-next"].finditer(folded, begin + _FIRST_END, limit)
    heard = (e.start() for e in explained if folded.find(e.group("word"), begin, e.start()) >= 0)
    return min(closed, next(heard, closed))


def _guided(folded: str, begin: int, end: int, limit: int, book: Follow, *, direct: bool) -> int:
    """The end of an unmarked quotation with the cited book at hand; `begin` where the words are none of it."""
    run = book.along(begin, limit)
    punctuated = _punctuated(folded, begin, end)
    if run - begin < _LEAST_ALONG and not punctuated:
        end = _hardly_along(folded, begin, end, book, direct=direct)
        if end == begin:
            return begin
    end = _to_the_title(folded, begin, _followed(folded, begin, end, run, book), run, limit, book)
    if punctuated or end - begin <= _SHORT or run >= end or book.like(begin, end) >= _SUPPORTED:
        return end
    if run - begin >= _LEAST_ALONG and _goes_on_near(folded, begin, run, end, book):
        return end
    return _borne_out(folded, begin, end, book)


def _hardly_along(folded: str, begin: int, end: int, book: Follow, *, direct: bool) -> int:
    """The end of words of which next to none run along with the book; `begin` where they are too unlike it to be quoted."""
    least = _LEAST_LIKE if direct else _JUST_SO if end - begin < _LEAST_ALONG else 0.0
    if least and book.like(begin, end) < (least if end - begin < 3 or direct else 0.3):
        return begin
    return end if direct else _first_words(folded, begin, end, book)


def _first_words(folded: str, begin: int, end: int, book: Follow) -> int:
    """大射云異束以每人各一束而言也: where no more of the words are the division's, behind the first few that it has just so."""
    noted = load_patterns("quotations/patterns")["note-named"].search(folded, max(0, begin - _NAME_OF_NOTE), begin)
    if noted or book.size >= DIVISION:
        return end
    text = book.in_text()
    for size in _FEW:
        place = begin + size
        if end - place >= _MUCH and text.first_run(begin, begin + 1, size) == begin:
            few = _argues_behind(folded, place) and book.like(begin, end) < _HARDLY_LIKE
            return place if few else end
    return end


def _argues_behind(folded: str, place: int) -> bool:
    """Whether a commentator goes on at a place behind a few graphs, or says the last of them once more, to explain it."""
    words, graph = load_word_lists("quotations/words"), folded[place]
    return graph == folded[place - 1] or any(graph in words[name].words for name in ("arguing-on", "argues-behind-few"))


def _to_its_close(folded: str, begin: int, end: int, stop: int, endings: Endings, book: Follow) -> int:
    """The end of words that were cut within a clause: where a turn of phrase closes it soon, if the rest is the book's too."""
    limit = min(stop, end + _LONGEST_TAIL, len(folded))
    closed = (
        endings.first(folded, end, limit) if end - begin >= _LONG_RUN and folded[end : end + 1] not in _CLOSED else end
    )
    if closed in (end, limit) and closed != stop:
        return end
    pointed = closed - end <= _POINTED_TAIL and _pointed_at(folded, closed)
    return closed if pointed or _goes_on_near(folded, begin, end, closed, book) else end


def _with_its_particle(folded: str, begin: int, end: int, stop: int, book: Follow) -> int:
    """賓朝聘者是異國聘賓: behind 者, which a turn of phrase took for the commentator's, if the book has it there."""
    first = end - _BEFORE_PARTICLE
    if first < begin or end >= stop or folded[end : end + 1] not in load_word_lists("quotations/words")["topic"].words:
        return end
    return end + 1 if book.first_run(first, first + 1, _BEFORE_PARTICLE + 1) == first else end


def _followed(folded: str, begin: int, end: int, run: int, book: Follow) -> int:
    """The end that the turns of phrase give, or that to which the cited book runs along."""
    if run - begin < _LEAST_ALONG:
        return end
    if run < end:
        # A short tail of words that the book has not may be the book's in other words, after a long run it is not.
        closing = load_word_lists("quotations/words")["closing"].words
        sure = run - begin >= _LONG_RUN and not all(graph in closing for graph in folded[run:end])
        whole = end - run <= _SHORTEST_TAIL and (end == len(folded) or folded[end] in _SENTENCE)
        whole = whole or (end - run <= _POINTED_TAIL and _pointed_at(folded, end))
        cut = (sure and not whole) or end - run >= _LEAST_ALONG
        return run if cut and not _tail_borne_out(folded, begin, run, end, book) else end
    return run if run - end >= _FURTHER else end


def _to_the_title(folded: str, begin: int, end: int, run: int, limit: int, book: Follow) -> int:
    """有物有則孟子曰…: words right before the next title that could bring it forward are quoted, if the book has them just so."""
    near = end < run == limit < len(folded) and run - begin >= _LONG_RUN
    return run if near and book.first_run(run - _LEAST_ALONG, run - _LEAST_ALONG + 1, _LEAST_ALONG) >= 0 else end


def _pointed_at(folded: str, end: int) -> bool:
    """Whether what stands behind a place says that words were quoted up to it."""
    return load_patterns("quotations/patterns")["surely-ended"].match(folded, end) is not None


def _goes_on_near(folded: str, begin: int, run: int, end: int, book: Follow) -> bool:
    """Whether the book has most of the words from `run` to `end`, a few at a time, near those that run along with it.

    膳大牢侯伯子男膳特牛, where other things stand between 侯伯 and 子男.
    """
    if not _LEAST_ALONG <= end - run <= _LONGEST_TAIL:
        return False
    return not _speaks_on(folded, run, end) and book.beside(begin, run, end) >= _NEAR_BY


def _speaks_on(folded: str, run: int, end: int) -> bool:
    """Whether the words from `run` on are the commentator's: they argue on, or somebody takes the word in them."""
    words = load_word_lists("quotations/words")
    said = words["takes-the-word"].words
    return folded[run] in words["arguing-on"].words or any(graph in said for graph in folded[run:end])


def _tail_borne_out(folded: str, begin: int, run: int, end: int, book: Follow) -> bool:
    """Whether the book has at least half of the words from `run` to `end` right behind those that run along, or most near by."""
    tail = end - run
    if _goes_on_near(folded, begin, run, end, book):
        return True
    if not _SHORTEST_TAIL <= tail <= run - begin:
        return False
    if book.like(begin, run) < _SUPPORTED:
        # Who quotes leaves words out; the last of them tell whether the book goes on.
        begin = max(begin, run - _LONGEST_TAIL)
    more = (1 - book.like(begin, end)) * (end - begin) - (1 - book.like(begin, run)) * (run - begin)
    return 2 * more <= tail


def _borne_out(folded: str, begin: int, end: int, book: Follow) -> int:
    """The longest beginning that the book bears out, before a word with which one argues on; else `end`."""
    arguing = load_word_lists("quotations/words")["arguing-on"].words
    for place in range(end - 1, begin + _FIRST_END, -1):
        if folded[place] in arguing and book.like(begin, place) >= _SUPPORTED:
            return place
    return end


def _punctuated(folded: str, begin: int, end: int) -> bool:
    return any(mark in folded[begin : end + 1] for mark in _PUNCTUATION)
