"""Spellings of sounds (昌絹反, 音暮): their graphs stand for sounds, not for things, and so does the word they spell."""

from __future__ import annotations

from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["sound_spans", "tail_of_sounds"]


def sound_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text that spell sounds, in order: anywhere in a layer of sounds, behind a ring in a note."""
    if layer not in layers().sounds and layer not in layers().notes:
        return []
    patterns, folded, start = load_patterns("fanqie"), fold(text), 0
    if layer in layers().notes:
        ring = patterns["ring"].search(folded)
        if ring is None:
            return []
        start = ring.end()
    return [m.span() for m in patterns["spelling"].finditer(folded, start)]


def tail_of_sounds(text: str, layer: str) -> list[tuple[int, int]]:
    """The span of the spellings with which a note ends, where no ring parts them from it; none in other layers."""
    if layer not in layers().notes:
        return []
    tail = load_patterns("fanqie")["tail"].search(fold(text))
    return [tail.span()] if tail else []
