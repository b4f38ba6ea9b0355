"""Running heads: the title of the book or chapter that stands again on each page of a scan or of a PDF."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from yili_kg.models import Span
from yili_kg.sources.books import names_a_book
from yili_kg.sources.headings import is_heading
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["running_heads"]

#: A title stands at the head of so many pages, or beside the numbers of so many.
_PAGES, _NUMBERED = 3, 2
#: The sign that begins a page.
_FORM_FEED = "\f"


def running_heads(raw: str, lines: Sequence[Span]) -> frozenset[Span]:
    """The lines of a text that are titles which stand on several of its pages; the first stays if it heads what follows.

    The line itself must name a book or a chapter: words of the text that come again are no heads. The heading of a
    chapter may stand above its text, its notes and its translation; on pages it stands by their numbers.
    """
    titles = [_title(raw[start:end]) for start, end in lines]
    times = Counter(title for title in titles if title)
    numbered = Counter(title for at, title in enumerate(titles) if title and _numbered(raw, lines, at))
    seen: set[str] = set()
    heads: list[Span] = []
    for at, (span, title) in enumerate(zip(lines, titles, strict=True)):
        heading = bool(title) and is_heading(fold(raw[slice(*span)]).strip())
        if numbered[title] >= _NUMBERED or (times[title] >= _PAGES and not heading):
            if title in seen or not (heading or at == 0):
                heads.append(span)
            seen.add(title)
    return frozenset(heads)


def _title(line: str) -> str:
    """The graphs of a line that is a title, without the number of the page that may stand on it; empty for any other."""
    words = fold(line).strip()
    if not (is_heading(words) or names_a_book(words) or load_patterns("sources/pages")["volume-line"].match(words)):
        return ""
    return stream(words).graphs


def _numbered(raw: str, lines: Sequence[Span], number: int) -> bool:
    """Whether a page begins at a line, or a line above or below it is the number of one."""
    numbers = load_patterns("sources/pages")["page-number"]
    near = (lines[at] for at in (number - 1, number + 1) if 0 <= at < len(lines))
    before = raw[lines[number - 1][1] : lines[number][0]] if number else ""
    begins = _FORM_FEED in before or re.match(r"\s*\f", raw[slice(*lines[number])]) is not None
    return begins or any(numbers.fullmatch(fold(raw[slice(*span)].strip())) for span in near)
