"""Glosses with a marker: term before and definition behind it (猶, 謂, 之言), a word to be read (讀為), a kind (之屬), 言.

What is named behind a description (謂之, 曰) is in `named`.
"""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.annotation.notes.ends import before_the_next, cut_meaning
from yili_kg.annotation.notes.formulas import Formula, plain_formula
from yili_kg.annotation.notes.named import read_named
from yili_kg.annotation.notes.phrases import turn, without_finals, words
from yili_kg.annotation.notes.plain import plain_glosses
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.taken import Taken
from yili_kg.annotation.notes.terms import LEMMA, UNKNOWN, term_before
from yili_kg.annotation.notes.tokens import STRONG, WEAK, NoteTokens
from yili_kg.models.quick import quick, replace
from yili_kg.tables.layers import layers

__all__ = ["Mark", "apposed", "read_marked"]

# Numbers of graphs.
#: How far before a marker words may stand that make it no formula.
_BEFORE = 12
#: Formulas whose meanings are no longer than this end at a comma: such a meaning is one word (酬之言周, 忠信為周).
_BRIEF = 16
#: How far the phrase reaches in which a word is to be read, where no break shows its end.
_PHRASE = 24
#: A phrase that ends so early holds the word to be read even where that is not the term.
_NEAR_PHRASE = 12


@quick
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
        return Unreadable(start=self.at, end=self.end, rule=self.formula.id, reason=reason)

    def gloss(
        self, start: int, end: int, *, term: tuple[int, int], meaning: tuple[int, int], example: bool = False
    ) -> FoundGloss:
        """A gloss of this formula; `example`: what stands behind the marker is the phrase to read the word in."""
        return FoundGloss(
            start=start,
            end=end,
            term=term,
            definition=meaning,
            formula=self.formula.formula,
            rule=self.formula.id,
            example=(self.end, end) if example else None,
        )


def read_marked(tokens: NoteTokens, mark: Mark) -> FoundGloss | Unreadable | None:
    """What a marker says; None where it is no gloss at all."""
    formula = mark.formula
    if formula.not_before is not None and formula.not_before.search(tokens.graphs[max(0, mark.at - _BEFORE) : mark.at]):
        return None
    if formula.shape == "before":
        named = read_named(tokens, formula, mark.begin, mark.at, mark.end, mark.following)
        return mark.unread(named) if isinstance(named, str) else named
    if formula.shape == "said":
        return _said(tokens, mark)
    return _with_term_before(tokens, mark)


def _with_term_before(tokens: NoteTokens, mark: Mark) -> FoundGloss | Unreadable | None:
    """What a marker says of the term before it."""
    shape = mark.formula.shape
    term = term_before(tokens, mark.formula, mark.begin, mark.at)
    goes_on = mark.formula.refers or mark.formula.formula in words("with-a-second-meaning")
    if goes_on and (term is None or tokens.graphs[term[0] : term[1]] in words("pointing")):
        return _further(tokens, mark)
    if term is None and shape == "read" and mark.report and mark.at - mark.report <= LEMMA:
        term = mark.report - 1, mark.report  # 故書齎為資, 杜子春讀為資: the word just reported is meant
    if term is None:
        return None if mark.formula.id in words("with-common-markers") else mark.unread("no term stands before it")
    if shape == "read":
        return _read_as(tokens, mark, term)
    return _kind(tokens, mark) if shape == "kind" else _explained(tokens, mark, term)


def apposed(tokens: NoteTokens, mark: Mark) -> list[FoundGloss]:
    """有司 | 羣吏有事者 | 謂主人之吏: what stands between a term and 謂 is a meaning of its own."""
    begin, at = mark.begin, mark.at
    # Term, 者 and definition of a gloss without a formula are no longer than this together.
    if not mark.formula.refers or tokens.punctuated or not UNKNOWN <= at - begin <= sum(plain_formula().longest) + 1:
        return []
    if tokens.graphs[at - 1] != "者" or tokens.repeats(begin, at - 1):
        return []
    plain = plain_glosses(tokens, begin, at, None)
    return [] if isinstance(plain, Unreadable) else [g for g in plain if g.start == begin and g.end == at]


def _explained(tokens: NoteTokens, mark: Mark, term: tuple[int, int]) -> FoundGloss | Unreadable | None:
    """乃猶女也: the definition behind the marker, up to where it ends."""
    stop = _stop(tokens, mark)
    if stop <= mark.end:
        return mark.unread("no definition stands after it")
    doubt = mark.formula.doubt
    if doubt is not None and tokens.layer not in layers().notes and stop - mark.end > doubt.beyond:
        return mark.unread(doubt.reason)
    stop = cut_meaning(tokens, mark.end, stop, tokens.graphs[term[0] : term[1]])
    last = _meaning_ends(tokens, mark.end, stop)
    if last == mark.end or tokens.graphs[last - 1] in words("asking"):
        return None
    if last < stop and last - mark.end > 2 and tokens.graphs[last - 1] in words("pointing-back"):
        last -= 1  # 在官者府史胥徒 | 是也
    if last == stop:
        last = stop = before_the_next(tokens, mark.end, stop)
    return mark.gloss(term[0], stop, term=term, meaning=(mark.end, last))


def _further(tokens: NoteTokens, mark: Mark) -> FoundGloss | None:
    """有司羣吏有事者 | 謂主人之吏: a second statement on the word just explained."""
    stop = _stop(tokens, mark)
    if mark.last is None or mark.last.end not in (mark.at, _speaker(tokens, mark.at)) or stop <= mark.end:
        return None
    last = _meaning_ends(tokens, mark.end, stop)
    return mark.gloss(mark.at, stop, term=mark.last.term, meaning=(mark.end, last)) if last > mark.end else None


def _speaker(tokens: NoteTokens, at: int) -> int:
    """Where the name begins of whoever speaks from graph `at` on (郭氏曰); -1 where nobody does."""
    return tokens.named.get(at - 1, -1) if tokens.graphs[at - 1 : at] in words("saying") else -1


def _meaning_ends(tokens: NoteTokens, begin: int, stop: int) -> int:
    """The end of a meaning without its final particles, which may themselves be the meaning (以猶與也)."""
    end = without_finals(tokens.graphs, begin, stop)
    return end if end > begin or stop - begin < 2 else begin + 1


def _stop(tokens: NoteTokens, mark: Mark) -> int:
    """Where the definition behind a marker ends: at a break, or before the term of the next formula."""
    begin, longest = mark.end, mark.formula.longest[1]
    limit = min(len(tokens.graphs), begin + longest)
    for place in range(begin + 1, limit + 1):
        if _ends_here(tokens, place, brief=longest <= _BRIEF):
            return place
        if place == mark.following:
            # A formula comes without a break before it: its term, with 者 behind it or without, ends this definition.
            last = place - (tokens.graphs[place - 1] in words("topic"))
            for length in (3, 2, 1):
                if last - length > begin and tokens.in_base(tokens.graphs[last - length : last]):
                    return last - length
    if tokens.punctuated:
        return next((p for p in range(begin + 1, limit) if tokens.gaps[p] == WEAK), begin)
    # 蓋即綌幂 | 未奠不設; 幼即弟子之類 | 孝弟: words that end a meaning, or begin what comes next.
    over = turn("meaning-is-over").search(tokens.graphs, begin + 2, limit) if tokens.layer in layers().reason else None
    return over.start() if over else begin


def _ends_here(tokens: NoteTokens, place: int, *, brief: bool) -> bool:
    """Whether a definition ends before graph `place`; `brief`: it is a word, which ends at any break."""
    gap = tokens.gaps[place]
    if gap == WEAK:
        return brief or not tokens.punctuated or tokens.graphs[place - 1] in words("closing")
    return gap == STRONG


def _read_as(tokens: NoteTokens, mark: Mark, term: tuple[int, int]) -> FoundGloss | Unreadable:
    """讀為X, 讀如 phrase 之X: the word itself, or the word that recurs in the phrase."""
    begin = mark.end
    stop = tokens.ahead(begin, WEAK) if tokens.punctuated else min(len(tokens.graphs), begin + _PHRASE)
    if begin >= stop:
        return mark.unread("no word stands after it")
    today = turn("read-as-today").match(tokens.graphs, begin, stop)
    if today:
        word = today.start("word")
        return mark.gloss(term[0], word + 1, term=term, meaning=(word, word + 1), example=True)
    phrase = turn("read-in-a-phrase").match(tokens.graphs, begin, stop)
    if phrase and (phrase["word"] == tokens.graphs[term[1] - 1] or phrase.end() - begin <= _NEAR_PHRASE):
        word = phrase.end("word") - 1
        return mark.gloss(term[0], phrase.end(), term=term, meaning=(word, word + 1), example=True)
    if turn("read-is-cut").match(tokens.graphs, begin, stop):
        return mark.unread("how the text is to be cut, or no word after it")
    # 被錫讀為髲鬄: what is read for two graphs are two.
    length = 2 if tokens.punctuated or term[1] - term[0] == 2 else 1
    end = min(stop, begin + length)
    return mark.gloss(term[0], end, term=term, meaning=(begin, end))


def _kind(tokens: NoteTokens, mark: Mark) -> FoundGloss | None:
    """X, Y之屬: the term is at the break, what it is of the kind of lies between."""
    begin = tokens.back(max(0, mark.at - 1), WEAK)
    if tokens.punctuated and tokens.gaps[begin] == WEAK:
        begin, middle = tokens.back(max(0, begin - 1), WEAK), begin
    else:
        lengths = range(min(UNKNOWN, mark.at - begin - 1), 0, -1)
        middle = begin + next((n for n in lengths if tokens.in_base(tokens.graphs[begin : begin + n])), 0)
    if not 0 < mark.at - middle <= mark.formula.longest[1] or not tokens.repeats(begin, middle):
        return None
    if tokens.graphs[begin:middle] not in tokens.things:
        return None
    alone = tokens.layer in layers().free and tokens.gaps[begin] == STRONG  # 射器弓矢之屬 | 曰納
    if not alone and not tokens.at_break(mark.end) and tokens.graphs[mark.end] != "也":
        return None
    return mark.gloss(begin, mark.end, term=(begin, middle), meaning=(middle, mark.end))


def _said(tokens: NoteTokens, mark: Mark) -> FoundGloss | Unreadable | None:
    """言X者Y: where the text's words stand in the note, and what they say."""
    if mark.at and not tokens.at_break(mark.at):
        return None
    stop = tokens.ahead(mark.end, STRONG)
    said = _said_of(tokens, mark, stop)
    if said is None:
        return None
    term, first = said
    if first >= stop or stop - first > mark.formula.longest[1]:
        return mark.unread("no definition stands after it")
    last = _meaning_ends(tokens, first, stop)
    if turn("said-why").match(tokens.graphs, first, last):
        return None
    return mark.gloss(mark.at, stop, term=term, meaning=(first, last))


def _said_of(tokens: NoteTokens, mark: Mark, stop: int) -> tuple[tuple[int, int], int] | None:
    """The term of 言X者Y, and where Y begins; without 者 the longest beginning that the text has is the term."""
    begin = mark.end
    end = tokens.graphs.find("者", begin, min(stop, begin + mark.formula.longest[0] + 1))
    if end > begin and (end - begin <= UNKNOWN or tokens.in_base(tokens.graphs[begin:end])):
        return (begin, end), end + 1
    for length in range(min(LEMMA, stop - begin - 1), 1, -1):
        if tokens.in_base(tokens.graphs[begin : begin + length]):
            goes_on = tokens.graphs[begin + length] in words("going-on")
            return None if goes_on else ((begin, begin + length), begin + length)
    last = mark.last
    if last is None or last.end != mark.at:
        return None
    # 崇充也言酒惡相充實: the words go on to say how the word just explained is meant.
    meaning = tokens.graphs[last.definition[0] : last.definition[1]]
    found = bool(meaning) and tokens.graphs.find(meaning, begin, min(stop, begin + mark.formula.longest[1])) >= 0
    return (last.term, begin) if found else None
