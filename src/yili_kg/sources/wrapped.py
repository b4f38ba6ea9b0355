"""Lines of one width, as the text of a PDF or a scan has them: one that is full and closes no sentence goes on in the next.

At the foot of a page stand the notes of its editor, which part no sentence, and the number of the page with a title.
"""

from __future__ import annotations

from collections.abc import Mapping

from yili_kg.sources.books import names_a_book
from yili_kg.sources.headings import is_heading
from yili_kg.tables.patterns import load_patterns

__all__ = ["Wrapped"]

#: A width has so many graphs at least and at most; a line is full if it is no more than so many from it.
_NARROW, _WIDE, _SLACK = 12, 80, 2
#: Of the lines this share is full, and of these so many close no sentence; the width is that of the line at this share of the longest.
_FULL, _OPEN, _LONGEST = 0.5, 0.3, 0.8
#: Where the patterns of pages are.
_PAGES = "sources/pages"


class Wrapped:
    """The stripped, folded lines of a page by number, empty ones too; whether they are of one width is asked with `if`."""

    def __init__(self, lines: Mapping[int, str]) -> None:
        self._lines = lines
        self.notes = self._notes()
        #: The titles that stand beside the number of a page.
        self.heads = {n: title for n, line in lines.items() if (title := _head(line))}
        texts = [line for n, line in lines.items() if line and n not in self.notes and n not in self.heads]
        lengths = sorted(map(len, texts))
        width = lengths[int(_LONGEST * len(lengths))] if lengths else 0
        full = [line for line in texts if abs(len(line) - width) <= _SLACK]
        unclosed = [line for line in full if not _closed(line)]
        fits = _NARROW <= width <= _WIDE and len(full) >= _FULL * len(texts) and len(unclosed) >= _OPEN * len(full)
        self._width = width if fits else 0

    def __bool__(self) -> bool:
        """Whether the lines are of one width."""
        return self._width > 0

    def closes(self, number: int) -> bool | None:
        """Whether a line closes a paragraph; None where it closes a sentence at its full width, which may go on or not."""
        line = self._lines[number]
        if not _closed(line):
            return False
        return None if len(line) >= self._width - _SLACK else True

    def _notes(self) -> frozenset[int]:
        """The lines of the notes at the foot of a page: from a number on, behind an empty line, to the next empty one."""
        number, found, behind, within = load_patterns(_PAGES)["note-number"], set[int](), True, False
        for at, line in self._lines.items():
            within = bool(line) and (within or (behind and number.match(line) is not None)) and not _head(line)
            if within:
                found.add(at)
            behind = not line
        return frozenset(found)


def _closed(line: str) -> bool:
    """Whether a line closes a sentence."""
    return load_patterns(_PAGES)["sentence-closed"].search(line) is not None


def _head(line: str) -> str:
    """The title of a book or a chapter that a line has beside the number of a page; empty for any other."""
    found = load_patterns(_PAGES)["beside-a-number"].match(line)
    title = (found["behind"] or found["before"]).strip() if found else ""
    return title if is_heading(title) or names_a_book(title) else ""
