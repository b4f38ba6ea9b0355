"""Whose Record 記 is, where no chapter is named with it: that of the chapter explained, of one named before, or another text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from yili_kg.annotation.follow import follow, follow_division
from yili_kg.annotation.quotation_ends import LONGEST
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.received.chapters import chapter_titles, chapters_cited, cited_as
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import as_cited, traditions, work_of
from yili_kg.tables.patterns import load_patterns

__all__ = ["MEANING", "RECORD", "TRADITION", "own_tradition_quoted", "whose_meaning", "whose_record", "whose_tradition"]

#: What a Record without a title is cited as where no chapter is known, and the book of many of them.
RECORD, _RECORDS = "記", "禮記"
#: What a chapter on the meaning of a rite (鄉飲酒義) is cited as where it is called 義 alone and no rite is known.
MEANING = "義"
#: What a tradition (傳) without a title is cited as where no chapter has one of its own.
TRADITION = "左傳"
#: A Record without a title that follows so closely, in code points, on a chapter of the same book may be that chapter's.
_SAME_CHAPTER = 60
#: Words that run along with a text for so many code points are known to be its; so many, among all chapters.
_KNOWN, _LONG_RUN = 4, 6


def whose_meaning(work: Found, last: Sequence[FoundCitation]) -> str:
    """Which chapter 義 is where none is explained: that on the rite of the chapter named shortly before; empty for none."""
    if not last or work.start - last[-1].end > _SAME_CHAPTER:
        return ""
    number = next((n for n in chapter_titles() if cited_as(n) == last[-1].target), "")
    found = as_cited(MEANING, number) or ""
    return "" if found == MEANING else found


def whose_tradition(folded: str, work: Found, target: str, last: Sequence[FoundCitation], shelf: Shelf | None) -> str:
    """Whose tradition 傳 is: that on the Annals named shortly before (公羊傳云…傳曰…), unless another one has more of the words.

    Where none is named, it is another than the one meant as a rule, also that of a chapter of the 儀禮 (傳曰父在則為妻不杖),
    if that one alone has so many of the words.
    """
    say = _says(folded, work)
    alone = work.end - work.start == 1
    if shelf is None or (say is None and alone):
        return target
    words = _Words(folded, say.end() if say else work.end, say is not None, shelf)
    near = bool(say and last) and work.start - last[-1].end <= _SAME_CHAPTER
    book = last[-1].target.partition("·")[0] if near else target
    if book != target and work_of(book).annals not in ("", book):
        before = last[-1].target
        return before if words.reach(before) >= max(words.begin + _KNOWN, words.reach(target)) else target
    return target if words.reach(target) >= words.begin + _KNOWN else _that_alone(words, target, alone=alone)


def own_tradition_quoted(folded: str, work: Found, target: str, home: str, shelf: Shelf | None) -> bool:
    """Whether 傳, in a comment on the chapter that has a tradition of its own, brings words of the chapter from elsewhere.

    Asked of a library: so many graphs have to run along, and who repeats them to explain them (者) brings nothing.
    """
    patterns = load_patterns("titles")
    if shelf is None or target != home or patterns["own-tradition"].fullmatch(folded, work.start, work.end) is None:
        return False
    say = patterns["own-tradition-quoted"].match(folded, work.end)
    if say is None or patterns["own-tradition-explained"].search(folded, max(0, work.start - 2), work.start):
        return False
    end = _Words(folded, say.end(), True, shelf).reach(target)
    if work.start == 0 or end - say.end() < _KNOWN:
        return False
    return say["of"] is not None or patterns["own-tradition-repeated"].match(folded, end) is None


def _that_alone(words: _Words, target: str, *, alone: bool) -> str:
    """Another tradition that alone has so many of the words, where 傳 stands `alone` also one in a chapter; else the target."""
    known = (*traditions(), *(_in_chapters() if alone else ()))
    others = [name for name in known if name != target and words.reach(name) >= words.begin + _LONG_RUN]
    return others[0] if len(others) == 1 else target


@dataclass(frozen=True, slots=True)
class _Words:
    """The words from `begin` on, which somebody is `said` to say or not."""

    folded: str
    begin: int
    said: bool
    shelf: Shelf

    def reach(self, name: str) -> int:
        """Where they stop running along with a work; where nobody says them, its first graphs have to be just these."""
        cited = follow(self.folded, self.shelf, name)
        text = cited.in_text() if cited is not None else None
        if text is None or (not self.said and text.first_run(self.begin, self.begin + 1, _KNOWN) != self.begin):
            return self.begin
        return text.along(self.begin, self.begin + LONGEST)


@cache
def _in_chapters() -> tuple[str, ...]:
    """The traditions that stand in chapters of the 儀禮."""
    cited = (as_cited("傳", number) for number in chapter_titles())
    return tuple(sorted({c for c in cited if c in chapters_cited()}))


def whose_record(folded: str, work: Found, home: str, last: Sequence[FoundCitation], shelf: Shelf | None) -> str:
    """Whose Record 記 is: that of the chapter named before, where that one has the words and the own chapter has not.

    If neither has them, it is the text that alone has so many of them: another chapter, or the 禮記.
    """
    before = last[-1].target if last and last[-1].target in chapters_cited() else ""
    if before and load_patterns("titles")["that-record"].search(folded[max(0, work.start - 1) : work.start]):
        return before
    near = before if before and work.start - last[-1].end <= _SAME_CHAPTER else ""
    if shelf is None:
        return home or near
    say = _says(folded, work)
    begin = say.end() if say else work.end

    def reach(target: str) -> int:
        book = follow_division(folded, shelf, target) if target else None
        return book.along(begin, begin + LONGEST) if book else begin

    here, there = reach(home), reach(near)
    if max(here, there) - begin >= _KNOWN:
        return near if there > here else home
    return _who_has_it(folded, begin, shelf, reach, say=say is not None) or home or near


def _says(folded: str, work: Found) -> re.Match[str] | None:
    """What stands between 記 and the words that it says or tells."""
    said = load_patterns("quotations/patterns")["say-without-marks"].match(folded, work.end)
    return said or load_patterns("titles")["tells"].match(folded, work.end)


def _who_has_it(folded: str, begin: int, shelf: Shelf, reach: Callable[[str], int], *, say: bool) -> str:
    """The chapter of the 儀禮, or else the 禮記, with which the words from `begin` run along for long; empty for none.

    The 禮記 only where somebody says them.
    """
    chapter = max(sorted(chapters_cited()), key=reach)
    if reach(chapter) - begin >= _LONG_RUN:
        return chapter
    book = follow(folded, shelf, _RECORDS) if say else None
    return _RECORDS if book and book.in_text().along(begin, begin + LONGEST) - begin >= _KNOWN else ""
