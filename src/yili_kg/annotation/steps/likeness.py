"""如初 and its kin: where a comparison ends, and which act it goes with."""

from __future__ import annotations

from yili_kg.annotation.steps.acts import Act, Likeness
from yili_kg.annotation.steps.nouns import Phrase
from yili_kg.annotation.steps.stream import Stream
from yili_kg.annotation.steps.words import Words
from yili_kg.tables.patterns import load_patterns

__all__ = ["Comparisons"]


class Comparisons:
    """Reads comparisons at given places of one stream."""

    def __init__(self, stream: Stream, words: Words) -> None:
        self._s, self._t = stream, stream.folded
        self._alike, self._not_alike = words.lists["alike"], words.lists["not_alike"]
        patterns = load_patterns("steps/patterns")
        self._like, self._short = patterns["like"], patterns["like-short"]

    def begins(self, place: int) -> bool:
        """Whether a comparison begins at `place`."""
        if self._t[place] not in self._alike or place in self._s.covered:
            return False
        return not place or self._t[place - 1] not in self._not_alike

    def read(self, place: int, last: Act | None, subject: list[Phrase]) -> Likeness:
        """The comparison that begins at `place`, on the last act where it is near, else with a subject of its own."""
        end = self._end(place)
        likeness = Likeness(place, end, self._s.words(place, end))
        near = last is not None and self._s.parted(last.start, place) == 0 and not subject
        if last is not None and near and last.likeness is None:
            last.likeness = likeness
        else:
            likeness.subject = list(subject)
        return likeness

    def _end(self, place: int) -> int:
        """Where it ends: with a word for a way of doing things, else three graphs on, both in the clause."""
        match = self._like.match(self._t, place)
        if match and not self._s.parted(place, match.end() - 1):
            return match.end()
        short = self._short.match(self._t, place)
        return min(short.end() if short else place + 1, self._s.until(place, 1))
