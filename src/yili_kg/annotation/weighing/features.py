"""What speaks for a candidate and against it: the features that are weighed, each with a name that a reader understands.

A feature is a kind, a value, and what it is seen with (a type or a status), with an amount: 1, or for how often a word is
a thing at all, the logarithm of its odds. The weights of `extraction/weights/mentions.tsv` are by these names.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping, Sequence
from math import log
from types import MappingProxyType
from typing import Final

from yili_kg.annotation.spans import Found
from yili_kg.annotation.weighing.candidates import RIVAL, Candidate
from yili_kg.annotation.weighing.known import Known
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types

__all__ = ["FAR", "LONGEST", "Arranged", "Counts", "Feature", "Surroundings", "across", "odds"]

Feature = tuple[str, str, str]
#: How often a folded form in a type was a mention, and how often it stood there at all.
Counts = Mapping[tuple[str, str], tuple[int, int]]
#: So many occurrences, half of them right as often as the type is on the whole, a form is thought to have had before.
_BEFORE = 2
#: Words of so many graphs and longer are alike.
LONGEST = 4
_OFTENEST = 5
#: No word that holds another begins further before it, in code points.
FAR = 8
_EDGE: Final = "|"
_REJECTED: Final = "rejected"
#: How often a word was read, as far as that is told apart.
_TIMES = ("0", "1", "2", "3")
#: In the passage no more than so many times are told apart; in the chapter 1, 3 and so many, whose places in `_TIMES` grow
#: as the number doubles.
_MOST_HERE, _MOST_IN_CHAPTER = 2, 7
#: One graph with the type of the mention right behind it, or before it: 服 before a garment is to wear, 服 behind a person
#: his clothes.
_BEFORE_A_MENTION, _BEHIND_A_MENTION = "graph and mention behind", "graph and mention before"
#: A word with the graph right before it, or right behind it: what speaks for one word speaks against another (設 before 洗).
_WITH_BEFORE, _WITH_BEHIND = "word and graph before", "word and graph behind"
#: A word of one graph between the graphs on its two sides.
_BETWEEN = "graph between two"
#: What a longer word weighs that takes one in which the first pass took: less, since the first pass did not take the longer.
_BESIDE_FIRST = "first"
_NONE: Mapping[str, float] = MappingProxyType({})


def odds(right: float, of: float, base: float) -> float:
    """The logarithm of the odds that a form is a mention, shrunk towards `base`, the share of words like it."""
    share = (right + _BEFORE * base) / (of + _BEFORE)
    return log(share / (1 - share))


class _OfType:
    """The weights of what stands around a candidate of one type, by value, what they weigh whatever the type with them."""

    def __init__(self, nested: Mapping[str, Mapping[str, Mapping[str, float]]], type_: str) -> None:
        self.before, self.behind = _summed(nested.get("before", {}), type_), _summed(nested.get("behind", {}), type_)
        self.second_before = _of(nested.get("second before", {}), type_)
        self.second_behind = _of(nested.get("second behind", {}), type_)
        self.beside_word = _by_word(nested.get(_WITH_BEFORE, {}), nested.get(_WITH_BEHIND, {}), type_)
        self.between = _of(nested.get(_BETWEEN, {}), type_)
        self.mention_before = _of(nested.get("mention before", {}), type_)
        self.mention_behind = _of(nested.get("mention behind", {}), type_)
        self.before_a_mention = _of(nested.get(_BEFORE_A_MENTION, {}), type_)
        self.behind_a_mention = _of(nested.get(_BEHIND_A_MENTION, {}), type_)
        #: How much more it weighs beside a mention of a type than beside none, and a word of one graph more than that.
        self.more_before, self.more_behind = _more(self.mention_before), _more(self.mention_behind)
        self.graphs_more_before = _more_of_graphs(self.behind_a_mention)
        self.graphs_more_behind = _more_of_graphs(self.before_a_mention)


class Arranged:
    """The weights of what stands around a candidate, by what it is seen with and then by value: no name is built to find
    one."""

    def __init__(self, weights: Mapping[Feature, float]) -> None:
        nested: dict[str, dict[str, dict[str, float]]] = {}
        for (kind, value, seen_with), weight in weights.items():
            nested.setdefault(kind, {}).setdefault(value, {})[seen_with] = weight
        self.of_type = {type_: _OfType(nested, type_) for type_ in mention_types()}
        self.two_before, self.two_behind = _of(nested.get("two before", {}), ""), _of(nested.get("two behind", {}), "")
        self.repeated = nested.get("repeated", {}).get("here", _NONE)
        self.another = nested.get("another taken", {})
        longer = nested.get("longer word", {}).get("around", _NONE)
        #: What a longer word around weighs for a word that the first pass left, and for one that it took.
        self.longer = (longer.get("", 0.0), longer.get(_BESIDE_FIRST, 0.0))
        here, chapter = nested.get("read in the passage", {}), nested.get("read in the chapter", {})
        self.here = [here.get(times, _NONE) for times in _TIMES]
        self.chapter = [chapter.get(times, _NONE) for times in _TIMES]
        none = _sum(self.here[0], self.chapter[0])
        self.more_read = [[_sum(_sum(h, c), none, -1) for c in self.chapter] for h in self.here[: _MOST_HERE + 1]]

    def alone(self, c: Candidate, form: str, *, given: bool) -> float:
        """What a candidate of this folded form weighs with no mention beside it and, where readings are `given`, unread."""
        of_type = self.of_type[c.type]
        total = of_type.mention_before.get("", 0.0) + of_type.mention_behind.get("", 0.0)
        if len(form) == 1:
            total += of_type.before_a_mention.get(form, 0.0) + of_type.behind_a_mention.get(form, 0.0)
        return total + self.here[0].get(c.status, 0.0) + self.chapter[0].get(c.status, 0.0) if given else total

    def before_it(self, c: Candidate, form: str, mention: str) -> float:
        """How much more it weighs with a mention of this type right before it."""
        of_type = self.of_type[c.type]
        more = of_type.more_before[mention]
        return more + of_type.graphs_more_before[mention].get(form, 0.0) if len(form) == 1 else more

    def behind_it(self, c: Candidate, form: str, mention: str) -> float:
        """How much more it weighs with a mention of this type right behind it."""
        of_type = self.of_type[c.type]
        more = of_type.more_behind[mention]
        return more + of_type.graphs_more_behind[mention].get(form, 0.0) if len(form) == 1 else more

    def as_read(self, status: str, here: int, chapter: int) -> float:
        """How much more it weighs that the word was read so often in the passage and in its chapter than that it was not."""
        return self.more_read[here if here < _MOST_HERE else _MOST_HERE][_times(chapter)].get(status, 0.0)


def _more(beside: Mapping[str, float]) -> dict[str, float]:
    """How much more a word weighs beside a mention of each type than beside none."""
    return {mention: beside.get(mention, 0.0) - beside.get("", 0.0) for mention in mention_types()}


def _more_of_graphs(beside: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """The same of each word of one graph, by the type of the mention and the graph."""
    graphs = {value[:1] for value in beside}
    return {
        mention: {graph: beside.get(graph + mention, 0.0) - beside.get(graph, 0.0) for graph in graphs}
        for mention in mention_types()
    }


def _summed(values: Mapping[str, Mapping[str, float]], type_: str) -> dict[str, float]:
    return {value: seen.get("", 0.0) + seen.get(type_, 0.0) for value, seen in values.items()}


def _of(values: Mapping[str, Mapping[str, float]], seen_with: str) -> dict[str, float]:
    return {value: seen[seen_with] for value, seen in values.items() if seen_with in seen}


def _sum(one: Mapping[str, float], other: Mapping[str, float], sign: int = 1) -> dict[str, float]:
    return {name: one.get(name, 0.0) + sign * other.get(name, 0.0) for name in {*one, *other}}


def _times(chapter: int) -> int:
    """How often a word was read in a chapter, as far as that is told apart: 0, 1, 3 and 7 times and more."""
    return (chapter + 1).bit_length() - 1 if chapter < _MOST_IN_CHAPTER else len(_TIMES) - 1


def _by_word(
    before: Mapping[str, Mapping[str, float]], behind: Mapping[str, Mapping[str, float]], type_: str
) -> dict[str, tuple[dict[str, float], dict[str, float]]]:
    """The weights of the graphs before and behind a word of this type, by the word."""
    found: dict[str, tuple[dict[str, float], dict[str, float]]] = {}
    for value, weight in _of(before, type_).items():
        found.setdefault(value[1:], ({}, {}))[0][value[0]] = weight
    for value, weight in _of(behind, type_).items():
        found.setdefault(value[:-1], ({}, {}))[1][value[-1]] = weight
    return found


class Surroundings:
    """A folded text with its candidates, from which the features of each are told."""

    def __init__(
        self,
        folded: str,
        layer: str,
        found: Sequence[Candidate],
        first: Sequence[Found],
        known: Known,
        counts: Counts,
        bases: Mapping[tuple[str, int], float],
    ) -> None:
        self._text, self._known, self._counts, self._bases = folded, known, counts, bases
        #: The graphs one by one, since several candidates ask for each; before the first and behind the last, at -1 and at
        #: the length, stands the edge, and nothing at -2 and one further where the second graph from a word is asked for.
        self._beside, self._second = [*folded, _EDGE], [*folded, "", ""]
        self.layer = _class_of(layer)
        self._first = sorted((m.start, m.end, m.type) for m in first)
        self._starts = {m.start: m.type for m in first}
        self._ends = {m.end: m.type for m in first}
        self._repeated: dict[tuple[str, str], int] = {}
        for m in first:
            word = (folded[m.start : m.end], m.type)
            self._repeated[word] = self._repeated.get(word, 0) + 1
        self._reach: dict[int, int] = {}
        for c in found:
            #: A word that a rule turns down takes no other in.
            reach = 0 if c.status in (RIVAL, _REJECTED) else c.end
            if reach >= self._reach.setdefault(c.start, reach):
                self._reach[c.start] = reach
        self._across = across(self._reach)
        #: How far a word may reach that begins at each place, and a longer one still takes it in.
        self._held = {at: end - 1 if self._across[at] < end else self._across[at] for at, end in self._reach.items()}
        self._taken = bytearray(len(folded))
        for m in first:
            self._taken[m.start : m.end] = b"\1" * (m.end - m.start)
        #: What words bring along is summed up once for each of these.
        self.like = (self.layer, known.given)
        self._here, self._chapter = known.here.get, known.chapter.get

    def features(self, c: Candidate, *, without: int | None = None) -> list[tuple[Feature, float]]:
        """The features of a candidate with their amounts.

        Where weights are fitted, `without` is whether it is a mention: its own occurrence is then not counted.
        """
        if c.status == RIVAL:
            return self.claim(c)
        return [*self.own(c, without=without), *((name, 1.0) for name in self.around(c))]

    def claim(self, c: Candidate) -> list[tuple[Feature, float]]:
        """The features of a rival: what it is; what stands around it, its pattern has seen."""
        names = (
            ("rival", "", ""),
            ("rival", c.concept, "kind"),
            ("rival", c.rule, "rule"),
            ("rival", self.layer, "layer"),
        )
        return [(name, 1.0) for name in names]

    def own(self, c: Candidate, *, without: int | None = None) -> list[tuple[Feature, float]]:
        """The features that the word brings along wherever it stands in such a layer."""
        often, times = self._often((self._text[c.start : c.end], c.type), without)
        names: list[Feature] = [
            ("type", c.type, ""),
            ("status", c.status, c.type),
            ("first pass", "taken" if c.first else "left", c.status),
            ("times seen", times, ""),
            ("length", str(min(LONGEST, c.end - c.start)), c.type),
            ("layer", self.layer, c.status),
        ]
        if c.rule:
            names.append(("rule", c.rule, ""))
        return [(("often", "", ""), often), (("often", "", c.status), often), *((name, 1.0) for name in names)]

    def around(self, c: Candidate) -> list[Feature]:
        """The features that it has from what stands around it, and from the passage; the amount of each is 1."""
        text, type_, status = self._text, c.type, c.status
        form = text[c.start : c.end]
        before = text[c.start - 1] if c.start else _EDGE
        behind = text[c.end] if c.end < len(text) else _EDGE
        names: list[Feature] = [
            ("before", before, ""),
            ("before", before, type_),
            ("behind", behind, ""),
            ("behind", behind, type_),
            ("two before", text[max(0, c.start - 2) : c.start], ""),
            ("two behind", text[c.end : c.end + 2], ""),
            ("second before", text[c.start - 2] if c.start > 1 else "", type_),
            ("second behind", text[c.end + 1 : c.end + 2], type_),
            (_WITH_BEFORE, before + form, type_),
            (_WITH_BEHIND, form + behind, type_),
            ("mention before", self._ends.get(c.start, ""), type_),
            ("mention behind", self._starts.get(c.end, ""), type_),
        ]
        if len(form) == 1:
            names.append((_BEFORE_A_MENTION, form + self._starts.get(c.end, ""), type_))
            names.append((_BEHIND_A_MENTION, form + self._ends.get(c.start, ""), type_))
            names.append((_BETWEEN, before + form + behind, type_))
        if self._repeated.get((form, type_), 0) > c.first:
            names.append(("repeated", "here", status))
        if another := self._another(c):
            names.append(("another taken", another, status))
        if self._in_longer(c):
            names.append(("longer word", "around", _BESIDE_FIRST if c.first else ""))
        if self._known.given:
            here, chapter = self._as_read(form, type_)
            names += [("read in the passage", here, status), ("read in the chapter", chapter, status)]
        return names

    def added(self, total: float, c: Candidate, form: str, weights: Arranged) -> float:
        """`total`, what it weighs `alone` included, and the weights of what is `around` a candidate of this folded form."""
        start, end, type_, _, status, _, first = c
        of_type = weights.of_type[type_]
        before, behind = self._beside[start - 1], self._beside[end]
        total += of_type.before.get(before, 0.0) + of_type.behind.get(behind, 0.0)
        total += weights.two_before.get(self._text[start - 2 if start > 2 else 0 : start], 0.0)
        total += weights.two_behind.get(self._text[end : end + 2], 0.0)
        total += of_type.second_before.get(self._second[start - 2], 0.0)
        total += of_type.second_behind.get(self._second[end + 1], 0.0)
        beside = of_type.beside_word.get(form)
        if beside is not None:
            total += beside[0].get(before, 0.0) + beside[1].get(behind, 0.0)
        if end - start == 1:
            total += of_type.between.get(before + form + behind, 0.0)
        if start in self._ends:
            total += weights.before_it(c, form, self._ends[start])
        if end in self._starts:
            total += weights.behind_it(c, form, self._starts[end])
        word = (form, type_)
        if self._repeated.get(word, 0) > first:
            total += weights.repeated.get(status, 0.0)
        if not first and self._taken.find(1, start, end) >= 0:
            total += weights.another.get(self._another(c), _NONE).get(status, 0.0)
        if self._held[start] >= end:
            total += weights.longer[first]
        if self._known.given:
            here, chapter = self._here(word, 0), self._chapter(word, 0)
            if here or chapter:
                total += weights.as_read(status, here, chapter)
        return total

    def _often(self, word: tuple[str, str], without: int | None) -> tuple[float, str]:
        right, of = self._counts.get(word, (0, 0))
        if without is not None:
            right, of = right - without, of - 1
        return odds(right, of, self._bases[word[1], min(LONGEST, len(word[0]))]), str(
            min(_OFTENEST, (of + 1).bit_length() - 1)
        )

    def _as_read(self, form: str, type_: str) -> tuple[str, str]:
        """How often the word was read as such a thing in the passage, and in its chapter."""
        word = (form, type_)
        here, chapter = self._known.here.get(word, 0), self._known.chapter.get(word, 0)
        return _TIMES[min(_MOST_HERE, here)], _TIMES[_times(chapter)]

    def _another(self, c: Candidate) -> str:
        """How what it is not taken for lies to what the first pass took instead; empty where it took nothing there."""
        if c.first:
            return ""
        at = bisect_left(self._first, (c.start, c.end, ""))
        for start, end, _ in self._first[max(0, at - 1) : at + 2]:
            if start < c.end and c.start < end:
                if (start, end) == (c.start, c.end):
                    return "same"
                if start <= c.start and c.end <= end:
                    return "inside"
                return "around" if c.start <= start and end <= c.end else "across"
        return ""

    def _in_longer(self, c: Candidate) -> bool:
        """Whether a longer word takes it in."""
        return self._held[c.start] >= c.end


def across(reach: Mapping[int, int]) -> dict[int, int]:
    """How far the words reach that begin shortly before each place at which one begins, from how far those there reach.

    `reach` is in the order of the places. Of the words before only those are kept that none behind them outreaches.
    """
    found: dict[int, int] = {}
    furthest: deque[int] = deque()
    for at, end in reach.items():
        while furthest and furthest[0] < at - FAR:
            furthest.popleft()
        found[at] = reach[furthest[0]] if furthest else 0
        while furthest and reach[furthest[-1]] <= end:
            furthest.pop()
        furthest.append(at)
    return found


def _class_of(layer: str) -> str:
    """base, note, or argument: what kind of text a layer is."""
    if layer in layers().base:
        return "base"
    return "note" if layer in layers().notes else "argument"
