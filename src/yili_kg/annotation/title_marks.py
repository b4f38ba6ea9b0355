"""Title marks of other printers' habits, read as 《 and 》.

Japanese and Taiwanese prints set titles in corner brackets (『禮記』「王制」), chapters in single ones (〈王制〉), web pages in
what their keyboards have (<王制>, ≪禮記≫), and some put marks within marks. Corner brackets hold quotations too: they are title
marks where they hold a book and its division. What the marks look like is in `extraction/rules/titles.yaml`.
"""

from __future__ import annotations

import re
from functools import cache

from yili_kg.annotation.titles import known_title
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.patterns import load_patterns

__all__ = ["in_title_marks"]

_OPEN, _CLOSE, _WITHIN = "《", "》", "·"
_DIVISION = "·"


def in_title_marks(folded: str) -> str:
    """A folded text with its titles between 《 and 》, same length; marks within marks become dots."""
    if _marks().search(folded) is None:
        return folded
    patterns = load_patterns("titles")
    text = patterns["title-within-title"].sub(_within, folded)
    text = patterns["title-in-quotation-marks"].sub(_within, text)
    text = patterns["title-in-angles"].sub(_single, text)
    return patterns["title-in-corners"].sub(_corners, text)


@cache
def _marks() -> re.Pattern[str]:
    """What shows that there is something to do."""
    patterns = load_patterns("titles")
    names = ("title-within-title", "title-in-quotation-marks", "title-in-angles", "title-in-corners")
    return re.compile("|".join(_nameless(patterns.source(name)) for name in names))


def _nameless(source: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", source)


def _within(match: re.Match[str]) -> str:
    """《禮記·〈王制〉》, 「《王制》」: one title, whatever marks stand in it."""
    inner = re.sub(load_patterns("titles").source("any-title-mark"), _WITHIN, match.group()[1:-1])
    return f"{_OPEN}{inner}{_CLOSE}"


def _single(match: re.Match[str]) -> str:
    """〈王制〉, <王制>: a title that is known; double marks hold nothing but titles."""
    title = match.group("double") or match.group("single")
    known = match.group("double") or known_title(title, load_lexicon())
    return f"{_OPEN}{title}{_CLOSE}" if known else match.group()


def _corners(match: re.Match[str]) -> str:
    """『禮記』「王制」, 『禮記·王制』: a book and its division."""
    book, division = match.group("book"), match.group("division")
    named = known_title(match.group("both") or f"{book}{_DIVISION}{division}", load_lexicon())
    if _DIVISION not in named or named == known_title(book or "", load_lexicon()):
        return match.group()
    text = match.group()
    return f"{_OPEN}{text[1:-1]}{_CLOSE}" if book is None else text.translate(_corner_marks())


@cache
def _corner_marks() -> dict[int, str]:
    return {ord(mark): new for marks, new in (("「『", _OPEN), ("」』", _CLOSE)) for mark in marks}
