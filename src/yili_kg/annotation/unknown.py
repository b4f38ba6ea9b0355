"""Nouns that the lexicon may lack: frequent words behind verbs of handling that no mention covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Segment
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold
from yili_kg.text.graphs import is_graph

__all__ = ["Suspected", "Unknown", "suspected_in", "unknown_nouns"]

#: Words of two and three graphs are asked; one graph alone says too little.
_LENGTHS = (3, 2)
#: A word that occurs less often is not reported.
_LEAST = 3
#: So many code points around a word show what it may mean.
_AROUND = 6


@dataclass(frozen=True, slots=True)
class Unknown:
    """A suspected noun, how often it follows a verb of handling, and one place where it does."""

    word: str
    count: int
    segment: str
    context: str


@cache
def _words() -> tuple[tuple[str, ...], frozenset[str]]:
    lists = load_word_lists("unknown")
    return tuple(lists["handling"].words), frozenset(lists["particles"].words)


@dataclass(slots=True)
class Suspected:
    """Words of an edition, or of several, that may be nouns: how often each stands there, and where first, with what around."""

    counts: Counter[str] = field(default_factory=Counter)
    first: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, other: Suspected) -> None:
        """Add what comes behind this in the order of the editions."""
        self.counts.update(other.counts)
        for word, place in other.first.items():
            self.first.setdefault(word, place)


def suspected_in(annotated: Annotated) -> Suspected:
    """The words of one edition that may be nouns."""
    found = Suspected()
    covered: dict[str, set[int]] = {}
    for mention in annotated.mentions:
        covered.setdefault(mention.segment, set()).update(range(mention.start, mention.end))
    for segment in annotated.edition.segments:
        for place, word in _suspected(segment, covered.get(segment.id, set())):
            found.counts[word] += 1
            if word not in found.first:
                around = segment.text[max(0, place - _AROUND) : place + len(word) + _AROUND]
                found.first[word] = segment.id, around
    return found


def unknown_nouns(editions: Iterable[Annotated | Suspected], most: int = 200) -> list[Unknown]:
    """The most frequent suspected nouns, the longer word before a shorter one that it explains."""
    found = Suspected()
    for one in editions:
        found.add(one if isinstance(one, Suspected) else suspected_in(one))
    counts, first = found.counts, found.first
    for word in [w for w in counts if len(w) == max(_LENGTHS)]:
        # 長臑 is told instead of its beginning where most of what begins so goes on so.
        if counts[word] >= _LEAST and counts[word] * 2 > counts[word[: min(_LENGTHS)]]:
            counts[word[: min(_LENGTHS)]] = 0
    frequent = [(n, w) for w, n in counts.items() if n >= _LEAST]
    return [Unknown(w, n, *first[w]) for n, w in sorted(frequent, key=lambda f: (-f[0], f[1]))[:most]]


def _suspected(segment: Segment, covered: set[int]) -> Iterator[tuple[int, str]]:
    """The words of a segment that may be nouns, each with its place; none of their graphs is `covered` by a mention."""
    particles, known = _words()[1], load_lexicon().forms
    text = fold(segment.text)
    for place in _behind_verbs(text):
        for length in _LENGTHS:
            word = text[place : place + length]
            if len(word) < length or word in known or not particles.isdisjoint(word):
                continue
            if covered.isdisjoint(segment.offsets[place : place + length]) and all(map(is_graph, word)):
                yield place, word


def _behind_verbs(text: str) -> Iterator[int]:
    """The places in a folded text right behind a verb of handling, or one graph further."""
    verbs = _words()[0]
    for place in range(1, len(text) - 1):
        if text.startswith(verbs, place - 1) or text.startswith(verbs, max(0, place - 2), place):
            yield place
