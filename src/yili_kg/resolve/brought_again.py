"""Titles that the sub-commentary takes from the note it explains: 引爾雅者 speaks of the passage that the note cites.

The note says 爾雅曰檜謂之葉, its sub-commentary 引爾雅者證… with the title alone; the division is the one in which the words of
the note stand. It is taken where the note, or what else is said of the passage before it, cites one such division alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from yili_kg.models import Annotated, Citation, Segment
from yili_kg.models.quick import replace
from yili_kg.reference.works import work_of
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["as_the_note_cites"]

#: So many code points before and behind a title say that it is taken from the note.
_BEFORE, _BEHIND = 2, 4
#: Fewer code points that are quoted tell no division.
_FEW = 3


def as_the_note_cites(annotated: Annotated) -> Annotated:
    """The edition with the divisions of such titles, as their notes have them."""
    segments = {s.id: s for s in annotated.edition.segments}
    notes = _cited_in_notes(annotated, segments)
    now = tuple(_with_division(c, segments.get(c.segment), notes) for c in annotated.citations)
    return replace(annotated, citations=now)


def _cited_in_notes(annotated: Annotated, segments: Mapping[str, Segment]) -> dict[tuple[str, str], set[str]]:
    """The divisions that notes cite, by passage and work."""
    found: dict[tuple[str, str], set[str]] = {}
    for citation in annotated.citations:
        segment = segments.get(citation.segment)
        if segment is not None and segment.layer in layers().notes and "·" in citation.target:
            for passage in segment.passages:
                found.setdefault((passage, citation.target.partition("·")[0]), set()).add(citation.target)
    return found


def _with_division(citation: Citation, segment: Segment | None, notes: Mapping[tuple[str, str], set[str]]) -> Citation:
    if segment is None or "·" in citation.target or segment.layer not in layers().comments:
        return citation
    if any(q.end - q.start > _FEW for q in citation.quotes):
        return citation  # its own words tell where they stand
    divisions = {d for p in segment.passages for d in notes.get((p, citation.target), ())}
    if len(divisions) != 1 or work_of(citation.target).keeps or not _taken_from_the_note(citation, segment):
        return citation
    return replace(citation, target=divisions.pop())


def _taken_from_the_note(citation: Citation, segment: Segment) -> bool:
    """Whether a title is brought as one that the note brought before (引爾雅者, 引詩證之)."""
    start, end = segment.inside(citation.start, citation.end)
    before, behind = fold(segment.text[max(0, start - _BEFORE) : start]), fold(segment.text[end : end + _BEHIND])
    patterns = load_patterns("titles")
    return patterns["brought-by-the-note"].search(before) is not None or (
        patterns["taken-up-from-the-note"].search(before) is not None
        and patterns["as-the-note-has-it"].match(behind) is not None
    )
