"""Kanripo text of one layer: prefaces, treatises, the punctuated texts of the TLS with their numbered sections."""

from __future__ import annotations

import re

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.lines import Line
from yili_kg.tables.layers import layers

__all__ = ["read_flat"]

_NUMBER = re.compile(r"[A-Z]?\d{1,3}(?:\.\d{1,3}){0,4}\.?[a-z]?(?=[^\d.\s])")


def read_flat(sheet: Sheet, frame: BookFrame) -> None:
    """Adds a block a paragraph; a number before one is noise."""
    raw = sheet.raw
    group: list[Line] = []
    for line in frame.lines:
        if group and (line.opens or _ends(raw, group[-1].end, line.start)):
            _close(sheet, group)
            group = []
        number = _NUMBER.match(raw, line.start, line.end)
        if number:
            sheet.noise(number.start(), number.end(), "numbering")
        for match in re.finditer(r"[()/]", raw[line.start : line.end]):
            sheet.mark(line.start + match.start(), line.start + match.end())
        group.append(line)
    if group:
        _close(sheet, group)


def _ends(raw: str, end: int, start: int) -> bool:
    """Whether a page of a punctuated text, which is a paragraph, ends here."""
    return "<pb:" in raw[end:start] and raw[end - 1] in "。！？；」』》）"


def _close(sheet: Sheet, group: list[Line]) -> None:
    layer = layers().named("collation" if group[0].part == "appendix" else "essay")
    sheet.block(group[0].start, group[-1].end, layer, chapter=group[0].chapter)
