"""Reads plain text: paragraphs of one layer, 文, until someone says more."""

from __future__ import annotations

import re

from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]


def looks_like(raw: str) -> bool:
    """Whatever no other reader knows is plain text."""
    return True


def read(raw: str) -> Layout:
    """A block a paragraph, where empty lines divide them, else a block a line."""
    sheet = Sheet(raw)
    divided = re.search(r"\n[^\S\n]*\n", raw) is not None
    pattern = r"(?:[^\n]*\S[^\n]*(?:\n|$))+" if divided else r"[^\r\n]+"
    chapter = ""
    for match in re.finditer(pattern, raw):
        line = fold(match.group().strip())
        if is_heading(line):
            chapter = chapter_of(line) or chapter
            sheet.title = sheet.title or match.group().strip()
            sheet.block(match.start(), match.end(), "題", chapter=chapter)
        else:
            sheet.block(match.start(), match.end(), "文", chapter=chapter)
    if raw.startswith("\ufeff"):
        sheet.noise(0, 1, "byte-order-mark")
    return sheet.finish()
