"""Titles that head what follows: alone on their line in an essay or a list, they bring no text in."""

from __future__ import annotations

from yili_kg.models import Segment
from yili_kg.tables.layers import layers

__all__ = ["heads"]

#: Between two graphs of a text a line ends where more code points of the source than this were passed over.
_WITHIN_A_LINE = 2


def heads(segment: Segment, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` of a segment's text are all on their line of an essay or a list, and text follows."""
    if segment.layer not in {*layers().essays, *layers().collation}:
        return False
    return (start == 0 or _line_ends(segment, start)) and end < len(segment.offsets) and _line_ends(segment, end)


def _line_ends(segment: Segment, place: int) -> bool:
    """Whether a line of the source ends before the graph at a place."""
    return segment.offsets[place] - segment.offsets[place - 1] > _WITHIN_A_LINE
