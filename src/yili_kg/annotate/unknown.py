"""Nouns that the lexicon may lack: frequent words behind verbs of handling that no mention covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import yaml

from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated
from yili_kg.text.folding import fold
from yili_kg.text.graphs import is_graph

__all__ = ["Unknown", "unknown_nouns"]

#: Words of two and three graphs are asked; one graph alone says too little.
_LENGTHS = (3, 2)
#: A word that occurs less often is not reported.
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Unknown:
    """A suspected noun, how often it follows a verb of handling, and one place where it does."""

    word: str
    count: int
    segment: str
    context: str


@cache
def _words() -> tuple[tuple[str, ...], frozenset[str]]:
    rules = yaml.safe_load((data_folder("extraction") / "rules" / "unknown.yaml").read_text(encoding="utf-8"))
    return tuple(fold(v) for v in rules["handling"]), frozenset(fold(rules["particles"]))


def unknown_nouns(editions: Iterable[Annotated], most: int = 200) -> list[Unknown]:
    """The most frequent suspected nouns, the longer word before a shorter one that it explains."""
    verbs, particles = _words()
    known = load_lexicon().forms
    counts: Counter[str] = Counter()
    first: dict[str, tuple[str, str]] = {}
    for annotated in editions:
        covered: dict[str, list[tuple[int, int]]] = {}
        for mention in annotated.mentions:
            covered.setdefault(mention.segment, []).append((mention.start, mention.end))
        for segment in annotated.edition.segments:
            text = fold(segment.text)
            taken = {i for a, b in covered.get(segment.id, ()) for i in range(a, b)}
            for place in range(1, len(text) - 1):
                if not text.startswith(verbs, place - 1) and not text.startswith(verbs, max(0, place - 2), place):
                    continue
                for length in _LENGTHS:
                    word = text[place : place + length]
                    free = all(segment.offsets[i] not in taken for i in range(place, min(place + length, len(text))))
                    if (
                        len(word) == length
                        and free
                        and word not in known
                        and particles.isdisjoint(word)
                        and all(map(is_graph, word))
                    ):
                        counts[word] += 1
                        first.setdefault(word, (segment.id, segment.text[max(0, place - 6) : place + length + 6]))
    for word in [w for w in counts if len(w) == max(_LENGTHS)]:
        if counts[word] >= _LEAST and counts[word] * 2 > counts[word[:2]]:
            counts[word[:2]] = 0
    frequent = [(n, w) for w, n in counts.items() if n >= _LEAST]
    return [Unknown(w, n, *first[w]) for n, w in sorted(frequent, key=lambda f: (-f[0], f[1]))[:most]]
