"""Years of the Annals that stand without their duke: 襄八年…　二十八年蔡侯歸自晉 are two years of one duke.

Who puts passages of the Annals side by side names the duke at the first of them. A year alone counts anything; it is one of
that duke if a tradition on the Annals has, under that year, the words that stand behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yili_kg.annotation.follow import follow_division
from yili_kg.annotation.spans import Found
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import plain_year, traditions
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["IN_A_ROW", "year_in_a_row", "years_in_a_row"]

#: The rule of a year whose duke is named with one before it.
IN_A_ROW = "year-of-the-duke-before"
#: So many graphs behind the year run along with what the tradition has under it, so many of the first just so; no more than
#: so many code points are read.
_LEAST, _JUST_SO, _READ = 6, 3, 30


def year_in_a_row(folded: str, start: int, end: int) -> str:
    """`襄公二十八年`: a year between two places, with the duke of the nearest year before it that has one; or empty."""
    dukes = load_patterns("titles")["year-of-a-duke"].finditer(folded, 0, start)
    last = max(dukes, key=lambda m: m.start(), default=None)
    return plain_year(f"{last.group()[0]}公{folded[start:end]}") if last is not None else ""


def years_in_a_row(folded: str, layer: str, shelf: Shelf, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The years in a folded text that follow on one with its duke, in order, but those that touch what is `taken`."""
    if layer in layers().base or layer in layers().silent:
        return []
    found: list[Found] = []
    for start, end in _candidates(folded):
        if any(a < end and start < b for a, b in taken):
            continue
        tradition = _whose(folded, start, end, shelf)
        if tradition:
            found.append(Found(start, end, "work", tradition, IN_A_ROW))
    return found


def _candidates(folded: str) -> Iterator[tuple[int, int]]:
    """The years without a duke behind the first that has one."""
    patterns = load_patterns("titles")
    first = patterns["year-of-a-duke"].search(folded)
    for year in patterns["year-without-a-duke"].finditer(folded, first.end()) if first is not None else ():
        yield year.span()


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
