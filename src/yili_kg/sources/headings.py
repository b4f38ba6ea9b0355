"""Headings: which line is a chapter's heading, and of which of the 17 篇."""

from __future__ import annotations

from yili_kg.received.chapters import chapter_names
from yili_kg.tables.patterns import load_patterns

__all__ = ["chapter_named", "chapter_of", "is_heading"]

#: A heading alone on a line has at most so many characters.
_LONGEST = 16
#: One with its book and volume before it has at most so many, with blanks and marks.
_LONGEST_DECORATED = 32
#: Long chapters are divided in two or three.
_HALVES = "上中下"


def is_heading(line: str) -> bool:
    """Whether a folded line is nothing but a heading: `X第N`, or a 篇 as web pages head it (儀禮·士冠禮, 一、士冠禮)."""
    match = load_patterns("sources/headings")["heading"].match(line)
    if match is not None and match.end() >= len(line.rstrip()) and len(line.strip()) <= _LONGEST:
        return True
    return bool(_decorated(line))


def chapter_of(line: str) -> str:
    """The number (`04`) of the 篇 that a folded heading names; empty where it names none of the 17."""
    match = load_patterns("sources/headings")["heading"].match(line)
    return (chapter_named(match.group(1)) if match else "") or _decorated(line)


def _decorated(line: str) -> str:
    """The number of the 篇 that a whole folded line names with its book, a number or marks of a heading before it."""
    if len(line) > _LONGEST_DECORATED:
        return ""
    match = load_patterns("sources/headings")["decorated-heading"].fullmatch(line.rstrip())
    return chapter_named(match.group("name")) if match else ""


def chapter_named(name: str) -> str:
    """The number of the 篇 of a folded name, or of one with 上 or 下 behind it for a half of it; empty where there is none."""
    return chapter_names().get(name) or chapter_names().get(name.rstrip(_HALVES), "")
