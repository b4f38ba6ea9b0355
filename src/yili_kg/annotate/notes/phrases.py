"""The word lists and the turns of phrase of notes, as told by `words.yaml` and `turns.yaml` in `extraction/rules/notes/`."""

from __future__ import annotations

import re
from functools import cache

from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["turn", "without_finals", "words"]


@cache
def words(name: str) -> frozenset[str]:
    """The folded words of a list."""
    return frozenset(load_word_lists("notes/words")[name].words)


@cache
def turn(name: str) -> re.Pattern[str]:
    """A turn of phrase, to be held against folded graphs."""
    return load_patterns("notes/turns")[name]


def without_finals(graphs: str, begin: int, stop: int) -> int:
    """Where graphs `begin`–`stop` end without the particles at their end; `begin` where there is nothing else."""
    finals = words("finals")
    while stop > begin and graphs[stop - 1] in finals:
        stop -= 1
    return stop
