"""Pointers without brackets in a sub-commentary (自此盡有司, 自主婦反籩至受加于肵): they name a stretch, not things."""

from __future__ import annotations

import re

__all__ = ["scope_spans"]

#: Layers of those who explain in stretches.
_LAYERS = ("疏", "述註")
_SCOPE = re.compile(
    "自此(?:[已以]下)?(?:盡|至).{2,14}?(?=論|亦論|明|此|言|總|一節|○|。)"
    "|(?:(?<=註曰)|(?<=疏曰)|(?<=[○。])|^)自(?!此).{2,9}?至.{2,9}?(?=此|亦異|亦與|亦言|論|皆)"
)


def scope_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text that say how far a stretch of the base text reaches, in order."""
    return [m.span() for m in _SCOPE.finditer(text)] if layer in _LAYERS else []
