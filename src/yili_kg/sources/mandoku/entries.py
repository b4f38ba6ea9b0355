"""Books of entries: a word flush, what is said of it behind, the lines that go on with it set in (張淳's 儀禮識誤).

`染　注曰凡染絳一入謂之縓…` / `　纁朱則四入歟按釋文云染如琰反…`: what tells them from base text with comments below
it is the line before one that is set in. Of an entry it is full, since the entry goes on; where a comment follows, base
text has come to its end, and its last line is seldom full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.flat import close_paragraph
from yili_kg.sources.mandoku.indent import mark_brackets, read_remarks
from yili_kg.sources.mandoku.lines import FULL, Line

__all__ = ["hangs_lines", "read_entries"]

#: So many lines at least are followed by one that is set in, and so large a share of these is full.
_LEAST, _SHARE = 5, 0.7
#: What goes on with an entry is set in by one space; what is set in by more stands for itself.
_SET_IN = 1


def hangs_lines(lines: Sequence[Line]) -> bool:
    """Whether the lines of a file are entries whose first line is flush and whose others are set in."""
    before = [
        line for line, after in pairwise(lines) if not line.indent and after.indent == _SET_IN and not after.opens
    ]
    return len(before) >= _LEAST and sum(line.length >= FULL for line in before) >= _SHARE * len(before)


def read_entries(sheet: Sheet, frame: BookFrame) -> None:
    """Adds a block an entry, which is the author's; remarks of the editors in brackets stand apart."""
    for line in frame.lines:
        mark_brackets(sheet, line)
    for group in _entries(frame.lines):
        read_remarks(sheet, group, frame)
        close_paragraph(sheet, group, frame)


def _entries(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of each entry, and of what stands between them."""
    group: list[Line] = []
    for line in lines:
        if group and (line.opens or not line.indent or not _goes_on(group, line)):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _goes_on(group: Sequence[Line], line: Line) -> bool:
    """Whether a line that is set in goes on with the lines before it."""
    first = group[0]
    if (first.part, first.chapter) != (line.part, line.chapter):
        return False
    return line.indent == _SET_IN if not first.indent else line.indent == first.indent
