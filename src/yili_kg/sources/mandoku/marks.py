"""Marks of notes in a book with notes by two hands: `extraction/rules/note-marks.tsv`, 傳 and 箋 of the 毛詩."""

from __future__ import annotations

from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table

__all__ = ["NoteMark", "opening_words", "speaker_after", "speaker_of_marked", "speaker_of_unmarked"]


class NoteMark(Row):
    """How the notes of one hand are known; the header of the table explains the columns."""

    mark: FoldedWord
    words: FoldedWord = ""
    title: str = ""
    speaker: Filled
    reason: Filled


@cache
def _marks() -> tuple[NoteMark, ...]:
    return read_table(data_folder("extraction") / "rules" / "note-marks.tsv", NoteMark, unique=("mark",))


@cache
def opening_words() -> tuple[str, ...]:
    """The folded words with which notes of the second hand begin (箋云)."""
    return tuple(row.words for row in _marks() if row.words)


def speaker_of_marked(words: str) -> str:
    """Whose note begins with these folded words; empty where none of the marks does."""
    return next((row.speaker for row in _marks() if row.words and words.startswith(row.words)), "")


def speaker_of_unmarked(title: str) -> str:
    """Whose the notes without such words are in a book of this title; empty where it is none of these books."""
    return next((row.speaker for row in _marks() if row.title and row.title in title), "")


def speaker_after(words: str) -> str:
    """Whose a note is, called by its mark (傳…, 箋云…); empty where no mark says it."""
    for row in _marks():
        if words.startswith(row.mark) if row.words else row.mark in words:
            return row.speaker
    return ""
