"""Years of the Annals that stand without their duke: 襄八年…　二十八年蔡侯歸自晉 are two years of one duke.

Who puts passages of the Annals side by side names the duke at the first of them. A year alone counts anything; it is one of
that duke if a tradition on the Annals has, under that year, the words that stand behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from yili_kg.annotation.follow import follow_division
from yili_kg.annotation.spans import Found, covered
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import plain_year, traditions
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["YEAR_IN_A_ROW", "year_in_a_row", "years_in_a_row"]

#: The rule of a year whose duke is named with one before it.
YEAR_IN_A_ROW = "year-of-the-duke-before"
#: So many graphs behind the year run along with what the tradition has under it, so many of the first just so; no more than
#: so many code points are read.
_LEAST, _JUST_SO, _READ = 5, 3, 30


def year_in_a_row(folded: str, start: int, end: int) -> str:
    """`襄公二十八年`: a year between two places, with the duke of the nearest year before it that has one; or empty."""
    places, dukes = _dukes(folded)
    before = bisect_left(places, start) - 1
    return plain_year(f"{dukes[before]}公{folded[start:end]}") if before >= 0 else ""


@lru_cache(maxsize=4)  # of one text every such year is asked for, by both passes
def _dukes(folded: str) -> tuple[list[int], str]:
    """Where the years with a duke stand in a folded text, and the dukes."""
    found = list(load_patterns("titles")["year-of-a-duke"].finditer(folded))
    return [m.start() for m in found], "".join(m.group()[0] for m in found)


def years_in_a_row(folded: str, layer: str, shelf: Shelf, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The years in a folded text that follow on one with its duke, in order, but those that touch what is `taken`."""
    if layer in layers().base or layer in layers().silent or not _dukes(folded)[0]:
        return []
    inside = covered(len(folded), taken)
    found: list[Found] = []
    for year in load_patterns("titles")["year-without-a-duke"].finditer(folded, _dukes(folded)[0][0]):
        start, end = year.span()
        tradition = "" if any(inside[start:end]) else _whose(folded, start, end, shelf)
        if tradition:
            found.append(Found(start, end, "work", tradition, YEAR_IN_A_ROW))
    return found


def _whose(folded: str, start: int, end: int, shelf: Shelf) -> str:
    """The tradition that has the words behind a year under it; empty for none."""
    year = year_in_a_row(folded, start, end)
    for tradition in traditions():
        book = follow_division(folded, shelf, f"{tradition}·{year}")
        if book is None or tradition not in load_lexicon().entries:
            continue
        just_so = book.first_run(end, end + 1, _JUST_SO) == end
        if just_so and book.along(end, end + _READ) - end >= _LEAST:
            return tradition
    return ""
