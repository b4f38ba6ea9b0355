"""What speaks for a candidate and against it: the features that are weighed, each with a name that a reader understands.

A feature is a kind, a value, and what it is seen with (a type or a status), with an amount: 1, or for how often a word is
a thing at all, the logarithm of its odds. The weights of `extraction/weights/mentions.tsv` are by these names.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from yili_kg.annotation.spans import Found
from yili_kg.annotation.weighing.candidates import Candidate
from yili_kg.annotation.weighing.known import Known
from yili_kg.tables.layers import layers

__all__ = ["LONGEST", "Counts", "Feature", "Surroundings", "odds"]

Feature = tuple[str, str, str]
#: How often a folded form in a type was a mention, and how often it stood there at all.
Counts = Mapping[tuple[str, str], tuple[int, int]]
#: So many occurrences, half of them right as often as the type is on the whole, a form is thought to have had before.
_BEFORE = 2
#: Words of so many graphs and longer are alike.
LONGEST = 4
_OFTENEST = 5
#: No word that holds another begins further before it, in code points.
_FAR = 8
_EDGE = "|"


def odds(right: float, of: float, base: float) -> float:
    """The logarithm of the odds that a form is a mention, shrunk towards `base`, the share of words like it."""
    share = (right + _BEFORE * base) / (of + _BEFORE)
    return log(share / (1 - share))


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
        self.layer = _class_of(layer)
        self._first = sorted((m.start, m.end, m.type) for m in first)
        self._starts = {m.start: m.type for m in first}
        self._ends = {m.end: m.type for m in first}
        self._repeated = Counter((folded[m.start : m.end], m.type) for m in first)
        self._reach: dict[int, int] = {}
        for c in found:
            self._reach[c.start] = max(self._reach.get(c.start, 0), c.end)
        #: How far the words reach that begin shortly before a place at which one begins.
        reach = self._reach
        self._across = {at: max([reach.get(s, 0) for s in range(at - _FAR, at)]) for at in reach}

    def features(self, c: Candidate, *, without: int | None = None) -> list[tuple[Feature, float]]:
        """The features of a candidate with their amounts.

        Where weights are fitted, `without` is whether it is a mention: its own occurrence is then not counted.
        """
        return [*self.own(c, without=without), *((name, 1.0) for name in self.around(c))]

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
            ("mention before", self._ends.get(c.start, ""), type_),
            ("mention behind", self._starts.get(c.end, ""), type_),
        ]
        if self._repeated[form, type_] > c.first:
            names.append(("repeated", "here", status))
        names += self._among_others(c)
        if self._known.given:
            names += self._as_read(form, type_, status)
        return names

    def _often(self, word: tuple[str, str], without: int | None) -> tuple[float, str]:
        right, of = self._counts.get(word, (0, 0))
        if without is not None:
            right, of = right - without, of - 1
        return odds(right, of, self._bases[word[1], min(LONGEST, len(word[0]))]), str(
            min(_OFTENEST, (of + 1).bit_length() - 1)
        )

    def _as_read(self, form: str, type_: str, status: str) -> list[Feature]:
        """How often the word was read as such a thing in the passage, and in its chapter."""
        here = str(min(2, self._known.here[form, type_]))
        chapter = str(min(3, (self._known.chapter[form, type_] + 1).bit_length() - 1))
        return [("read in the passage", here, status), ("read in the chapter", chapter, status)]

    def _among_others(self, c: Candidate) -> list[Feature]:
        """How it lies to what the first pass took, and whether a longer word takes it in."""
        names: list[Feature] = []
        at = bisect_left(self._first, (c.start, c.end, ""))
        for start, end, _ in self._first[max(0, at - 1) : at + 2]:
            if start < c.end and c.start < end and not c.first:
                if (start, end) == (c.start, c.end):
                    kind = "same"
                elif start <= c.start and c.end <= end:
                    kind = "inside"
                else:
                    kind = "around" if c.start <= start and end <= c.end else "across"
                names.append(("another taken", kind, c.status))
                break
        if self._reach[c.start] > c.end or self._across[c.start] >= c.end:
            names.append(("longer word", "around", ""))
        return names


def _class_of(layer: str) -> str:
    """base, note, or argument: what kind of text a layer is."""
    if layer in layers().base:
        return "base"
    return "note" if layer in layers().notes else "argument"
