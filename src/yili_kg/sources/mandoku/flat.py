"""Kanripo text of one layer: prefaces, treatises, the punctuated texts of the TLS with their numbered sections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.sources.books import is_sub_commentary
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.lines import Line
from yili_kg.tables.layers import LayerRole, layers

__all__ = ["close_paragraph", "read_flat"]

_NUMBER = re.compile(r"[A-Z]?\d{1,3}(?:\.\d{1,3}){0,4}\.?[a-z]?(?=[^\d.\s])")


def read_flat(sheet: Sheet, frame: BookFrame) -> None:
    """Adds a block a paragraph; a number before one is noise."""
    raw = sheet.raw
    sub = is_sub_commentary(frame.title, "".join(raw[line.start : line.end] for line in frame.lines))
    group: list[Line] = []
    for line in frame.lines:
        if group and (line.opens or _ends(raw, group[-1].end, line.start)):
            close_paragraph(sheet, group, frame, sub=sub)
            group = []
        number = _NUMBER.match(raw, line.start, line.end)
        if number:
            sheet.noise(number.start(), number.end(), "numbering")
        for match in re.finditer(r"[()/]", raw[line.start : line.end]):
            sheet.mark(line.start + match.start(), line.start + match.end())
        group.append(line)
    if group:
        close_paragraph(sheet, group, frame, sub=sub)


def _ends(raw: str, end: int, start: int) -> bool:
    """Whether a page of a punctuated text, which is a paragraph, ends here."""
    return "<pb:" in raw[end:start] and raw[end - 1] in "。！？；」』》）"


def close_paragraph(sheet: Sheet, group: Sequence[Line], frame: BookFrame, *, sub: bool = False) -> None:
    """Adds the block of a paragraph: its author's where one is known, of a sub-commentary where the book is one (`sub`)."""
    first = group[0]
    role = _role_of(first.part, frame, sub=sub)
    layer = layers().named(role)
    speaker = frame.speakers.get(layer, "") if role == "sub" else frame.author if role == "later" else ""
    sheet.block(first.start, group[-1].end, layer, speaker=speaker, chapter=first.chapter)


def _role_of(part: str, frame: BookFrame, *, sub: bool) -> LayerRole:
    """What text in a part of a book is: collation, sub-commentary (`sub`: the book is one), its author's, or nobody's."""
    if part == "appendix":
        return "collation"
    if sub and part == "main":
        return "sub"
    return "later" if frame.author and part in ("main", "own") else "essay"
