"""What a commentator who argues seems to say of a word: he repeats, cites and reasons, and seldom only explains."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from yili_kg.annotation.notes.formulas import load_formulas
from yili_kg.annotation.notes.phrases import turn, words
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.tokens import STRONG, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["settled"]

# Numbers of graphs.
#: A meaning that no final particle closes is a word or two with what belongs to them; a longer one runs on.
_OPEN = 12
#: A meaning longer than this, closed or not, is a paraphrase of the whole sentence.
_PARAPHRASE = 24
#: What is said of words repeated from the text and marked with 者 can be a sentence, where a particle closes it.
_SENTENCE = 40
#: A second statement on the word just explained is brief.
_FURTHER = 10
#: What a thing is said to be just another name of (身即衣也) is a name.
_NAME = 8
#: The longest name in a row of names.
_ROW_NAME = 3
#: An act with the thing that it is done with, in two graphs.
_ACT = 2
#: So far before a term the word stands that leads to it.
_LEAD = 2


def settled(tokens: NoteTokens, gloss: FoundGloss, last: FoundGloss | None = None) -> FoundGloss | Unreadable:
    """A gloss as it stands, or the report why one of a commentator who argues is not taken at its word.

    `last` is the gloss found last before it: where that ends something begins.
    """
    if tokens.layer not in layers().reason:
        return gloss
    asked = _DOUBTS[:1] if _shape(gloss.rule) == "read" else _DOUBTS
    begun = last is not None and last.end == gloss.start
    asked = tuple(doubt for doubt in asked if not (begun and doubt[0] is _nothing_begins))
    reason = next((reason for doubts, reason in asked if doubts(tokens, gloss)), "")
    if not reason:
        return gloss
    return Unreadable(start=gloss.start, end=gloss.end, rule=gloss.rule, reason=reason, doubted=gloss)


def _speaks_of_words(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    if _repeated_first(tokens, gloss) and _word_of_the_text(tokens, gloss):
        return False
    return turn("doubtful-term").search(_term(tokens, gloss)) is not None


def _argues(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    if _repeated_first(tokens, gloss):
        return False
    return turn("doubtful-meaning").search(_meaning(tokens, gloss)) is not None


def _repeated_first(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """云歸則已者 | 謂在他國: words repeated from the text and marked with 者 are the term, whatever is said of them."""
    last = gloss.term[1]
    return (
        _shape(gloss.rule) == "after"
        and gloss.start < last
        and tokens.graphs[last : last + 2] in words("marked-before-a-formula")
    )


def _counts(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    return turn("member-of-a-list").search(_meaning(tokens, gloss)) is not None


def _nothing_begins(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether no break stands before the words with which a gloss begins, nor before what leads to them."""
    named = _shape(gloss.rule) == "before"
    if named and _names_itself(tokens, gloss):
        return True
    sure = _DESCRIPTION_BEGINS if named else _TERM_BEGINS
    if any(case(tokens, gloss) for case in sure):
        return False
    place = gloss.definition[0] if named else gloss.start
    if turn("cites-a-term").search(tokens.graphs, max(0, place - _LEAD), place):
        return False
    lead = turn("leads-to-a-term")
    places = (
        p for p in range(max(0, place - _LEAD), place) if tokens.at_break(p) and lead.fullmatch(tokens.graphs, p, place)
    )
    return not (tokens.at_break(place) or next(places, -1) >= 0)


def _names_itself(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether a description has the name in it, which describes nothing; not 設衽曰衽."""
    return _term(tokens, gloss) in _meaning(tokens, gloss) and not _act_with_its_name(tokens, gloss)


def _is_a_measure(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """對文 | 一升曰爵."""
    return turn("plain-measure").fullmatch(tokens.graphs, *gloss.definition) is not None


def _is_told_by_its_parts(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """一縦一横曰午."""
    return turn("told-by-its-parts").match(tokens.graphs, *gloss.definition) is not None


def _stands_behind(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether the term does not begin the statement, or its marker wants a closed meaning."""
    return gloss.term[0] > gloss.start or gloss.rule in words("closed-by-themselves")


def _is_pointed_to(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """宰夫太宰之屬 | 此宰謂膳宰."""
    return gloss.start > 0 and tokens.graphs[gloss.start - 1] in words("points-here")


def _next_of_a_row(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """少曰委 | 多曰積: the name that the same marker gave stands right before the description."""
    marker, place = tokens.graphs[gloss.definition[1] : gloss.term[0]], gloss.definition[0]
    return any(tokens.graphs.endswith(marker, 0, place - length) for length in range(1, min(_ROW_NAME, place) + 1))


def _followed_by_a_row(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """正者曰庠 | 偏者曰序: behind the name stands a description as long as this one, with the same marker and end."""
    marker = tokens.graphs[gloss.definition[1] : gloss.term[0]]
    place = gloss.term[1] + gloss.definition[1] - gloss.definition[0]
    described = tokens.graphs[gloss.term[1] : place]
    alike = described[:1] == _meaning(tokens, gloss)[0] or described[-1:] == _meaning(tokens, gloss)[-1]
    chained = described.startswith(_term(tokens, gloss))  # 庫內謂之雉 | 雉內謂之路
    return tokens.graphs.startswith(marker, place) and (alike or chained)


def _act_with_its_name(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """設衽曰衽, 置尊曰尊: what is done with a thing has the name of the thing."""
    meaning, term = _meaning(tokens, gloss), _term(tokens, gloss)
    return len(term) == 1 and len(meaning) == _ACT and meaning[-1] == term and tokens.layer in layers().free


def _word_of_the_text(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """卒哭者謂卒去無時之哭: several graphs of the text before 謂 are a term though nothing stands apart from them."""
    return _shape(gloss.rule) == "after" and gloss.term[1] - gloss.term[0] > 1 and tokens.in_base(_term(tokens, gloss))


def _equates(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """曲猶事也: a graph of the text, and a word that 也 closes, which nothing else can be."""
    length = gloss.definition[1] - gloss.definition[0]
    brief = gloss.term[1] - gloss.term[0] == 1 and length <= _LEAD
    return gloss.rule in words("equating") and brief and tokens.gaps[gloss.end] == STRONG


def _no_thing(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether what stands before 則 is an act or a time, after which something holds: 入廟則稱主人對祝史之辭也."""
    term = _term(tokens, gloss)
    return gloss.rule in words("closed-by-themselves") and len(term) > 1 and term not in tokens.things


def _runs_on(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether nothing shows where a meaning ends, or it is longer than the meaning of a word."""
    length = gloss.definition[1] - gloss.definition[0]
    if _shape(gloss.rule) == "before":
        return length > _OPEN
    closed = gloss.end > gloss.definition[1] and tokens.gaps[gloss.end] == STRONG
    repeated = _repeated_first(tokens, gloss)
    if closed and repeated:
        return length > _SENTENCE
    return length > (_PARAPHRASE if closed or repeated else _OPEN)


def _breaks_off(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether a meaning that nothing closes ends in a word that wants another: 尸得三獻而 | 禮成."""
    if _shape(gloss.rule) == "before" or tokens.punctuated or gloss.end > gloss.definition[1]:
        return False
    return gloss.definition[1] - gloss.definition[0] > 1 and _meaning(tokens, gloss)[-1] in words("breaking-off")


def _goes_back(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether it goes on at length with what was said before."""
    return (
        gloss.start >= gloss.term[1]
        and gloss.definition[1] - gloss.definition[0] > _FURTHER
        and not _named_first(gloss)
    )


def _named_first(gloss: FoundGloss) -> bool:
    return _shape(gloss.rule) == "before"


def _no_other_name(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """身即衣也 names a thing by its other name; 即 leads on where no thing is named and no particle closes."""
    if gloss.rule not in words("just-another-name"):
        return False
    length = gloss.definition[1] - gloss.definition[0]
    return length > _NAME or not all(case(tokens, gloss) for case in (_names_a_thing, _name_is_closed, _term_is_whole))


def _names_a_thing(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether the other name is the name of a thing, or short, or ends as descriptions do."""
    meaning, things = _meaning(tokens, gloss), tokens.things
    named = meaning in things or meaning[-2:] in things or meaning[-1] in things
    closed = gloss.end > gloss.definition[1] and tokens.gaps[gloss.start] == STRONG
    return named or closed or len(meaning) <= _LEAD or meaning[-1] in words("ends-a-description")


def _name_is_closed(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether it shows where the other name ends: a particle, a break, a kind; or a known name begins with a sentence."""
    meaning = _meaning(tokens, gloss)
    closed = gloss.end > gloss.definition[1] or tokens.gaps[gloss.end] == STRONG
    known = len(meaning) > 1 and meaning in tokens.things and tokens.gaps[gloss.start] == STRONG  # 司射即射人 | 次謂
    known = known or (len(meaning) > _LEAD and meaning.endswith(_term(tokens, gloss)))  # 即所徹奠之巾席 | 俟者
    return closed or known or meaning[-1] in words("ends-a-description")


def _term_is_whole(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether it shows where the term begins, and it is a word: 頌誦通 | 即歌 is none."""
    term = _term(tokens, gloss)
    begins = tokens.gaps[gloss.start] == STRONG or tokens.graphs[gloss.start - 1] in words("citing")
    begins = begins or _word_of_the_text(tokens, gloss) or _is_pointed_to(tokens, gloss)
    begins = begins or tokens.graphs.endswith(term, 0, gloss.start)  # 謂之宗 | 宗即古之升也
    return begins and (len(term) == 1 or tokens.in_base(term) or term in tokens.things)


#: What shows where a description begins before which no break stands, and where a term does.
_DESCRIPTION_BEGINS: tuple[Callable[[NoteTokens, FoundGloss], bool], ...] = (
    _is_a_measure, _act_with_its_name, _is_told_by_its_parts, _next_of_a_row, _followed_by_a_row,
)  # fmt: skip
_TERM_BEGINS: tuple[Callable[[NoteTokens, FoundGloss], bool], ...] = (
    _stands_behind, _equates, _word_of_the_text, _is_pointed_to,
)  # fmt: skip
#: Why a gloss is doubted, and the reason that is told.
_DOUBTS: tuple[tuple[Callable[[NoteTokens, FoundGloss], bool], str], ...] = (
    (_speaks_of_words, "the words before it speak of words, or lead a sentence on"),
    (_argues, "what stands beside it argues or cites"),
    (_counts, "it counts the members of a list"),
    (_nothing_begins, "nothing shows where it begins"),
    (_runs_on, "nothing shows where it ends"),
    (_breaks_off, "it breaks off"),
    (_no_thing, "what stands before it is no thing"),
    (_goes_back, "it goes on with what was said before"),
    (_no_other_name, "it names nothing by another name"),
)


def _term(tokens: NoteTokens, gloss: FoundGloss) -> str:
    return tokens.graphs[slice(*gloss.term)]


def _meaning(tokens: NoteTokens, gloss: FoundGloss) -> str:
    return tokens.graphs[slice(*gloss.definition)]


@cache
def _shape(rule: str) -> str:
    return next((f.shape for f in load_formulas() if f.id == rule), "")
