"""The frame of a Kanripo text: its headings set apart, its lines of text with their chapters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.models.quick import replace
from yili_kg.sources.books import (
    explains_another_classic,
    is_numbered,
    is_on_rites,
    received_speakers,
    speakers_of,
)
from yili_kg.sources.headings import chapter_named
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.headings import Heading, heading_of
from yili_kg.sources.mandoku.lines import Line
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["sort_lines"]

#: A line that stands alone as a heading has at most so many characters.
_SHORT = 18
#: What stands before the first chapter of a book on the 儀禮 is its own where it has fewer lines.
_FEW = 60


def sort_lines(sheet: Sheet, lines: Sequence[Line], title: str, *, form: str) -> BookFrame:
    """The frame of a text: headings go to the sheet, the other lines are its text, with their chapters."""
    heads = not is_numbered(title) and _heads_chapters(sheet.raw, lines, title)
    speakers = {**received_speakers(), **speakers_of(title)} if heads else speakers_of(title)
    frame = BookFrame(title, speakers, heads_chapters=heads)
    raw, chapter, opens, since, part = sheet.raw, "", True, 0, ""
    for number, line in enumerate(lines):
        if line.part != part:
            part, since = line.part, 0
            chapter = "" if part == "front" else chapter
        text = fold(raw[line.start : line.end])
        opens = opens or line.opens
        since += 1
        found = heading_of(text, line, frame, opens=opens, since=since, form=form)
        if found is None and opens and _stands_alone(raw, lines, number, form=form):
            found = (len(text), "")
        if found is None:
            frame.lines.append(replace(line, opens=opens, chapter=chapter))
            opens = False
            continue
        chapter = _chapter_after(found[1], chapter, frame)
        opens = _set_apart(sheet, line, text, found, chapter, frame)
        # The name of the library opens a part: behind an abstract the title and the author of the book follow it.
        since = 0 if load_patterns("sources/headings")["library"].match(text.lstrip(" \t\u3000")) else since
    _name_parts(frame)
    return frame


def _heads_chapters(raw: str, lines: Sequence[Line], title: str) -> bool:
    """Whether a book that does not name the 儀禮 (禮經本義) heads its parts with its 篇: 聘禮第八, 大射儀　嘉禮十五, or 覲禮 alone and set in.

    The name alone says so only in a book on rites, and a book on another classic has chapters of its own.
    """
    if explains_another_classic(title):
        return False
    headings = load_patterns("sources/headings")
    on_rites, heading, classed = is_on_rites(title), headings["chapter"], headings["class-behind-a-chapter"]
    for line in lines:
        bare = raw[line.start : line.end].strip(" \t\u3000")
        if len(bare) > _SHORT:
            continue
        bare = fold(bare)
        numbered = heading.match(bare)
        if classed.search(bare) and chapter_named(classed.sub("", bare)):
            return True
        if (numbered and chapter_named(numbered.group(1))) or (on_rites and line.indent and chapter_named(bare)):
            return True
    return False


def _chapter_after(name: str, chapter: str, frame: BookFrame) -> str:
    """The chapter after a heading that names one; only those of the 儀禮 have numbers."""
    if not name:
        return chapter
    return (chapter_named(name) or chapter) if frame.is_numbered else ""


def _set_apart(sheet: Sheet, line: Line, text: str, found: Heading, chapter: str, frame: BookFrame) -> bool:
    """Hands a heading to the sheet and what follows it on its line to the frame; whether the next line opens."""
    place = line.start + found[0]
    sheet.block(line.start, place, layers().named("heading"), chapter=chapter)
    for stars in re.finditer(r"\*+ ", text[:8]):
        sheet.mark(line.start + stars.start(), line.start + stars.end())
    if place >= line.end:
        return True
    frame.lines.append(replace(line, start=place, opens=True, chapter=chapter))
    return text[found[0] :].startswith("(") and text.endswith(")")


def _stands_alone(raw: str, lines: Sequence[Line], number: int, *, form: str) -> bool:
    """Whether an indented line is short and the only one so, between others, or names a class of rites: a heading within the text."""
    line = lines[number]
    if line.indent and load_patterns("sources/headings")["class-of-rites"].fullmatch(
        fold(raw[line.start : line.end]).strip(" \t\u3000")
    ):
        return True
    least = 2 if form in ("indented", "entries") else 1
    if line.indent < least or line.length - line.indent > _SHORT or "(" in raw[line.start : line.end]:
        return False
    after = lines[number + 1] if number + 1 < len(lines) else None
    return after is None or after.opens or after.indent < line.indent


def _name_parts(frame: BookFrame) -> None:
    """In a book on the 儀禮 a part with a name, and what little stands before the first chapter, is the book's own."""
    first = next((n for n, line in enumerate(frame.lines) if line.chapter), 0)
    for n, line in enumerate(frame.lines):
        outside = frame.is_numbered and not line.chapter and (line.part == "named" or (n < first < _FEW))
        if line.part == "named" or (outside and line.part == "main"):
            frame.lines[n] = replace(line, part="own" if outside else "main")
