"""Reads plain text: base text and comments where whole paragraphs explain others, or where the words are the received text's.

What remains are paragraphs of no layer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from yili_kg.models import Span
from yili_kg.sources import known_words, small_print
from yili_kg.sources.books import author_in, names_a_book, names_a_volume, names_the_library
from yili_kg.sources.cells import table_in
from yili_kg.sources.headings import bare_name, chapter_before, chapter_of, is_heading
from yili_kg.sources.labelled import labelled_layer
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.numbered import begins_with_a_number, in_their_places
from yili_kg.sources.page_heads import running_heads
from yili_kg.sources.paragraphs import PARAGRAPH, Paragraph, are_commentary, opens_comment, read_paragraphs
from yili_kg.sources.translated import parted
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

#: Where so many lines name their note, they are paragraphs if one of them has so many code points.
_SEVERAL, _SHORTER = 2, 40


def looks_like(raw: str) -> bool:
    """Whatever no other reader knows is plain text."""
    return True


def read(raw: str) -> Layout:
    """A block a paragraph, where empty lines divide them, else a block a line; headings `X第N` are set apart."""
    sheet = Sheet(raw)
    if raw.startswith("\ufeff"):
        sheet.noise(0, 1, "byte-order-mark")
    lines = [m.span() for m in re.finditer(r"[^\r\n]+", raw)]
    full = [span for span in lines if raw[span[0] : span[1]].strip("\ufeff \t　").strip()]
    if _is_commentary(raw, full):
        _read_commentary(sheet, full)
        return sheet.finish()
    if layout := _with_brackets(raw):
        return layout
    if _is_of_an_author(raw, full):
        _read_commentary(sheet, full, alone=True)
        return sheet.finish()
    divided = len(full) < len(lines) or re.search(r"\n\n|\r\r|\r\n\r\n", raw) is not None
    _read_by_words(sheet, full, divided=divided)
    return sheet.finish()


def _read_by_words(sheet: Sheet, full: list[Span], *, divided: bool) -> None:
    """The paragraphs of a page that sets nothing apart, by their words; `divided` says that empty lines are between them."""
    raw = sheet.raw
    table = table_in(raw, full)
    if table is not None:
        full, divided = table.cells, False
        for (_, end), (start, _) in pairwise([(0, 0), *full, (len(raw), len(raw))]):
            sheet.noise(end, start, "layout" if raw[end:start].isspace() else "markup")
    bare = _without_numbers(sheet)
    paragraphs = list(parted(bare, _paragraphs(sheet, full, divided=divided)))
    known_words.put_layers(bare, paragraphs)
    _put_labelled(raw, paragraphs)
    if table is not None:
        table.fill(raw, paragraphs)
        paragraphs, sheet.in_reading_order = table.by_rows(paragraphs), True
    elif (placed := in_their_places(raw, paragraphs)) is not None:
        paragraphs, sheet.in_reading_order = placed, True
    for paragraph in paragraphs:
        if paragraph.layer == layers().named("heading"):
            sheet.title = sheet.title or raw[paragraph.start : paragraph.end].strip()
        layer = paragraph.layer or layers().named("essay")
        sheet.block(paragraph.start, paragraph.end, layer, speaker=paragraph.speaker, chapter=paragraph.chapter)


def _without_numbers(sheet: Sheet) -> str:
    """The text with the numbers of footnotes blank, which are put on the sheet."""
    bare = list(sheet.raw)
    for number in load_patterns("sources/pages")["note-number"].finditer(sheet.raw):
        sheet.noise(*number.span(), "footnote-number")
        bare[number.start() : number.end()] = " " * len(number.group())
    return "".join(bare)


def _with_brackets(raw: str) -> Layout | None:
    """Base text with its notes between brackets; None where no brackets hold notes."""
    notes = small_print.bracketed(raw)
    return small_print.read(raw, notes, brackets=True) if notes else None


def _paragraphs(sheet: Sheet, lines: Sequence[Span], *, divided: bool) -> list[known_words.Paragraph]:
    """The paragraphs of a page, each under its heading; the headings and the numbers of pages are put on the sheet."""
    raw, chapter = sheet.raw, ""
    numbers = load_patterns("sources/pages")["page-number"]
    heads = running_heads(raw, lines)
    paragraphs: list[known_words.Paragraph] = []
    last, script = -1, False  # where the paragraph ends that may go on, and whether its last line is in another script
    for a, b in lines:
        line = fold(raw[a:b].strip("\ufeff").strip())
        if (a, b) in heads:
            sheet.noise(a, b, "running-head")
            continue
        goes_on = last >= 0 and divided and not _has_blank_line(raw[last:a]) and not labelled_layer(line)
        other = known_words.is_in_another_script(line)
        goes_on, script = goes_on and other == script and not begins_with_a_number(line), other
        if is_heading(line) or (a == lines[0][0] and names_a_book(line)):
            chapter = _head(sheet, a, b, line, chapter)
            last = -1
        elif numbers.fullmatch(line):
            sheet.noise(a, b, "page-mark")
            last = b if goes_on else last
        else:
            if goes_on:
                paragraphs[-1].end = b
            else:
                paragraphs.append(known_words.Paragraph(a, b, chapter))
            last = b
    return paragraphs


def _put_labelled(raw: str, paragraphs: Sequence[known_words.Paragraph]) -> None:
    """A paragraph with a label, below one of the received text, is what the label says, though its words are not known."""
    for above, paragraph in pairwise(paragraphs):
        if above.layer in {*layers().base, *layers().notes} and not paragraph.layer:
            paragraph.layer = labelled_layer(fold(raw[paragraph.start : paragraph.end]))
            paragraph.chapter = above.chapter if paragraph.layer else paragraph.chapter


def _is_commentary(raw: str, lines: Sequence[Span]) -> bool:
    """Whether lines are whole paragraphs, some of which explain the others; shorter ones where these name whose note they are."""
    texts = [fold(raw[a:b].strip("\ufeff").strip()) for a, b in lines]
    named = load_patterns("sources/pages")["names-its-note"]
    least = _SHORTER if sum(1 for text in texts if named.match(text)) >= _SEVERAL else PARAGRAPH
    if max((b - a for a, b in lines), default=0) < least:
        return False
    return are_commentary([text for text in texts if not is_heading(text)])


def _is_of_an_author(raw: str, lines: Sequence[Span]) -> bool:
    """Whether lines are whole paragraphs of an author whom one names, below the name of a 篇 that he explains."""
    texts = [fold(raw[a:b].strip("\ufeff").strip()) for a, b in lines]
    return max(map(len, texts), default=0) >= PARAGRAPH and _heads_below_an_author(texts)


def _heads_below_an_author(texts: Sequence[str]) -> bool:
    """Whether of folded lines one has the name of a 篇 and stands below one that says who wrote the book."""
    named = next((n for n, line in enumerate(texts) if len(line) <= PARAGRAPH and author_in(line)), -1)
    return named >= 0 and any(_heads_chapter(line) for line in texts[named + 1 :])


def _heads_chapter(line: str) -> str:
    """The number of the 篇 that a folded line heads, if with no more than its name; empty for none."""
    return chapter_of(line) or bare_name(line)


def _read_commentary(sheet: Sheet, lines: Sequence[Span], *, alone: bool = False) -> None:
    """Headings, and the paragraphs between them by their words; above the first chapter stands what the book says of itself.

    Below the name of its author that of a 篇 heads it. Where he speaks `alone`, what is no short line of text is his.
    """
    paragraphs: list[Paragraph] = []
    texts = [fold(sheet.raw[a:b].strip("\ufeff").strip()) for a, b in lines]
    chapters = _chapters(texts, alone=alone)
    first = next((n for n, named in enumerate(chapters) if named), 0)
    own = alone or _no_comment(texts[:first])
    chapter = chapter_before(texts, opens_comment)
    for number, ((a, b), line) in enumerate(zip(lines, texts, strict=True)):
        above = number < first or not paragraphs
        if is_heading(line) or chapters[number] or (above and _is_title(line, first=number == 0)):
            chapter = _head(sheet, a, b, line, chapters[number] or chapter)
            sheet.author = sheet.author or author_in(line)
        elif number < first and _stands_above(sheet, a, b, line, own=own):
            continue
        else:
            paragraphs.append(Paragraph(a, b, chapter))
    read_paragraphs(sheet, paragraphs, author=sheet.author, alone=alone)


def _no_comment(texts: Sequence[str]) -> bool:
    """Whether none of folded lines begins as a comment does."""
    return not any(map(opens_comment, texts))


def _chapters(texts: Sequence[str], *, alone: bool) -> list[str]:
    """The number of the 篇 that each folded line heads, or empty; a name alone does below that of the author."""
    named = _heads_chapter if alone or _heads_below_an_author(texts) else chapter_of
    return [named(line) for line in texts]


def _stands_above(sheet: Sheet, start: int, end: int, line: str, *, own: bool) -> bool:
    """Takes a line above the first chapter that leads to other volumes, or is what the book or its page says of its `own`."""
    if load_patterns("sources/pages")["way-to-volumes"].fullmatch(line):
        sheet.noise(start, end, "navigation")
        return True
    if own:
        sheet.block(start, end, layers().named("essay"))
    return own


def _is_title(line: str, *, first: bool) -> bool:
    """Whether a folded line above the text names the library, the book and its volume, or who wrote it; the `first` also the book alone."""
    if names_a_volume(line) or author_in(line) or load_patterns("sources/pages")["author-line"].match(line):
        return True
    return first and names_a_book(line)


def _head(sheet: Sheet, start: int, end: int, line: str, chapter: str) -> str:
    """Takes a line as a heading; the chapter from here on."""
    chapter = chapter_of(line) or chapter
    if not names_the_library(line):
        sheet.title = sheet.title or sheet.raw[start:end].strip("\ufeff").strip()
    sheet.block(start, end, layers().named("heading"), chapter=chapter)
    return chapter


def _has_blank_line(between: str) -> bool:
    return between.replace("\r\n", "\n").replace("\r", "\n").count("\n") > 1
