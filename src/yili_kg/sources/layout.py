"""What a reader makes of a source: blocks, noise and marks that share out every code point once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from yili_kg.models import Block, Noise, Span
from yili_kg.models.quick import replace

__all__ = ["Layout", "Sheet"]

#: White space, and what web pages put between graphs without width: joiners, direction marks, soft hyphens, selectors of a
#: variant's shape.
_BLANK = re.compile("[\\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]+")
_MARKED = re.compile(b"\x01+")
_STRETCH = re.compile(b"(\x01+)|\x00+")


@dataclass(frozen=True, slots=True)
class Layout:
    """A reader's result: `name` is the edition's short name where the text itself gives one (a Kanripo id).

    `author` is who wrote the book, where a line of it says so (…撰).
    """

    blocks: tuple[Block, ...]
    noise: tuple[Noise, ...]
    marks: tuple[Span, ...]
    title: str = ""
    name: str = ""
    author: str = ""


@dataclass(slots=True)
class Sheet:
    """Collects what a reader says of a text and closes it into a Layout.

    A reader may say things in any order. What it says nothing about becomes noise: `layout` for white space,
    `unread` for the rest, so that nothing is lost whatever a reader overlooks. Noise inside a block splits it. The text
    reads in the order of the source, unless the reader says that it gave its blocks `in_reading_order`.
    """

    raw: str
    title: str = ""
    name: str = ""
    author: str = ""
    in_reading_order: bool = False
    _blocks: list[Block] = field(default_factory=list)
    _noise: list[Noise] = field(default_factory=list)
    _marks: list[Span] = field(default_factory=list)

    def block(self, start: int, end: int, layer: str, *, speaker: str = "", chapter: str = "") -> None:
        """Say that `raw[start:end]` is text; white space at its ends is left to the layout."""
        start, end = self._trimmed(start, end)
        if start < end:
            self._blocks.append(Block(start=start, end=end, layer=layer, speaker=speaker, chapter=chapter))

    def noise(self, start: int, end: int, reason: str) -> None:
        """Say that `raw[start:end]` is no text; the first reason given for a character stays."""
        if start < end:
            self._noise.append(Noise(start=start, end=end, reason=reason))

    def mark(self, start: int, end: int) -> None:
        """Say that `raw[start:end]`, inside a block, is markup (¶, /, a bracket) that the text flows through."""
        if start < end:
            self._marks.append((start, end))

    def finish(self) -> Layout:
        """The layout: blocks and noise in order, without overlap, over the whole text; marks only within blocks."""
        blank = self._blanks()
        blocks: list[Block] = []
        noises: list[Noise] = []
        runs: dict[int, int] = {}
        for start, end, who in self._stretches():
            if who > 0:
                first, last = self._trimmed(start, end)
                if first < last:
                    run = who if self.in_reading_order else runs.setdefault(who, len(runs) + 1)
                    blocks.append(replace(self._blocks[who - 1], start=first, end=last, run=run))
                noises.extend(_unsaid(blank, start, first))
                noises.extend(_unsaid(blank, last, end))
            elif who < 0:
                noises.append(replace(self._noise[-who - 1], start=start, end=end))
            else:
                noises.extend(_unsaid(blank, start, end))
        marks = [m.span() for b in blocks for m in _MARKED.finditer(blank, b.start, b.end)]
        return Layout(tuple(blocks), tuple(noises), tuple(marks), self.title, self.name, self.author)

    def _trimmed(self, start: int, end: int) -> Span:
        """A stretch without the white space at its ends, which noise in a block may leave there too."""
        while start < end and self.raw[start].isspace():
            start += 1
        while end > start and self.raw[end - 1].isspace():
            end -= 1
        return start, end

    def _stretches(self) -> list[tuple[int, int, int]]:
        """The text in stretches of one owner each (see `_owners`), as long as they get."""
        owner = self._owners()
        edges = {0, len(self.raw)}
        edges.update(edge for block in self._blocks for edge in (block.start, block.end))
        edges.update(edge for noise in self._noise for edge in (noise.start, noise.end))
        stretches: list[tuple[int, int, int]] = []
        for start, end in pairwise(sorted(edges)):
            if stretches and stretches[-1][2] == owner[start]:
                stretches[-1] = (stretches[-1][0], end, owner[start])
            else:
                stretches.append((start, end, owner[start]))
        return stretches

    def _owners(self) -> array[int]:
        """Whose each character is: 0 nobody's, n of block n, -n of noise n; noise goes before blocks, first come."""
        owner = array("l", bytes(array("l").itemsize * len(self.raw)))
        for number in range(len(self._blocks), 0, -1):
            block = self._blocks[number - 1]
            owner[block.start : block.end] = array("l", (number,)) * (block.end - block.start)
        for number in range(len(self._noise), 0, -1):
            noise = self._noise[number - 1]
            owner[noise.start : noise.end] = array("l", (-number,)) * (noise.end - noise.start)
        return owner

    def _blanks(self) -> bytearray:
        """1 for every character that is white space or markup: no text of a block, and no loss outside of one."""
        blank = bytearray(len(self.raw))
        for start, end in (*(m.span() for m in _BLANK.finditer(self.raw)), *self._marks):
            blank[start:end] = b"\x01" * (end - start)
        return blank


def _unsaid(blank: bytearray, start: int, end: int) -> Iterator[Noise]:
    """What no reader said anything about: layout where it is blank, else unread."""
    for match in _STRETCH.finditer(blank, start, end):
        yield Noise(start=match.start(), end=match.end(), reason="layout" if match.group(1) else "unread")
