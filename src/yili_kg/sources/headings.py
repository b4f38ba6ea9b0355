"""Headings: which line is a chapter's heading, and of which of the 17 篇."""

from __future__ import annotations

import re

from yili_kg.received.chapters import chapter_names

__all__ = ["chapter_names", "chapter_of", "is_heading"]

_NUMERAL = "[一二三四五六七八九十]+"
_HEADING = re.compile(
    rf"[\s　《]*(?:卷[一二三四五六七八九十百\d]+[:：︰\s]*)?(\S{{1,8}}?)第({_NUMERAL})[》\s　]*(?:儀禮)?[\s　]*"
)


def is_heading(line: str) -> bool:
    """Whether a folded line is nothing but a heading `X第N`."""
    match = _HEADING.match(line)
    return match is not None and match.end() >= len(line.rstrip()) and len(line.strip()) <= 16


def chapter_of(line: str) -> str:
    """The number (`04`) of the 篇 that a folded heading names; empty where it names none of the 17."""
    match = _HEADING.match(line)
    return chapter_names().get(match.group(1), "") if match else ""
