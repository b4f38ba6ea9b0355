"""Headings: which line is a chapter's heading, and of which of the 17 篇."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from yili_kg.received.chapters import chapter_names
from yili_kg.tables.patterns import load_patterns

__all__ = ["bare_name", "chapter_before", "chapter_named", "chapter_of", "is_heading"]

#: A heading alone on a line has at most so many characters.
_LONGEST = 16
#: One with its book and volume before it has at most so many, with blanks and marks.
_LONGEST_DECORATED = 32
#: The words of a line, and a line with a blank behind each graph.
_WORDS = re.compile(r"[\u3400-\u9fff]+")
_WIDE = re.compile(r"(?:\S\s+)+\S")
#: Long chapters are divided in two or three.
_HALVES = "上中下"


def is_heading(line: str) -> bool:
    """Whether a folded line is nothing but a heading: `X第N`, a 篇 as web pages head it (儀禮·士冠禮, 一、士冠禮), or a volume (卷二)."""
    line = _closed_up(line)
    if load_patterns("sources/headings")["volume-alone"].fullmatch(line.strip()):
        return True
    if load_patterns("sources/headings")["leads-elsewhere"].search(line):
        return False
    match = load_patterns("sources/headings")["heading"].match(line)
    if match is not None and match.end() >= len(line.rstrip()) and len(line.strip()) <= _LONGEST:
        return True
    return bool(_decorated(line))


def chapter_of(line: str) -> str:
    """The number (`04`) of the 篇 that a folded heading names; empty where it names none of the 17."""
    line = _closed_up(line)
    match = load_patterns("sources/headings")["heading"].match(line)
    return (chapter_named(match.group(1)) if match else "") or _decorated(line)


def chapter_before(lines: Iterable[str], is_text: Callable[[str], bool]) -> str:
    """The number of the 篇 of what stands before the first of folded lines that heads one; empty where it does not say.

    士冠禮第一之二: a part that is numbered from two on has another before it, if a line above it `is_text` of a book and not
    only its title.
    """
    above = False
    for line in lines:
        chapter = chapter_of(line)
        if chapter:
            later = load_patterns("sources/headings")["later-part"].search(line)
            return chapter if above and later else ""
        above = above or is_text(line)
    return ""


def _decorated(line: str) -> str:
    """The number of the 篇 that a whole folded line names with its book, a number or marks of a heading before it."""
    if len(line) > _LONGEST_DECORATED:
        return ""
    match = load_patterns("sources/headings")["decorated-heading"].fullmatch(line.rstrip())
    return (chapter_named(match.group("name")) if match else "") or _beside_others(line)


def _beside_others(line: str) -> str:
    """The number of the 篇 that a folded line names once, with nothing but what stands on a heading's line beside it."""
    patterns = load_patterns("sources/headings")
    words = _WORDS.findall(line)
    others = [word for word in words if not patterns["beside-a-heading"].fullmatch(word)]
    named = patterns["named-heading"].fullmatch(others[0]) if len(others) == 1 else None
    if named is None:
        return ""
    told = named.group("counted") or named.group("shown") or words[1:] or patterns["numbered-on-page"].search(line)
    return chapter_named(named.group("name")) if told else ""


def bare_name(line: str) -> str:
    """The number of the 篇 of which a folded line is the name and no more; what follows must tell whether it heads it."""
    words = _WORDS.findall(_closed_up(line)) if len(line) <= _LONGEST_DECORATED else []
    return chapter_named(words[0]) if len(words) == 1 else ""


def _closed_up(line: str) -> str:
    """A line without the blanks of one that is set wide (士 冠 禮 第 一)."""
    return re.sub(r"\s", "", line) if _WIDE.fullmatch(line.strip()) else line


def chapter_named(name: str) -> str:
    """The number of the 篇 of a folded name, or of one with 上 or 下 behind it for a half of it; empty where there is none."""
    return chapter_names().get(name) or chapter_names().get(name.rstrip(_HALVES), "")
