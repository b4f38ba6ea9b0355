"""Parts of the chapter on mourning, named by their degree: 緦麻章云, 不杖期傳云, 疏引大功章女子子適人者.

A degree is named for its part of the chapter where this says something, where a commentator brings it, and where words of the
chapter stand behind it, which is asked of the library of cited books; 成人在大功章 is a degree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yili_kg.annotation.follow import follow_division
from yili_kg.annotation.spans import Found, covered
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import divisions
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["OF_THE_MOURNING", "degrees"]

#: The rule of a part of the chapter on mourning that is named by its degree.
OF_THE_MOURNING = "title-of-a-part-of-the-mourning"
#: So many graphs must run along with the chapter; no more code points than this are read.
_LEAST, _READ = 5, 30


def degrees(folded: str, layer: str, shelf: Shelf | None, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The parts named by their degree in a segment, in order, but those that touch what is `taken`."""
    if layer in layers().base or layer in layers().silent:
        return []
    inside = covered(len(folded), taken)
    found = {Found(*span, "work", chapter, OF_THE_MOURNING) for chapter, span in _named(folded, shelf)}
    return sorted(f for f in found if not any(inside[f.start : f.end]))


def _named(folded: str, shelf: Shelf | None) -> Iterator[tuple[str, tuple[int, int]]]:
    """The chapters whose parts are named by degrees, each with where one is named; one may be told twice."""
    patterns = load_patterns("titles")
    for chapter in divisions("told-by-degrees"):
        for named in patterns["part-of-the-mourning"].finditer(folded):
            yield chapter, named.span("part")
        if shelf is None:
            continue
        for named in patterns["part-of-the-mourning-with-words"].finditer(folded):
            book, begin = follow_division(folded, shelf, chapter), named.end()
            if book is not None and book.along(begin, begin + _READ) - begin >= _LEAST:
                yield chapter, named.span("part")
