"""Words and turns of phrase of notes: `words.yaml`, `turns.yaml` and `voices.yaml` in `extraction/rules/notes/`."""

from __future__ import annotations

import re
from functools import cache

from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["turn", "voice", "without_finals", "words"]


@cache
def words(name: str) -> frozenset[str]:
    """The folded words of a list."""
    return frozenset(load_word_lists("notes/words")[name].words)


@cache
def turn(name: str) -> re.Pattern[str]:
    """A turn of phrase, to be held against folded graphs."""
    return load_patterns("notes/turns")[name]


@cache
def voice(name: str) -> re.Pattern[str]:
    """How it is said who speaks, to be held against folded text as it stands."""
    return load_patterns("notes/voices")[name]


def without_finals(graphs: str, begin: int, stop: int) -> int:
    """Where graphs `begin`–`stop` end without the particles at their end; `begin` where there is nothing else."""
    finals = words("finals")
    while stop > begin and graphs[stop - 1] in finals:
        stop -= 1
    return stop
