"""Whether what stands after a word says what it means, or goes on with a sentence that begins with it.

What is no meaning is told by `extraction/rules/notes/no-gloss.yaml`; what by its end or its beginning is one, by
`meanings.yaml`. The rest is decided by length, by 者 and 也, and by what the words name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache

from yili_kg.annotation.notes.formulas import MeaningRule, NoGloss, load_meanings, load_no_glosses
from yili_kg.annotation.notes.phrases import words
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.models.quick import quick
from yili_kg.tables.layers import layers
from yili_kg.text.needed import Asked

__all__ = ["SHORT", "Saying", "in_order", "is_meaning", "is_rejected", "names_by_its_words"]

# Numbers of graphs. They hold for glosses without a formula only, and were found on the notes of 鄭玄.
#: A word or two, with which a sentence hardly goes on.
_WORD = 3
#: What a commentator says of a word in passing.
SHORT = 6
#: The words of the text told again with what they leave out; twice as long as what is said in passing.
_FILLED_UP = 2 * SHORT
#: A description of a thing behind 者; longer ones are sentences about it.
_DESCRIPTION = 24
#: A meaning that 也 closes: of a thing, which is described, and of any other word.
_CLOSED_THING, _CLOSED = 12, 8
#: A meaning of a word of one graph: what is longer goes on with a sentence that begins with the word.
_OF_ONE_GRAPH = 4
#: What a later commentator says of a word.
_EXPLAINED = 24
#: What he says in brief of a thing or of several graphs.
_IN_BRIEF = 10
#: What marks, where 也 does not follow, words of which a later commentator goes on to speak.
_TOPIC = "者"
#: What is said of a thing where nothing marks beginning or end.
_BARE = 8


@quick
@dataclass(frozen=True, slots=True)
class Saying:
    """A folded term with what stands after it; `marked`: behind 者, `closed`: before 也 or the like.

    `things` are folded nouns; `topic`: a later commentator marks the term and closes what he says of it.
    """

    term: str
    definition: str
    marked: bool
    closed: bool
    things: Collection[str]
    topic: bool = False

    @property
    def thing(self) -> bool:
        """Whether the term names a thing, a place or somebody, by itself or with its last graphs."""
        return self.term in self.things or self.term[-2:] in self.things or self.term[-1] in self.things


def is_rejected(saying: Saying, *, firmly: bool = False) -> bool:
    """Whether a rule says that this is no gloss; `firmly`: one that holds also where nothing else stands in the clause."""
    thing = saying.thing
    return any(
        rule.fits(saying.term, saying.definition, thing=thing, marked=saying.marked, topic=saying.topic)
        for _, rule in _refusals().of(saying.definition)
        if rule.firm or not firmly
    )


@cache
def _refusals() -> Asked[NoGloss]:
    """What is no gloss, asked for by the graphs of a definition."""
    return Asked((rule.definition, rule) for rule in load_no_glosses())


@cache
def _meanings() -> Asked[MeaningRule]:
    """What by its words alone is a meaning, asked for by the graphs of a definition."""
    return Asked((rule.definition, rule) for rule in load_meanings())


def is_meaning(tokens: NoteTokens, saying: Saying) -> bool:
    """Whether the words after a term are its meaning: the first case that speaks decides."""
    if tokens.layer in layers().reason:
        if saying.definition.endswith(_TOPIC) and not saying.closed and not tokens.punctuated:
            return False  # 主人牽者 | 從賓以出: without 也 what ends in 者 is what is spoken of next
        argue = _explains if tokens.layer in layers().free else _argued
        argued = argue(saying, punctuated=tokens.punctuated)
        if argued is not None:
            return argued
    for case in _CASES:
        decided = case(saying)
        if decided is not None:
            return decided
    return False


def names_by_its_words(saying: Saying) -> bool:
    """Whether a rule knows what stands after a term for a meaning by its end or its beginning."""
    return bool(_named(saying))


def in_order(term: str, definition: str) -> bool:
    """Whether the graphs of the term come again in its meaning, in their order."""
    graphs = iter(definition)
    return all(graph in graphs for graph in term)


def _argued(saying: Saying, *, punctuated: bool) -> bool | None:
    """A sub-commentary seldom says what words mean: briefly, closed with 也, of a thing or a single graph, or behind 者."""
    if saying.marked and saying.closed and len(saying.definition) <= _FILLED_UP and not punctuated:
        return True
    if len(saying.definition) > SHORT or not saying.closed or not (saying.thing or len(saying.term) == 1):
        return False
    return None if punctuated else saying.marked or len(saying.definition) == 1 or _thing_for_thing(saying)


def _explains(saying: Saying, *, punctuated: bool) -> bool | None:
    """A later commentator also explains: a word briefly, a marked word, words of the text filled up."""
    if len(saying.definition) > _EXPLAINED:
        return False
    if saying.definition[0] in words("grammar") and not _describes(saying):
        return False
    if saying.marked:
        brief = len(saying.definition) <= SHORT or saying.definition[0] == saying.term[0]
        return saying.closed or brief or bool(_named(saying))
    filled = _filled_up(saying) and (saying.closed or len(saying.term) > 1)
    described = saying.thing and any(
        rule.fits(saying.definition, sure=True) for _, rule in _meanings().of(saying.definition)
    )
    return bool(filled or described or _taken_up(saying) or _in_brief(saying))


def _describes(saying: Saying) -> bool:
    """侯所射布也, 頌磬與歌相應者也: of a thing what begins with a word of grammar can describe it, where 也 closes it."""
    described = saying.definition[0] in words("describes-a-thing") or saying.definition[-1] in _TOPIC
    return saying.thing and saying.closed and described and len(saying.definition) > 1


def _in_brief(saying: Saying) -> bool:
    """室老家相也: a thing or several graphs, closed, in a word or two; of one graph that names nothing a shorter word."""
    longest = _IN_BRIEF if saying.thing or len(saying.term) > 1 else SHORT
    return saying.closed and len(saying.definition) <= longest


def _taken_up(saying: Saying) -> bool:
    """内弦弦向内也: the meaning takes up the term, of several graphs, with its last or its first graph."""
    term, definition = saying.term, saying.definition
    return saying.closed and len(term) > 1 and (definition[0] == term[-1] or term[0] in definition[:_WORD])


def _thing_for_thing(saying: Saying) -> bool:
    """加席上席也: a thing is said to be another thing, in a word or two."""
    named = saying.definition in saying.things or saying.definition[-1] in saying.things
    return saying.term in saying.things and named and 1 < len(saying.definition) <= _OF_ONE_GRAPH


def _brief(saying: Saying) -> bool | None:
    """榮屋翼: a word or two."""
    return (len(saying.definition) <= _WORD and (saying.closed or len(saying.term) <= 2)) or None


def _filled_up(saying: Saying) -> bool | None:
    """復位復西階上位: the words of the text with what they leave out."""
    term, definition = saying.term, saying.definition
    if definition[0] != term[0] or len(definition) > _FILLED_UP or not in_order(term, definition):
        return None
    return saying.marked or saying.closed or len(term) > 1 or len(definition) <= SHORT


def _named(saying: Saying) -> bool | None:
    """先生鄉中致仕者: a rule knows the words by their end or their beginning."""
    sure = saying.thing or saying.closed
    return any(rule.fits(saying.definition, sure=sure) for _, rule in _meanings().of(saying.definition)) or None


def _behind_zhe(saying: Saying) -> bool | None:
    """卦者有司主畫地識爻者: 者 marks the term; of a thing there may be much to say."""
    if not saying.marked:
        return None
    length = len(saying.definition)
    return (saying.thing and length <= _DESCRIPTION) or length <= SHORT or saying.definition[0] in words("describing")


def _done_to_a_thing(saying: Saying) -> bool | None:
    """致夫人命: an act with what it is done to, which explains nothing."""
    to_a_thing = not saying.thing and len(saying.definition) >= 3 and saying.definition[:2] in saying.things
    return False if to_a_thing else None


def _closed(saying: Saying) -> bool | None:
    """斯禁禁切地無足者也: 也 closes what is not too long."""
    if not saying.closed:
        return None
    if len(saying.term) == 1 and not saying.marked:
        return len(saying.definition) <= _OF_ONE_GRAPH
    return len(saying.definition) <= (_CLOSED_THING if saying.thing else _CLOSED)


def _somebody_acts(saying: Saying) -> bool | None:
    """主人拜賓至此堂: behind somebody's name stand words that name nothing."""
    term, definition = saying.term, saying.definition
    named = definition[-2:] in saying.things or definition[-1] in saying.things
    return False if term in saying.things and len(term) > 1 and len(definition) > _WORD and not named else None


def _bare(saying: Saying) -> bool | None:
    """俎肵俎: of a thing, neither marked nor closed."""
    return saying.thing and len(saying.definition) <= _BARE and saying.definition[-1] not in words("unfinished")


_CASES: tuple[Callable[[Saying], bool | None], ...] = (
    _brief,
    _filled_up,
    _named,
    _behind_zhe,
    _done_to_a_thing,
    _closed,
    _somebody_acts,
    _bare,
)
