"""Reads Kanripo files (mandoku): headers, page marks, headings, and the ways in which they set notes apart.

- running: the 注疏 of the Siku; base text and note run on outside the brackets, 音義(…) and 疏(…) within them;
- bracketed: base text outside the brackets, notes within;
- topics: headlines set deep, excerpts of text, note and sub-commentary below them;
- indented: base text flush, comments indented by U+3000 (註曰 … ○疏曰 …);
- entries: a word and what is said of it, of which the first line is flush and the others are set in;
- pointed: a sub-commentary without its text, each piece headed by the first and last words of what it explains;
- alike: paragraphs, a line each, that nothing but their words tells apart;
- flat: text of one layer (prefaces, treatises, the punctuated texts of the TLS).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.entries import hangs_lines, read_entries
from yili_kg.sources.mandoku.flat import read_flat
from yili_kg.sources.mandoku.frame import sort_lines
from yili_kg.sources.mandoku.indent import read_alike, read_indented
from yili_kg.sources.mandoku.lines import Line, scan
from yili_kg.sources.mandoku.notes import read_notes
from yili_kg.sources.mandoku.pointed import points_at_words, read_pointed
from yili_kg.sources.mandoku.running import read_running
from yili_kg.sources.mandoku.topics import gathers_topics, read_topics
from yili_kg.sources.paragraphs import PARAGRAPH, are_commentary, opens_comment
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["form_of", "looks_like", "read"]

_KANRIPO = "sources/kanripo"


def looks_like(raw: str) -> bool:
    """Whether the text has a mandoku header or page marks of Kanripo."""
    head = raw[:3000]
    return "mode: mandoku" in head or re.search(r"<pb:KR\d\w\d{4}", head) is not None


def read(raw: str) -> Layout:
    """Blocks by the form of the file; header, page marks and numbering are noise."""
    sheet = Sheet(raw, _property(raw, "TITLE"))
    number = re.search(r"^#\+PROPERTY:[ \t]*ID[ \t]+(KR\w+)", raw, re.MULTILINE) or re.search(r"<pb:(KR\w+?)_", raw)
    sheet.name = number.group(1) if number else ""
    lines = scan(sheet)
    form = form_of(raw, lines)
    frame = sort_lines(sheet, lines, sheet.title, form=form)
    sheet.author = frame.author
    frame.know_author()
    _ROOMS[form](sheet, frame)
    return sheet.finish()


#: Who reads a file of each form.
_ROOMS: dict[str, Callable[[Sheet, BookFrame], None]] = {
    "running": read_running,
    "topics": read_topics,
    "bracketed": read_notes,
    "entries": read_entries,
    "pointed": read_pointed,
    "alike": read_alike,
    "indented": read_indented,
    "flat": read_flat,
}


class _Look:
    """What the main text of a file looks like, folded: its brackets, its indented lines."""

    def __init__(self, raw: str, lines: Sequence[Line]) -> None:
        main = [line for line in lines if line.part in ("main", "named")]
        self.raw = raw
        self.lines = main or [line for line in lines if line.part == "front"]
        self.folded = [fold(raw[line.start : line.end]) for line in self.lines]
        self.text = "".join(self.folded)
        self.size = max(1, len(self.text))

    @cached_property
    def brackets(self) -> list[str]:
        return [m.group() for m in re.finditer(r"\([^()]*\)", self.text)]

    @cached_property
    def remarks(self) -> int:
        """How many brackets hold a remark of the editors or the author, no note."""
        remark = load_patterns(_KANRIPO)["editors-bracket"]
        return sum(1 for bracket in self.brackets if remark.match(bracket))

    @cached_property
    def comments(self) -> int:
        """How many indented lines begin as comments do."""
        return sum(opens_comment(text) for line, text in zip(self.lines, self.folded, strict=True) if line.indent)

    @cached_property
    def indented(self) -> float:
        """The share of lines that are indented."""
        return sum(1 for line in self.lines if line.indent) / max(1, len(self.lines))


def _is_punctuated(look: _Look) -> bool:
    """A stop for every sixty characters: a text of the TLS."""
    return len(load_patterns(_KANRIPO)["stops"].findall(look.text)) * 60 > look.size


def _labels_brackets(look: _Look) -> bool:
    """Brackets that are named: 音義(…), 疏(…)."""
    return len(load_patterns(_KANRIPO)["labelled-bracket"].findall(look.text)) >= 3


def _gathers_topics(look: _Look) -> bool:
    """Headlines with excerpts below them."""
    return gathers_topics(look.raw, look.lines)


def _lists_entries(look: _Look) -> bool:
    """Entries whose first line is flush."""
    return hangs_lines(look.lines)


def _notes_in_brackets(look: _Look) -> bool:
    """Brackets with much of the text, most of them no remarks; comments are not indented besides."""
    inside = sum(len(bracket) for bracket in look.brackets)
    if inside <= 0.12 * look.size or 2 * look.remarks >= len(look.brackets):
        return False
    return look.indented <= 0.3 or look.comments < 3


def _points_at_words(look: _Look) -> bool:
    """Pieces headed by the words that they explain; brackets would hold text or notes."""
    return not look.brackets and points_at_words(look.text)


def _sets_all_alike(look: _Look) -> bool:
    """Lines that are whole paragraphs, all indented alike, some of which explain the others."""
    lines = look.lines
    if max((line.length for line in lines), default=0) < PARAGRAPH or 0.03 < look.indented < 0.97:
        return False
    return are_commentary(look.folded)


def _indents_comments(look: _Look) -> bool:
    """Lines that are indented and begin as comments do, or brackets for remarks alone."""
    remarked = look.remarks >= 3 and 2 * look.remarks > len(look.brackets)
    return look.comments >= 2 or 0.3 < look.indented < 0.97 or remarked


#: The ways to set notes apart, in the order in which a file is asked; a file with none of them is flat.
_FORMS: tuple[tuple[str, Callable[[_Look], bool]], ...] = (
    ("flat", _is_punctuated),
    ("running", _labels_brackets),
    ("bracketed", _notes_in_brackets),
    ("topics", _gathers_topics),
    ("entries", _lists_entries),
    ("pointed", _points_at_words),
    ("alike", _sets_all_alike),
    ("indented", _indents_comments),
)


def form_of(raw: str, lines: Sequence[Line]) -> str:
    """How a file sets its notes apart: running, bracketed, topics, entries, pointed, alike, indented or flat."""
    look = _Look(raw, lines)
    return next((form for form, fits in _FORMS if fits(look)), "flat")


def _property(raw: str, name: str) -> str:
    match = re.search(rf"^\ufeff?#\+{name}:(.*)", raw, re.MULTILINE)
    return match.group(1).strip() if match else ""
