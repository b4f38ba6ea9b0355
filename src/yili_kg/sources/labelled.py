"""Reads pages that label their layers: 【注】, 【疏】, 【釋文】 or 鄭玄注： before each, base text with 【經】 or no label at all.

A label in brackets may stand anywhere in a line, one with a colon at its head. What has no label is base text, since the notes
have theirs, but for what is plainly none: modern prose, words that name who says them, and on a chapter of the received text
what has no passage's words. What modern editors add under a label of theirs (【譯文】) is noise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Annotated

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.models import Span
from yili_kg.sources import known_words
from yili_kg.sources.books import names_a_book, received_speaker
from yili_kg.sources.comments import cut_comment
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.paragraphs import opens_comment
from yili_kg.tables.layers import LayerRole, layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["is_label", "labelled_layer", "looks_like", "read"]

#: So many labels make a page one of this kind, among them one of a note.
_LEAST = 2
#: Brackets that print nothing but labels.
_HEAVY = "【〖"


class _Label(Row):
    """A word between the brackets of a label, or before its colon: the role of the layer, or the reason of its noise."""

    words: FoldedWord
    role: LayerRole | None = None
    noise: str = ""
    colon: Annotated[str, Field(pattern="^(yes)?$")] = ""
    speaker: str = ""
    reason: Filled


@cache
def _labels() -> dict[str, _Label]:
    path = data_folder("extraction") / "rules" / "sources" / "labels.tsv"
    return {row.words: row for row in read_table(path, _Label, unique=("words",))}


def _found(folded: str, start: int, end: int) -> Iterator[tuple[Span, _Label | None]]:
    """The labels of a folded line from `start` to `end`, each with its place; none where a bracket closes that held its note."""
    patterns = load_patterns("sources/labels")
    head = patterns["label-with-colon"].match(folded, start, end)
    if head and (label := _labels().get(head.group("words"))) and label.colon:
        yield head.span(), label
    bracketed = (patterns[name].finditer(folded, start, end) for name in ("label-in-brackets", "label-within-brackets"))
    for match in sorted(chain(*bracketed), key=re.Match.start):
        if label := _labels().get(match.group("words")):
            held = match.groupdict().get("held") is not None
            yield (match.start(), match.start("held") if held else match.end()), label
            if held:
                yield (match.end(), match.end()), None


def labelled_layer(line: str) -> str:
    """The layer that a label at the head of a folded line names (鄭玄注：); empty for none."""
    labels = (label for (begin, _), label in _found(line, 0, len(line)) if label and not line[:begin].strip())
    label = next(labels, None)
    return layers().named(label.role) if label and label.role else ""


def is_label(words: str) -> bool:
    """Whether folded words between brackets label what follows them."""
    return words in _labels()


def looks_like(raw: str) -> bool:
    """Whether a page has labels of layers, one of a note at least; one in brackets at the head of its line is enough."""
    folded = fold(raw)
    roles: list[LayerRole | None] = []
    for start, end in _lines(folded):
        for (begin, text), label in _found(folded, start, end):
            if label is None:
                continue
            alone = folded[begin] in _HEAVY and not folded[start:begin].strip() and text + _LEAST < end
            if alone and (label.role == "note" or label.noise):
                return True
            roles.append(label.role)
    return len(roles) >= _LEAST and "note" in roles


def read(raw: str) -> Layout:
    """Blocks of headings, of what is labelled, and of base text; navigation before the first heading."""
    sheet, folded = Sheet(raw), fold(raw)
    lines = [(a, b) for a, b in _lines(folded) if folded[a:b].strip()]
    first, chapter = _first_line_of_text(folded, lines), ""
    unlabelled: list[known_words.Paragraph] = []
    for number, (start, end) in enumerate(lines):
        line = folded[start:end].strip()
        if is_heading(line) or (not number and names_a_book(line)):
            chapter = chapter_of(line) or chapter
            sheet.title = sheet.title or raw[start:end].strip()
            sheet.block(start, end, layers().named("heading"), chapter=chapter)
        elif number < first:
            sheet.noise(start, end, "navigation")
        else:
            bare = _labelled(sheet, folded, start, end, chapter)
            unlabelled.extend(known_words.Paragraph(a, b, chapter) for a, b in bare)
    known_words.put_layers(raw, unlabelled)
    for paragraph in unlabelled:
        _without_label(sheet, folded, paragraph)
    return sheet.finish()


def _labelled(sheet: Sheet, folded: str, start: int, end: int, chapter: str) -> list[Span]:
    """What follows each label of a line; returns what of it has none."""
    labels = list(_found(folded, start, end))
    edges = [span[0] for span, _ in labels] + [end]
    bare = [(start, edges[0])]
    for number, ((begin, text), label) in enumerate(labels):
        close = edges[number + 1]
        if label is None:
            bare.append((begin, close))
        elif label.role is None:
            sheet.noise(begin, close, label.noise)
        else:
            layer = layers().named(label.role)
            sheet.block(begin, close, layer, speaker=label.speaker or received_speaker(layer), chapter=chapter)
            sheet.mark(begin, text)
            if number + 1 < len(labels) and labels[number + 1][1] is None:
                sheet.mark(close - 1, close)
    return [(a, b) for a, b in bare if folded[a:b].strip()]


def _without_label(sheet: Sheet, folded: str, paragraph: known_words.Paragraph) -> None:
    """A paragraph without a label, by its words."""
    start, end, chapter = paragraph.start, paragraph.end, paragraph.chapter
    words = folded[start:end]
    if paragraph.layer:
        sheet.block(start, end, paragraph.layer, speaker=paragraph.speaker, chapter=chapter)
    elif load_patterns("sources/pages")["sub-opening"].match(words):
        layer = layers().named("sub")
        sheet.block(start, end, layer, speaker=received_speaker(layer), chapter=chapter)
    elif opens_comment(words):
        cut_comment(sheet, start, end, author="", chapter=chapter)
    else:
        foreign = known_words.is_modern(words) or (chapter and known_words.is_foreign(words, chapter))
        foreign = foreign or not stream(words).graphs
        sheet.block(start, end, layers().named("essay" if foreign else "base"), chapter=chapter)


def _lines(folded: str) -> Iterator[Span]:
    return (match.span() for match in re.finditer(r"[^\r\n]+", folded))


def _first_line_of_text(folded: str, lines: list[Span]) -> int:
    """The last heading before the first label: everything before it is the page's own, but for other headings."""
    first = 0
    for number, (start, end) in enumerate(lines):
        if is_heading(folded[start:end].strip()):
            first = number
        elif next(_found(folded, start, end), None):
            break
    return first
