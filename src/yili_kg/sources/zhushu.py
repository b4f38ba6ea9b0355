"""Reads 注疏 as the web has it: one paragraph a 疏, base text and note in paragraphs of their own or run together.

The 疏 shows itself by its label ([疏]) or by its pointers (「設洗」至「南肆」。○). Which of the other paragraphs are base
text and which are notes is not for the layout to say: they become blocks of the layer `經注`.
"""

from __future__ import annotations

import re

from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

_QUOTED = "[「“『‘][^」”』’\n]{1,24}[」”』’]"
_LABEL = re.compile(r"[\s　]*(?:[\[【〔(]\s*疏\s*[\]】〕)]|疏(?=[\s　「“『○]))[\s　]*")
_SUB_COMMENTARY = re.compile(rf"[\s　○]*(?:○?注?{_QUOTED}(?:至{_QUOTED})?[。.]?[\s　]*○|注?釋曰)")
_TITLE = re.compile(r"[《]?.{0,4}(?:儀禮|周禮|禮記|毛詩|尚書|周易|春秋|左傳|公羊|穀梁|孝經|論語|爾雅|孟子)注疏")


def looks_like(raw: str) -> bool:
    """Whether a paragraph begins with the pointers of a 疏, or at least two with its label."""
    lines = fold(raw).splitlines()
    return any(_SUB_COMMENTARY.match(line) for line in lines) or sum(1 for line in lines if _LABEL.match(line)) >= 2


def read(raw: str) -> Layout:
    """Blocks of the layers 題, 經注 and 疏; what stands before the first heading is navigation."""
    sheet = Sheet(raw)
    folded = fold(raw)
    lines = _lines(raw)
    first = _first_line_of_text(folded, lines)
    chapter = ""
    for number, (start, end) in enumerate(lines):
        line = folded[start:end]
        if not line.strip():
            continue
        label = _LABEL.match(line)
        if number < first and not _TITLE.match(line.strip()):
            sheet.noise(start, end, "navigation")
        elif is_heading(line) or (number < first and _TITLE.match(line.strip())):
            chapter = chapter_of(line) or chapter
            sheet.title = sheet.title or line.strip()
            sheet.block(start, end, "題", chapter=chapter)
        elif label or _SUB_COMMENTARY.match(line):
            sheet.block(start, end, "疏", speaker="賈公彥", chapter=chapter)
            if label:
                sheet.mark(start, start + label.end())
        else:
            sheet.block(start, end, "經注", chapter=chapter)
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
    first = 0
    for number, (start, end) in enumerate(lines):
        line = folded[start:end]
        if _LABEL.match(line) or _SUB_COMMENTARY.match(line):
            break
        if is_heading(line):
            first = number
    return first
