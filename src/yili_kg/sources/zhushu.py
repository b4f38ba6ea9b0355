"""Reads 注疏 as the web has it: one paragraph a 疏, base text and note in paragraphs of their own or run together.

The 疏 shows itself by its label ([疏]) or by its pointers (「設洗」至「南肆」。○). Which of the other paragraphs are base
text and which are notes is not for the layout to say: they become blocks of the layer `經注`.
"""

from __future__ import annotations

import re

from yili_kg.sources.books import received_speaker
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]


def looks_like(raw: str) -> bool:
    """Whether a paragraph begins with the pointers of a 疏, or at least two with its label."""
    lines, pages = fold(raw).splitlines(), load_patterns("sources/pages")
    opens, label = pages["sub-opening"].match, pages["sub-label"].match
    return any(opens(line) for line in lines) or sum(1 for line in lines if label(line)) >= 2


def read(raw: str) -> Layout:
    """Blocks of headings, of base text and note together, and of sub-commentary; navigation before the first heading."""
    sheet = Sheet(raw)
    folded = fold(raw)
    lines = _lines(raw)
    first = _first_line_of_text(folded, lines)
    pages, sub = load_patterns("sources/pages"), layers().named("sub")
    chapter = ""
    for number, (start, end) in enumerate(lines):
        line = folded[start:end]
        if not line.strip():
            continue
        label, titled = pages["sub-label"].match(line), pages["notes-of-classics"].match(line.strip())
        if number < first and not titled:
            sheet.noise(start, end, "navigation")
        elif number < first or is_heading(line):
            chapter = chapter_of(line) or chapter
            sheet.title = sheet.title or line.strip()
            sheet.block(start, end, layers().named("heading"), chapter=chapter)
        elif label or pages["sub-opening"].match(line):
            sheet.block(start, end, sub, speaker=received_speaker(sub), chapter=chapter)
            if label:
                sheet.mark(start, start + label.end())
        else:
            sheet.block(start, end, layers().running, chapter=chapter)
    return sheet.finish()


def _lines(raw: str) -> list[tuple[int, int]]:
    """Start and end of each line, the line end outside."""
    lines: list[tuple[int, int]] = []
    start = 0
    for match in re.finditer(r"\r\n|\r|\n", raw):
        lines.append((start, match.start()))
        start = match.end()
    if start < len(raw):
        lines.append((start, len(raw)))
    return lines


def _first_line_of_text(folded: str, lines: list[tuple[int, int]]) -> int:
    """The last heading before the first 疏: everything before it is the page's own."""
    first, pages = 0, load_patterns("sources/pages")
    for number, (start, end) in enumerate(lines):
        line = folded[start:end]
        if pages["sub-label"].match(line) or pages["sub-opening"].match(line):
            break
        if is_heading(line):
            first = number
    return first
