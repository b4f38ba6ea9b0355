"""Excerpts: what a compiler brings from a work that argues itself, to where he speaks again.

通典宋崔凱云父卒…, 閻若璩尚書古文疏證引其說辨之曰…: such a work says 此, 是 and 故知 as a commentator does, so that the turns
of phrase say nothing of where its words end. Where its title begins a note, or stands behind a person who wrote it, it is
quoted to the end of the note, or to where the compiler speaks.
"""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.quotation_marks import Span, trimmed
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.patterns import load_patterns

__all__ = ["excerpt"]

# All in code points.
#: A note that begins with the title is an excerpt of at most so many; with a person before a title inside it, so many.
_WHOLE, _REST = 700, 240
#: The name of a person has so many graphs.
_PERSON = (2, 3, 4)
#: So many before the title say whether the note, or what somebody says, begins there.
_BEFORE = 6
#: Fewer are no excerpt: the turns of phrase say where they end.
_LEAST = 12


def excerpt(folded: str, title: int, end: int, titles: Sequence[int]) -> Span | None:
    """The excerpt that a title at `title`–`end` of a folded note brings; None where it brings none.

    Asked where the cited work is not at hand. The next `titles` begin at these places: one with its author before it begins
    the next excerpt.
    """
    patterns = load_patterns("quotations/patterns")
    if not patterns["work-that-argues"].search(folded[title:end]):
        return None
    says = patterns["say-without-marks"].match(folded, end) or patterns["says-behind-an-act"].match(folded, end)
    if says is None:
        return None
    author = _author_before(folded, title)
    before = folded[max(0, author - _BEFORE) : author]
    opens = patterns["excerpt-begins"].search(before if author > _BEFORE else f"○{before}") is not None
    if not opens and author == title:
        return None
    voice = patterns["compiler-speaks"].search(folded, says.end())
    others = (author for at in titles if at > says.end() and (author := _author_before(folded, at)) < at)
    reach = min(voice.start() if voice else len(folded), next(others, len(folded)))
    if not _LEAST <= reach - says.end() <= (_WHOLE if opens else _REST):
        return None
    return next(iter(trimmed(folded, says.end(), reach)), None)


def _author_before(folded: str, title: int) -> int:
    """Where the name of a person that stands right before a title begins; the title where none does."""
    forms = load_lexicon().forms
    names = (title - size for size in _PERSON if size <= title)
    return next((n for n in names if any(f.type == "person" for f in forms.get(folded[n:title], ()))), title)
