"""What of a note is taken already: by the readings that it reports, and by the glosses found so far."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence

from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import NoteTokens

__all__ = ["Taken"]


class Taken:
    """The graphs of a note that are taken, and the glosses in the order in which they were found."""

    def __init__(self, tokens: NoteTokens, reports: Sequence[tuple[int, int]]) -> None:
        """`reports` are the stretches in which the note reports readings, in graphs."""
        self._tokens = tokens
        self.graphs = bytearray(len(tokens.graphs))
        self.found: list[FoundGloss] = []
        #: Where the glosses end, in order, the one found first last among those that end together.
        self._ends: list[tuple[int, int]] = []
        self._reported = sorted(end for _, end in reports)
        for start, end in reports:
            self.take(start, end)

    def take(self, start: int, end: int) -> None:
        """Nothing else is sought from graph `start` to graph `end` by the formulas."""
        self.graphs[start:end] = b"\1" * (end - start)

    def add(self, gloss: FoundGloss) -> None:
        """One more gloss; its graphs are not taken by that."""
        insort(self._ends, (gloss.end, -len(self.found)))
        self.found.append(gloss)

    def begin(self, at: int) -> int:
        """Where the words before graph `at` begin: behind the last break, and behind what is taken."""
        begin = self._tokens.back(max(0, at - 1)) if at else 0
        return max(begin, self.graphs.rfind(1, begin, at) + 1)

    def last(self, at: int) -> FoundGloss | None:
        """The gloss that ends last before graph `at`."""
        number = bisect_right(self._ends, (at, 0))
        return self.found[-self._ends[number - 1][1]] if number else None

    def report(self, at: int) -> int:
        """The end of the last reading reported before graph `at`; 0 where there is none."""
        number = bisect_right(self._reported, at)
        return self._reported[number - 1] if number else 0
