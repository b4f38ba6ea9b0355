"""Paragraphs of pages for learners: a sentence or more of the received text, and what it means in modern Chinese right behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from yili_kg.received.tiles import Tile, tiles
from yili_kg.sources.known_words import Paragraph
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["parted"]

#: So many graphs of received text at least begin such a paragraph.
_LEAST = 4
_OPENING = "「『“‘（《("


def parted(raw: str, paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """The paragraphs, each that begins with passages and goes on in modern words as two. Cost is linear in the text."""
    for paragraph in paragraphs:
        place = _translation(raw, paragraph)
        if place:
            yield Paragraph(paragraph.start, place, paragraph.chapter)
            yield Paragraph(place, paragraph.end, paragraph.chapter, translates=True)
        else:
            yield paragraph


def _translation(raw: str, paragraph: Paragraph) -> int:
    """Where the modern words of a paragraph begin behind received text; 0 where it is not of that kind."""
    modern = load_patterns("sources/pages")["modern-word"]
    words = raw[paragraph.start : paragraph.end]
    if modern.search(fold(words)) is None:
        return 0
    graphs, places = stream(words)
    stop = _received(fold(graphs), paragraph.chapter)
    if not _LEAST <= stop < len(graphs) or modern.search(fold(words[places[stop] :])) is None:
        return 0
    if modern.search(fold(words[: places[stop]])) is not None:
        return 0
    place = places[stop]
    while place > places[stop - 1] + 1 and words[place - 1] in _OPENING:
        place -= 1
    return paragraph.start + place


def _received(graphs: str, chapter: str) -> int:
    """How many of the first graphs of a paragraph are base text, one passage behind the other."""
    base = [tile for tile in tiles(graphs, chapter) if tile.unit.kind in layers().base]
    if not base or base[0].start:
        return 0
    last = next((one for one, other in pairwise([*base, Tile(len(graphs) + 1, 0, "", 0)]) if other.start > one.end))
    return last.end
