"""Finding mentions: the longest form at each place that its sense rules let stand.

Linear in the text: at each place the forms that begin with the graph there are looked up, the longest first; where
the rules turn one down, or a rival claims some of its graphs, the shorter forms at the same place are asked, then the
search goes on one graph further.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import add
from typing import NamedTuple

from yili_kg.annotation.compound_rules import CompoundRule, load_compound_rules
from yili_kg.annotation.compounds import Compounds
from yili_kg.annotation.rivals import Rival, held
from yili_kg.annotation.senses import CONTEXT, SenseRule, load_senses
from yili_kg.annotation.spans import Found
from yili_kg.errors import DataError
from yili_kg.lexicon import Form, Lexicon, load_lexicon

__all__ = ["Matcher", "load_matcher"]

#: In place of the forms of a rule: every checked form of its type.
CHECKED = "checked"
#: How the rule of a mention begins that the lexicon alone vouches for.
_BY_LEXICON = "lexicon-"


class _Asked(NamedTuple):
    """A rule as it is asked at each word: what `SenseRule.fires` asks, without a call."""

    type: str
    layers: frozenset[str]
    before: Callable[[str], re.Match[str] | None] | None
    after: Callable[[str], re.Match[str] | None] | None
    rule: SenseRule


class _Said(NamedTuple):
    """What the rules say of the words of one text: by start and end, the rule of each type."""

    folded: str
    layer: str
    words: dict[tuple[int, int], dict[str, SenseRule]]


class _Words(NamedTuple):
    """The words of the lexicon in one text, whatever the rules say of them: where each begins, and for each such place
    where they end, the longest first."""

    folded: str
    starts: list[int]
    ends: list[list[int]]


#: Type, concept, status and rule of one sense of a word.
_Sense = tuple[str, str, str, str]


def _beginnings(words: Collection[str]) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """For each pair of graphs with which a word begins, and each graph that is one: the lengths, longest first, of the words
    that begin so and are longer than the pair, and of those that are no longer, which stand wherever it does."""
    longer: dict[str, set[int]] = {}
    for word in words:
        longer.setdefault(word[:2], set()).update({len(word)} if len(word) > 2 else ())
    return {
        begins: (
            tuple(sorted(found, reverse=True)),
            tuple(length for length in (2, 1) if length <= len(begins) and begins[:length] in words),
        )
        for begins, found in longer.items()
    }


class Matcher:
    """Finds the words of a lexicon in folded text, in the sense that the rules give them."""

    def __init__(self, lexicon: Lexicon, rules: Sequence[SenseRule], compounds: Sequence[CompoundRule] = ()) -> None:
        """Raises DataError for a rule about a form or a concept that the lexicon does not have."""
        by_form: dict[str, list[_Asked]] = {}
        checked: dict[str, dict[str, None]] = {}
        for form, claims in lexicon.forms.items():
            for claim in claims:
                if claim.checked:
                    checked.setdefault(claim.type, {})[form] = None
        for rule in rules:
            if rule.concept and rule.concept not in lexicon.entries:
                raise DataError(f"rule {rule.id}: no entry {rule.concept} in the lexicon", where=rule.place)
            wanted, asked = rule.forms, _asked(rule)
            if wanted == (CHECKED,):
                wanted = tuple(checked.get(rule.type, ()))
            for form in wanted:
                if not any(claim.type == rule.type for claim in lexicon.forms.get(form, ())):
                    raise DataError(f"rule {rule.id}: no {rule.type} has the form {form}", where=rule.place)
                by_form.setdefault(form, []).append(asked)
        self._forms = lexicon.forms
        self._rules = {text: tuple(asked) for text, asked in by_form.items()}
        self._unruled = {text: _unruled(forms) for text, forms in lexicon.forms.items()}
        self._plain = {text: _plain(forms) for text, forms in lexicon.forms.items() if text not in self._rules}
        self._beginnings = _beginnings(lexicon.forms)
        self._said = _Said("", "", {})
        self._words = _Words("", [], [])
        self._compounds = Compounds(lexicon, compounds)

    def find(
        self,
        folded: str,
        layer: str = "",
        *,
        titles: Sequence[Found] = (),
        skip: Sequence[tuple[int, int]] = (),
        rivals: Sequence[Rival] = (),
    ) -> list[Found]:
        """Mentions in a folded text, in order, without overlap.

        `titles` are mentions that stand as they are (nothing inside them is looked for), `skip` are spans in which
        nothing is a mention (the pointers of a sub-commentary). To `rivals` a word yields for which only the lexicon
        speaks, unless it takes in all that they claim and more.
        """
        claimed = held(rivals)
        found: list[Found] = []
        fixed = sorted([(t.start, t.end, t) for t in titles] + [(a, b, None) for a, b in skip], key=lambda f: f[:2])
        position = 0
        for start, end, title in fixed:
            if start < position:
                continue
            found += self._scan(folded, position, start, layer, claimed)
            if title is not None:
                found.append(title)
            position = end
        found += self._scan(folded, position, len(folded), layer, claimed)
        return found

    def _scan(
        self, folded: str, position: int, stop: int, layer: str, claimed: Mapping[int, tuple[int, int]]
    ) -> list[Found]:
        found: list[Found] = []
        starts, ends = self._words_of(folded)
        free = position  # a mention found covers the graphs before this place
        for number in range(bisect_left(starts, position), bisect_left(starts, stop)):
            start = starts[number]
            if start < free:
                continue
            for end in ends[number]:
                if end > stop:
                    continue
                mention = self._decide(folded[start:end], folded, start, end, layer)
                if mention is not None and not (claimed and _yields(mention, claimed)):
                    found.append(mention)
                    free = end
                    break
        return self._compounds.join(folded, position, found)

    def words(self, folded: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Where words of the lexicon stand in a stretch of a folded text, whatever the rules say of them."""
        starts, ends = self._words_of(folded)
        for number in range(bisect_left(starts, start), bisect_left(starts, stop)):
            at = starts[number]
            for end in ends[number]:
                if end <= stop:
                    yield at, end

    def _words_of(self, folded: str) -> tuple[list[int], list[list[int]]]:
        """Where words begin in a text, and where they end; kept for the text asked last, since both passes ask."""
        known = self._words
        if known.folded is not folded:
            forms, begin = self._forms, self._beginnings.get
            starts: list[int] = []
            ends: list[list[int]] = []
            pairs, graphs = map(begin, map(add, folded, f"{folded[1:]}\0")), map(begin, folded)
            for start, (pair, graph) in enumerate(zip(pairs, graphs, strict=True)):
                if pair is None:
                    if graph is not None:
                        starts.append(start)
                        ends.append([start + 1])
                    continue
                longer, sure = pair
                here = [start + length for length in longer if folded[start : start + length] in forms]
                here += [start + length for length in sure]
                if here:
                    starts.append(start)
                    ends.append(here)
            known = self._words = _Words(folded, starts, ends)
        return known.starts, known.ends

    def senses(self, folded: str, start: int, end: int, layer: str) -> Sequence[_Sense]:
        """Type, concept, status and rule of each type that a word has: `accepted` or `rejected` by the rule, `plain`
        where the lexicon takes it everywhere, else `open`."""
        word = folded[start:end]
        senses = self._unruled[word]
        rules = self._rules.get(word)
        said = self._spoken(rules, folded, start, end, layer) if rules else None
        return [_ruled(sense, said.get(sense[0])) for sense in senses] if said else senses

    def senses_between(
        self, folded: str, start: int, stop: int, layer: str
    ) -> Iterator[tuple[int, int, Sequence[_Sense]]]:
        """Where words of the lexicon stand in a stretch of a folded text, each with its `senses`."""
        starts, ends = self._words_of(folded)
        unruled, ruled = self._unruled, self._rules
        for number in range(bisect_left(starts, start), bisect_left(starts, stop)):
            at = starts[number]
            for end in ends[number]:
                if end <= stop:
                    word = folded[at:end]
                    yield at, end, self.senses(folded, at, end, layer) if word in ruled else unruled[word]

    def _spoken(
        self, rules: Iterable[_Asked], folded: str, start: int, end: int, layer: str
    ) -> Mapping[str, SenseRule]:
        """What the rules say of a word; kept for the text asked last, since both passes ask."""
        known = self._said
        if known.folded is not folded or known.layer != layer:
            known = self._said = _Said(folded, layer, {})
        said = known.words.get((start, end))
        if said is None:
            said = known.words[start, end] = _spoken(rules, folded, start, end, layer)
        return said

    def _decide(self, word: str, folded: str, start: int, end: int, layer: str) -> Found | None:
        rules = self._rules.get(word)
        if rules is None:
            plain = self._plain[word]
            return None if plain is None else Found(start, end, *plain)
        forms, said = self._forms[word], self._spoken(rules, folded, start, end, layer)
        for rule in said.values():
            if rule.accepts:
                concept = rule.concept or next(f.concept for f in forms if f.type == rule.type)
                return Found(start, end, rule.type, concept, rule.id)
        for form in forms:
            if not form.checked and form.type not in said:
                return Found(start, end, form.type, form.concept, f"{_BY_LEXICON}{form.type}")
        return None


def _yields(mention: Found, claimed: Mapping[int, tuple[int, int]]) -> bool:
    """Whether a mention gives way to what claims some of its graphs."""
    if not mention.rule.startswith(_BY_LEXICON):
        return False
    start, end = mention.start, mention.end
    claims = {claimed[place] for place in range(start, end) if place in claimed}
    return any(not (start <= a and b <= end and b - a < end - start) for a, b in claims)


def _asked(rule: SenseRule) -> _Asked:
    before, after = rule.before, rule.after
    return _Asked(rule.type, rule.layers, before and before.search, after and after.search, rule)


def _plain(forms: Iterable[Form]) -> tuple[str, str, str] | None:
    """Type, concept and rule of a word of which no rule speaks, where the lexicon takes it everywhere."""
    return next(((f.type, f.concept, f"{_BY_LEXICON}{f.type}") for f in forms if not f.checked), None)


def _unruled(forms: Iterable[Form]) -> tuple[_Sense, ...]:
    """The senses of a word of which no rule speaks; plain forms come first, and the first of a type stands for it."""
    found: dict[str, _Sense] = {}
    for form in forms:
        found.setdefault(form.type, (form.type, form.concept, "open" if form.checked else "plain", ""))
    return tuple(found.values())


def _ruled(sense: _Sense, rule: SenseRule | None) -> _Sense:
    """A sense as a rule on its type has it."""
    if rule is None:
        return sense
    if rule.accepts:
        return sense[0], rule.concept or sense[1], "accepted", rule.id
    return sense[0], sense[1], "rejected", rule.id


def _spoken(rules: Iterable[_Asked], folded: str, start: int, end: int, layer: str) -> dict[str, SenseRule]:
    """The first rule that speaks on a word where it stands, by type, in the order of the rules."""
    before = folded[start - CONTEXT if start > CONTEXT else 0 : start]
    after = folded[end : end + CONTEXT]
    said: dict[str, SenseRule] = {}
    for type_, layers, before_fits, after_fits, rule in rules:
        if (
            type_ not in said
            and not (layers and layer and layer not in layers)
            and (before_fits is None or before_fits(before))
            and (after_fits is None or after_fits(after))
        ):
            said[type_] = rule
    return said


@cache
def load_matcher() -> Matcher:
    """The matcher with the lexicon and the rules that come with yili-kg."""
    return Matcher(load_lexicon(), load_senses(), load_compound_rules())
