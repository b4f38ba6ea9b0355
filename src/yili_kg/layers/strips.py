"""Strips: the runs of a document as streams of graphs, each graph with its place in the source."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yili_kg.models import Block, Document, Span
from yili_kg.models.quick import quick
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Part", "Strip", "cut_before", "join", "strips_of"]

_OPENING = "「『“‘《〈（([【○"


@quick
@dataclass(frozen=True, slots=True)
class Strip:
    """One run of a document: its pieces, its layer as the reader left it, its folded graphs and their places."""

    pieces: tuple[Span, ...]
    layer: str
    speaker: str
    chapter: str
    graphs: str
    places: array[int]
    run: int

    @property
    def start(self) -> int:
        """First code point of the run in the source."""
        return self.pieces[0][0]

    @property
    def end(self) -> int:
        """Code point after the run's last one in the source."""
        return self.pieces[-1][1]


@quick
@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a strip that has found its layer, and its passages where they are known.

    `marks` are spans that the cutting showed to be markup (the mark 注 before a note in running text). `home` is the
    chapter under whose heading the part stands, where it is out of another one.
    """

    pieces: tuple[Span, ...]
    layer: str
    speaker: str
    chapter: str
    passages: tuple[str, ...] = ()
    extent: str = "whole"
    marks: tuple[Span, ...] = ()
    run: int = 0
    home: str = ""

    @property
    def start(self) -> int:
        """First code point of the part in the source."""
        return self.pieces[0][0]


def strips_of(document: Document) -> list[Strip]:
    """The runs of a document in the order in which they read."""
    runs: dict[int, list[Block]] = {}
    for number, block in enumerate(document.blocks):
        runs.setdefault(block.run or number + 1, []).append(block)
    blank = bytearray(len(document.raw))
    for start, end in document.marks:
        blank[start:end] = b"\x01" * (end - start)
    strips: list[Strip] = []
    for blocks in (runs[run] for run in sorted(runs)):
        graphs: list[str] = []
        places = array("L")
        for block in blocks:
            start = block.start
            found, where = stream(document.raw[start : block.end])
            if not any(map(blank[start : block.end].__getitem__, where)):
                graphs.append(found)
                places.extend([start + place for place in where])
                continue
            for graph, place in zip(found, where, strict=True):
                if not blank[start + place]:
                    graphs.append(graph)
                    places.append(start + place)
        first = blocks[0]
        pieces = tuple((b.start, b.end) for b in blocks)
        strips.append(
            Strip(pieces, first.layer, first.speaker, first.chapter, fold("".join(graphs)), places, first.run)
        )
    return strips


def join(strips: Iterable[Strip]) -> tuple[str, array[int], list[int]]:
    """The graphs of several strips as one text, their places, and where in it each strip begins."""
    texts: list[str] = []
    places = array("L")
    begins: list[int] = []
    for strip in strips:
        begins.append(len(places))
        texts.append(strip.graphs)
        places.extend(strip.places)
    return "".join(texts), places, begins


def cut_before(raw: str, place: int, floor: int) -> int:
    """Where a part that begins with the graph at `place` begins: brackets that open before it go with it."""
    while place > floor and raw[place - 1] in _OPENING:
        place -= 1
    return place


def clip(pieces: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    """What of the pieces lies within `start`–`end`."""
    return tuple((max(a, start), min(b, end)) for a, b in pieces if max(a, start) < min(b, end))
