"""Spellings of sounds (昌絹反, 音暮): their graphs stand for sounds, not for things, and so does the word they spell."""

from __future__ import annotations

from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["sound_spans", "tail_of_sounds"]


def sound_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text that spell sounds, in order: anywhere in a layer of sounds, behind a ring in a note.

    Elsewhere only those are told that can be nothing else; in base text there are none.
    """
    if layer in layers().base or layer in layers().silent:
        return []
    patterns, folded = load_patterns("fanqie"), fold(text)
    start = 0 if layer in layers().sounds else len(folded)
    if layer in layers().notes:
        ring = patterns["ring"].search(folded)
        start = ring.end() if ring else start
    sure = [m.span() for m in patterns["surely-spelled"].finditer(folded, 0, start)]
    return [*sure, *(m.span() for m in patterns["spelling"].finditer(folded, start))]


def tail_of_sounds(text: str, layer: str) -> list[tuple[int, int]]:
    """The span of the spellings with which a note ends, where no ring parts them from it; none in other layers."""
    if layer not in layers().notes:
        return []
    tail = load_patterns("fanqie")["tail"].search(fold(text))
    return [tail.span()] if tail else []
