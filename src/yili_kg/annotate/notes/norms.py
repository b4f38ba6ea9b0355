"""Norms by rank: rows such as 天子十二, 上公九, 侯伯七, 子男五 or 士則鹿中, 大夫兕中, in any layer.

A row is two ranks or more, each with words of one build beside it: all of them measures, or all ending or beginning
with the same graph. Ranks that merely act one after the other make no row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedWord, Rule, read_rules

__all__ = ["FoundNorm", "Rank", "find_norms", "load_ranks"]

_NUMBER = "[一二三四五六七八九十百千再]+(?:有[一二三四五六七八九]|又[一二三四五六七八九])?"
_LINK = re.compile("^(?:則|亦|皆|以|用|之|禮)*")
_MEASURE = re.compile(f"^(?:則|亦|皆|以|用|設|有|服|之)*({_NUMBER})([^其則為者也而以之]{{0,2}})$")
#: Graphs that values share without being about the same thing.
_GRAMMAR = frozenset("之也者矣焉以為是使見則而其於所人拜面升降出入言")
#: The longest words beside a rank, in graphs.
_LONGEST = 6


class Rank(Rule):
    """A rank: the lexicon's concept, its place among ranks, and the words for it."""

    concept: Filled = Field(description="headword in the lexicon")
    order: int = Field(ge=1, description="the highest is 1; equal ranks share it")
    names: tuple[FoldedWord, ...] = Field(min_length=1, description="words for it, the longest first")
    match: tuple[Filled, ...] = Field(min_length=1, description="words that begin with it")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="words that do not")


@dataclass(frozen=True, slots=True, order=True)
class FoundNorm:
    """What holds for one rank, in graphs; `aspect` is the graph that all values share or the unit, `series` the row."""

    start: int
    end: int
    rank: str
    value: tuple[int, int]
    aspect: str
    series: int


@cache
def load_ranks() -> tuple[Rank, ...]:
    """The ranks that come with yili-kg, highest first; raises DataError for a broken row."""
    return read_rules(data_folder("extraction") / "rules" / "notes" / "ranks.yaml", Rank)


@cache
def _words() -> tuple[re.Pattern[str], dict[str, str]]:
    concept = {name: rank.concept for rank in load_ranks() for name in rank.names}
    return re.compile("|".join(sorted(concept, key=lambda n: (-len(n), n)))), concept


def find_norms(graphs: str, gaps: Sequence[int]) -> list[FoundNorm]:
    """The norms in some graphs, in order; `gaps[i]` is what stands before graph `i` (0 nothing)."""
    words, concept = _words()
    found: list[FoundNorm] = []
    row: list[tuple[int, int, int]] = []  # rank begins, rank ends, words end
    marks = list(words.finditer(graphs))
    for number, match in enumerate(marks):
        limit = marks[number + 1].start() if number + 1 < len(marks) else len(graphs)
        end = match.end()
        while end < min(limit, match.end() + _LONGEST) and not (end > match.end() and gaps[end] > 0):
            end += 1
        if row and (row[-1][2] != match.start() or graphs[row[-1][0] : row[-1][1]] == match.group()):
            found.extend(_row(graphs, row, concept))
            row = []
        if end > match.end():
            row.append((match.start(), match.end(), end))
        elif row:
            found.extend(_row(graphs, row, concept))
            row = []
    found.extend(_row(graphs, row, concept))
    return found


def _row(graphs: str, row: Sequence[tuple[int, int, int]], concept: dict[str, str]) -> list[FoundNorm]:
    """The norms of a row of ranks with their words, from its first member of the common build on."""
    for begin in range(len(row) - 1):
        for size in range(len(row) - begin, 1, -1):
            part = row[begin : begin + size]
            values = [graphs[b:c] for _, b, c in part]
            cut = part[-1][1] + _last(values)
            part = [*part[:-1], (*part[-1][:2], cut)]
            values[-1] = graphs[part[-1][1] : cut]
            aspect = _aspect(values)
            if aspect is None:
                continue
            made = []
            for a, b, c in part:
                link = _LINK.match(graphs[b:c])
                value = (b + (link.end() if link and link.end() < c - b else 0), c)
                made.append(FoundNorm(a, c, concept[graphs[a:b]], value, aspect, part[0][0]))
            return [*made, *_row(graphs, row[begin + size :], concept)]
    return []


def _last(values: Sequence[str]) -> int:
    """How long the last value of a row is, behind which the text goes on: as the others are built."""
    measure = _MEASURE.match(values[0])
    last = _LINK.match(values[-1])
    begin = last.end() if last else 0
    if measure:
        number = re.compile(_NUMBER + re.escape(measure.group(2))).match(values[-1], begin)
        return number.end() if number else len(values[-1])
    bare = _LINK.sub("", values[0])
    at = values[-1].find(bare[-1:], begin + 1) if bare else -1
    return at + 1 if at >= 0 else len(values[-1])


def _aspect(values: Sequence[str]) -> str | None:
    """What the values of a row are about: their unit, or the graph that they share; None where they make no row."""
    measures = [_MEASURE.match(v) for v in values]
    if all(measures):
        units = {m.group(2) for m in measures if m}
        return units.pop() if len(units) == 1 else "" if "" in units else None
    bare = [_LINK.sub("", v) for v in values]
    if any(len(v) < 2 for v in bare) or len(set(bare)) < len(bare):
        return None
    if len({v[-1] for v in bare}) == 1 and bare[0][-1] not in _GRAMMAR:
        return bare[0][-1]
    return None
