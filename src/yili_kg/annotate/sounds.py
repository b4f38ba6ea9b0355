"""Spellings of sounds (昌絹反, 音暮): their graphs stand for sounds, not for things, and so does the word they spell."""

from __future__ import annotations

import re

__all__ = ["sound_spans"]

_GRAPH = "[一-鿿㐀-䶿]"
_SOUND = re.compile(
    f"{_GRAPH}?{_GRAPH}{{2}}[反切](?!{_GRAPH}爵|位)|{_GRAPH}?[下又一]?音(?!義){_GRAPH}|{_GRAPH}{{2}}之[反切]|{_GRAPH}如字"
)
_RING = re.compile("[○〇]")
#: Layers in which nothing but sounds and the like is spoken of.
_SOUNDS = "音義"


def sound_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text that spell sounds, in order: anywhere in 音義, behind a ring in other commentaries."""
    if layer == _SOUNDS:
        return [m.span() for m in _SOUND.finditer(text)]
    ring = _RING.search(text) if layer == "注" else None
    return [m.span() for m in _SOUND.finditer(text, ring.end())] if ring else []
