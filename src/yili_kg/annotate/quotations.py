"""Quotations: where the words that a citation brings begin and end, with quotation marks and without.

The cases, in the order in which they are asked: words between quotation marks that follow the title; words after 云, 曰
or 注 without marks, up to the phrase with which the commentator speaks on; words right after a title that is brought
forward (案聘禮…, 又大射…); words brought later in the same sentence (《大射》…而云六人). To each belong the notes that
follow it (鄭注云, 彼注云).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

__all__ = ["Ending", "Endings", "find_quotes"]

_PAIRS = {"「": "」", "『": "』", "“": "”", "‘": "’"}
_HAN = "一-鿿㐀-䶿"
_COLON = r"\s*[:：︰,，]?\s*"
_LEAD = r"[》」』”]?(?:之?職|篇|記|經|序|注|註|文|章)*[》」』”]?"
_OPEN = re.compile(
    rf"{_LEAD}彼?(?:注|註|直|亦|又|皆|則|而|特|即)*(?:云|曰|言)?{_COLON}"
    rf"(?:[{_HAN}]{{0,4}}|[{_HAN}]{{1,10}}[云曰]{_COLON})(?=[「『“‘])"
)
_BARE = re.compile(
    rf"{_LEAD}(?:昏辭)?(?:又|亦|皆|直|特|唯|則|先|有)*"
    rf"(?:(?:[{_HAN}]{{1,3}}[章序篇詩]|孔子|孟子|子|說[{_HAN}]{{1,6}})?[云曰]|(?<=[注註])(?!疏)|經書|書)\s*[:：︰]?\s*"
)
# After the end of a sentence 云 begins the commentator's own next lemma, unless it is a note that is quoted.
_NEXT = re.compile(
    r"(?:[。.]?\s*(?:鄭|彼|鄭彼|鄭玄)*(?:注|註|經)(?:又)?[云曰]"
    r"|(?![,，]?(?:者|[^云曰]{0,4}(?:此|今|上|下)[文經]?[云曰]))[^「『“‘《》。」』”’\n]{0,8}?[云曰]|[,，;；、及]*)"
    r"\s*[:：︰]?\s*(?=[「『“‘])"
)
_FURTHER = re.compile(r"彼[經序文]?[云曰]\s*[:：︰]?\s*(?=[「『“‘])")
_FURTHER_POEM = re.compile(r"彼?[經序][云曰]\s*[:：︰]?\s*(?=[「『“‘])")
_ADOPTED = re.compile(r"采其([^。;；○]{4,40}?)(?=而以|[。;；○])")
_ADOPTED_TOO = re.compile(r"[。;；]?又(?:樂|采其|采)([^。;；○]{4,30}?)(?=而以|[。;；○])")
_FAR = 130
# What is quoted stands before a title with 文 (肉謂之羹者爾雅文), not after it.
_TEXT_OF = re.compile(r"[》」]?(?:之?職)?》?文(?![王武公侯])")
_DIRECT = re.compile(r"(?:[案按據見又]|疏曰|是以)[《「]?$")
_OWN_WORDS = re.compile(
    r"[》」]?(?:[、,，。;；:：及與之是無言皆不亦有者也謂為以而所]|主於|諸侯|特言|直言|五等|大夫|天子|人|上下|賓主|正祭"
    r"|同|[一二三四五六七八九]者|$)"
)
_LATER = re.compile(
    r"[,，禮][故而乃即始亦直皆但則特先又並]{1,3}[云言](?![者之不「『“‘])"
    r"([^,，。;；「」『』“”《》云]{2,12}?)(?=[也者]?[,，。;；])"
)
_NOTE = re.compile(
    r"[,，。]?\s*(?:(?:鄭|彼|鄭彼|鄭玄|鄭司農|先鄭|後鄭|服|杜|何休|毛|孔安國|馬融)?"
    r"(?:[注註傳箋](?:又|亦)?|(?<=[鄭農休融])(?:又|亦)?)|彼?又)[云曰](?!者)"
    r"\s*[:：︰]?\s*[「『“‘]?"
)
_LATER_NOTE = re.compile(r"鄭?彼[注註][云曰]\s*[:：︰]?\s*[「『“‘]?")
#: What stands before the next title and is the commentator's.
_BEFORE_TITLE = re.compile(
    r"(?:又|與|及|若|如|則|故|見|即|此|彼|鄭|引|依|據|案|按|是以|以|至|○|疏曰|釋曰|注|註|明|下|上|何休?|[,，。、;；《「])+$"
)
_LEAD_IN = re.compile(rf"{_LEAD}(?:又|亦|則|有|皆)?[云曰]?[:：︰]?")
_SENTENCE, _CLAUSE = "。○〇」』”；;", ",，"
_TRIM = " 　\n,，。、;；:：︰?？!！」』”’"

# Measured on the unmarked quotations of KR1d0028 that stand in the cited book: nine in ten have no more than 22 code
# points. Where nothing ends one by `_LONG`, it ends with its clause; where no clause ends, it has the usual length.
_LONGEST, _LONG, _LATEST, _USUAL = 90, 26, 30, 16
#: The same for words right after a title, where nothing says that they are quoted.
_LONGEST_DIRECT = 40
_CONTEXT = 8

Span = tuple[int, int]


class Follow(Protocol):
    """The cited book, as far as it says where a quotation ends."""

    def along(self, begin: int, limit: int) -> int:
        """Where the words from `begin` stop running along with the book, at most at `limit`; `begin` if they do not."""

    def like(self, begin: int, end: int) -> float:
        """How like the words between are to the closest stretch of the book, 0 to 1."""


#: Words that run along with the cited book for fewer graphs say nothing of where a quotation ends; nor that words
#: right after a title are quoted, where nothing else says so.
_LONG_RUN, _CLOSING = 6, "也矣焉"
_SHORT, _SUPPORTED, _WEAK_TURNS = 8, 0.75, "則者故以云謂是此明亦皆彼今但雖若又注鄭不其言與為"
_LEAST_ALONG, _LEAST_AFTER_TITLE, _LEAST_LIKE = 4, 5, 0.45


class Ending(Protocol):
    """A rule on where unmarked quotations end."""

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

    def first(self, folded: str, begin: int, limit: int, *, turns: bool = False, marks: str = "") -> int:
        """The first place from `begin` on where a rule or a mark ends a quotation, or `limit`."""
        rules = self.turns if turns else self.sure
        search = self.patterns[turns, marks].search
        while begin < limit:
            found = search(folded, begin, min(len(folded), limit + _CONTEXT))
            if found is None or found.start() >= limit:
                return limit
            begin = found.start()
            if folded[begin] in _SENTENCE + marks:
                return begin
            before, after = folded[max(0, begin - _CONTEXT) : begin], folded[begin : begin + _CONTEXT]
            if any(rule.fires(before, after) for rule in rules):
                return begin
            begin += 1
        return limit


def _sources(rules: Iterable[Ending]) -> list[str]:
    return [f"(?:{rule.after.pattern.removeprefix('^')})" for rule in rules if rule.after]


def find_quotes(
    folded: str, title: int, start: int, titles: Sequence[int], endings: Endings, book: Follow | None = None
) -> tuple[Span, ...]:
    """Spans quoted by a citation whose title stands at `title`–`start`; the next `titles` begin at these places.

    With a `book`, unmarked words are followed in the cited book as far as they run along with it.
    """
    if _TEXT_OF.match(folded, start):
        return ()
    stop = titles[0] if titles else len(folded)
    marked = _marked(folded, start, titles)
    if marked is not None:
        return tuple(marked)
    quotes: list[Span] = []
    bare = _BARE.match(folded, start)
    if bare is not None:
        quotes += _with_notes(folded, bare.end(), stop, endings, book)
    elif _DIRECT.search(folded[max(0, title - 4) : title]) and not _OWN_WORDS.match(folded[start : start + 4]):
        begin = start + (folded[start : start + 1] in "》」")
        quotes += _with_notes(folded, begin, stop, endings, book, direct=True)
    else:
        quotes += _later(folded, start, stop)
    if not quotes and book is not None:
        lead = _LEAD_IN.match(folded, start)
        begin = lead.end() if lead else start
        end = book.along(begin, min(stop, begin + _LONGEST))
        if end - begin >= _LEAST_AFTER_TITLE:
            quotes += _with_notes(folded, begin, stop, endings, book)
    note = _LATER_NOTE.search(folded, start, min(stop, (quotes[-1][1] if quotes else start) + 30))
    if note and (not quotes or note.start() >= quotes[-1][1]):
        quotes += _with_notes(folded, note.end(), stop, endings, book)
    return tuple(quotes)


def _marked(folded: str, start: int, titles: Sequence[int]) -> list[Span] | None:
    """The quotations between marks after a title; None where no mark opens."""
    opened = _OPEN.match(folded, start, min(len(folded), start + 24))
    if opened is None:
        return None
    quotes: list[Span] = []
    place = opened.end()
    while 0 <= place < len(folded) and folded[place] in _PAIRS:
        close = _closing(folded, place)
        if close < 0:
            break
        quotes += _trimmed(folded, place + 1, close)
        stop = next((t for t in titles if t > close), len(folded))
        following = _NEXT.match(folded, close + 1, min(len(folded), close + 16))
        if following is None and close < stop:
            # 《四牡》序云「…」 … 經云「…」: the poem itself after its preface; 彼經云 in any case.
            further = (
                _FURTHER_POEM if folded.startswith("序", start + (folded[start : start + 1] == "》")) else _FURTHER
            )
            following = further.search(folded, close + 1, min(stop, close + _FAR))
        place = following.end() if following and close < stop else -1
    return quotes


def _with_notes(
    folded: str, begin: int, stop: int, endings: Endings, book: Follow | None, *, direct: bool = False
) -> list[Span]:
    """The unmarked quotation at `begin` and the notes on it that are quoted right after it."""
    quotes: list[Span] = []
    while 0 <= begin < stop:
        end = _bare_end(folded, begin, stop, endings, direct=direct)
        if book is not None:
            end = _guided(folded, begin, end, min(stop, begin + _LONGEST), book, direct=direct)
        span = _trimmed(folded, begin, end)
        if not span:
            break
        quotes += span
        note = _NOTE.match(folded, end)
        begin, direct = (note.end() if note else -1), False
    return quotes


def _guided(folded: str, begin: int, end: int, limit: int, book: Follow, *, direct: bool) -> int:
    """The end of an unmarked quotation with the cited book at hand; `begin` where the words are none of it."""
    run = book.along(begin, limit)
    marked = _marks(folded, begin, end)
    if run - begin < _LEAST_ALONG and not marked:
        least = _LEAST_LIKE if direct else 0.99 if end - begin < _LEAST_ALONG else 0.0
        if least and book.like(begin, end) < least:
            return begin
    end = _followed(folded, begin, end, run)
    if marked or end - begin <= _SHORT or book.like(begin, end) >= _SUPPORTED:
        return end
    # The book does not bear it out: the longest beginning that it does, before a word with which one argues on.
    for place in range(end - 1, begin + 2, -1):
        if folded[place] in _WEAK_TURNS and book.like(begin, place) >= _SUPPORTED:
            return place
    return end


def _followed(folded: str, begin: int, end: int, run: int) -> int:
    """The end that the turns of phrase give, or that to which the cited book runs along."""
    if run - begin < _LEAST_ALONG:
        return end
    if run < end:
        # A short tail of words that the book has not may be the book's in other words, after a long run it is not.
        sure = run - begin >= _LONG_RUN and folded[run:end] not in _CLOSING
        return run if sure or end - run >= _LEAST_ALONG else end
    return run if run - end >= 2 else end


def _later(folded: str, start: int, stop: int) -> list[Span]:
    """Words that 而云, 乃云 or the like bring within the sentence of the title; what a song is taken for (采其 …)."""
    sentence = folded.find("。", start, stop)
    limit = min(stop, start + 40, len(folded) if sentence < 0 else sentence + 1)
    found = _LATER.search(folded, start, limit)
    if found:
        return [found.span(1)]
    adopted = _ADOPTED.search(folded, start, min(stop, start + 70))
    if adopted is None:
        return []
    too = _ADOPTED_TOO.match(folded, adopted.end(), stop)
    return [s for m in (adopted, too) if m for s in _trimmed(folded, *m.span(1))]


def _closing(folded: str, place: int) -> int:
    """Where the quotation mark that opens at `place` is closed, marks of the same kind nested; -1 if nowhere."""
    mark, close, depth = folded[place], _PAIRS[folded[place]], 0
    for i in range(place, min(len(folded), place + 400)):
        if folded[i] == mark:
            depth += 1
        elif folded[i] == close:
            depth -= 1
            if depth == 0:
                return i
    return -1


def _bare_end(folded: str, begin: int, stop: int, endings: Endings, *, direct: bool = False) -> int:
    """Where the unmarked quotation at `begin` ends; `begin` itself if words right after a title are none."""
    limit = min(stop, begin + (_LONGEST_DIRECT if direct else _LONGEST), len(folded))
    closed = endings.first(folded, begin + 2, limit, marks=_CLAUSE if direct else "")
    if direct and closed == limit < len(folded):
        return begin
    if closed == stop:
        before = _BEFORE_TITLE.search(folded, max(begin, stop - 8), stop)
        closed = before.start() if before else closed
    if closed - begin > _LONG and closed < stop:
        turn = endings.first(folded, begin + 5, closed, turns=True)
        if turn < closed:
            return turn
        if closed - begin > _LATEST and not _marks(folded, begin, closed):
            return begin + _USUAL
    return closed


def _marks(folded: str, begin: int, end: int) -> bool:
    return any(mark in folded[begin : end + 1] for mark in ",，。")


def _trimmed(folded: str, start: int, end: int) -> list[Span]:
    while start < end and folded[start] in _TRIM + "「『“‘":
        start += 1
    while end > start and folded[end - 1] in _TRIM:
        end -= 1
    return [(start, end)] if end - start >= 2 else []
