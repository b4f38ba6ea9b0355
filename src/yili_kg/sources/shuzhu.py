"""Reads 述註 and its like as the web has it: base text in paragraphs, comments beginning 註曰, ○疏曰, 楊氏曰.

Lines may be whole paragraphs or be cut at some twenty graphs; then a comment goes on until a line is not full. A
comment whose last line happens to be full hides the base text after it: its block says that it may run on.
"""

from __future__ import annotations

import re
from collections import Counter

from yili_kg.received.skeleton import load_skeleton
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.speakers import begins_comment, cut_comment, says_here
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

_AUTHOR = re.compile(r".{0,6}?([\u4e00-\u9fff]{2,3})(?:撰|學|輯|述|註)$")
_TITLE = re.compile(r".{2,8}卷[一二三四五六七八九十]+$")
_NOTE = re.compile(r"[\s　]*[注註]曰")


def looks_like(raw: str) -> bool:
    """Whether at least three lines begin 註曰."""
    return sum(1 for line in fold(raw).splitlines() if _NOTE.match(line)) >= 3


def read(raw: str) -> Layout:
    """Blocks of 題, 經 and, a speaker each, the comments."""
    sheet = Sheet(raw)
    folded = fold(raw)
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\r\n]+", raw) if m.group().strip()]
    full = _full_width([folded[a:b].strip() for a, b in lines])
    author = chapter = ""
    comment: tuple[int, int] | None = None
    base: tuple[int, int] | None = None

    def close() -> None:
        nonlocal comment, base
        if comment:
            cut_comment(sheet, *comment, author=author, chapter=chapter, more=full > 0)
        if base:
            sheet.block(*base, "經", chapter=chapter)
        comment = base = None

    before, width, headed = 0, full, False
    for start, end in lines:
        line = folded[start:end].strip()
        if _is_markup(raw[start:end]):
            close()
            sheet.noise(start, end, "markup")
        elif is_heading(line) or _TITLE.match(line) or (len(line) < 12 and _AUTHOR.match(line) and not comment):
            close()
            author = _author(raw[start:end].strip()) or author
            chapter = chapter_of(line) or chapter
            headed = True
            sheet.title = sheet.title or raw[start:end].strip()
            sheet.block(start, end, "題", chapter=chapter)
        elif begins_comment(line):
            close()
            comment = (start, end)
            # What comes before the first base text (鄭目錄云 …) is indented further: its own lines say how far.
            width = len(line) if headed and full - 2 <= len(line) < full else full
        elif comment and full and before >= width and len(line) <= full and not (headed and _opens(line, chapter)):
            comment = (comment[0], end)
        else:
            if comment:
                close()
            headed = False
            inner = says_here(line) if not full else -1
            if inner > 0:
                close()
                place = start + folded[start:end].index(line) + inner
                sheet.block(start, place, "經", chapter=chapter)
                comment = (place, end)
            elif full and base and before >= full:
                base = (base[0], end)
            else:
                close()
                base = (start, end)
        before = len(line)
    close()
    return sheet.finish()


def _opens(line: str, chapter: str) -> bool:
    """Whether a folded line begins as the received text of the chapter does."""
    passages = load_skeleton().get(chapter, ())
    return any(line.startswith(p.base_first) for p in passages[:1])


def _full_width(lines: list[str]) -> int:
    """The length of a full comment line where lines are cut by length; 0 where a line is a paragraph."""
    if not lines:
        return 0
    width, count = Counter(len(line) for line in lines).most_common(1)[0]
    return width if width >= 8 and count > 0.3 * len(lines) else 0


def _author(line: str) -> str:
    match = _AUTHOR.match(line)
    return match.group(1)[-3:] if match else ""


def _is_markup(line: str) -> bool:
    return re.fullmatch(r"\s*<!--.*-->\s*", line) is not None
