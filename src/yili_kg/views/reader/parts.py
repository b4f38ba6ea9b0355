"""How a 篇 is shared out to pages: cut between places where a page, or what was found in it, would be too large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from yili_kg.models import Annotated
from yili_kg.records.kept import words_of
from yili_kg.tables.kinds import kinds
from yili_kg.views.reader.chapters import Chapter, Place, gather_chapters
from yili_kg.views.shares import Share

__all__ = ["MOST", "Parts", "cut", "firsts", "parts_of"]

#: Bytes of a page and of the marks on it, as they are guessed, above which the rest goes to another page.
MOST = 1_150_000
#: Bytes that a page spends on a place and on a segment beside its words, and on a code point.
_PLACE, _SEGMENT, _GRAPH = 450, 260, 3
#: Bytes of marks for a statement of each kind, guessed high; of those that are not named here, and a segment.
_MARKS = {"mention": 17, "step": 210, "unread": 0, "repetition": 250}
_MARK, _MARKED = 170, 90

Weights = dict[str, int]


def weights(editions: Sequence[Annotated]) -> Weights:
    """Segment → bytes of the marks in it, guessed."""
    found: Counter[str] = Counter()
    for annotated in editions:
        for kind in kinds():
            bytes_each = _MARKS.get(kind.kind, _MARK)
            for segment, number in Counter(words_of(annotated, kind.field, "segment") if bytes_each else ()).items():
                found[segment] += bytes_each * number
    return found


def cut(chapter: Chapter, marks: Weights) -> list[list[Place]]:
    """The places of each page of a 篇, in order; `marks` are what `weights` gives."""
    parts: list[list[Place]] = [[]]
    page = marked = 0
    for place in chapter.places:
        segments = [h.segment for h in place.held()]
        text = _PLACE + sum(_SEGMENT + _GRAPH * len(s.text) for s in segments)
        found = sum(_MARKED + marks.get(s.id, 0) for s in segments)
        if parts[-1] and (page + text > MOST or marked + found > MOST):
            parts.append([])
            page = marked = 0
        parts[-1].append(place)
        page, marked = page + text, marked + found
    return parts


def firsts(chapter: Chapter, parts: Sequence[Sequence[Place]]) -> tuple[str, ...]:
    """The first passage of each page, ever greater; of a page without passages a name that stands in its order."""
    found: list[str] = []
    for part in parts:
        passage = next((p.id for p in part if p.id), "")
        if not passage or (found and passage <= found[-1]):
            passage = f"{found[-1]}~" if found else f"{chapter.number}.000"
        found.append(passage)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Parts:
    """For each 篇 that can be read (00: what is of none) the first passages of its pages, and how many places each has."""

    firsts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def add(self, other: Parts) -> None:
        """The 篇 of others."""
        self.firsts.update(other.firsts)
        self.places.update(other.places)


def parts_of(editions: Sequence[Annotated], share: Share | None = None) -> Parts:
    """How the 篇 are shared out to pages; with `share` its 篇 alone."""
    marks = weights([editions[number] for number in share.editions] if share else editions)
    found = Parts()
    for number, chapter in gather_chapters(editions, share).items():
        parts = cut(chapter, marks)
        found.firsts[number] = firsts(chapter, parts)
        found.places[number] = tuple(map(len, parts))
    return found
