"""Headings: which line is a chapter's heading, and of which of the 17 篇."""

from __future__ import annotations

from yili_kg.received.chapters import chapter_names
from yili_kg.tables.patterns import load_patterns

__all__ = ["chapter_named", "chapter_of", "is_heading"]

#: A heading alone on a line has at most so many characters.
_LONGEST = 16
#: Long chapters are divided in two or three.
_HALVES = "上中下"


def is_heading(line: str) -> bool:
    """Whether a folded line is nothing but a heading `X第N`."""
    match = load_patterns("sources/headings")["heading"].match(line)
    return match is not None and match.end() >= len(line.rstrip()) and len(line.strip()) <= _LONGEST


def chapter_of(line: str) -> str:
    """The number (`04`) of the 篇 that a folded heading names; empty where it names none of the 17."""
    match = load_patterns("sources/headings")["heading"].match(line)
    return chapter_named(match.group(1)) if match else ""


def chapter_named(name: str) -> str:
    """The number of the 篇 of a folded name, or of one with 上 or 下 behind it for a half of it; empty where there is none."""
    return chapter_names().get(name) or chapter_names().get(name.rstrip(_HALVES), "")
