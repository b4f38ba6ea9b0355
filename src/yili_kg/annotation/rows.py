"""Chapters of the 儀禮 named in a row (燕禮大射, 特牲、少牢, 士昏鄉飲酒特牲): each is named as a text.

One such name alone may be a rite, a victim or a garment; two of them side by side, which nothing says to be performed,
are the chapters. The words around them are those of `extraction/rules/titles.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from yili_kg.annotation.spans import Found
from yili_kg.lexicon import load_lexicon
from yili_kg.received.chapters import chapter_titles, cited_as
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["IN_A_ROW", "titles_in_rows"]

#: The rule of a title that is one because another chapter of the 儀禮 is named right beside it.
IN_A_ROW = "title-in-a-row"
#: So many code points before a row say whether its rites are performed.
_BEFORE = 4


def titles_in_rows(folded: str, layer: str, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The chapters named in rows of two or more, in order, but those that touch what is `taken`."""
    if layer in layers().base or layer in layers().silent:
        return []
    patterns = load_patterns("titles")
    name, forms = _names()
    inside = [False] * len(folded)
    for start, end in taken:
        inside[start:end] = [True] * (end - start)
    found: list[Found] = []
    for row in _rows().finditer(folded):
        before = folded[max(0, row.start() - _BEFORE) : row.start()]
        if patterns["rites-before-row"].search(before) or patterns["rites-behind-row"].match(folded, row.end()):
            continue
        for title in name.finditer(folded, *row.span()):
            if not any(inside[title.start() : title.end()]):
                found.append(Found(*title.span(), "work", forms[title.group()], IN_A_ROW))
    return found


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
def _rows() -> re.Pattern[str]:
    names, joint = _names()[0].pattern, load_patterns("titles").source("between-chapters")
    return re.compile(f"(?:{names})(?:(?:{joint})(?:{names}))+")
