"""Reads 注疏 as the web has it: one paragraph a 疏, base text and note in paragraphs of their own or run together.

The 疏 shows itself by its label ([疏]) or by its pointers (「設洗」至「南肆」。○). Which of the other paragraphs are base
text and which are notes is not for the layout to say: they become blocks of the layer `經注`.

Some pages set a sentence a line. Behind a 疏 such lines go on with it, up to the one that begins with the words at which
the next 疏 points. Where lines are of one width (`wrapped`) it goes on to the line that closes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.received.skeleton import EDGE, load_skeleton
from yili_kg.received.units import base_beginnings
from yili_kg.sources.books import author_in, received_speaker
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.wrapped import Wrapped
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["looks_like", "read"]

#: So many lines show what a page is; its author is named in so many first ones.
_SEVERAL, _HEAD = 2, 40
#: What is pointed at stands in so many lines at most, where a line is a clause.
_SHORT_LINES = 4
#: More lines than so many open a 疏, and so small a share of them is a paragraph, on a page that sets a sentence a line.
_FEW, _PARAGRAPHS = 1, 0.2
#: What ends a sentence, and may stand behind it on a line.
_STOP, _CLOSING = "。", '。」』”’"）)'


def looks_like(raw: str) -> bool:
    """Whether a paragraph begins with the pointers of a 疏, or at least two with its label; not in an author's book that names the note."""
    lines, pages = fold(raw).splitlines(), load_patterns("sources/pages")
    opens, label = pages["sub-opening"].match, pages["sub-label"].match
    if sum(1 for line in lines if label(line)) >= _SEVERAL:
        return True
    return any(opens(line) for line in lines) and not _is_an_authors(lines)


def _is_an_authors(lines: Sequence[str]) -> bool:
    """Whether folded lines are a book whose author one of the first names, and which says before each note whose it is: his own is 釋曰."""
    noted = load_patterns("sources/pages")["names-its-note"].match
    return sum(1 for line in lines if noted(line)) >= _SEVERAL and any(map(author_in, lines[:_HEAD]))


def read(raw: str) -> Layout:
    """Blocks of headings, of base text and note together, and of sub-commentary; navigation before the first heading."""
    sheet = Sheet(raw)
    folded = fold(raw)
    lines = _lines(raw)
    first = _first_line_of_text(folded, lines)
    subs = _Sub(folded, lines[first:], first)
    going_on = subs.going_on()
    pages = load_patterns("sources/pages")
    chapter = ""
    opened: tuple[int, int, str] | None = None  # what may go on, with its layer
    for number, (start, end) in enumerate(lines):
        line = folded[start:end]
        if not line.strip():
            continue
        if number in subs.heads or number in subs.feet:
            chapter = _at_an_edge(sheet, start, end, subs.heads.get(number, ""), chapter)
            continue
        titled = pages["notes-of-classics"].match(line.strip())
        posted = pages["head-of-a-post"].match(line.strip()) is not None
        is_text = number >= first and not posted and not _heads(line)
        if opened is not None and is_text and number in going_on:
            opened = (opened[0], end, opened[2])
            continue
        _close(sheet, opened, chapter)
        opened = None
        if posted or (number < first and not titled):
            sheet.noise(start, end, "navigation")
        elif not is_text:
            chapter = _head(sheet, start, end, line, chapter)
        else:
            opened = (start, end, _layer(sheet, start, line))
    _close(sheet, opened, chapter)
    return sheet.finish()


def _layer(sheet: Sheet, start: int, line: str) -> str:
    """The layer of what a folded line opens; its label is markup."""
    pages = load_patterns("sources/pages")
    label = pages["sub-label"].match(line)
    if label:
        sheet.mark(start, start + label.end())
    return layers().named("sub") if label or pages["sub-opening"].match(line) else layers().running


def _head(sheet: Sheet, start: int, end: int, line: str, chapter: str) -> str:
    """Takes a folded line as a heading; the chapter from here on."""
    chapter = chapter_of(line) or chapter
    sheet.title = sheet.title or line.strip()
    sheet.block(start, end, layers().named("heading"), chapter=chapter)
    return chapter


def _at_an_edge(sheet: Sheet, start: int, end: int, title: str, chapter: str) -> str:
    """Takes a line at the edge of a page for a running head, if it has a `title`, or a note of the editor; the chapter from here on."""
    if title:
        sheet.noise(start, end, "running-head")
        return chapter_of(title) or chapter
    sheet.block(start, end, layers().named("essay"), chapter=chapter)
    return chapter


def _heads(line: str) -> bool:
    """Whether a folded line heads a chapter, or a volume."""
    return is_heading(line) or load_patterns("sources/pages")["volume-of-notes"].match(line) is not None


def _close(sheet: Sheet, opened: tuple[int, int, str] | None, chapter: str) -> None:
    """Adds the block that is open."""
    if opened is not None:
        sheet.block(*opened, speaker=received_speaker(opened[2]), chapter=chapter)


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


class _Sub:
    """The lines of a page from the first line of text on, the number of which is `first`: which go on with a 疏."""

    def __init__(self, folded: str, lines: Sequence[tuple[int, int]], first: int) -> None:
        self._lines = {n: folded[start:end].strip() for n, (start, end) in enumerate(lines, first)}
        self._pages = load_patterns("sources/pages")
        self._labelled = any(self._pages["sub-label"].match(line) for line in self._lines.values())
        self._clauses = self._parts_clauses()
        self.wrapped = Wrapped(self._lines)
        #: Of a page of such lines the notes at its foot, and the titles beside its number.
        self.feet = self.wrapped.notes if self.wrapped else frozenset[int]()
        self.heads = self.wrapped.heads if self.wrapped else {}

    def _opens(self, line: str) -> bool:
        return bool(self._pages["sub-label"].match(line) or self._pages["sub-opening"].match(line))

    def _parts_clauses(self) -> bool:
        """Whether a line holds no more than a sentence: hardly any that opens a 疏 has a full stop within."""
        opened = [line for line in self._lines.values() if self._pages["sub-opening"].match(line)]
        stopped = sum(_STOP in line[:-1].rstrip(_CLOSING) for line in opened)
        return len(opened) > _FEW and stopped <= _PARAGRAPHS * len(opened)

    def going_on(self) -> set[int]:
        """The lines that go on with the 疏 before them.

        A 疏 that a label began turns to the note, or begins to explain, on a line of its own. Where a line is a clause it
        goes on up to the text at which the next one points, or to the end of the page if no text begins there.
        """
        if self.wrapped:
            return set(self._to_the_close())
        going: set[int] = set()
        behind: list[int] | None = None  # the lines behind a 疏 so far; None where none stands before
        for number, line in self._lines.items():
            if self._pages["head-of-a-post"].match(line):
                continue
            if _heads(line):
                going.update(self._to_its_end(behind))
                behind = None
            elif self._opens(line):
                turns = self._labelled and self._pages["note-pointed-at"].match(line) is not None
                if turns and behind is not None and (self._clauses or not behind):
                    going.update((*behind, number))
                elif self._clauses:
                    going.update(self._before_the_text(behind or (), line))
                behind = []
            elif line and behind is not None:
                behind.append(number)
        going.update(self._to_its_end(behind))
        return going

    def _to_the_close(self) -> Iterator[int]:
        """Of lines of one width those behind a 疏 up to the one that closes it; a full one may, if text begins behind it.

        Behind it, and above the first, the lines of the text go on with each other.
        """
        closed: bool | None = True
        in_text = False
        for number, line in self._lines.items():
            if not line or number in self.feet or number in self.heads:
                continue
            goes_on = closed is False or (closed is None and not _begins_text(line))
            if self._opens(line):
                closed, in_text = self.wrapped.closes(number), False
            elif _heads(line):
                closed, in_text = True, False
            elif goes_on and not in_text:
                yield number
                closed = self.wrapped.closes(number)
            else:
                if in_text:
                    yield number
                closed, in_text = True, True

    def _to_its_end(self, behind: Sequence[int] | None) -> Sequence[int]:
        """The lines behind the last 疏 before a heading, or the end of the page, if no text begins in them."""
        if not self._clauses or not behind or any(_begins_text(self._lines[n]) for n in behind):
            return ()
        return behind

    def _before_the_text(self, behind: Sequence[int], line: str) -> Sequence[int]:
        """Of the lines behind a 疏 those before the text at which the next one, that opens with a `line`, points.

        Where it points at the note alone the text before that begins with the line that begins as a passage does.
        """
        text, note = (self._pages[name].match(line) for name in ("text-pointed-at", "note-alone-pointed-at"))
        pointed = text or note
        words = stream(pointed["words"]).graphs if pointed else ""
        if not words:
            return ()
        heads = [stream(self._lines[number]).graphs for number in behind]
        begun = next((n for n in range(len(heads)) if "".join(heads[n : n + _SHORT_LINES]).startswith(words)), 0)
        if text is None:
            begun = next((n for n in range(begun - 1, -1, -1) if _begins_text(self._lines[behind[n]])), 0)
        return behind[:begun]


def _begins_text(line: str) -> bool:
    """Whether a line begins as a passage of the received text does."""
    return stream(line).graphs[:EDGE] in _first_words()


@cache
def _first_words() -> frozenset[str]:
    """The first graphs of the passages."""
    return frozenset().union(*map(base_beginnings, load_skeleton()))
