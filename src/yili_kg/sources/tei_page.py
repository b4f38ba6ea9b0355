"""Reads the text of a TEI file of the 儀禮 as that of a page: what is base text, note and comment there its words and print tell.

TEI marks notes, or what is set small, and calls all else text. A copy of the file of the same length, in which markup is
blank, is read by whichever reader knows the look of its text; offsets are those of the file as it stands. It counts where
a good part of it turns out to be received text; of any other book the file says itself what it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from yili_kg.models import Block, Noise, Span
from yili_kg.models.quick import replace
from yili_kg.sources import plain, small_print
from yili_kg.sources.books import names_a_book
from yili_kg.sources.headings import bare_name, chapter_of
from yili_kg.sources.layout import Layout
from yili_kg.sources.web_page import TEXT_READERS
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["read"]

#: So great a share of the text, in code points, is base text and old notes in a text of the 儀禮, with its headings.
_RECEIVED = 0.2


def read(raw: str, layout: Layout, small: Sequence[Span]) -> Layout | None:
    """The layout of a TEI text by its words, `small` being what it sets apart; None where it is no text of the 儀禮.

    `layout` is what its markup alone says.
    """
    if not _names_the_yili(raw, layout):
        return None
    copy = _copy(raw, layout.blocks)
    reader = next(module for module in TEXT_READERS.values() if module.looks_like(copy))
    found: Layout = (small_print.read(copy, small) if small and reader is plain else None) or reader.read(copy)
    received = [block for block in found.blocks if block.layer in {*layers().base, *layers().notes, layers().running}]
    if _size(received) < _RECEIVED * _size(layout.blocks):
        return None
    noise = tuple(part for one in found.noise for part in _parted(one, layout.noise))
    return replace(found, noise=noise, title=layout.title, name=layout.name)


def _names_the_yili(raw: str, layout: Layout) -> bool:
    """Whether the title of a file is that of a book on the 儀禮, or a heading in it that of a 篇."""
    heads = (fold(raw[b.start : b.end].strip()) for b in layout.blocks if b.layer == layers().named("heading"))
    return names_a_book(fold(layout.title)) or any(chapter_of(head) or bare_name(head) for head in heads)


def _size(blocks: Iterable[Block]) -> int:
    """How long some blocks are, in code points."""
    return sum(block.end - block.start for block in blocks)


def _copy(raw: str, blocks: Sequence[Block]) -> str:
    """The text of the blocks in a copy in which all else is blank; a line end stands before each but notes."""
    copy = [" "] * len(raw)
    for block in blocks:
        copy[block.start : block.end] = raw[block.start : block.end].replace("\n", " ").replace("\r", " ")
        if block.layer not in layers().notes and block.start:
            copy[block.start - 1] = "\n"
    return "".join(copy)


def _parted(noise: Noise, known: Sequence[Noise]) -> Iterator[Noise]:
    """A stretch of noise of the copy by what the markup says of its parts; `known` says it, in order, without overlap."""
    edge = noise.start
    first = bisect_right(known, noise.start, key=lambda one: one.end)
    last = bisect_left(known, noise.end, first, key=lambda one: one.start)
    for one in known[first:last]:
        if edge < one.start:
            yield replace(noise, start=edge, end=one.start)
        edge = min(one.end, noise.end)
        yield replace(one, start=max(one.start, noise.start), end=edge)
    if edge < noise.end:
        yield replace(noise, start=edge)
