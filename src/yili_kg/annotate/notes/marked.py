"""Glosses with a marker: term before and definition behind it (猶, 謂, 之言), a word to be read (讀為), a kind (之屬), 言.

What is named behind a description (謂之, 曰) is in `named`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from yili_kg.annotate.notes.formulas import Formula, plain_formula
from yili_kg.annotate.notes.found import FINAL, FoundGloss, Unreadable
from yili_kg.annotate.notes.named import read_named
from yili_kg.annotate.notes.plain import plain_glosses
from yili_kg.annotate.notes.strip import STRONG, WEAK, Strip
from yili_kg.annotate.notes.taken import Taken

__all__ = ["Mark", "apposed", "read_marked"]

#: The word read, inside a phrase in which it recurs: 卓王孫之卓.
_PHRASE = re.compile(r".{0,10}?(?P<word>.).{0,10}?之(?P=word)")
#: 讀若今之若: as the word is used today.
_TODAY = re.compile("今之(?P<word>.)")
#: 讀 that says how the text is to be cut, or has no word after it.
_CUT = re.compile("此|為|之|以|云|書|兩|絕|合|下")
#: Formulas whose meanings are no longer than this, in graphs, end at a comma.
_BRIEF = 16
#: A lemma so short, in graphs, can be the term of what is said of it.
_LEMMA = 8
_TAIL = re.compile("(?:者|亦|蓋|皆|或|此|是|又|本|即|則)+$")
_HEAD = re.compile("^(?:云|曰|此|經|凡|案|按|其|而|故|又|亦)+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A formula's marker at graphs `at`–`end`, and the place of the next marker.

    `begin` is where the words before it begin: behind the last break, and behind what other glosses took. `last` is
    the gloss found last before it, `report` the end of the last reading reported before it (0: none).
    """

    formula: Formula
    at: int
    end: int
    following: int
    begin: int = 0
    last: FoundGloss | None = None
    report: int = 0

    def placed(self, taken: Taken) -> Mark:
        """The same mark among what was found so far."""
        at = self.at
        return replace(self, begin=taken.begin(at), last=taken.last(at), report=taken.report(at))

    def unread(self, reason: str) -> Unreadable:
        """The report that this formula cannot be read."""
        return Unreadable(self.at, self.end, self.formula.id, reason)

    def gloss(
        self, start: int, end: int, term: tuple[int, int], meaning: tuple[int, int], *, example: bool = False
    ) -> FoundGloss:
        """A gloss of this formula; `example`: what stands behind the marker is the phrase to read the word in."""
        phrase = (self.end, end) if example else None
        return FoundGloss(start, end, term, meaning, self.formula.formula, self.formula.id, phrase)


def read_marked(strip: Strip, mark: Mark) -> FoundGloss | Unreadable | None:
    """What a marker says; None where it is no gloss at all."""
    formula = mark.formula
    if formula.not_before is not None and formula.not_before.search(strip.graphs[max(0, mark.at - 12) : mark.at]):
        return None
    if formula.shape == "before":
        named = read_named(strip, formula, mark.begin, mark.at, mark.end, mark.following)
        return mark.unread(named) if isinstance(named, str) else named
    if formula.shape == "said":
        return _said(strip, mark)
    term = _term(strip, mark)
    if formula.formula == "謂" and (term is None or strip.graphs[term[0] : term[1]] == "此"):
        return _further(strip, mark)
    if term is None and formula.shape == "read" and mark.report and mark.at - mark.report <= _LEMMA:
        term = mark.report - 1, mark.report  # 故書齎為資, 杜子春讀為資: the word just reported is meant
    if term is None:
        return mark.unread("no term stands before it")
    if formula.shape == "read":
        return _read_as(strip, mark, term)
    if formula.shape == "kind":
        return _kind(strip, mark)
    return _explained(strip, mark, term)


def apposed(strip: Strip, mark: Mark) -> list[FoundGloss]:
    """有司 | 羣吏有事者 | 謂主人之吏: what stands between a term and 謂 is a meaning of its own."""
    begin, at = mark.begin, mark.at
    if mark.formula.formula != "謂" or strip.punctuated or not 4 <= at - begin <= sum(plain_formula().longest) + 1:
        return []
    if strip.graphs[at - 1] != "者" or strip.repeats(begin, at - 1):
        return []
    plain = plain_glosses(strip, begin, at, None)
    return [] if isinstance(plain, Unreadable) else [g for g in plain if g.start == begin and g.end == at]


def _term(strip: Strip, mark: Mark) -> tuple[int, int] | None:
    """The term that ends at a marker: the words since the last break, or the longest end of them in the base text."""
    begin, end, longest = mark.begin, mark.at, mark.formula.longest[0]
    if strip.gaps[end] == STRONG:
        return None
    words = strip.graphs[begin:end]
    tail = _TAIL.search(words)
    if tail and tail.start() > 0 and not strip.in_base(words):
        end -= len(words) - tail.start()
        words = strip.graphs[begin:end]
    head = _HEAD.match(words)
    if head and head.end() < len(words) and not strip.in_base(words):
        begin += head.end()
        words = strip.graphs[begin:end]
    if not words or words in ("者", "之", "也") or (len(words) > _LEMMA and not strip.heard(begin, end)):
        return None
    if strip.in_base(words) and len(words) <= longest:
        return begin, end
    if strip.punctuated:
        return (begin, end) if len(words) <= min(4, longest) else None
    for length in range(min(longest, len(words)), 0, -1):
        if strip.in_base(words[-length:]):
            return end - length, end
    for length in range(min(longest, len(words)), 1, -1) if mark.formula.formula == "謂" else ():
        if strip.in_base(words[:length]):
            return begin, begin + length
    return (begin, end) if len(words) <= min(4, longest) else None


def _explained(strip: Strip, mark: Mark, term: tuple[int, int]) -> FoundGloss | Unreadable | None:
    """乃猶女也: the definition behind the marker, up to where it ends."""
    stop = _stop(strip, mark)
    if stop <= mark.end:
        return mark.unread("no definition stands after it")
    if mark.formula.formula == "猶" and strip.layer != "注" and stop - mark.end > _LEMMA:
        return mark.unread("猶 may mean still here")
    last = _meaning_ends(strip, mark.end, stop)
    if last == mark.end or strip.graphs[last - 1] == "乎":
        return None
    return mark.gloss(term[0], stop, term, (mark.end, last))


def _further(strip: Strip, mark: Mark) -> FoundGloss | None:
    """有司羣吏有事者 | 謂主人之吏: a second statement on the word just explained."""
    stop = _stop(strip, mark)
    if mark.last is None or mark.last.end != mark.at or stop <= mark.end:
        return None
    last = _meaning_ends(strip, mark.end, stop)
    return mark.gloss(mark.at, stop, mark.last.term, (mark.end, last)) if last > mark.end else None


def _meaning_ends(strip: Strip, begin: int, stop: int) -> int:
    """The end of a meaning without its final particles."""
    tail = FINAL.search(strip.graphs[begin:stop])
    return begin + tail.start() if tail else stop


def _stop(strip: Strip, mark: Mark) -> int:
    """Where the definition behind a marker ends: at a break, or before the term of the next formula."""
    begin, following, longest = mark.end, mark.following, mark.formula.longest[1]
    limit = min(len(strip.graphs), begin + longest)
    for place in range(begin + 1, limit + 1):
        gap = strip.gaps[place]
        if gap == STRONG or (gap == WEAK and (not strip.punctuated or strip.graphs[place - 1] in "也矣焉耳")):
            return place
        if gap == WEAK and longest <= _BRIEF:
            return place  # 酬之言周, 忠信為周: such a meaning is one word
        if place == following:
            # A formula comes without a break before it: its term ends this definition.
            for length in (3, 2, 1):
                if following - length > begin and strip.in_base(strip.graphs[following - length : following]):
                    return following - length
    if strip.punctuated:
        return next((p for p in range(begin + 1, limit) if strip.gaps[p] == WEAK), begin)
    return begin


def _read_as(strip: Strip, mark: Mark, term: tuple[int, int]) -> FoundGloss | Unreadable:
    """讀為X, 讀如 phrase 之X: the word itself, or the word that recurs in the phrase."""
    begin = mark.end
    stop = strip.ahead(begin, WEAK) if strip.punctuated else min(len(strip.graphs), begin + 24)
    words = strip.graphs[begin:stop]
    if not words:
        return mark.unread("no word stands after it")
    today, phrase = _TODAY.match(words), _PHRASE.match(words)
    if today:
        word = begin + today.start("word")
        return mark.gloss(term[0], word + 1, term, (word, word + 1), example=True)
    if phrase and (phrase.group("word") == strip.graphs[term[1] - 1] or phrase.end() <= 12):
        word = begin + phrase.end("word") - 1
        return mark.gloss(term[0], begin + phrase.end(), term, (word, word + 1), example=True)
    if _CUT.match(words):
        return mark.unread("how the text is to be cut, or no word after it")
    end = min(stop, begin + 2) if strip.punctuated else begin + 1
    return mark.gloss(term[0], end, term, (begin, end))


def _kind(strip: Strip, mark: Mark) -> FoundGloss | None:
    """X, Y之屬: the term is at the break, what it is of the kind of lies between."""
    begin = strip.back(max(0, mark.at - 1), WEAK)
    if strip.punctuated and strip.gaps[begin] == WEAK:
        begin, middle = strip.back(max(0, begin - 1), WEAK), begin
    else:
        lengths = range(min(4, mark.at - begin - 1), 0, -1)
        middle = begin + next((n for n in lengths if strip.in_base(strip.graphs[begin : begin + n])), 0)
    named = strip.graphs[begin:middle]
    if not strip.in_base(named) or named not in strip.things or not 0 < mark.at - middle <= mark.formula.longest[1]:
        return None
    if not strip.at_break(mark.end) and strip.graphs[mark.end] != "也":
        return None
    return mark.gloss(begin, mark.end, (begin, middle), (middle, mark.end))


def _said(strip: Strip, mark: Mark) -> FoundGloss | Unreadable | None:
    """言X者Y; where 者 is lacking, the longest beginning that stands in the base text is the term."""
    at, begin = mark.at, mark.end
    if at and not strip.at_break(at):
        return None
    stop = strip.ahead(begin, STRONG)
    end = strip.graphs.find("者", begin, min(stop, begin + mark.formula.longest[0] + 1))
    if end > begin and (strip.in_base(strip.graphs[begin:end]) or end - begin <= 4):
        term, first = (begin, end), end + 1
    else:
        lengths = range(min(8, stop - begin - 1), 1, -1)
        length = next((n for n in lengths if strip.in_base(strip.graphs[begin : begin + n])), 0)
        if length and strip.graphs[begin + length] in "則而以於也者":
            return None
        term, first = (begin, begin + length), begin + length
        if not length:
            last = mark.last
            words = strip.graphs[last.definition[0] : last.definition[1]] if last and last.end == at else ""
            # 崇充也言酒惡相充實: the words go on to say how the word just explained is meant.
            if last is None or not words or words not in strip.graphs[begin:stop]:
                return None
            term, first = last.term, begin
    if first >= stop or stop - first > mark.formula.longest[1]:
        return mark.unread("no definition stands after it")
    return mark.gloss(at, stop, term, (first, _meaning_ends(strip, first, stop)))
