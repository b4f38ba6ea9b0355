"""Small print within larger: what is quoted in it ends with it, and what is quoted around it leaves it out.

Between 鬼神之餘 and 惠術也 of 鬼神之餘(案此下今注疏本有也字)惠術也 an editor speaks; of (周禮註作潼容)容者 nothing behind the
bracket is quoted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from yili_kg.annotation.quotation_marks import Span
from yili_kg.annotation.spans import FoundCitation
from yili_kg.models import Segment
from yili_kg.models.quick import replace

__all__ = ["SmallPrint"]

#: Small print between brackets; a line of two columns closes its own, and the next one opens the same print again.
_COLUMNS = r"(?=[^\n()（）]*\n)(?:[¶\s]|<[^<>()（）\n]*>)*+(?=[(（])"
_SMALL = re.compile(rf"(?:[(（][^()（）]*[)）](?:{_COLUMNS})?)+|【[^【】]*】")
_OPENING, _CLOSING = "(（【", ")）】"
#: So many code points before a segment say whether it is small print itself.
_BEFORE = 400
#: Fewer graphs behind a title are no words that a bracket holds with it: 士冠禮):「…」 is quoted behind the bracket.
_LEAST = 2


class SmallPrint:
    """The brackets of the source in a segment that is not small print itself, as spans of its text."""

    def __init__(self, raw: str, segment: Segment) -> None:
        self._spans: list[Span] = []
        first, last = (segment.offsets[0], segment.offsets[-1] + 1) if segment.offsets else (0, 0)
        if any(raw.find(mark, first, last) >= 0 for mark in _OPENING) and not _is_inside(raw, first):
            places = segment.offsets
            held = (m.span() for m in _SMALL.finditer(raw, first, last))
            self._spans = [(bisect_left(places, start), bisect_left(places, end)) for start, end in held]
        self._starts = [start for start, _ in self._spans]

    def outside(self, cited: FoundCitation) -> FoundCitation:
        """A citation of the segment's text whose quotations stand within the same print as its title."""
        if not self._spans or not cited.quotes:
            return cited
        at = bisect_right(self._starts, cited.start) - 1
        close = self._spans[at][1] if at >= 0 else -1
        if close - cited.end >= _LEAST:
            cut = ((begin, min(end, close)) for begin, end in cited.quotes)
            quotes = tuple((begin, end) for begin, end in cut if begin < end)
        else:
            quotes = tuple(part for quote in cited.quotes for part in self._parts(*quote))
        return cited if quotes == cited.quotes else replace(cited, quotes=quotes)

    def _parts(self, begin: int, end: int) -> list[Span]:
        """A quotation without the small print that stands in it."""
        parts: list[Span] = []
        for start, close in self._spans[bisect_right(self._starts, begin) :]:
            if close >= end:
                break
            parts.append((begin, start))
            begin = close
        return [(a, b) for a, b in (*parts, (begin, end)) if b > a]


def _is_inside(raw: str, place: int) -> bool:
    """Whether a place of the source stands between brackets, or with one that opens there."""
    if raw[place] in _OPENING:
        return True
    before = max(0, place - _BEFORE)
    return max(raw.rfind(m, before, place) for m in _OPENING) > max(raw.rfind(m, before, place) for m in _CLOSING)
