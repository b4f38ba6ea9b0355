"""Glosses without a formula: a word of the text explained, with its meaning beside it (榮屋翼也, 謁告寧安也).

In notes without punctuation nothing but the text explained shows where a word ends and its meaning begins; what reads
as a reason, a consequence or a place is left alone (`meaning`). A clause is read from its beginning; each place of it
is tried once, and a clause with too many such places is told and left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from yili_kg.annotation.notes.formulas import plain_formula
from yili_kg.annotation.notes.inside import at_the_end, inside
from yili_kg.annotation.notes.joined import next_word
from yili_kg.annotation.notes.meaning import SHORT, Saying, in_order, is_meaning, is_rejected, names_by_its_words
from yili_kg.annotation.notes.pairs import Pair, made
from yili_kg.annotation.notes.phrases import turn, without_finals, words
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.tokens import STRONG, WEAK, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["MOST_TRIED", "plain_glosses"]

#: Places of one clause from which glosses are read. No clause of the editions known has more than seven; one with more
#: than this is no clause of a commentator, and all its ways to be read would never end.
MOST_TRIED = 100
#: The longest description, in graphs, that only its last word ends.
_OPEN = 12
#: The longest row, in graphs, of words of one graph each with a meaning of one graph (矢誓靡無之至 has six).
_LONGEST_ROW = 16
#: A meaning no longer than this can begin with a graph that makes a word with its term.
_A_WORD = 4


class _TooMany(Exception):
    """A clause has too many places from which it could be read."""


def plain_glosses(tokens: NoteTokens, start: int, end: int, last: FoundGloss | None) -> list[FoundGloss] | Unreadable:
    """The glosses in a clause that no formula took; `last` is the gloss found last before it.

    A clause 告也 right behind 戒警也 is a second meaning of 戒. Where the clause can be read in too many ways there is
    only the report of that.
    """
    if tokens.another:
        tokens = tokens.on_texts()  # that a note says it too does not keep another from saying it: 注云柢本也
    if last is not None and last.end == start:
        second = _second(tokens, start, end, last)
        if second is not None:
            return [second]
    try:
        return _Clause(tokens, end, tokens.layer in layers().reason).read(start)
    except _TooMany:
        reason = (
            f"more than {MOST_TRIED} places of one clause where a word of the text may be explained; none was taken"
        )
        return Unreadable(start=start, end=end, rule=plain_formula().id, reason=reason)


def _second(tokens: NoteTokens, start: int, end: int, last: FoundGloss) -> FoundGloss | None:
    """告也 behind 戒警也: one graph that the text does not have."""
    if last.formula not in words("with-a-second-meaning"):
        return None
    word = tokens.graphs[start]
    if end - start != 2 or tokens.graphs[end - 1] != "也" or tokens.in_base(word):
        return None
    term = tokens.graphs[last.term[0] : last.term[1]]
    saying = Saying(term=term, definition=word, marked=False, closed=True, things=tokens.things)
    return None if is_rejected(saying) else made(start, end, last.term, (start, end - 1))


@dataclass(slots=True)
class _Clause:
    """A clause up to graph `end`, of one who `argues` or not, and what was read from each place of it so far."""

    tokens: NoteTokens
    end: int
    argues: bool
    rests: dict[int, list[FoundGloss]] = field(default_factory=dict)
    tried: dict[tuple[int, bool], list[FoundGloss]] = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        return self.tokens.graphs[self.end - 1] == "也"

    def read(self, start: int) -> list[FoundGloss]:
        """The glosses from `start` on: from its beginning, behind a first clause, or at its very end."""
        if start not in self.rests:
            begins = not self.argues or self.tokens.punctuated or self.tokens.at_break(start)
            self.rests[start] = self._read(start) if begins else []
        return self.rests[start]

    def _read(self, start: int) -> list[FoundGloss]:
        tokens, argues = self.tokens, self.argues
        found = _several(tokens, start, self.end) or ([] if argues else _row(tokens, start, self.end))
        found = found or self.beside(start)
        if found or tokens.punctuated or argues:
            return found
        # 肺離之 | 本端厚大者: a clause that ends in 之 comes first.
        first = turn("plain-first-clause").match(tokens.graphs, start, self.end)
        if first and self.end - first.end() >= 3 and tokens.in_base(tokens.graphs[first.end()]):
            found = self.beside(first.end())
        return found or inside(tokens, start, self.end) or at_the_end(tokens, start, self.end)

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
        for pair, saying in self._begun(start):
            split = (
                None
                if tokens.punctuated or self.argues
                else next_word(tokens, pair.start, pair.begin, pair.last, closed=pair.closed)
            )
            if split is not None and self._stands(pair, split):
                first = made(start, split, (start, pair.term_end), (pair.begin, split))
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

    def _begun(self, start: int) -> Iterator[tuple[Pair, Saying]]:
        """The terms from `start` on with what may be their meanings, as far as anything shows that they begin there."""
        for pair in self._pairs(start):
            saying = pair.saying(self.tokens)
            if _cut_short(self.tokens, pair) or self._begins_a_sentence(pair, saying):
                continue
            if not self._only_a_topic(start, pair, saying):
                yield pair, saying

    def _only_a_topic(self, start: int, pair: Pair, saying: Saying) -> bool:
        """Whether no more than a weak break shows where it begins, which one who argues makes within his sentences too.

        What 者 marks, and what takes up its term, begins there all the same where a particle closes it.
        """
        if not self.argues or self.tokens.punctuated or self.tokens.gaps[start] == STRONG:
            return False
        again = len(saying.definition) <= SHORT and self.tokens.graphs.endswith(saying.term, 0, start)
        return not (pair.closed and (saying.marked or _takes_up(saying) or again))

    def _begins_a_sentence(self, pair: Pair, saying: Saying) -> bool:
        """士官之迎四方賔客, 糾憲未有聞焉: whether a word of one graph in an unpunctuated note only begins a sentence.

        Where neither 者 nor 也 shows that it is explained, it stands at the head of the note or names a thing, or the
        meaning takes it up or is known by its words.
        """
        tokens = self.tokens
        closed = pair.closed and tokens.graphs[pair.last] not in words("finals-of-a-sentence")
        if self.argues or tokens.punctuated or len(saying.term) > 1 or saying.marked or closed or not pair.start:
            return False
        if saying.thing and saying.term not in words("people"):
            return False
        return saying.term not in saying.definition and not names_by_its_words(saying)

    def _stands(self, pair: Pair, split: int) -> bool:
        """Whether the meaning up to `split`, where the next word begins, is one."""
        before = self.tokens.graphs[pair.begin : split]
        term = self.tokens.graphs[pair.start : pair.term_end]
        saying = Saying(term=term, definition=before, marked=False, closed=False, things=self.tokens.things)
        whole = before not in words("grammar") and before[-1] not in words("breaking-off")  # 王所 | 致酒
        return whole and not is_rejected(saying)

    def _pairs(self, start: int) -> Iterator[Pair]:
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
                yield Pair(start, term_end, begin, last, stop)

    def _of_its_kind(self, begin: int) -> Iterator[int]:
        """Where a meaning of one who argues may end with a word for a kind of thing: 遷柩之車 | 其二廟者."""
        if self.argues:
            for match in turn("described-by-its-kind").finditer(self.tokens.graphs, begin, self.end):
                if match.end() - begin <= _OPEN and match.end() < self.end:
                    yield match.end()

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
            yield from self._of_its_kind(begin)
            for match in turn("plain-thing-described").finditer(tokens.graphs, begin + 1, self.end):
                if match.end() - begin > longest:
                    break
                if match.end() < self.end and (not self.closed or self.beside(match.end())):
                    yield match.end()
        yield self.end


def _takes_up(saying: Saying) -> bool:
    """内弦 | 弦向内, 北階 | 堂後階: the meaning begins with the term, or begins or ends with the last of its graphs."""
    ends = len(saying.term) > 1 and saying.definition.endswith(saying.term[-1])
    return ends or saying.definition.startswith((saying.term, saying.term[-1]))


def _terms(tokens: NoteTokens, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a term that begins at `start` may end, and where its meaning begins then."""
    longest = plain_formula().longest[0]
    comma = tokens.ahead(start, WEAK) if tokens.punctuated else end
    if comma < end:
        yield from _before_a_comma(tokens, start, comma)
        return
    if not tokens.in_base(tokens.graphs[start]) or tokens.graphs[start] == "者":
        return
    for stop in range(min(end - 1, start + longest), start, -1):
        if tokens.in_base(tokens.graphs[start:stop]):
            if _goes_on(tokens, start, stop, end):
                return
            begin = stop + 1 if tokens.graphs[stop] == "者" and stop + 1 < end else stop
            links = words("linking-in-an-argument") if tokens.layer in layers().reason else words("linking")
            yield stop, begin + (tokens.graphs[begin] in links and begin + 1 < end)


def _goes_on(tokens: NoteTokens, start: int, stop: int, end: int) -> bool:
    """拜辱出拜其自屈辱: the text has the next graph too, so that a term that ends at `stop` would be cut short.

    Not where this graph is the term's last one again (側殺殺一牲也), which belongs to both.
    """
    after = tokens.graphs[stop : stop + 1]
    if stop + 1 >= end or after == "者" or after == tokens.graphs[stop - 1]:
        return False
    return tokens.in_base(tokens.graphs[start : stop + 1])


def _cut_short(tokens: NoteTokens, pair: Pair) -> bool:
    """階 | 間之縣東上: whether the term of a long sentence is only the beginning of a word."""
    if tokens.layer not in layers().free or pair.last - pair.begin <= _A_WORD or pair.begin != pair.term_end:
        return False
    return tokens.graphs[pair.start : pair.term_end + 1] in tokens.things


def _before_a_comma(tokens: NoteTokens, start: int, comma: int) -> Iterator[tuple[int, int]]:
    """The words up to a comma, with 者 where the text has it too (贊者)."""
    marked = tokens.graphs[comma - 1] == "者" and comma - start > 1 and tokens.graphs[start] != "所"
    last = comma - 1 if marked and not tokens.in_base(tokens.graphs[start:comma]) else comma
    if last - start <= plain_formula().longest[0] and tokens.in_base(tokens.graphs[start:last]):
        yield last, comma


def _several(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """令吉皆善也: two words with one meaning."""
    match = turn("plain-several").match(tokens.graphs, start, end)
    if match is None or tokens.in_base(match["terms"]) or not all(map(tokens.in_base, match["terms"])):
        return []
    first = match.start("terms")
    if any(match["terms"][n : n + 2] in tokens.things for n in range(len(match["terms"]) - 1)):
        return []  # 天子諸侯皆三門: words of several graphs
    for term in match["terms"]:
        if is_rejected(Saying(term=term, definition=match["meaning"], marked=False, closed=True, things=tokens.things)):
            return []
    terms = [(first + n, first + n + 1) for n in range(len(match["terms"]))]
    return [made(start, end, term, match.span("meaning")) for term in terms]


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
    return [made(term, meaning + 1, (term, term + 1), (meaning, meaning + 1)) for term, meaning in pairs]


def _pairs_off(tokens: NoteTokens, one: str, other: str) -> bool:
    """Whether a graph can mean another, and the two are no word or phrase together."""
    if one == other or other in words("grammar") - words("grammar-that-means"):
        return False
    if tokens.in_base(one + other) or one + other in tokens.things:
        return False
    return not is_rejected(Saying(term=one, definition=other, marked=False, closed=False, things=tokens.things))
