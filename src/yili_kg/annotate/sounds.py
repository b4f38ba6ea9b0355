"""Spellings of sounds in the 音義 (昌絹反, 音暮): their graphs stand for sounds, not for things."""

from __future__ import annotations

import re

__all__ = ["sound_spans"]

_SOUND = re.compile(r"[一-鿿㐀-䶿]{2}[反切]|[下又一]?音(?!義)[一-鿿㐀-䶿]|[一-鿿㐀-䶿]{2}之[反切]")


def sound_spans(text: str) -> list[tuple[int, int]]:
    """The spans of a text that spell sounds, in order."""
    return [m.span() for m in _SOUND.finditer(text)]
