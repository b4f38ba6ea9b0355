"""A whole wording that a tradition has (今文曰 …), held against the text: the stretch of it that is most like the wording."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import fuzz

from yili_kg.annotation.notes.meaning import in_order
from yili_kg.annotation.notes.phrases import turn, without_finals
from yili_kg.annotation.notes.tokens import NoteTokens

__all__ = ["MOST_HELD", "Wordings"]

#: So many different wordings of one note are held against the text; no note of the editions known has more than three.
MOST_HELD = 100
#: How many graphs of the text a wording is held against: no segment of base text is longer.
_TEXT = 1_000
#: How many graphs the wording may have where nothing shows its end, and where the end of a sentence does.
_OPEN, _CLOSED = 14, 40
#: How like the words of the text must be to those after 曰 (0 to 100).
_ALIKE = 45
#: So many graphs more or less than the wording may the stretch have.
_MORE_OR_LESS = 3
#: Words in another order are as like as this; a word for a word is better by so much than a word more, and a stretch
#: that shares neither end with the words is cut at random and worse by so much.
_REORDERED, _WORD_FOR_WORD, _CUT_AT_RANDOM = 95.0, 15, 5
#: What begins and ends like the wording and has some graphs more or less between is as like as this, less one for each.
_FILLED = 112.0


class Wordings:
    """The wordings of a note, as far as they were held against the text; `stopped`: there were too many."""

    def __init__(self, tokens: NoteTokens) -> None:
        self._tokens = tokens
        self._text = tokens.base[0].graphs[:_TEXT] if tokens.base else ""
        self._like: dict[str, str] = {}
        self.stopped = False

    def end(self, at: int, stop: int) -> int:
        """Where a wording ends that begins at graph `at`, without particles; a sentence ends at `stop`."""
        graphs = self._tokens.graphs
        end = min(stop, at + (_CLOSED if self._tokens.punctuated else _OPEN))
        # It ends before another report, and where its last graph is taken up to be explained (明粢粢稷也).
        other = turn("reading-wording-over").search(graphs[at:end])
        if other:
            end = at + (other.end() if other["again"] else other.start())
        last = without_finals(graphs, at, end)
        return last if last > at else end

    def like(self, wording: str) -> str:
        """The stretch of the text that a wording stands for; empty where none is like it enough."""
        if not wording or not self._text:
            return ""
        if wording not in self._like:
            if len(self._like) >= MOST_HELD:
                self.stopped = True
                return ""
            self._like[wording] = _most_like(wording, self._text)
        return self._like[wording]


@lru_cache(maxsize=1024)
def _most_like(wording: str, text: str) -> str:
    """The stretch of a text that is most like a wording, if any is like it enough."""
    best, score = "", float(_ALIKE) - 1
    graphs = sorted(wording)
    for length in range(max(1, len(wording) - _MORE_OR_LESS), len(wording) + _MORE_OR_LESS + 1):
        for begin in range(max(1, len(text) - length + 1)):
            stretch = text[begin : begin + length]
            if len(stretch) == len(wording) and sorted(stretch) == graphs:
                like = _REORDERED
            else:
                # What falls short of the best by more than a bonus makes up is not measured to the end.
                like = fuzz.ratio(wording, stretch, score_cutoff=max(0.0, score - _WORD_FOR_WORD))
            if _filled(wording, stretch):
                like = _FILLED - abs(length - len(wording))
            elif length == len(wording):
                like += _WORD_FOR_WORD
            if stretch[:1] != wording[:1] and stretch[-1:] != wording[-1:]:
                like -= _CUT_AT_RANDOM
            if like > score:
                best, score = stretch, like
    return best


def _filled(one: str, other: str) -> bool:
    """阼階下再拜 and 阼階下北面再拜: both begin and end alike, and one has more between than the other."""
    if len(one) == len(other) or one[:1] != other[:1] or one[-1:] != other[-1:]:
        return False
    less, more = sorted((one, other), key=len)
    return len(less) > 2 and in_order(less, more)
