"""Reads pages that label their layers: 【注】, 【疏】, 【釋文】 or 鄭玄注： before each, base text with 【經】 or no label at all.

A label in brackets may stand anywhere in a line, one with a colon at its head. What has no label is base text, since the notes
have theirs; what of it the received text does not have is told apart later. What modern editors add under a label of theirs
(【譯文】) is noise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.models import Span
from yili_kg.sources.books import received_speaker
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.tables.layers import LayerRole, layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

#: So many labels make a page one of this kind, among them one of a note.
_LEAST = 2


class _Label(Row):
    """A word between the brackets of a label, or before its colon: the role of the layer, or the reason of its noise."""

    words: FoldedWord
    role: LayerRole | None = None
    noise: str = ""
    colon: Annotated[str, Field(pattern="^(yes)?$")] = ""
    reason: Filled


@cache
def _labels() -> dict[str, _Label]:
    path = data_folder("extraction") / "rules" / "sources" / "labels.tsv"
    return {row.words: row for row in read_table(path, _Label, unique=("words",))}


def _found(folded: str, start: int, end: int) -> Iterator[tuple[Span, _Label]]:
    """The labels of a folded line from `start` to `end`, each with its place."""
    patterns = load_patterns("sources/labels")
    head = patterns["label-with-colon"].match(folded, start, end)
    if head and (label := _labels().get(head.group("words"))) and label.colon:
        yield head.span(), label
    for match in patterns["label-in-brackets"].finditer(folded, start, end):
        if label := _labels().get(match.group("words")):
            yield match.span(), label


def looks_like(raw: str) -> bool:
    """Whether a page has labels of layers, one of a note at least."""
    folded = fold(raw)
    roles = [label.role for a, b in _lines(folded) for _, label in _found(folded, a, b)]
    return len(roles) >= _LEAST and "note" in roles


def read(raw: str) -> Layout:
    """Blocks of headings, of what is labelled, and of base text; navigation before the first heading."""
    sheet, folded = Sheet(raw), fold(raw)
    lines = [(a, b) for a, b in _lines(folded) if folded[a:b].strip()]
    first, chapter = _first_line_of_text(folded, lines), ""
    for number, (start, end) in enumerate(lines):
        line = folded[start:end].strip()
        if is_heading(line):
            chapter = chapter_of(line) or chapter
            sheet.title = sheet.title or raw[start:end].strip()
            sheet.block(start, end, layers().named("heading"), chapter=chapter)
        elif number < first:
            sheet.noise(start, end, "navigation")
        else:
            _line(sheet, folded, start, end, chapter)
    return sheet.finish()


def _line(sheet: Sheet, folded: str, start: int, end: int, chapter: str) -> None:
    """One line: what stands before its first label, and each label with what follows it."""
    labels = list(_found(folded, start, end))
    edges = [span[0] for span, _ in labels] + [end]
    if start < edges[0]:
        sheet.block(start, edges[0], layers().named("base"), chapter=chapter)
    for ((begin, text), label), close in zip(labels, edges[1:], strict=True):
        if label.role is None:
            sheet.noise(begin, close, label.noise)
            continue
        layer = layers().named(label.role)
        sheet.block(begin, close, layer, speaker=received_speaker(layer), chapter=chapter)
        sheet.mark(begin, text)


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
