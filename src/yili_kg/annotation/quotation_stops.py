"""Where a quotation stops at the latest: at the next title, unless that is a word of what is quoted, or where another speaks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.follow import CitedBook, strands_of
from yili_kg.annotation.spans import Found
from yili_kg.lexicon import Lexicon
from yili_kg.reference.shelf import Shelf
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["Stops"]

#: So many of the next titles, and turns of voice, are asked where a quotation stops: more never stood inside one.
_NEXT_TITLES = 7
#: So many code points before a title say whether something brings it.
_BEFORE = 4


class Stops:
    """Where quotations stop: at titles, where sounds are spelled, and where a note lets another speak (鄭司農云)."""

    def __init__(
        self, text: str, folded: str, layer: str, works: Sequence[Found], lexicon: Lexicon, shelf: Shelf | None
    ) -> None:
        turns = {start for start, _ in sound_spans(text, layer)}
        if layer in layers().notes:
            turns.update(turn.start() for turn in load_patterns("titles")["another-speaks"].finditer(folded))
        self._folded, self._works, self._lexicon, self._shelf = folded, works, lexicon, shelf
        self._turns = turns
        self._begun = {other.start for other in works}
        self._at_any = sorted(turns.union(work.start for work in works))
        #: Asked only where a book is not at hand.
        self._at_brought: list[int] | None = None

    def behind(self, work: Found, book: CitedBook | None) -> list[int]:
        """The next places behind a title, in order; without its book at hand those of titles that something brings."""
        if work.end in self._begun:
            return [work.end]  # 政和禮書儀家禮: titles in a row quote nothing
        stops = self._brought() if book is None else self._at_any
        nearest = bisect_right(stops, work.start)
        return stops[nearest : nearest + _NEXT_TITLES]

    def _brought(self) -> list[int]:
        """The places of turns, and of titles that are no words of what is quoted."""
        if self._at_brought is None:
            shelf = self._shelf
            brought = (
                work.start
                for work in self._works
                if shelf is None or not _only_a_word(self._folded, work, self._lexicon, shelf)
            )
            self._at_brought = sorted(self._turns.union(brought))
        return self._at_brought


def _only_a_word(folded: str, work: Found, lexicon: Lexicon, shelf: Shelf) -> bool:
    """Whether a title is a word of what is quoted (後得孔子壁中古文禮凡五十六篇): nothing brings it, nor does it say something.

    Asked where the book that is quoted is not at hand; a title whose own book is may have its words behind it.
    """
    patterns = load_patterns("quotations/patterns")
    entry = lexicon.entries.get(work.concept)
    if _spoken_of(folded, work):
        return True
    if strands_of(shelf, entry.target if entry and entry.target else work.concept):
        return False
    if patterns["before-next-title"].search(folded[max(0, work.start - _BEFORE) : work.start]):
        return False
    return not any(patterns[name].match(folded, work.end) for name in ("say-without-marks", "soon-says"))


def _spoken_of(folded: str, work: Found) -> bool:
    """Whether a title is the object of a verb, or counted in scrolls (傳儀禮十七篇, 孔子修春秋九月而成), and says nothing itself."""
    patterns = load_patterns("quotations/patterns")
    if patterns["say-without-marks"].match(folded, work.end):
        return False
    done = patterns["works-on-a-book"].search(folded, max(0, work.start - _BEFORE), work.start)
    return done is not None or patterns["counted-in-scrolls"].match(folded, work.end) is not None
