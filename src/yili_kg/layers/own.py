"""Text of an author's own that is set large, where base text would stand in a commentary.

A book on buildings or dress writes its own sentences large and its notes small. Large text is base text where the
received text has it, or where the book explains another classic; what stands nowhere in the 17 篇 is the author's. So is
all of it where most is: a compiler sets the words of the 儀禮 among those of other books, each behind its title.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from yili_kg.layers.strips import Strip
from yili_kg.models.quick import replace
from yili_kg.received.chapters import chapters
from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import base_units
from yili_kg.sources.books import explains_another_classic, is_numbered, is_on_rites
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["own_text"]

#: A title of the classic may stand before its words, with so many graphs at most.
_TITLE = 4
#: Large text is a compiler's where less of it is received.
_RECEIVED = 0.5


def own_text(strips: Sequence[Strip], title: str, author: str) -> list[Strip]:
    """The strips of a document without chapters; large text that is its author's becomes his comment.

    Without an author or the title of a book on rites, or with base text of another classic, the strips stay as they are.
    """
    known = author or (is_on_rites(fold(title)) and not is_numbered(fold(title)))
    if not known or any(strip.chapter for strip in strips) or explains_another_classic(title):
        return list(strips)
    received = _received([strip for strip in strips if strip.layer in layers().base])
    later = layers().named("later")
    return [
        replace(strip, layer=later, speaker=author)
        if strip.layer in layers().base and strip.start not in received
        else strip
        for strip in strips
    ]


def _received(large: Sequence[Strip]) -> set[int]:
    """Where the strips of large text begin that the received text has; empty where these are less than half of it."""
    found = {strip.start for strip in large if _is_received(strip.graphs)}
    graphs = sum(len(strip.graphs) for strip in large if strip.start in found)
    return found if graphs >= _RECEIVED * sum(len(strip.graphs) for strip in large) else set()


def _is_received(graphs: str) -> bool:
    """Whether a text begins or ends as a passage of the received text does."""
    firsts, lasts = _edges()
    return graphs[-EDGE:] in lasts or any(graphs[at : at + EDGE] in firsts for at in range(_TITLE + 1))


@cache
def _edges() -> tuple[frozenset[str], frozenset[str]]:
    """The first and the last graphs of all passages."""
    units = [unit for chapter in chapters() for unit in base_units(chapter)]
    return (
        frozenset(unit.first for unit in units if len(unit.first) == EDGE),
        frozenset(unit.last for unit in units if len(unit.last) == EDGE),
    )
