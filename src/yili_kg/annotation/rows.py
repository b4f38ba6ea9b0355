"""Chapters of the 儀禮 named in a row (燕禮大射, 特牲、少牢, 士昏鄉飲酒特牲) or in full (士冠禮, 少牢禮): named as texts.

One such name alone may be a rite, a victim or a garment; two of them side by side, which nothing says to be performed,
are the chapters, and so is a name that no rite, victim or garment bears. A heading names its chapter with a number. The words around them are those of
`extraction/rules/titles.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.annotation.spans import Found, covered
from yili_kg.lexicon import load_lexicon
from yili_kg.received.chapters import chapter_titles, cited_as
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.needed import Asked

__all__ = ["AT_THE_HEAD", "IN_A_ROW", "IN_FULL", "titles_in_rows"]

#: The rule of a title that is one because another chapter of the 儀禮 is named right beside it.
IN_A_ROW = "title-in-a-row"
#: The rule of a chapter's name that nothing else bears.
IN_FULL = "title-in-full"
#: The rule of a chapter's name that stands with its number at the head of the chapter.
AT_THE_HEAD = "title-at-the-head"
#: So many code points before a row say whether its rites are performed.
_BEFORE = 4


def titles_in_rows(folded: str, layer: str, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The chapters named in rows of two or more, or in full, in order, but those that touch what is `taken`."""
    if layer in layers().base:
        return []
    named = [*_at_the_head(folded)] if layer in layers().silent else [*_in_rows(folded), *_in_full(folded)]
    if not named:
        return []
    inside = covered(len(folded), taken)
    found: list[Found] = []
    for title in sorted(named, key=lambda t: (t.start, -t.end)):  # 士喪禮, of which 士喪 is a name too
        if not any(inside[title.start : title.end]):
            found.append(title)
            inside[title.start : title.end] = b"\1" * (title.end - title.start)
    return found


def _at_the_head(folded: str) -> Iterator[Found]:
    name, forms = _names()
    numbered = load_patterns("titles")["number-of-a-chapter"]
    for title in name.finditer(folded):
        if numbered.match(folded, title.end()):
            yield Found(*title.span(), "work", forms[title.group()], AT_THE_HEAD)


def _in_rows(folded: str) -> Iterator[Found]:
    name, forms = _names()
    for row in _rows().finditer(folded):
        titles = list(name.finditer(folded, *row.span()))
        if len({forms[title.group()] for title in titles}) > 1 and not _rites(folded, *row.span()):
            for title in titles:
                yield Found(*title.span(), "work", forms[title.group()], IN_A_ROW)


def _in_full(folded: str) -> Iterator[Found]:
    forms = _names()[1]
    for pattern, _ in _full().of(folded):
        for title in pattern.finditer(folded):
            if title.group() in forms and not _rites(folded, *title.span()):
                yield Found(*title.span(), "work", forms[title.group()], IN_FULL)


def _rites(folded: str, start: int, end: int) -> bool:
    """Whether what stands around names says that the rites themselves are meant."""
    patterns = load_patterns("titles")
    before = patterns["rites-before-row"].search(folded, max(0, start - _BEFORE), start)
    return before is not None or patterns["rites-behind-row"].match(folded, end) is not None


@cache
def _names() -> tuple[re.Pattern[str], dict[str, str]]:
    """The names of chapters, of two graphs at least and none of them a person's, as a pattern; form → concept."""
    chapters = {cited_as(number) for number in chapter_titles()}
    lexicon = load_lexicon()
    forms = {
        text: form.concept
        for text, all_forms in lexicon.forms.items()
        if len(text) > 1 and not any(f.type in ("role", "person") for f in all_forms)
        for form in all_forms
        if form.type == "work" and lexicon.entries[form.concept].target in chapters
    }
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile("|".join(map(re.escape, longest_first))), forms


@cache
def _full() -> Asked[str]:
    """The turns of phrase that name a chapter in full."""
    patterns = load_patterns("titles")
    return Asked((patterns[name], name) for name in ("chapter-in-full", "chapter-by-what-follows"))


@cache
def _rows() -> re.Pattern[str]:
    names, joint = _names()[0].pattern, load_patterns("titles").source("between-chapters")
    return re.compile(f"(?:{names})(?:(?:{joint})?(?:{names}))+")
