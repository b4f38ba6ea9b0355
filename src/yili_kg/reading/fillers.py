"""The words of a step's slots as they were read, brought home to where they stand in an edition."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import itemgetter

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Edition, Filler, Mention, Segment
from yili_kg.reading.words import SlotWord
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold

__all__ = ["Fillers"]

#: Where something is in the order of the text: its segment's order, its place in the source.
Order = tuple[int, int]
#: Of a word without mentions.
_NONE: tuple[list[Order], list[Mention]] = ([], [])


class Fillers:
    """Finds what a word of a slot names, among the mentions of an edition."""

    def __init__(self, edition: Edition, mentions: Iterable[Mention]) -> None:
        base: dict[str, Segment] = {s.id: s for s in edition.segments}
        #: By chapter and folded word where its mentions stand, in order, and they themselves.
        self._named: dict[tuple[str, str], tuple[list[Order], list[Mention]]] = {}
        named: dict[tuple[str, str], list[tuple[Order, Mention]]] = {}
        folded: dict[str, str] = {}  # a few words make most of the mentions
        for mention in mentions:
            segment = base[mention.segment]
            word = folded.get(mention.text)
            if word is None:
                word = folded[mention.text] = fold(mention.text)
            key = (segment.chapter, word)
            named.setdefault(key, []).append(((segment.order, mention.start), mention))
        for key, found in named.items():
            found.sort(key=itemgetter(0))
            self._named[key] = [order for order, _ in found], [mention for _, mention in found]

    def fill(self, words: Iterable[SlotWord], segment: Segment, verb: int) -> tuple[Filler, ...]:
        """The fillers of a slot of the step whose verb stands at `verb` in the source, in a segment of base text."""
        return tuple(self._filler(word, segment, verb) for word in words)

    def _filler(self, word: SlotWord, segment: Segment, verb: int) -> Filler:
        mention = self._last(word, segment, verb) if word.supplied else self._near(word, segment, verb)
        if mention is not None:
            return Filler(
                text=word.text,
                concept=mention.concept,
                supplied=word.supplied,
                start=mention.start,
                end=mention.end,
                locative=word.locative,
            )
        start, end = (-1, -1) if word.supplied else _stands(fold(word.text), segment, verb)
        return Filler(
            text=word.text,
            concept=_only_concept(word.text),
            supplied=word.supplied,
            start=start,
            end=end,
            locative=word.locative,
        )

    def _last(self, word: SlotWord, segment: Segment, verb: int) -> Mention | None:
        """The last mention of a supplied word before the verb, in the chapter's base text and notes."""
        orders, mentions = self._named.get((segment.chapter, fold(word.text)), _NONE)
        at = bisect_left(orders, (segment.order, verb))
        return mentions[at - 1] if at else None

    def _near(self, word: SlotWord, segment: Segment, verb: int) -> Mention | None:
        """The mention of a word in the verb's own segment that is nearest to the verb."""
        orders, mentions = self._named.get((segment.chapter, fold(word.text)), _NONE)
        first = bisect_left(orders, (segment.order, -1))
        last = bisect_left(orders, (segment.order + 1, -1), first)
        near = [m for m in mentions[first:last] if m.segment == segment.id]
        return min(near, key=lambda m: (abs(m.start - verb), m.start)) if near else None


def _stands(words: str, segment: Segment, verb: int) -> tuple[int, int]:
    """The place of words that are no mention, nearest to the verb; -1 where they do not stand in the segment."""
    text, found = fold(segment.text), []
    at = text.find(words)
    while at >= 0:
        found.append(segment.span(at, at + len(words)))
        at = text.find(words, at + 1)
    return min(found, key=lambda span: abs(span[0] - verb), default=(-1, -1))


def _only_concept(text: str) -> str:
    """The concept of a word that no mention names: the only one that is no title of a work; or empty."""
    types = mention_types()
    found = {f.concept for f in load_lexicon().forms.get(fold(text), ()) if types[f.type].nominal}
    return next(iter(found)) if len(found) == 1 else ""
