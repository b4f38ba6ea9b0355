"""Glosses without a formula: a word of the text explained, with its meaning beside it (榮屋翼也, 謁告寧安也).

In notes without punctuation nothing but the text explained shows where a word ends and its meaning begins; what reads
as a reason, a consequence or a place is left alone (`meaning`). A clause is read from its beginning; each place of it
is tried once, and a clause with too many such places is told and left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from yili_kg.annotation.notes.formulas import plain_formula
from yili_kg.annotation.notes.joined import next_word
from yili_kg.annotation.notes.meaning import SHORT, Saying, in_order, is_meaning, is_rejected
from yili_kg.annotation.notes.phrases import turn, without_finals, words
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.tokens import WEAK, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["MOST_TRIED", "plain_glosses"]

#: Places of one clause from which glosses are read. No clause of the editions known has more than seven; one with more
#: than this is no clause of a commentator, and all its ways to be read would never end.
MOST_TRIED = 100
#: The longest row, in graphs, of words of one graph each with a meaning of one graph (矢誓靡無之至 has six).
_LONGEST_ROW = 16
#: The longest description, in graphs, of a thing named in the middle of a sentence.
_DESCRIPTION = 16
#: The longest name, in graphs, of such a thing.
_NAME = 4


class _TooMany(Exception):
    """A clause has too many places from which it could be read."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A term at graphs `start`–`term_end` with its meaning at `begin`–`last`; the statement ends at `stop`."""

    start: int
    term_end: int
    begin: int
    last: int
    stop: int

    @property
    def closed(self) -> bool:
        """Whether a final particle ends the statement."""
        return self.last < self.stop

    def saying(self, tokens: NoteTokens) -> Saying:
        """The words of it."""
        return Saying(
            term=tokens.graphs[self.start : self.term_end],
            definition=tokens.graphs[self.begin : self.last],
            marked=self.begin > self.term_end,
            closed=self.closed,
            things=tokens.things,
        )

    def gloss(self) -> FoundGloss:
        return _made(self.start, self.stop, (self.start, self.term_end), (self.begin, self.last))


def plain_glosses(tokens: NoteTokens, start: int, end: int, last: FoundGloss | None) -> list[FoundGloss] | Unreadable:
    """The glosses in a clause that no formula took; `last` is the gloss found last before it.

    A clause 告也 right behind 戒警也 is a second meaning of 戒. Where the clause can be read in too many ways there is
    only the report of that.
    """
    if last is not None and last.end == start:
        second = _second(tokens, start, end, last)
        if second is not None:
            return [second]
    try:
        return _Clause(tokens, end).read(start)
    except _TooMany:
        reason = (
            f"more than {MOST_TRIED} places of one clause where a word of the text may be explained; none was taken"
        )
        return Unreadable(start=start, end=end, rule=plain_formula().id, reason=reason)


def _made(start: int, end: int, term: tuple[int, int], definition: tuple[int, int]) -> FoundGloss:
    formula = plain_formula()
    return FoundGloss(start=start, end=end, term=term, definition=definition, formula=formula.formula, rule=formula.id)


def _second(tokens: NoteTokens, start: int, end: int, last: FoundGloss) -> FoundGloss | None:
    """告也 behind 戒警也: one graph that the text does not have."""
    word = tokens.graphs[start]
    if end - start != 2 or tokens.graphs[end - 1] != "也" or tokens.in_base(word):
        return None
    if last.formula not in words("with-a-second-meaning"):
        return None
    term = tokens.graphs[last.term[0] : last.term[1]]
    saying = Saying(term=term, definition=word, marked=False, closed=True, things=tokens.things)
    return None if is_rejected(saying) else _made(start, end, last.term, (start, end - 1))


@dataclass(slots=True)
class _Clause:
    """A clause up to graph `end`, and what was read from each place of it so far."""

    tokens: NoteTokens
    end: int
    rests: dict[int, list[FoundGloss]] = field(default_factory=dict)
    tried: dict[tuple[int, bool], list[FoundGloss]] = field(default_factory=dict)

    @property
    def argues(self) -> bool:
        return self.tokens.layer in layers().argues

    @property
    def closed(self) -> bool:
        return self.tokens.graphs[self.end - 1] == "也"

    def read(self, start: int) -> list[FoundGloss]:
        """The glosses from `start` on: from its beginning, behind a first clause, or at its very end."""
        if start not in self.rests:
            self.rests[start] = self._read(start)
        return self.rests[start]

    def _read(self, start: int) -> list[FoundGloss]:
        tokens, argues = self.tokens, self.argues
        found = [] if argues else _several(tokens, start, self.end) or _row(tokens, start, self.end)
        found = found or self.beside(start)
        if found or tokens.punctuated or argues:
            return found
        # 肺離之 | 本端厚大者: a clause that ends in 之 comes first.
        first = turn("plain-first-clause").match(tokens.graphs, start, self.end)
        if first and self.end - first.end() >= 3 and tokens.in_base(tokens.graphs[first.end()]):
            found = self.beside(first.end())
        return found or _inside(tokens, start, self.end) or _at_the_end(tokens, start, self.end)

    def beside(self, start: int, *, series: bool = False) -> list[FoundGloss]:
        """Word and meaning side by side from `start` on: the longest term of the base text that leaves a meaning.

        `series`: a gloss of the same build stands before it.
        """
        known = self.tried.get((start, series))
        if known is None:
            if len(self.tried) >= MOST_TRIED:
                raise _TooMany
            self.tried[start, series] = []
            known = self.tried[start, series] = self._beside(start, series=series)
        return known

    def _beside(self, start: int, *, series: bool) -> list[FoundGloss]:
        tokens = self.tokens
        for pair in self._pairs(start):
            saying = pair.saying(tokens)
            split = (
                None
                if tokens.punctuated or self.argues
                else next_word(tokens, pair.start, pair.begin, pair.last, closed=pair.closed)
            )
            if split is not None and self._stands(pair, split):
                first = _made(start, split, (start, pair.term_end), (pair.begin, split))
                return [first, *self.beside(split, series=True)]
            # 扱以柶扱其鉶菜也
            again = pair.closed and saying.term in saying.definition and len(saying.definition) <= 2 * SHORT
            if not again and is_rejected(saying):
                if pair.stop == self.end:
                    return []
                continue
            if series or again or is_meaning(tokens, saying):
                return [pair.gloss(), *(self.read(pair.stop) if pair.stop < self.end else [])]
        return []

    def _stands(self, pair: _Pair, split: int) -> bool:
        """Whether the meaning up to `split`, where the next word begins, is one."""
        before = self.tokens.graphs[pair.begin : split]
        term = self.tokens.graphs[pair.start : pair.term_end]
        saying = Saying(term=term, definition=before, marked=False, closed=False, things=self.tokens.things)
        return before not in words("grammar") and not is_rejected(saying)

    def _pairs(self, start: int) -> Iterator[_Pair]:
        """What may be a term from `start` on with its meaning, the longest term first; not the text itself told again."""
        tokens, longest = self.tokens, plain_formula().longest[1]
        for term_end, begin in _terms(tokens, start, self.end):
            for stop in self._ends(begin):
                last = without_finals(tokens.graphs, begin, stop)
                if not begin < last <= begin + longest:
                    continue
                term, definition = tokens.graphs[start:term_end], tokens.graphs[begin:last]
                if definition == term or tokens.in_base(term + definition) or tokens.in_base(tokens.graphs[start:last]):
                    continue
                yield _Pair(start, term_end, begin, last, stop)

    def _ends(self, begin: int) -> Iterator[int]:
        """Where a meaning that begins at `begin` may end: in an unpunctuated note behind a measure or 者; at the end."""
        tokens, longest = self.tokens, plain_formula().longest[1]
        if not tokens.punctuated:
            measure = turn("plain-measure").match(tokens.graphs, begin, self.end)
            if measure and measure.end() < self.end:
                rest = measure.end(), min(self.end, measure.end() + longest)
                if tokens.in_base(tokens.graphs[rest[0] : min(rest[1], rest[0] + 2)]) or turn("plain-measure").search(
                    tokens.graphs, *rest
                ):
                    yield measure.end()
            for match in turn("plain-thing-described").finditer(tokens.graphs, begin + 1, self.end):
                if match.end() - begin > longest:
                    break
                if match.end() < self.end and (not self.closed or self.beside(match.end())):
                    yield match.end()
        yield self.end


def _terms(tokens: NoteTokens, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a term that begins at `start` may end, and where its meaning begins then."""
    longest = plain_formula().longest[0]
    if tokens.punctuated:
        comma = tokens.ahead(start, WEAK)
        if comma < end:
            marked = tokens.graphs[comma - 1] == "者" and comma - start > 1 and tokens.graphs[start] != "所"
            last = comma - 1 if marked else comma
            if last - start <= longest and tokens.in_base(tokens.graphs[start:last]):
                yield last, comma
            return
    if not tokens.in_base(tokens.graphs[start]):
        return
    for stop in range(min(end - 1, start + longest), start, -1):
        if tokens.graphs[stop - 1] == "者" and tokens.graphs[start] != "所":
            continue
        if tokens.in_base(tokens.graphs[start:stop]):
            yield stop, stop + 1 if tokens.graphs[stop] == "者" and stop + 1 < end else stop


def _several(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """令吉皆善也: two words with one meaning."""
    match = turn("plain-several").match(tokens.graphs, start, end)
    if match is None or tokens.in_base(match["terms"]) or not all(map(tokens.in_base, match["terms"])):
        return []
    first = match.start("terms")
    for term in match["terms"]:
        if is_rejected(Saying(term=term, definition=match["meaning"], marked=False, closed=True, things=tokens.things)):
            return []
    terms = [(first + n, first + n + 1) for n in range(len(match["terms"]))]
    return [_made(start, end, term, match.span("meaning")) for term in terms]


def _row(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """矢誓靡無之至也: words of one graph, each with a meaning of one graph, in the order of the text."""
    last = end - (tokens.graphs[end - 1] == "也")
    if tokens.punctuated or (last - start) % 2 or not 4 <= last - start <= _LONGEST_ROW:
        return []
    terms = tokens.graphs[start:last:2]
    if not any(in_order(terms, base.graphs) for base in tokens.base):
        return []
    pairs = [(place, place + 1) for place in range(start, last, 2)]
    if not all(_pairs_off(tokens, tokens.graphs[term], tokens.graphs[meaning]) for term, meaning in pairs):
        return []
    return [_made(term, meaning + 1, (term, term + 1), (meaning, meaning + 1)) for term, meaning in pairs]


def _pairs_off(tokens: NoteTokens, one: str, other: str) -> bool:
    """Whether a graph can mean another, and the two are no word or phrase together."""
    if one == other or other in words("grammar") - words("grammar-that-means"):
        return False
    if tokens.in_base(one + other) or one + other in tokens.things:
        return False
    return not is_rejected(Saying(term=one, definition=other, marked=False, closed=False, things=tokens.things))


def _inside(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """A gloss that begins in the middle of a stretch with a thing of the text: 緇帶 | 黑繒帶也, 卦者 | 有司主畫地識爻者也."""
    last = end - (tokens.graphs[end - 1] == "也")
    governing = words("governing")
    for place in range(max(start + 2, last - _DESCRIPTION - _NAME - 1), end - 3):
        if tokens.graphs[place - 1] in governing or not tokens.in_base(tokens.graphs[place]):
            continue
        for stop in range(place + _NAME, place, -1):
            begin = stop + (tokens.graphs[stop : stop + 1] == "者")
            if begin >= last or not tokens.in_base(tokens.graphs[place:stop]):
                continue
            pair = _Pair(place, stop, begin, last, end)
            if _describes(tokens, pair.saying(tokens)):
                return [pair.gloss()]
    return []


def _describes(tokens: NoteTokens, saying: Saying) -> bool:
    """Whether words in the middle of a sentence say what the thing named before them is."""
    term, definition = saying.term, saying.definition
    of_one_head = len(term) == 2 and definition[0] == term[0]
    if term not in tokens.things and not (of_one_head and len(definition) == 2):
        return False
    described = saying.marked and definition[-1] == "者" and len(definition) <= _DESCRIPTION
    compound = len(term) > 1 and len(definition) <= SHORT
    if saying.closed:
        # 緇帶黑繒帶也: the meaning is a compound on the same word.
        compound = compound and len(definition) > 1 and (definition[-1] == term[-1] or of_one_head)
    else:
        compound = compound and term[-1] in definition
    return (described or compound) and not is_rejected(saying)


def _at_the_end(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """A gloss at the end of a longer stretch, 嚌嘗也 behind 乃絕其末: its word is one graph, and no part of a compound."""
    if tokens.graphs[end - 1] != "也":
        return []
    for length in (1, 2):
        at = end - 2 - length
        if at - start < 2:
            break
        if _ends_with(tokens, at, end - 1) and (length == 1 or tokens.graphs[at] in tokens.things):
            return [_made(at, end, (at, at + 1), (at + 1, end - 1))]
    return []


def _ends_with(tokens: NoteTokens, at: int, last: int) -> bool:
    """Whether graph `at` is a word of the text by itself, and what stands behind it up to `last` its meaning."""
    before, term, definition = tokens.graphs[at - 1], tokens.graphs[at], tokens.graphs[at + 1 : last]
    if term in words("grammar") | words("people") or definition[0] in words("grammar") or before in words("governing"):
        return False
    if not tokens.in_base(term) or tokens.in_base(before + term) or tokens.in_base(term + definition[0]):
        return False
    if {before + term, term + definition, term + definition[0]} & tokens.things:
        return False
    if tokens.has(definition + term) or tokens.in_base(definition + term):
        return False
    return not is_rejected(Saying(term=term, definition=definition, marked=False, closed=True, things=tokens.things))
