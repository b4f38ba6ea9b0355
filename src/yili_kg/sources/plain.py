"""Reads plain text: paragraphs of no layer, until someone says more."""

from __future__ import annotations

import re

from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]


def looks_like(raw: str) -> bool:
    """Whatever no other reader knows is plain text."""
    return True


def read(raw: str) -> Layout:
    """A block a paragraph, where empty lines divide them, else a block a line; headings `X第N` are set apart."""
    sheet = Sheet(raw)
    if raw.startswith("\ufeff"):
        sheet.noise(0, 1, "byte-order-mark")
    lines = [m.span() for m in re.finditer(r"[^\r\n]+", raw)]
    full = [span for span in lines if raw[span[0] : span[1]].strip("\ufeff \t　").strip()]
    divided = len(full) < len(lines) or re.search(r"\n\n|\r\r|\r\n\r\n", raw) is not None
    chapter, essay = "", layers().named("essay")
    begin = end = -1
    for a, b in full:
        line = fold(raw[a:b].strip("\ufeff").strip())
        heading = is_heading(line)
        if begin >= 0 and (heading or not divided or _has_blank_line(raw[end:a])):
            sheet.block(begin, end, essay, chapter=chapter)
            begin = -1
        if heading:
            chapter = _head(sheet, a, b, line, chapter)
        else:
            begin, end = (a if begin < 0 else begin), b
    if begin >= 0:
        sheet.block(begin, end, essay, chapter=chapter)
    return sheet.finish()


def _head(sheet: Sheet, start: int, end: int, line: str, chapter: str) -> str:
    """Takes a line as a heading; the chapter from here on."""
    chapter = chapter_of(line) or chapter
    sheet.title = sheet.title or sheet.raw[start:end].strip("\ufeff").strip()
    sheet.block(start, end, layers().named("heading"), chapter=chapter)
    return chapter


def _has_blank_line(between: str) -> bool:
    return between.replace("\r\n", "\n").replace("\r", "\n").count("\n") > 1
