"""Notes that an edition sets behind a section, told by numbers in the text: 庭實設。〔一〕 … 〔一〕乘皮。

They are read where their numbers stand: the text is parted behind each, and the note of that number follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from yili_kg.sources.known_words import Paragraph, is_modern
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["begins_with_a_number", "in_their_places"]

#: So many notes of a section have their numbers in the text above them.
_SEVERAL = 2
#: How numbers are written: in one of these brackets, or alone (①).
_BRACKETS, _ALONE = "[［〔【〖", "alone"


def begins_with_a_number(words: str) -> bool:
    """Whether words begin with the number of a note."""
    return load_patterns("sources/pages")["note-number"].match(words.lstrip()) is not None


def in_their_places(raw: str, paragraphs: Sequence[Paragraph]) -> list[Paragraph] | None:
    """The paragraphs in the order in which they read, each numbered note behind the words that have its number; None where none is."""
    _fill(raw, paragraphs)
    order: list[Paragraph] = []
    moved = False
    section: list[Paragraph] = []  # the text since the last notes, with what stands between
    notes: list[Paragraph] = []
    for paragraph in (*paragraphs, None):
        if paragraph is not None and _is_note(raw, paragraph):
            notes.append(paragraph)
            continue
        if notes:
            placed = _placed(raw, section, notes)
            moved = moved or placed is not None
            order.extend(placed if placed is not None else [*section, *notes])
            section, notes = [], []
        if paragraph is not None:
            section.append(paragraph)
    return [*order, *section] if moved else None


def _fill(raw: str, paragraphs: Sequence[Paragraph]) -> None:
    """Sets the layer of short notes: of the words of those numbered in a row, in one kind of brackets, half are known."""
    for kind, row in groupby(paragraphs, key=lambda p: _kind(raw, p)):
        numbered = list(row)
        known = [p for p in numbered if p.layer in layers().notes]
        if not kind or 2 * sum(p.end - p.start for p in known) < sum(p.end - p.start for p in numbered):
            continue
        for paragraph in numbered:
            if not paragraph.layer and not is_modern(fold(raw[paragraph.start : paragraph.end])):
                paragraph.layer, paragraph.chapter = known[0].layer, paragraph.chapter or known[0].chapter


def _kind(raw: str, paragraph: Paragraph) -> str:
    """The bracket of the number with which a paragraph begins, or that it stands alone; empty for a paragraph without one."""
    words = raw[paragraph.start : paragraph.end].lstrip()
    if not begins_with_a_number(words):
        return ""
    return words[0] if words[0] in _BRACKETS else _ALONE


def _is_note(raw: str, paragraph: Paragraph) -> bool:
    return paragraph.layer in layers().notes and begins_with_a_number(raw[paragraph.start : paragraph.end])


def _placed(raw: str, section: Sequence[Paragraph], notes: Sequence[Paragraph]) -> list[Paragraph] | None:
    """A section with each note behind its number; None where too few have one there."""
    by_number: dict[str, Paragraph] = {}
    for note in notes:
        by_number.setdefault(next(_numbers(raw, note)).group(), note)
    text = [p for p in section if p.layer in layers().base]
    told = sum(mark.group() in by_number for p in text for mark in _numbers(raw, p))
    if told < min(_SEVERAL, len(notes)):
        return None
    order = [part for p in section for part in (_parted(raw, p, by_number) if p.layer in layers().base else (p,))]
    placed = {part.start for part in order}
    return [*order, *(note for note in notes if note.start not in placed)]


def _parted(raw: str, paragraph: Paragraph, by_number: dict[str, Paragraph]) -> Iterator[Paragraph]:
    """A paragraph of text in pieces, behind each the note of the number that ends it, which is taken out of those to be placed."""
    begin = paragraph.start
    for mark in _numbers(raw, paragraph):
        if mark.group() in by_number:
            yield replace(paragraph, start=begin, end=mark.end())
            yield by_number.pop(mark.group())
            begin = mark.end()
    if raw[begin : paragraph.end].strip():
        yield replace(paragraph, start=begin)


def _numbers(raw: str, paragraph: Paragraph) -> Iterator[re.Match[str]]:
    """The numbers of notes in a paragraph."""
    return load_patterns("sources/pages")["note-number"].finditer(raw, paragraph.start, paragraph.end)
