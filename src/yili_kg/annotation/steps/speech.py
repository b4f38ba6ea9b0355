"""What is said: from 曰 to where the telling of the rite goes on."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict

from yili_kg.annotation.steps.stream import Stream
from yili_kg.annotation.steps.words import Words
from yili_kg.tables.patterns import load_patterns

__all__ = ["Speech"]

_OPENING = "“「『"
_CLOSING = "”」』"
#: Over how many segments words in quotation marks may run.
_SEGMENTS = 6


class Speech:
    """Where what is said in a stream ends, with quotation marks or without."""

    def __init__(self, stream: Stream, words: Words) -> None:
        self._s, self._t, self._n = stream, stream.folded, len(stream.folded)
        self._addressed, self._governs = words.lists["addressed"], words.lists["governs_persons"]
        patterns = load_patterns("steps/patterns")
        self._spoken, self._told, self._one_word = patterns["spoken"], patterns["told"], patterns["one-word"]
        self._closed: dict[int, dict[str, list[int]]] = {}

    def end(self, start: int) -> int:
        """Where the words that begin at `start`, behind 曰, end: the first graph of the stream that is told again."""
        quoted = self.quoted_end(start)
        if quoted:
            return quoted
        if self._is_one_word(start):
            return start + 1
        ends = self._s.sentence
        for place in range(start + 1, self._n):
            strength = self._s.breaks[place]
            if (strength or not self._s.punctuated) and self._is_told(place):
                return place
            if strength >= ends and not self._spoken.search(self._t, place, self._s.until(place, ends)):
                return place
        return max(self._n, start)

    def _is_one_word(self, start: int) -> bool:
        """曰升升: what is said is done; 曰諾乃…: one word of assent."""
        again = start + 1 < self._n and self._t[start] == self._t[start + 1]
        return again or self._one_word.match(self._t, start) is not None

    def _is_told(self, place: int) -> bool:
        """Whether a person of the rite and an act of his stand at `place`."""
        noun = self._s.nouns.get(place)
        if noun is None or noun.kind != "person" or noun.text in self._addressed:
            return False
        if self._s.breaks[place] == 0 and self._t[place - 1] in self._governs:
            return False
        acts = self._told.match(self._t, noun.end)
        return acts is not None and self._s.breaks[noun.end] <= 1

    def quoted_end(self, start: int) -> int:
        """The end of words in quotation marks that open right before `start`, or 0."""
        opening = self._s.mark_before(start) if start < self._n else ""
        if not opening or opening not in _OPENING:
            return 0
        close = _CLOSING[_OPENING.index(opening)]
        owner = self._s.owner[start]
        index = self._s.index[start]
        for number in range(owner, min(owner + _SEGMENTS, len(self._s.segments))):
            marks = self._closings(number).get(close, [])
            found = bisect_right(marks, index - 1)
            if found < len(marks):
                return self._first_behind(number, marks[found], start)
            index = 0
        return 0

    def _closings(self, number: int) -> dict[str, list[int]]:
        """Where the closing marks of a segment stand in its text."""
        if number not in self._closed:
            marks: defaultdict[str, list[int]] = defaultdict(list)
            for i, graph in enumerate(self._s.segments[number].text):
                if graph in _CLOSING:
                    marks[graph].append(i)
            self._closed[number] = marks
        return self._closed[number]

    def _first_behind(self, number: int, mark: int, start: int) -> int:
        """The first graph of the stream, from `start` on, behind a mark of a segment."""
        begin = bisect_right(self._s.owner, number - 1, start)
        return bisect_right(self._s.index, mark, begin, bisect_right(self._s.owner, number, begin))
