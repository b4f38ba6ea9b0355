"""Which text a note explains: what it comments on; a sub-commentary explains the notes of its passages too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from yili_kg.annotation.notes.tokens import Base
from yili_kg.models import Edition, Segment
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Explained"]


class Explained:
    """The segments of an edition that its notes explain."""

    #: So many graphs of text are looked at for one note. The editions known have two thousand at most, for a note on all
    #: passages of a section; where no passages are told apart a whole chapter stands before its notes.
    MOST: ClassVar[int] = 8_000
    #: In so many segments: what a note comments on, and the first of its passages. The editions known have 74 at most.
    PARTS: ClassVar[int] = 200
    #: Text of no layer that is no longer than this, in graphs, is the headline of what follows it. Those of 儀禮釋宮 have 30.
    HEADLINE: ClassVar[int] = 120
    #: A later comment explains all text above it up to the last comment, in at most so many segments; one that is no
    #: longer than so many graphs (句, 音玄) parts nothing.
    ABOVE: ClassVar[int] = 16
    MARK: ClassVar[int] = 4

    def __init__(self, edition: Edition) -> None:
        self._by_id = {s.id: s for s in edition.segments}
        self._notes: dict[str, list[Segment]] = {}
        self._texts: dict[str, list[Segment]] = {}
        for segment in edition.segments:
            if segment.layer in layers().base:
                of_kind = self._texts
            elif segment.layer in layers().notes:
                of_kind = self._notes
            else:
                continue
            for passage in segment.passages:
                of_kind.setdefault(passage, []).append(segment)
        self._headlines = dict(self._under_headlines(edition))
        self._above = dict(self._over_comments(edition))
        self._made: dict[str, Base] = {}

    def _under_headlines(self, edition: Edition) -> Iterator[tuple[str, Segment]]:
        """In a book of topics: each comment on no passage, with the headline above it (室中西南隅謂之奥)."""
        headline: Segment | None = None
        for segment in edition.segments:
            if segment.layer in layers().essays:
                headline = segment if len(segment.text) <= self.HEADLINE else None
            elif segment.layer in layers().silent:
                headline = None
            elif headline and segment.layer in layers().comments and not (segment.passages or segment.comments_on):
                yield segment.id, headline

    def _over_comments(self, edition: Edition) -> Iterator[tuple[str, tuple[Segment, ...]]]:
        """The text above each later comment, up to the comments before it, the nearest first; and above each note, and
        each 疏, of which nobody knows the passage.
        """
        above: list[Segment] = []
        told = False
        chapter = ""
        large = {block.start for block in edition.document.blocks if block.layer in layers().base}
        for segment in edition.segments:
            # What an author sets large is what his notes, and the old ones, explain, though it is his own.
            if segment.layer in layers().base or (segment.layer in layers().later and segment.start in large):
                if told or segment.chapter != chapter:
                    above, told, chapter = [], False, segment.chapter
                above.append(segment)
            elif segment.layer in layers().comments:
                if segment.chapter == chapter and (segment.layer in layers().later or _stands_apart(segment)):
                    yield segment.id, tuple(above[: -self.ABOVE - 1 : -1])
                told = told or (segment.layer not in layers().sounds and len(segment.text) > self.MARK)

    def of(self, note: Segment) -> tuple[tuple[Base, ...], bool]:
        """The texts that a note explains, the nearest first, and whether they are all of them."""
        near: dict[str, Base] = {}
        graphs = 0
        for segment in self._segments(note):
            if segment.id in near:
                continue
            base = self._base(segment)
            if len(near) >= self.PARTS or graphs + len(base.graphs) > self.MOST:
                room = max(0, self.MOST - graphs) if not near else 0
                first = Base(segment=base.segment, graphs=base.graphs[:room], places=base.places[:room])
                return (*near.values(), *((first,) if room else ())), False
            graphs += len(base.graphs)
            near[segment.id] = base
        return tuple(near.values()), True

    def _segments(self, note: Segment) -> Iterator[Segment]:
        target = self._by_id.get(note.comments_on)
        if target is not None:
            yield target
        if note.id in self._headlines:
            yield self._headlines[note.id]
        yield from self._above.get(note.id, ())
        for passage in note.passages:
            yield from self._texts.get(passage, ())
            if note.layer in layers().argues:
                yield from self._notes.get(passage, ())

    def _base(self, segment: Segment) -> Base:
        made = self._made.get(segment.id)
        if made is None:
            graphs, places = stream(fold(segment.text))
            made = self._made[segment.id] = Base(
                segment=segment.id, graphs=graphs, places=places, note=segment.layer in layers().notes
            )
        return made


def _stands_apart(segment: Segment) -> bool:
    """Whether a segment is an old note, or a 疏, of which nobody knows the passage."""
    old = segment.layer in layers().notes or segment.layer in layers().sub
    return old and not (segment.comments_on or segment.passages)
