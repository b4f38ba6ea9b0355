"""Reads plain text: base text and comments where whole paragraphs explain others, else paragraphs of no layer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.models import Span
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.paragraphs import PARAGRAPH, Paragraph, are_commentary, read_paragraphs
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
    if _is_commentary(raw, full):
        _read_commentary(sheet, full)
        return sheet.finish()
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


def _is_commentary(raw: str, lines: Sequence[Span]) -> bool:
    """Whether lines are whole paragraphs, some of which explain the others."""
    if max((b - a for a, b in lines), default=0) < PARAGRAPH:
        return False
    texts = [fold(raw[a:b].strip("\ufeff").strip()) for a, b in lines]
    return are_commentary([text for text in texts if not is_heading(text)])


def _read_commentary(sheet: Sheet, lines: Sequence[Span]) -> None:
    """Headings, and the paragraphs between them by their words."""
    chapter = ""
    paragraphs: list[Paragraph] = []
    for a, b in lines:
        line = fold(sheet.raw[a:b].strip("\ufeff").strip())
        if is_heading(line):
            chapter = _head(sheet, a, b, line, chapter)
        else:
            paragraphs.append(Paragraph(a, b, chapter))
    read_paragraphs(sheet, paragraphs, author="")


def _head(sheet: Sheet, start: int, end: int, line: str, chapter: str) -> str:
    """Takes a line as a heading; the chapter from here on."""
    chapter = chapter_of(line) or chapter
    sheet.title = sheet.title or sheet.raw[start:end].strip("\ufeff").strip()
    sheet.block(start, end, layers().named("heading"), chapter=chapter)
    return chapter


def _has_blank_line(between: str) -> bool:
    return between.replace("\r\n", "\n").replace("\r", "\n").count("\n") > 1
