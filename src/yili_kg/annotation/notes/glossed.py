"""The words that a note glosses: a report of a reading that names no word of the text means the one glossed last."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from yili_kg.annotation.notes.tokens import NoteTokens

__all__ = ["Glossed"]

_NONE = -1


class Glossed:
    """The words of the text that a note glosses, by the place at which the gloss ends."""

    def __init__(self, tokens: NoteTokens, glossed: Sequence[tuple[int, str]]) -> None:
        """`glossed` are the places at which glosses end, in graphs, with the folded word glossed, in order."""
        known = sorted((end, number, word) for number, (end, word) in enumerate(glossed) if tokens.in_base(word))
        self._ends = [end for end, _, _ in known]
        #: For each end the word glossed last up to there, and the last other word, each with its number.
        self._last: list[tuple[int, str, int, str]] = []
        last, word, other, other_word = _NONE, "", _NONE, ""
        for _, number, graphs in known:
            if number > last:
                if graphs != word:
                    other, other_word = last, word
                last, word = number, graphs
            elif graphs != word and number > other:
                other, other_word = number, graphs
            self._last.append((last, word, other, other_word))

    def before(self, place: int, variant: str) -> str:
        """The word of the text glossed last before graph `place` that is not `variant` itself; empty if none is."""
        number = bisect_right(self._ends, place) - 1
        if number < 0:
            return ""
        _, word, _, other = self._last[number]
        return word if word != variant else other
