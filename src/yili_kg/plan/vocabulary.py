"""The words that the plan goes by, from `extraction/rules/plan/`: lists of words, turns of phrase, sides, pairs, what parts host and guest.

All are folded, so folded text is what is asked about.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.plan.house import Point
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.wordlists import load_word_lists

__all__ = [
    "HostAndGuest",
    "Pair",
    "Side",
    "directions",
    "host_and_guest",
    "pairs",
    "phrase",
    "quarter_at",
    "sides",
    "word",
    "words",
]

_FOLDER = "plan"


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of a list by its file and name: `words("things/cup")`."""
    file, _, which = name.partition("/")
    return load_word_lists(f"{_FOLDER}/{file}")[which].words


@cache
def word(name: str) -> str:
    """The first word of a list, for what has one name."""
    return words(name)[0]


@cache
def phrase(name: str) -> re.Pattern[str]:
    """A turn of phrase of `phrases.yaml`."""
    return load_patterns(f"{_FOLDER}/phrases")[name]


class Side(Row):
    """A side of something: a quarter with its direction (`x` east, `y` north) and `turn` in degrees, or 前, 上, 內 …"""

    side: FoldedWord
    sense: Literal[
        "quarter", "inside", "outside", "before", "behind", "left", "right", "below", "on", "in", "between", "end",
        "lower-end", "beside",
    ]  # fmt: skip
    x: float = 0.0
    y: float = 0.0
    turn: int = 0
    en: Filled

    @property
    def of(self) -> str:
        """What stands before the English of the thing whose side it is."""
        return f"{self.en} of" if self.sense == "quarter" else self.en


class Pair(Row):
    """Parts that come in pairs: the word alone, the eastern and the western one."""

    word: FoldedWord
    east: FoldedWord
    west: FoldedWord


class HostAndGuest(Row):
    """What differs between the host's party and the guests'."""

    what: Filled
    host: FoldedWord
    guest: FoldedWord
    reason: Filled

    def of(self, host: bool) -> str:
        """The host's where `host` holds, else the guests'."""
        return self.host if host else self.guest


@cache
def sides() -> dict[str, Side]:
    """The sides by their words."""
    rows = read_table(data_folder("extraction") / "rules" / _FOLDER / "sides.tsv", Side, unique=("side",))
    return {row.side: row for row in rows}


@cache
def directions() -> dict[str, Point]:
    """Quarter → unit vector, x east and y north."""
    return {row.side: (row.x, row.y) for row in sides().values() if row.sense == "quarter"}


@cache
def quarter_at(turn: int) -> str:
    """The quarter at so many degrees clockwise from north."""
    return next(row.side for row in sides().values() if row.sense == "quarter" and row.turn == turn)


@cache
def pairs() -> dict[str, Pair]:
    """The parts that come in pairs, by the word for either."""
    rows = read_table(data_folder("extraction") / "rules" / _FOLDER / "pairs.tsv", Pair, unique=("word",))
    return {row.word: row for row in rows}


@cache
def host_and_guest() -> dict[str, HostAndGuest]:
    """What differs between the parties, by what it is (`steps`, `mat` …)."""
    rows = read_table(
        data_folder("extraction") / "rules" / _FOLDER / "host-and-guest.tsv", HostAndGuest, unique=("what",)
    )
    return {row.what: row for row in rows}
