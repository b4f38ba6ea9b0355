"""Reads 述註 and its like as the web has it: base text in paragraphs, comments beginning 註曰, ○疏曰, 楊氏曰.

Lines may be whole paragraphs or be cut at some twenty graphs; then a comment goes on until a line is not full. A
comment whose last line happens to be full hides the base text after it: its block says that it may run on.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from yili_kg.models import Span
from yili_kg.received.skeleton import load_skeleton
from yili_kg.sources.books import name_at_the_end, names_the_library
from yili_kg.sources.comments import cut_comment
from yili_kg.sources.headings import chapter_before, chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.speakers import begins_comment, names_himself, says_here
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

_PAGES = "sources/pages"
#: So many lines show how a page is set.
_SEVERAL = 3


def looks_like(raw: str) -> bool:
    """Whether at least three lines begin 註曰."""
    note = load_patterns(_PAGES)["note-line"]
    return sum(1 for line in fold(raw).splitlines() if note.match(line)) >= 3


def read(raw: str) -> Layout:
    """Blocks of headings, base text and, a speaker each, the comments."""
    sheet = Sheet(raw)
    folded = fold(raw)
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\r\n]+", raw) if m.group().strip()]
    made = [_Line(start, end, folded[start:end]) for start, end in lines]
    reader = _Reader(sheet, _full_width([line.words for line in made]), set_in=_sets_in(made))
    reader.chapter = chapter_before((line.words for line in made), begins_comment)
    if reader.chapter:
        reader.author = next(filter(None, (_author(line.words) for line in made)), "")
    for line in made:
        reader.take(line)
    reader.finish()
    sheet.author = reader.author
    return sheet.finish()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the page at `start`–`end`, folded, with the white space at its ends and without."""

    start: int
    end: int
    folded: str

    @property
    def words(self) -> str:
        return self.folded.strip()

    @property
    def is_set_in(self) -> bool:
        """Whether white space stands before its words."""
        return self.folded[:1].isspace()

    @property
    def is_markup(self) -> bool:
        """Whether it is a comment of HTML and nothing else."""
        return len(self.words) >= 7 and self.words.startswith("<!--") and self.words.endswith("-->")


class _Reader:
    """Goes through the lines; `full` is the length of a full line, 0 where a line is a paragraph.

    `set_in`: the lines of comments are set in, those of base text are not.
    """

    def __init__(self, sheet: Sheet, full: int, *, set_in: bool) -> None:
        self.sheet, self.full, self.width, self.set_in = sheet, full, full, set_in
        self.author = self.chapter = ""
        self._comment: Span | None = None
        self._base: Span | None = None
        self._before, self._headed = 0, False
        self._texts: list[tuple[int, int, str]] = []

    def take(self, line: _Line) -> None:
        """One line, by the first case that it is."""
        if line.is_markup:
            self.close()
            self.sheet.noise(line.start, line.end, "markup")
        elif load_patterns(_PAGES)["page-number"].fullmatch(line.words):
            self.sheet.noise(line.start, line.end, "page-mark")
            return
        elif self._is_heading(line.words):
            self._heading(line)
        elif begins_comment(line.words) or names_himself(line.words, self.author):
            self._opens_comment(line)
        elif self._comment and (line.is_set_in if self.set_in and self.full else self._goes_on(line.words)):
            self._comment = (self._comment[0], line.end)
        else:
            self._base_text(line)
        self._before = len(line.words)

    def close(self) -> None:
        """Hands over what is open: a comment, cut into its voices, or base text."""
        if self._comment:
            cut_comment(self.sheet, *self._comment, author=self.author, chapter=self.chapter, more=self.full > 0)
        if self._base:
            self._texts.append((*self._base, self.chapter))
        self._comment = self._base = None

    def finish(self) -> None:
        """Hands over what is open, and what stands without a speaker: base text as a rule.

        Above the first chapter it is what the book says of itself. Where a line is a paragraph, one that speaks of the
        words before it is the author's comment.
        """
        self.close()
        first = next((start for start, _, chapter in self._texts if chapter), 0)
        explains = load_patterns("sources/voices")["explains-line"]
        for start, end, chapter in self._texts:
            words = fold(self.sheet.raw[start:end]).strip()
            if start < first:
                self.sheet.block(start, end, layers().named("essay"))
            elif chapter and not self.full and explains.match(words):
                cut_comment(self.sheet, start, end, author=self.author, chapter=chapter)
            else:
                self.sheet.block(start, end, layers().named("base"), chapter=chapter)

    def _is_heading(self, words: str) -> bool:
        """The heading of a 篇, the title with its volume, or who wrote the book."""
        if is_heading(words) or load_patterns(_PAGES)["volume-line"].match(words):
            return True
        return len(words) < 12 and not self._comment and bool(_author(words))

    def _heading(self, line: _Line) -> None:
        self.close()
        words = self.sheet.raw[line.start : line.end].strip()
        self.author = _author(words) or self.author
        self.chapter = chapter_of(line.words) or self.chapter
        self._headed = True
        if not names_the_library(line.words):
            self.sheet.title = self.sheet.title or words
        self.sheet.block(line.start, line.end, layers().named("heading"), chapter=self.chapter)

    def _opens_comment(self, line: _Line) -> None:
        self.close()
        self._comment = (line.start, line.end)
        # What comes before the first base text (鄭目錄云 …) is indented further: its own lines say how far.
        indented = self._headed and self.full - 2 <= len(line.words) < self.full
        self.width = len(line.words) if indented else self.full

    def _goes_on(self, words: str) -> bool:
        """Whether a line goes on with the comment: the line before was full, and no 篇 begins here."""
        if not self.full or self._before < self.width or len(words) > self.full:
            return False
        return not (self._headed and _opens(words, self.chapter))

    def _base_text(self, line: _Line) -> None:
        """Base text, with a note within the paragraph where 註曰 shows one; a full line goes on in the next."""
        if self._comment:
            self.close()
        self._headed = False
        inner = says_here(line.words) if not self.full else -1
        if inner > 0:
            self.close()
            place = line.start + line.folded.index(line.words) + inner
            self._texts.append((line.start, place, self.chapter))
            self._comment = (place, line.end)
        elif self.full and self._base and self._before >= self.full:
            self._base = (self._base[0], line.end)
        else:
            self.close()
            self._base = (line.start, line.end)


def _sets_in(lines: list[_Line]) -> bool:
    """Whether lines on which comments begin are all set in, and several others are not."""
    opening = [line for line in lines if begins_comment(line.words)]
    flush = sum(not (line.is_set_in or line.is_markup) for line in lines)
    return min(len(opening), flush) >= _SEVERAL and all(line.is_set_in for line in opening)


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
    match = load_patterns(_PAGES)["author-line"].match(line)
    return name_at_the_end(fold(match.group()[: match.end(1)].split()[-1])) if match else ""
