"""The lines of a Kanripo file: which are text, and in which part of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yili_kg.sources.books import names_the_library
from yili_kg.sources.layout import Sheet
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["FULL", "PAGE", "Line", "paragraphs", "scan"]

#: A line of the Siku with as many graphs is full; after a shorter one a paragraph ends.
FULL = 20
#: A page mark of Kanripo.
PAGE = r"<pb:[^<>\r\n]{0,80}>"

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_PAGE = re.compile(PAGE)
_HEADER = re.compile(r"\ufeff?#(?:\+|[ \t]|$)")
_PART = re.compile(r"\ufeff?#\+PROPERTY:[ \t]*JUAN[ \t]+(.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, the page mark and the sign ¶ outside.

    `part` is main, front (序, 提要, 目錄), appendix (考證), own (what a book on the 儀禮 says outside its chapters).

    `indent` counts the full-width spaces before it, `opens` says that a heading, a blank line or another part of the
    book stands before it, `gap` how many blank lines; with `paged` a page mark stands among these.
    """

    start: int
    end: int
    indent: int
    part: str
    opens: bool = False
    chapter: str = ""
    gap: int = 0
    paged: bool = False

    @property
    def length(self) -> int:
        """Its code points, the indentation with them."""
        return self.end - self.start


def scan(sheet: Sheet) -> list[Line]:
    """The lines that are no header of a file; header lines and page marks go to the sheet as noise, ¶ as marks."""
    raw = sheet.raw
    for match in re.finditer(rf"{PAGE}(?:¶?(?:\r\n|\n|\r))?", raw):
        sheet.noise(match.start(), match.end(), "page-mark")
    for match in re.finditer("¶", raw):
        sheet.mark(match.start(), match.end())
    if raw.startswith("\ufeff"):
        sheet.noise(0, 1, "byte-order-mark")
    lines: list[Line] = []
    part, opens, gap, whole, paged = "main", True, 0, False, False
    for match in _LINE.finditer(raw):
        start, text = match.start(), match.group()
        if _HEADER.match(text):
            sheet.noise(start, match.end(), "metadata")
            named = _PART.match(text)
            if named:
                part, opens, whole = _part(named.group(1).strip()), True, _is_whole(named.group(1).strip())
            continue
        page = _PAGE.match(text)
        begin = start + (page.end() if page else 0)
        body = raw[begin : match.end()].rstrip("\r\n¶ \t　")
        if not body.strip():
            opens = opens or page is None
            gap += page is None
            paged = paged or page is not None
            continue
        if whole and lines and names_the_library(fold(body)):
            part, opens, whole = "main", True, False
        indent = len(body) - len(body.lstrip("　"))
        lines.append(Line(begin, begin + len(body), indent, part, opens, gap=gap, paged=paged))
        opens, gap, paged = False, 0, False
    return lines


def _is_whole(value: str) -> bool:
    """Whether a part may be a whole book with its abstract before it."""
    return load_patterns("sources/headings")["part-of-all"].match(value) is not None


def _part(value: str) -> str:
    """The part of the book that a property JUAN names."""
    folded, headings = fold(value), load_patterns("sources/headings")
    if headings["appendix-part"].search(folded):
        return "appendix"
    if headings["front-part"].search(folded):
        return "front"
    return "main" if headings["main-part"].match(folded) else "named"


def paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines in groups: a paragraph ends before a line that opens, or that is set otherwise after a short line."""
    group: list[Line] = []
    for line in lines:
        if group:
            last = group[-1]
            new = (line.part, line.chapter) != (last.part, last.chapter) or line.opens
            if new or (line.indent < last.indent) or (line.indent == group[0].indent and last.length < FULL):
                yield group
                group = []
        group.append(line)
    if group:
        yield group
