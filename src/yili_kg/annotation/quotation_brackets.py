"""Small print within larger: what is quoted in it ends with it, and what is quoted around it leaves it out.

Between 鬼神之餘 and 惠術也 of 鬼神之餘(案此下今注疏本有也字)惠術也 an editor speaks; of (周禮註作潼容)容者 nothing behind the
bracket is quoted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from yili_kg.annotation.quotation_marks import Span

__all__ = ["SmallPrint"]

#: Small print between brackets; a line of two columns closes its own, and the next one opens the same print again.
_COLUMNS = r"(?:[¶\s\u3000]|<[^>\n]*>)*"
_SMALL = re.compile(rf"(?:[(（][^()（）]*[)）](?:{_COLUMNS}(?<=\n){_COLUMNS}(?=[(（]))?)+|【[^【】]*】")
#: Fewer graphs behind a title are no words that a bracket holds with it: 士冠禮):「…」 is quoted behind the bracket.
_LEAST = 2


class SmallPrint:
    """The brackets of a folded text."""

    def __init__(self, folded: str) -> None:
        self._spans = [m.span() for m in _SMALL.finditer(folded)] if any(b in folded for b in "(（【") else []
        self._starts = [start for start, _ in self._spans]

    def close(self, start: int, end: int) -> int:
        """Where the bracket closes in which a title stands at `start`–`end` with words behind it; -1 where it is in none."""
        at = bisect_right(self._starts, start) - 1
        close = self._spans[at][1] - 1 if at >= 0 else -1
        return close if close - end >= _LEAST else -1

    def outside(self, quotes: Sequence[Span]) -> tuple[Span, ...]:
        """The quotations without the small print that stands in them."""
        if not self._spans:
            return tuple(quotes)
        return tuple(part for quote in quotes for part in self._parts(*quote))

    def _parts(self, begin: int, end: int) -> list[Span]:
        parts: list[Span] = []
        for start, close in self._spans[bisect_right(self._starts, begin) :]:
            if close > end:
                break
            parts.append((begin, start))
            begin = close
        return [(a, b) for a, b in (*parts, (begin, end)) if b > a]
