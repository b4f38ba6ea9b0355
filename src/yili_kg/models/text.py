"""What a source is cut into: noise and blocks as the layout shows them, then segments of one layer."""

from __future__ import annotations

from dataclasses import dataclass, field

from yili_kg.models.quick import quick
from yili_kg.text.graphs import inverse

__all__ = ["Block", "Document", "Edition", "Noise", "Pointer", "Segment", "Span"]

Span = tuple[int, int]


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Noise:
    """Characters of a source that are no text: `reason` is `navigation`, `footnote`, `page-mark`, `duplicate` …"""

    start: int
    end: int
    reason: str


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Block:
    """A stretch of text that the layout of a source sets apart, with what the layout says of it.

    `layer` is a layer, or `經注` where base text and note run together, or `經+` where a note may run on.
    `speaker` is empty where the layout names none, `chapter` (`04`) where it names none of the 17 篇.
    Blocks with the same `run` are one stretch that noise (a page mark, a footnote number) breaks into pieces; the
    numbers of the runs give the order in which the text reads, which need not be that of the source.
    """

    start: int
    end: int
    layer: str
    speaker: str = ""
    chapter: str = ""
    run: int = 0


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source as found, read: every code point of `raw` lies in exactly one block or in one noise.

    `marks` are the spans inside blocks that are no text of the block (line ends, ¶, /, brackets, indentation).
    `name` is the edition's short name in IRIs, `label` how the user named the source, `author` who wrote the book where
    a line of it says so.
    """

    raw: str
    sha256: str
    name: str
    title: str
    label: str
    reader: str
    blocks: tuple[Block, ...]
    noise: tuple[Noise, ...]
    marks: tuple[Span, ...] = ()
    author: str = ""


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Pointer:
    """A lemma pointer of a sub-commentary (「四享」至「所有」) at `start`–`end`.

    `target_start`–`target_end` is the span of 經 or 注 that it names, in `target` (a segment id); -1 and empty
    where it could not be resolved, `reason` then says why.
    """

    start: int
    end: int
    text: str
    layer: str
    target: str = ""
    target_start: int = -1
    target_end: int = -1
    reason: str = ""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A stretch of one layer by one speaker on one passage.

    `text` is the source's text less marks and noise; `offsets[i]` is the place of `text[i]` in the source;
    `pieces` are the contiguous spans of the source that the segment covers (several where noise lies between).
    `passages` are the passages of the received text that it covers or comments on (`04.013`), in order;
    `extent` is `whole`, `part` or `several`. `comments_on` is the id of the segment commented on, or empty.
    `book` is the title of the commentary that the words are from, where it is known: the layer 述註 stands for all later
    commentators, and their books are many.
    """

    id: str
    layer: str
    speaker: str
    chapter: str
    passages: tuple[str, ...]
    extent: str
    comments_on: str
    pieces: tuple[Span, ...]
    text: str
    offsets: tuple[int, ...] = field(repr=False)
    order: int
    pointers: tuple[Pointer, ...] = ()
    book: str = ""

    @property
    def start(self) -> int:
        """First code point of the segment in the source."""
        return self.pieces[0][0]

    @property
    def end(self) -> int:
        """Code point after the last one of the segment in the source."""
        return self.pieces[-1][1]

    def span(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`."""
        return self.offsets[start], self.offsets[end - 1] + 1

    def inside(self, start: int, end: int) -> Span:
        """Which stretch of `text` the source's `start`–`end` is: the inverse of `span`."""
        return inverse(self.offsets, start, end)


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A document cut into segments; `document.noise` holds the rest of it."""

    document: Document
    segments: tuple[Segment, ...]
