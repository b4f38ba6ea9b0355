"""Reads pages that print base text large and its notes small, as books do, or set the notes between brackets.

Which paragraphs have base text is told by their large print alone: by its words, or, below the heading of a 篇, by the small
print in them, if their words are those of no other text. What is small there is a note; everything else is what it is on a
page that is set alike throughout.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from yili_kg.models import Span
from yili_kg.received.units import are_old_notes, begins_as_a_note, note_beginnings, share_of_old_notes
from yili_kg.sources import known_words
from yili_kg.sources.books import author_in, names_a_book, names_a_volume, received_speaker, speakers_of
from yili_kg.sources.comments import cut_comment
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.labelled import is_label, labelled_layer
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.paragraphs import opens_comment
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["bracketed", "read"]

#: A paragraph with its stretches, in order, and whether each is small.
_Pieces = list[tuple[Span, bool]]
_LINE = re.compile(r"[^\r\n]+")
_MARK = "\ufeff"
_CIRCLE = "○"
#: Brackets in which small print begins; so many code points tell who speaks.
_OPENS, _VOICE = "(（【〔", 20
#: What stands between brackets has so many graphs at least, if it is a note.
_NOTE = 4
#: Where this share of the notes begins as the old ones do, the others are damaged ones.
_MOST = 0.7
#: Where this share does, one that nearly begins so is an old one too.
_MANY = 0.6
#: Of a page that sets its notes between heavy brackets they are this share at least.
_HEAVY = 0.05
#: So a line begins that begins a paragraph.
_SET_IN = ("　　", "\t")
#: In the words of somebody else's text less than this share of the graphs is small print.
_NOTED = 0.15
#: A passage of so few graphs may be changed beyond recognition.
_SHORT = 12
#: So many line ends make a blank line.
_BLANK_LINE = 2


def bracketed(raw: str) -> list[Span]:
    """The stretches of a text between brackets, with them, that are long enough to be notes; those of few graphs mend the text.

    Heavy ones mend nothing: where they hold much of the page, what they hold behind words of a line is a note of any length, if
    it is no label; before words of a line one that is longer than a label.
    """
    pages = load_patterns("sources/pages")
    long = [m.span() for m in pages["note-in-brackets"].finditer(raw) if _is_long(m.group())]
    names = ("note-in-heavy-brackets", "note-in-heavy-brackets-at-the-head")
    heavy = [m for name in names for m in pages[name].finditer(raw) if not is_label(fold(m.group()[1:-1]))]
    if sum(len(m.group()) for m in heavy if _is_long(m.group())) >= _HEAVY * len(raw):
        long += [m.span() for m in heavy]
    return sorted({*long, *(m.span() for m in pages["short-note-in-brackets"].finditer(raw))})


def _is_long(words: str) -> bool:
    """Whether words between brackets are no mere mending of the text."""
    return len(stream(words).graphs) >= _NOTE


def read(raw: str, small: Sequence[Span], *, brackets: bool = False) -> Layout | None:
    """The layout of a page's text whose `small` stretches, in order, are small print; None where they are no notes of it.

    With `brackets` each of them begins and ends with one.
    """
    large = list(raw)
    for start, end in small:
        large[start:end] = " " * (end - start)
    page = _Page(raw, large)
    if brackets:
        page.mark(small)
    page.find(small)
    return page.finish() if page.has_notes() else None


class _Page:
    """A page's text, and its large print alone in a copy of the same length."""

    def __init__(self, raw: str, large: list[str]) -> None:
        self._sheet = Sheet(raw)
        if raw.startswith(_MARK):
            self._sheet.noise(0, 1, "byte-order-mark")
        for number in load_patterns("sources/pages")["note-number"].finditer(raw):
            self._sheet.noise(*number.span(), "footnote-number")
            large[number.start() : number.end()] = " " * len(number.group())
        self._raw, self._large = raw, "".join(large)
        self._paragraphs: list[known_words.Paragraph] = []
        self._pieces: list[_Pieces] = []
        self._chapter = ""

    def mark(self, small: Sequence[Span]) -> None:
        """The brackets around notes are marks of the page."""
        for start, end in small:
            self._sheet.mark(start, start + 1)
            self._sheet.mark(end - 1, end)

    def find(self, small: Sequence[Span]) -> None:
        """The paragraphs with what each is; a blank line and a heading part them."""
        numbers = load_patterns("sources/pages")["page-number"]
        last = -1  # where the paragraph ends that may go on
        for start, end in (line.span() for line in _LINE.finditer(self._raw) if not line.group().isspace()):
            lines = [fold(text[start:end].strip().strip(_MARK).strip()) for text in (self._raw, self._large)]
            if numbers.fullmatch(lines[0]):
                self._sheet.noise(start, end, "page-mark")
                last = end if last >= 0 else last
                continue
            if self._heads(lines, start, end) or (not self._chapter and self._stands_above(lines[0], start, end)):
                last = -1
                continue
            set_in = self._raw.startswith(_SET_IN, start)
            if last >= 0 and not set_in and self._raw.count("\n", last, start) < _BLANK_LINE:
                self._paragraphs[-1].end = end
            else:
                self._paragraphs.append(known_words.Paragraph(start, end, self._chapter))
            last = end
        self._pieces = list(_pieces(self._raw, [paragraph.span for paragraph in self._paragraphs], small))
        known_words.put_layers(self._large, self._paragraphs)
        self._put_layers()

    def _put_layers(self) -> None:
        """Base text and notes whose words nobody knows: what has notes in it, then what is small below base text."""
        above = known_words.Paragraph(0, 0)
        for paragraph, pieces in zip(self._paragraphs, self._pieces, strict=True):
            if not paragraph.layer and paragraph.chapter and self._may_be_base(pieces, paragraph.chapter):
                paragraph.layer = layers().named("base")
            elif not paragraph.layer and _is_annotated(above) and self._may_be_note(pieces):
                paragraph.layer, paragraph.chapter = layers().named("note"), above.chapter
            elif not paragraph.layer and (_is_annotated(above) or above.layer in layers().sub):
                paragraph.layer = labelled_layer(fold(self._raw[slice(*paragraph.span)]))
                paragraph.chapter = above.chapter if paragraph.layer else paragraph.chapter
            above = paragraph

    def _is_heading(self, line: str) -> bool:
        """Whether a folded line heads a chapter, or names the book above all text."""
        return is_heading(line) or (not self._paragraphs and bool(line) and names_a_book(line))

    def _heads(self, lines: Sequence[str], start: int, end: int) -> bool:
        """Takes a line, folded, with its small print or without, that is a heading."""
        heading = next((line for line in lines if self._is_heading(line)), "")
        if heading:
            self._chapter = chapter_of(heading) or self._chapter
            self._sheet.title = self._sheet.title or self._raw[start:end].strip()
            self._sheet.author = self._sheet.author or author_in(heading)
            self._sheet.block(start, end, layers().named("heading"), chapter=self._chapter)
        return bool(heading)

    def _stands_above(self, line: str, start: int, end: int) -> bool:
        """Takes a folded line above the first chapter that names the library, the volume, or who wrote the book."""
        pages = load_patterns("sources/pages")
        if pages["volume-line"].match(line):
            self._sheet.title = self._sheet.title or self._raw[start:end].strip()
        if names_a_volume(line) or self._names_the_author(line):
            self._sheet.block(start, end, layers().named("heading"))
            return True
        if pages["way-to-volumes"].fullmatch(line):
            self._sheet.noise(start, end, "navigation")
            return True
        return False

    def _names_the_author(self, line: str) -> bool:
        """Whether a folded line above the first chapter says who wrote the book."""
        author = author_in(line)
        self._sheet.author = self._sheet.author or author
        return bool(author)

    def has_notes(self) -> bool:
        """Whether small print is a note on base text anywhere."""
        return any(
            _is_annotated(above) and (any(is_small for _, is_small in pieces) or self._may_be_note(below))
            for (above, pieces), (_, below) in pairwise(
                [*zip(self._paragraphs, self._pieces, strict=True), (known_words.Paragraph(0, 0), [])]
            )
        )

    def finish(self) -> Layout:
        """The layout of the page."""
        for paragraph, pieces in zip(self._paragraphs, self._pieces, strict=True):
            if paragraph.layer == layers().named("heading"):
                self._sheet.title = self._sheet.title or self._raw[paragraph.start : paragraph.end].strip()
            if _is_annotated(paragraph):
                for span, is_small in pieces:
                    self._put(paragraph, span, is_small=is_small)
            elif self._is_comment(paragraph):
                cut_comment(self._sheet, *paragraph.span, author=self._sheet.author, chapter=paragraph.chapter)
            else:
                layer = paragraph.layer or layers().named("essay")
                self._sheet.block(*paragraph.span, layer, speaker=paragraph.speaker, chapter=paragraph.chapter)
        return self._sheet.finish()

    def _is_comment(self, paragraph: known_words.Paragraph) -> bool:
        """Whether a paragraph of no layer is what the author, whom a line above the first chapter names, says of the chapter."""
        words = self._raw[slice(*paragraph.span)]
        known = bool(self._sheet.author and paragraph.chapter) and not paragraph.layer
        return known and len(stream(words).graphs) > _SHORT and not known_words.is_modern(fold(words))

    def _put(self, paragraph: known_words.Paragraph, span: Span, *, is_small: bool) -> None:
        """A stretch of a paragraph of base text or of notes; what has no graphs stays with what it stands in."""
        start, end = span
        words = fold(self._raw[start:end].strip().lstrip(_OPENS))
        note = layers().named("note")
        if not is_small:
            self._sheet.block(start, end, paragraph.layer, speaker=paragraph.speaker, chapter=paragraph.chapter)
        elif self._is_of_the_author or opens_comment(words) or self._is_his_own(words, paragraph.chapter):
            bracket = self._raw[start] in _OPENS
            cut_comment(self._sheet, start, end, author=self._sheet.author, chapter=paragraph.chapter, bracket=bracket)
        else:
            speaker = speakers_of(self._sheet.title).get(note) or received_speaker(note)
            stop = self._ends(start, end, paragraph.chapter)
            self._sheet.block(start, stop, note, speaker=speaker, chapter=paragraph.chapter)
            if stop < end:
                cut_comment(self._sheet, stop, end, author=self._sheet.author, chapter=paragraph.chapter)

    def _ends(self, start: int, end: int, chapter: str) -> int:
        """Where the old note ends that begins small print: at a circle behind which the author, or somebody named, speaks.

        Behind a circle the old note itself may stand, where its sounds come first.
        """
        for circle in re.finditer(_CIRCLE, self._raw[start:end]):
            place = start + circle.start()
            words = self._raw[place + 1 : end][:_VOICE]
            if begins_as_a_note(stream(fold(words)).graphs[:_NOTE], chapter):
                continue
            if place > start and (self._sheet.author or opens_comment(fold(words))):
                return place
        return end

    def _is_his_own(self, words: str, chapter: str) -> bool:
        """Whether folded small print is of him whom a line above the first chapter names, not an old note, also behind its sounds."""
        if not self._sheet.author or self._old >= _MOST:
            return False
        parts = [stream(part).graphs[:_NOTE] for part in words.split(_CIRCLE)]
        if self._old < _MANY:
            return not any(part in note_beginnings(chapter) for part in parts)
        return not any(begins_as_a_note(part, chapter) for part in parts)

    @cached_property
    def _old(self) -> float:
        """Which share of the notes begin as the old ones do."""
        return share_of_old_notes(self._notes)

    @cached_property
    def _is_of_the_author(self) -> bool:
        """Whether all small print is of him whom a line above the first chapter names."""
        return bool(self._sheet.author) and not are_old_notes(self._notes)

    @cached_property
    def _notes(self) -> list[tuple[list[str], str]]:
        """The long notes, each with its parts between circles, and the chapter it is on."""
        return [
            ([stream(part).graphs for part in fold(self._raw[slice(*span)]).split(_CIRCLE)], paragraph.chapter)
            for paragraph, pieces in zip(self._paragraphs, self._pieces, strict=True)
            for span, is_small in pieces
            if is_small and _is_annotated(paragraph) and _is_long(self._raw[slice(*span)])
        ]

    def _may_be_base(self, pieces: _Pieces, chapter: str) -> bool:
        """Whether the large print of a paragraph with notes in it is base text of a chapter, though with words of its own."""
        words = [fold(self._raw[slice(*span)]) for span, is_small in pieces if not is_small]
        text = "".join(words)
        if (
            len(pieces) == 1
            or not text.strip()
            or any(known_words.is_modern(fold(self._raw[slice(*s)])) for s, _ in pieces)
        ):
            return False
        size = [len(stream(self._raw[slice(*span)]).graphs) for span, is_small in pieces if is_small]
        return sum(size) >= _NOTED * len(stream(text).graphs) and not known_words.is_foreign(text, chapter)

    def _may_be_note(self, pieces: _Pieces) -> bool:
        """Whether a paragraph is small print throughout, and not modern."""
        return bool(pieces) and all(
            is_small and not known_words.is_modern(fold(self._raw[slice(*span)])) for span, is_small in pieces
        )


def _is_annotated(paragraph: known_words.Paragraph) -> bool:
    """Whether small print in a paragraph, or below it, is a note."""
    return paragraph.layer in {*layers().base, *layers().notes, layers().running}


def _pieces(raw: str, paragraphs: Sequence[Span], small: Sequence[Span]) -> Iterator[_Pieces]:
    """Each paragraph in stretches of large and of small print; what has no graphs goes with what is before it."""
    starts, ends = [start for start, _ in small], [end for _, end in small]
    for begin, end in paragraphs:
        edges = [(begin, False)]
        for start, stop in small[bisect_right(ends, begin) : bisect_left(starts, end)]:
            edges += [(max(begin, start), True), (min(end, stop), False)]
        pieces: _Pieces = []
        for (start, is_small), (stop, _) in pairwise([*edges, (end, False)]):
            if not stream(raw[start:stop]).graphs:
                continue
            if pieces and pieces[-1][1] == is_small:
                pieces[-1] = ((pieces[-1][0][0], stop), is_small)
            else:
                pieces.append(((start if pieces else begin, stop), is_small))
        yield [
            ((start, behind), is_small)
            for ((start, _), is_small), ((behind, _), _) in pairwise([*pieces, ((end, end), False)])
        ]
