"""How sure it is that some words are a quotation, and whose note they are: what stands around them in the segment.

A verdict against a commentator (elsewhere, not found) needs words that are quoted for certain: 云, 曰 or the name of a
note right before them and, where nothing like them is in the book, a turn of phrase right behind them that ends them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from yili_kg.models import Annotated, Citation, Quotation, Segment
from yili_kg.models.quick import replace
from yili_kg.reference.books import profiles
from yili_kg.reference.shelf import Strand
from yili_kg.reference.works import as_cited
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["Around", "Surroundings"]

#: So many code points before and behind a quotation are read, and so many before and behind a title.
_BEFORE, _BEHIND, _BEFORE_TITLE, _BEHIND_TITLE = 12, 8, 24, 12
_MARKUP = re.compile(r"<[^>\n]*>|[\n¶/()　 ]")


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of a quotation besides its words: `said` and `ended` for certain, from a `note` of a `school`."""

    said: bool = True
    ended: bool = True
    note: bool = False
    school: str = ""

    def held(self, strand: Strand) -> bool:
        """Whether a strand can hold the words: notes are held by the notes of the same school only."""
        if not self.note:
            return True
        if strand.layer != "note":
            return False
        profile = profiles().get(strand.book)
        if not self.school or profile is None:
            return True
        return profile.notes is not None and profile.notes.search(self.school) is not None


class Surroundings:
    """The segments of an edition, to look around quotations."""

    def __init__(self, annotated: Annotated) -> None:
        self._segments = {s.id: s for s in annotated.edition.segments}

    def behind(self, citation: Citation) -> str:
        """The folded words right behind the title of a citation, without what still belongs to the title."""
        segment = self._segments.get(citation.segment)
        if segment is None:
            return ""
        _, end = segment.inside(citation.start, citation.end)
        words = _MARKUP.sub("", fold(segment.text[end : end + _BEHIND_TITLE]))
        title = load_patterns("titles")["belongs-to-a-title"].match(words)
        return words[title.end() :] if title else words

    def beside(self, citation: Citation) -> tuple[str, str]:
        """The folded words before the title of a citation, and those right behind it."""
        segment = self._segments.get(citation.segment)
        if segment is None:
            return "", ""
        start, end = segment.inside(citation.start, citation.end)
        spans = slice(max(0, start - _BEFORE_TITLE), start), slice(end, end + _BEHIND)
        before, behind = (_MARKUP.sub("", fold(segment.text[span])) for span in spans)
        return before, behind

    def around(self, citation: Citation, quote: Quotation) -> Around:
        """What stands around a quotation of a citation; one by 記 or 傳 alone names no text for certain."""
        held = self._segments.get(citation.segment)
        around = _around(held, quote) if held is not None else Around()
        titled = as_cited(fold(citation.text), "") is None
        return around if titled else replace(around, said=False)


def _around(segment: Segment, quote: Quotation) -> Around:
    patterns = load_patterns("quotations/patterns")
    start, end = segment.inside(quote.start, quote.end)
    before = _MARKUP.sub("", fold(segment.text[max(0, start - _BEFORE) : start]))
    behind = _MARKUP.sub("", fold(segment.text[end : end + _BEHIND]))
    note = patterns["note-named"].search(before)
    return Around(
        said=patterns["surely-said"].search(before) is not None,
        ended=patterns["surely-ended"].match(behind) is not None,
        note=note is not None,
        school=(note.group("sub") or note.group("school") or "") if note else "",
    )
