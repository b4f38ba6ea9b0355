"""Which graphs a text must have for a regular expression to be found in it: one look at the text spares most searches.

A rule file has dozens of turns of phrase, and a sentence has few of them. 三步 wants 步, 里 or 武: in a text with none of
the three it is not searched for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, reduce
from importlib import import_module
from operator import or_
from typing import Any, Generic, TypeVar

__all__ = ["Asked", "needed"]

#: What is asked together with a pattern.
With = TypeVar("With")
#: A set of more graphs tells little: most texts have one of them.
_MOST = 48
#: So many sets of each pattern are looked for, the smallest first.
_SETS = 4
#: So many patterns are few.
_FEW = 6


class Asked(Generic[With]):
    """Patterns that are asked of many texts, each with something that goes with it."""

    def __init__(self, asked: Iterable[tuple[re.Pattern[str], With]]) -> None:
        self._asked = tuple(asked)
        needs = [needed(pattern)[:_SETS] for pattern, _ in self._asked]
        #: Few patterns are asked one by one, with all their sets.
        self._few = [(need, one) for need, one in zip(needs, self._asked, strict=True)] if len(needs) <= _FEW else None
        #: A bit for each pattern that needs nothing, and by graph those of whose smallest set it is one.
        self._always = sum(1 << number for number, sets in enumerate(needs) if not sets)
        self._with: dict[str, int] = {}
        for number, sets in enumerate(needs):
            for graph in sets[0] if sets else ():
                self._with[graph] = self._with.get(graph, 0) | 1 << number
        self._telling = frozenset(self._with)
        #: The further sets of each pattern.
        self._more = tuple(sets[1:] for sets in needs)

    def of(self, text: str) -> list[tuple[re.Pattern[str], With]]:
        """The patterns that may be found in a text, in their order; the others are found nowhere in it."""
        graphs = _graphs_of(text)
        if self._few is not None:
            return [one for sets, one in self._few if not any(map(graphs.isdisjoint, sets))]
        left = reduce(or_, map(self._with.__getitem__, graphs & self._telling), self._always)
        found: list[tuple[re.Pattern[str], With]] = []
        while left:
            lowest = left & -left
            number = lowest.bit_length() - 1
            for need in self._more[number]:
                if need.isdisjoint(graphs):
                    break
            else:
                found.append(self._asked[number])
            left ^= lowest
        return found


@lru_cache(maxsize=4)  # several ask one behind the other of the same text
def _graphs_of(text: str) -> frozenset[str]:
    return frozenset(text)


def needed(pattern: re.Pattern[str]) -> tuple[frozenset[str], ...]:
    """Sets of characters, the smallest first: all that a pattern takes, with what it sees around, has one of each.

    Empty where nothing can be said. A character that stands for another (ignoring case) is not looked for.

    >>> [sorted(need) for need in needed(re.compile("(?<=三)[步里]之?內"))]
    [['三'], ['內'], ['步', '里']]
    """
    try:
        parsed = import_module("re._parser").parse(pattern.pattern, pattern.flags)
    except (ImportError, AttributeError):  # another Python, which has its parser elsewhere: then all are asked
        return ()
    found = {need for need in _of_all(parsed, pattern.flags) if len(need) <= _MOST}
    return tuple(sorted(found, key=lambda need: (len(need), sorted(need))))


def _of_all(parts: Any, flags: int) -> set[frozenset[str]]:
    """What the parts of a pattern need that stand one behind the other."""
    return {need for what, how in parts for need in _of_one(str(what), how, flags)}


def _of_one(what: str, how: Any, flags: int) -> set[frozenset[str]]:
    """What one part of a parsed pattern needs."""
    if flags & re.IGNORECASE:
        return set()
    if what == "LITERAL":
        return {frozenset(chr(how))}
    if what == "IN":
        return _of_class(how)
    if what == "BRANCH":
        return _of_any([_of_all(branch, flags) for branch in how[1]])
    if what == "SUBPATTERN":
        return _of_all(how[3], flags | how[1])
    if what == "ATOMIC_GROUP":
        return _of_all(how, flags)
    if what in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return _of_all(how[2], flags) if how[0] else set()
    return _of_all(how[1], flags) if what == "ASSERT" else set()


def _of_class(members: Any) -> set[frozenset[str]]:
    """What one of a class of characters needs: one of them."""
    found: set[str] = set()
    for what, how in members:
        if str(what) == "LITERAL":
            found.add(chr(how))
        elif str(what) == "RANGE" and how[1] - how[0] < _MOST:
            found.update(map(chr, range(how[0], how[1] + 1)))
        else:
            return set()
    return {frozenset(found)}


def _of_any(branches: list[set[frozenset[str]]]) -> set[frozenset[str]]:
    """What one of several branches needs: of each branch its smallest set, taken together."""
    if not all(branches):
        return set()
    smallest = (min(needs, key=lambda need: (len(need), sorted(need))) for needs in branches)
    return {frozenset().union(*smallest)}
