"""What a reader makes of a source: blocks, noise and marks that share out every code point once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from yili_kg.models import Block, Noise, Span

__all__ = ["Layout", "Sheet"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A reader's result: `name` is the edition's short name where the text itself gives one (a Kanripo id)."""

    blocks: tuple[Block, ...]
    noise: tuple[Noise, ...]
    marks: tuple[Span, ...]
    title: str = ""
    name: str = ""


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
    in_reading_order: bool = False
    _blocks: list[Block] = field(default_factory=list)
    _noise: list[Noise] = field(default_factory=list)
    _marks: list[Span] = field(default_factory=list)

    def block(self, start: int, end: int, layer: str, *, speaker: str = "", chapter: str = "") -> None:
        """Say that `raw[start:end]` is text; white space at its ends is left to the layout."""
        while start < end and self.raw[start].isspace():
            start += 1
        while end > start and self.raw[end - 1].isspace():
            end -= 1
        if start < end:
            self._blocks.append(Block(start, end, layer, speaker, chapter))

    def noise(self, start: int, end: int, reason: str) -> None:
        """Say that `raw[start:end]` is no text; the first reason given for a character stays."""
        if start < end:
            self._noise.append(Noise(start, end, reason))

    def mark(self, start: int, end: int) -> None:
        """Say that `raw[start:end]`, inside a block, is markup (¶, /, a bracket) that the text flows through."""
        if start < end:
            self._marks.append((start, end))

    def finish(self) -> Layout:
        """The layout: blocks and noise in order, without overlap, over the whole text."""
        owner: list[int] = [0] * len(self.raw)  # 0 nobody, n block n, -n noise n
        for number, block in enumerate(self._blocks, 1):
            for i in range(block.start, block.end):
                if owner[i] == 0:
                    owner[i] = number
        for number, noise in enumerate(self._noise, 1):
            for i in range(noise.start, noise.end):
                if owner[i] >= 0:
                    owner[i] = -number
        blocks: list[Block] = []
        noises: list[Noise] = []
        start, total = 0, len(self.raw)
        plain = bytearray(c.isspace() for c in self.raw)  # 1: may be left to the layout
        for a, b in self._marks:
            plain[a:b] = b"\x01" * (b - a)
        while start < total:
            who, end = owner[start], start + 1
            if who == 0:
                blank = plain[start]
                while end < total and owner[end] == 0 and plain[end] == blank:
                    end += 1
                noises.append(Noise(start, end, "layout" if blank else "unread"))
            else:
                while end < total and owner[end] == who:
                    end += 1
                if who > 0:
                    blocks.append(replace(self._blocks[who - 1], start=start, end=end, run=who))
                else:
                    noises.append(Noise(start, end, self._noise[-who - 1].reason))
            start = end
        if not self.in_reading_order:
            order = {run: n for n, run in enumerate(dict.fromkeys(b.run for b in blocks), 1)}
            blocks = [replace(b, run=order[b.run]) for b in blocks]
        marks = [m for m in self._marks] + self._blank_marks(blocks)
        return Layout(tuple(blocks), tuple(noises), _merged(marks), self.title, self.name)

    def _blank_marks(self, blocks: list[Block]) -> list[Span]:
        raw = self.raw
        return [(i, i + 1) for b in blocks for i in range(b.start, b.end) if raw[i].isspace()]


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
