"""Signs of a gloss: what stands around and in it, each with a name that a reader understands.

The weights of `extraction/weights/glosses.tsv` are by these names. The turns of phrase that are asked for are those of
`extraction/rules/notes/signs.yaml`: the part of a rule's name before the first `-` says what is held against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from yili_kg.annotation.breaks import Chances, load_breaks
from yili_kg.annotation.notes.alone import ALONE
from yili_kg.annotation.notes.cited import CITED_BEFORE, kind_of_work, opening_of
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.explained import Explained
from yili_kg.annotation.notes.formulas import load_no_glosses, plain_formula
from yili_kg.annotation.notes.known import is_known
from yili_kg.annotation.notes.tokens import Base
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Edition, Gloss, Segment
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import Graphs, stream

__all__ = ["PAIR", "Sign", "Signs", "paired"]

#: Kind and value: ("rule", "gloss-means"), ("before", "lemma").
Sign = tuple[str, str]
#: Between the kinds, and the values, of two signs that are one together.
PAIR = " × "
#: The sign that every gloss has, and those with this at the head of their kind, are paired with none.
_ALWAYS, _ALONE = "any", "alone: "
#: Lengths in graphs up to which terms, and meanings, are alike.
_TERMS, _MEANINGS = (1, 2, 4, 8), (1, 2, 4, 8, 12, 18)
#: So many graphs at the end of words name what they are.
_HEADS = (3, 2, 1)
#: A gloss with so few graphs before it, 釋曰 or none, is the first thing that a comment says.
_FIRST = 3
#: So many graphs behind a gloss say how it goes on.
_AFTER = 6
#: Words that stand in the text explained are repeated from it if they are so many graphs.
_REPEATED = 3
#: A meaning of a word or two, and what marks a term.
_BRIEF, _TOPIC = 2, "者"
#: A marker between meaning and term is told by its last graphs (亦謂之).
_MARKER = 2
#: How likely a mark stands at a place, as far as it is told apart.
_LIKELY = ((0.05, "hardly"), (0.2, "seldom"), (0.5, "perhaps"), (0.8, "likely"), (0.95, "very likely"))
#: What the words are that nobody is cited with.
_HIS_OWN = "no"
_FILE = "notes/signs"
#: The rules of glosses without a formula.
_PLAIN = (plain_formula().id, ALONE)


def paired(signs: Iterable[Sign]) -> Iterator[tuple[Sign, Sign]]:
    """Each two signs of a gloss, in a fixed order."""
    return combinations(sorted(s for s in signs if s[0] != _ALWAYS and not s[0].startswith(_ALONE)), 2)


@dataclass(frozen=True, slots=True)
class _Place:
    """A gloss in the graphs of its segment: what stands `before` and `after` it, and its own words, all folded.

    It begins at graph `begin`; `chance` says how likely marks stand before a graph of the segment.
    """

    gloss: Gloss
    base: tuple[Base, ...]
    before: str
    statement: str
    after: str
    term: str
    meaning: str
    begin: int
    chance: Callable[[int], Chances]

    def known(self, words: str) -> bool:
        """Whether the texts explained have these words."""
        return bool(words) and any(words in b.graphs for b in self.base)


class Signs:
    """The signs of the glosses of an edition."""

    def __init__(self, edition: Edition) -> None:
        self._segments = {s.id: s for s in edition.segments}
        self._explained = Explained(edition)
        self._last: tuple[str, Graphs, tuple[Base, ...], _Marks] = ("", Graphs("", ()), (), _Marks())

    def of(self, gloss: Gloss) -> tuple[Sign, ...]:
        """The signs of a gloss, in a fixed order; each is there once."""
        return tuple(dict.fromkeys(_signs(self._place(gloss))))

    def _place(self, gloss: Gloss) -> _Place:
        segment = self._segments[gloss.segment]
        text, base, marks = self._text(segment)
        begin, end = text.inside(*segment.inside(gloss.start, gloss.end))
        return _Place(
            gloss=gloss,
            base=base,
            before=text.graphs[max(0, begin - CITED_BEFORE) : begin],
            statement=text.graphs[begin:end],
            after=text.graphs[end : end + _AFTER],
            term=stream(fold(gloss.term))[0],
            meaning=stream(fold(gloss.definition))[0],
            begin=begin,
            chance=marks.at,
        )

    def _text(self, segment: Segment) -> tuple[Graphs, tuple[Base, ...], _Marks]:
        """The graphs of a segment, the texts it explains, and how likely marks stand in it."""
        if self._last[0] != segment.id:
            text = stream(fold(segment.text))
            self._last = (segment.id, text, self._explained.of(segment)[0], _Marks(text.graphs))
        return self._last[1:]


class _Marks:
    """How likely marks stand at the places of a text, by what stands around them; what is printed there is not asked.

    The rules know what is printed, and what the signs are worth was fitted on texts that are printed without marks.
    """

    def __init__(self, graphs: str = "") -> None:
        self._graphs = graphs
        self._known: dict[int, Chances] = {}

    def at(self, place: int) -> Chances:
        """How likely a mark stands before graph `place`."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = load_breaks().at(self._graphs, place)
        return known


def _signs(place: _Place) -> Iterator[Sign]:
    rule = place.gloss.rule
    yield "any", ""
    yield "rule", rule
    if place.gloss.layer in layers().reason:
        yield "layer", "later" if place.gloss.layer in layers().free else "sub"
    if place.gloss.confidence is not None:
        yield "by its graphs", _how_likely(place.gloss.confidence)
    cited = _cited(place)
    yield "cited", cited
    if place.gloss.layer in layers().reason and is_known(place.term, place.meaning):
        yield "said", "of this word by a received note"
    if place.gloss.layer in layers().reason:
        yield from _together(place, cited)
    order = "meaning first" if _meaning_first(place) else "plain" if rule in _PLAIN else "term first"
    yield "built", order if cited == _HIS_OWN else f"{order}, {cited}"
    if order == "meaning first":
        yield "row", "one of a row" if _in_a_row(place) else "alone"
    yield "length of the term", _length(place.term, _TERMS)
    yield "length of the meaning", _length(place.meaning, _MEANINGS)
    yield from _ends(place)
    yield from _breaks(place)
    yield from _words(place)
    yield from _things(place)
    yield from _said(place)
    yield from _against(place)


def _against(place: _Place) -> Iterator[Sign]:
    """The rules that say of words like these that they are no meaning."""
    behind = place.statement[place.statement.startswith(place.term) and len(place.term) :]
    marked = behind.startswith(_TOPIC)
    if place.meaning and place.gloss.rule == ALONE:
        for rule in load_no_glosses():
            if rule.fits(place.term, place.meaning, thing=_names_a_thing(place.term), marked=marked):
                yield "against", rule.id


def _cited(place: _Place) -> str:
    """Whether the words are another's, and whether it is known whose."""
    if place.gloss.quoted:
        return f"from a known {kind_of_work(place.gloss.quoted)}"
    return "from somebody" if opening_of(place.before) else _HIS_OWN


def _together(place: _Place, cited: str) -> Iterator[Sign]:
    """Signs that say more together than each alone: how brief, closed and marked the words are, and whose."""
    closed = not place.statement.endswith(place.meaning) and not _meaning_first(place)
    whose = _HIS_OWN if cited == _HIS_OWN else "another's"
    if len(place.term) <= 1 and len(place.meaning) <= _BRIEF:
        yield "brief", f"{'closed' if closed else 'open'}, {whose}"
    if place.gloss.rule in _PLAIN:
        marked = place.statement.startswith(place.term + _TOPIC)
        yield "plain", f"{'marked' if marked else 'bare'}, {'closed' if closed else 'open'}"


def _meaning_first(place: _Place) -> bool:
    """Whether the meaning stands before its term, as in 八尺曰尋."""
    return place.statement.startswith(place.meaning) and place.statement.endswith(place.term)


def _in_a_row(place: _Place) -> bool:
    """在車曰紼 | 行道曰引: whether the words between meaning and term stand again nearby."""
    marker = place.statement[len(place.meaning) : len(place.statement) - len(place.term)][-_MARKER:]
    return bool(marker) and (marker in place.after or marker in place.before[-_AFTER:])


def _length(words: str, steps: tuple[int, ...]) -> str:
    """A length in graphs, as far as it is told apart."""
    return next((f"up to {step}" for step in steps if len(words) <= step), "more")


def _ends(place: _Place) -> Iterator[Sign]:
    """Whether a particle closes the statement, and whether a meaning that stands behind its term runs on open."""
    behind = place.statement.endswith(place.meaning)
    closed = not behind and place.statement.find(place.meaning) > 0
    yield "closed", "yes" if closed else "no"
    if not closed and not place.after:
        yield "closed", "by the end of the comment"
    if not closed and behind:
        yield "open meaning", _length(place.meaning, _MEANINGS)


def _between(place: _Place) -> range:
    """The places of a statement from the end of its first part, term or meaning, to the beginning of the other."""
    meaning_first = _meaning_first(place)
    first, other = (place.meaning, place.term) if meaning_first else (place.term, place.meaning)
    ends = len(first) if place.statement.startswith(first) else 0
    return range(ends, max(ends, place.statement.find(other, ends)) + 1)


def _breaks(place: _Place) -> Iterator[Sign]:
    """How likely a mark stands before, behind and within a statement (not between its parts), and a sentence ends within."""
    size, between = len(place.statement), _between(place)
    before, behind = place.chance(place.begin), place.chance(place.begin + size)
    within = [place.chance(place.begin + at) for at in range(1, size) if at not in between]
    yield "mark before", _how_likely(before.any)
    yield "mark behind", _how_likely(behind.any)
    yield "mark within", _how_likely(max((c.any for c in within), default=0.0))
    yield "sentence ends behind", _how_likely(behind.end)
    yield "sentence ends within", _how_likely(max((c.end for c in within), default=0.0))


def _how_likely(chance: float) -> str:
    return next((word for least, word in _LIKELY if chance < least), "surely")


def _words(place: _Place) -> Iterator[Sign]:
    """How the words stand to the text explained: the term whole, cut or not there; the statement repeated from it."""
    if not place.known(place.term):
        yield "term", "in the words before" if place.term in place.before else "not in the text"
    else:
        yield "term", "in a note" if ".zhu." in place.gloss.target_segment else "in the text"
        yield from _cut(place)
    if place.known(place.statement):
        yield "statement", "stands in the text explained"
    elif len(place.meaning) >= _REPEATED and place.known(place.meaning):
        yield "meaning", "stands in the text explained"
    if place.term and place.term in place.meaning:
        yield "meaning", "has the term in it"
    if len(place.term) > 1 and place.meaning.endswith(place.term[-1]):
        yield "meaning", "ends as the term does"
    if len(place.meaning) > _REPEATED and _tail_is_lemma(place):
        yield "meaning", "ends in words of the text that go on"


def _cut(place: _Place) -> Iterator[Sign]:
    """Whether a term is part of a longer word of the text: with the graph behind it, or the one before it."""
    term, statement = place.term, place.statement
    within = statement.startswith(term + place.meaning[:1]) and place.known(term + place.meaning[:1])
    behind = statement.endswith(term) and place.after != "" and place.known(term + place.after[0])
    if within or behind:
        yield "term", "goes on in the text"
    if statement.startswith(term) and place.before and place.known(place.before[-1] + term):
        yield "term", "begins earlier in the text"


def _things(place: _Place) -> Iterator[Sign]:
    """Whether term and meaning name things, by themselves or with their last graphs, of what kinds, and of one.

    These do not pair with others: there are too few glosses of each kind.
    """
    term, meaning = (_names_a_thing(words) for words in (place.term, place.meaning))
    yield "things", f"{'thing' if term else 'word'} for {'thing' if meaning else 'words'}"
    if place.gloss.layer in layers().reason:
        kinds, others = _kinds_of(place.term), next(filter(None, map(_kinds_of, _heads(place.meaning))), ())
        yield "alone: the term is", kinds[0] if kinds else "no known word"
        yield "alone: kinds", "one" if {*kinds} & {*others} else "different" if kinds and others else "not known"
        yield "alone: it stands", "first" if place.begin <= _FIRST else "further on"


def _heads(words: str) -> Iterator[str]:
    """The last graphs of words, the longest first."""
    return (words[-length:] for length in _HEADS if len(words) >= length)


@cache
def _kinds_of(words: str) -> tuple[str, ...]:
    """The types of what a folded word names in the lexicon, in a fixed order."""
    return tuple(sorted({form.type for form in load_lexicon().forms.get(words, ())}))


def _names_a_thing(words: str) -> bool:
    return any(head in things() for head in _heads(words))


def _tail_is_lemma(place: _Place) -> bool:
    """Whether the last two graphs of the meaning and what stands behind it are words of the text."""
    return (
        bool(place.after)
        and place.statement.endswith(place.meaning)
        and place.known(place.meaning[-2:] + place.after[:1])
    )


def _said(place: _Place) -> Iterator[Sign]:
    """The turns of phrase around and in the gloss: of those before and after it the first that fits, of others all.

    Behind 注云 and the like another begins to speak.
    """
    texts = {"before": place.before, "after": place.after, "term": place.term, "meaning": place.meaning,
             "statement": place.statement}  # fmt: skip
    found: set[str] = set()
    opening = opening_of(place.before)
    if opening is not None and opening.end() == len(place.before):
        found.add("before")
        yield "before", "another begins to speak"
    for kind, name, pattern in _turns():
        alone = kind in ("before", "after")
        if not (alone and kind in found) and pattern.search(texts[kind]):
            found.add(kind)
            yield kind, name
    for kind in ("before", "after"):
        if kind not in found:
            yield kind, "something else" if texts[kind] else "nothing"


@cache
def _turns() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    rules = load_patterns(_FILE)
    parted = ((rule.id, *rule.id.partition("-")[::2]) for rule in rules.rules)
    return tuple((kind, name, rules[id_]) for id_, kind, name in parted)
