"""Rivals: what claims graphs of a text and is no mention – formula words, dates, measures, verbs with their objects.

上文君使卿 has 上文 and 君, not 文君; 七百里革車 a measure and 革車, not 里革. The turns of phrase are those of
`extraction/rules/rivals.yaml`. A rival takes part in both passes: in the first a word that the lexicon alone vouches for
yields to it, in the second it is weighed like any word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from yili_kg.annotation.rival_rules import HELD, RivalRule, load_rival_rules
from yili_kg.errors import DataError
from yili_kg.tables.patterns import Patterns
from yili_kg.text.needed import Asked

__all__ = ["Rival", "Rivals", "held", "rivals_in"]


#: A rival of a tuple, without a call of its own.
_made = tuple.__new__


class Rival(NamedTuple):
    """The code points `start`–`end` of a folded text that a rule of this kind claims."""

    start: int
    end: int
    kind: str
    rule: str


class Rivals:
    """The rules, each compiled."""

    def __init__(self, rules: tuple[RivalRule, ...]) -> None:
        """Raises DataError for a pattern that is no regular expression or that can claim nothing."""
        self.patterns = Patterns(rules)
        told = ((self.patterns[r.id], r) for r in rules if r.kind != "piece")
        self._asked = Asked((p, (HELD if HELD in p.groupindex else 0, r.kind, r.id)) for p, r in told)
        for rule in rules:
            if self.patterns[rule.id].match("") is not None:
                raise DataError(f"rule {rule.id}: the pattern takes nothing", where=rule.place)

    def find(self, folded: str) -> tuple[Rival, ...]:
        """All claims in a folded text, in order; those of different rules may overlap."""
        found: set[Rival] = set()
        for pattern, (group, kind, rule) in self._asked.of(folded):
            for match in pattern.finditer(folded):
                start, end = match.span(group)
                if start < end:
                    found.add(_made(Rival, (start, end, kind, rule)))
        return tuple(sorted(found))


def held(rivals: Iterable[Rival]) -> Mapping[int, tuple[int, int]]:
    """Which claim holds each code point; of several the longest."""
    places: dict[int, tuple[int, int]] = {}
    for start, end, _, _ in sorted(rivals, key=lambda r: (r.end - r.start, r)):
        for place in range(start, end):
            places[place] = (start, end)
    return places


@cache
def _rivals() -> Rivals:
    return Rivals(load_rival_rules())


@lru_cache(maxsize=8)  # both passes ask for the same text
def rivals_in(folded: str) -> tuple[Rival, ...]:
    """All claims in a folded text by the rules that come with yili-kg."""
    return _rivals().find(folded)
