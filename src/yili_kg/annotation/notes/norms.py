"""Norms by rank: rows such as 天子十二, 上公九, 侯伯七, 子男五 or 士則鹿中, 大夫兕中, in any layer.

A row is two ranks or more, each with words of one build beside it: all of them measures, or all ending or beginning
with the same graph. Ranks that merely act one after the other make no row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from yili_kg.annotation.notes.phrases import turn, words
from yili_kg.annotation.notes.ranks import load_ranks

__all__ = ["FoundNorm", "find_norms"]

#: The longest words beside a rank, in graphs.
_LONGEST = 6


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class FoundNorm:
    """What holds for one rank, in graphs; `aspect` is the graph that all values share or the unit, `series` the row."""

    start: int
    end: int
    rank: str
    value: tuple[int, int]
    aspect: str
    series: int


@cache
def _words() -> tuple[re.Pattern[str], dict[str, str]]:
    concept = {name: rank.concept for rank in load_ranks() for name in rank.names}
    return re.compile("|".join(sorted(concept, key=lambda n: (-len(n), n)))), concept


def find_norms(graphs: str, gaps: Sequence[int]) -> list[FoundNorm]:
    """The norms in some graphs, in order; `gaps[i]` is what stands before graph `i` (0 nothing)."""
    named, concept = _words()
    found: list[FoundNorm] = []
    row: list[_Member] = []
    marks = [match.span() for match in named.finditer(graphs)]
    for (start, end), following in zip(marks, [*(mark[0] for mark in marks[1:]), len(graphs)], strict=False):
        last = _last_beside(gaps, end, following)
        if row and (row[-1].end != start or graphs[row[-1].start : row[-1].rank_end] == graphs[start:end]):
            found.extend(_norms(graphs, row, concept))
            row = []
        if last > end:
            row.append(_Member(start, end, last))
        elif row:
            found.extend(_norms(graphs, row, concept))
            row = []
    found.extend(_norms(graphs, row, concept))
    return found


class _Member(NamedTuple):
    """A member of a row, in graphs: its rank, and the words beside it."""

    start: int
    rank_end: int
    end: int


def _last_beside(gaps: Sequence[int], begin: int, limit: int) -> int:
    """Where the words beside a rank end that ends at `begin`: at a gap, at the next rank, or when they get long."""
    end = begin
    while end < min(limit, begin + _LONGEST) and not (end > begin and gaps[end] > 0):
        end += 1
    return end


def _norms(graphs: str, row: Sequence[_Member], concept: dict[str, str]) -> Iterator[FoundNorm]:
    """The norms of a row of ranks with their words: the longest parts of one build, from the first member on.

    A part has no more members than there are ranks.
    """
    begin = 0
    while begin < len(row) - 1:
        for size in range(min(len(row) - begin, len(load_ranks())), 1, -1):
            part = _cut(graphs, row[begin : begin + size])
            aspect = _aspect([graphs[member.rank_end : member.end] for member in part])
            if aspect is not None:
                yield from (_norm(graphs, member, part[0].start, aspect, concept) for member in part)
                begin += size
                break
        else:
            begin += 1


def _cut(graphs: str, part: Sequence[_Member]) -> list[_Member]:
    """A part of a row whose last words end where those of the first do."""
    first, last = part[0], part[-1]
    length = _last(graphs[first.rank_end : first.end], graphs[last.rank_end : last.end])
    return [*part[:-1], last._replace(end=last.rank_end + length)]


def _norm(graphs: str, member: _Member, series: int, aspect: str, concept: dict[str, str]) -> FoundNorm:
    link = turn("norm-link").match(graphs, member.rank_end, member.end)
    value = link.end() if link and link.end() < member.end else member.rank_end
    return FoundNorm(
        start=member.start,
        end=member.end,
        rank=concept[graphs[member.start : member.rank_end]],
        value=(value, member.end),
        aspect=aspect,
        series=series,
    )


def _bare(value: str) -> str:
    """A value without the words that link it to its rank."""
    link = turn("norm-link").match(value)
    return value[link.end() :] if link else value


def _last(first: str, last: str) -> int:
    """How long the last value of a row is, behind which the text goes on: as the first is built."""
    measure = turn("norm-measure").match(first)
    begin = len(last) - len(_bare(last))
    if measure:
        number = turn("norm-number").match(last, begin)
        same = number is not None and last.startswith(measure["unit"], number.end())
        return number.end() + len(measure["unit"]) if number and same else len(last)
    bare = _bare(first)
    at = last.find(bare[-1:], begin + 1) if bare else -1
    return at + 1 if at >= 0 else len(last)


def _aspect(values: Sequence[str]) -> str | None:
    """What the values of a row are about: their unit, or the graph that they share; None where they make no row."""
    measures = [turn("norm-measure").match(v) for v in values]
    if all(measures):
        units = {m["unit"] for m in measures if m}
        return units.pop() if len(units) == 1 else "" if "" in units else None
    bare = [_bare(v) for v in values]
    if any(len(v) < 2 for v in bare) or len(set(bare)) < len(bare):
        return None
    if len({v[-1] for v in bare}) == 1 and bare[0][-1] not in words("no-aspect"):
        return bare[0][-1]
    return None
