"""The words of a place in a step, as the text has them around its slot: 西階 → 西階上, 楹 → 兩楹之間, 上 → 當楣."""

from __future__ import annotations

from yili_kg.models import Filler, Segment
from yili_kg.plan.vocabulary import phrase, word, words
from yili_kg.text.folding import fold

__all__ = ["aligned_with", "phrase_of"]


def phrase_of(filler: Filler, segment: Segment | None) -> str:
    """The words of a filler with its locative (西階上) and with what stands before it and belongs to it, folded."""
    text = fold(filler.text)
    begin = _begin(filler, segment)
    before = fold(segment.text[max(0, begin - 4) : begin]) if segment is not None and begin > 0 else ""
    return _head(before, text) + text + fold(filler.locative)


def _begin(filler: Filler, segment: Segment | None) -> int:
    """Where a filler stands in a segment, -1 where it does not."""
    if segment is None or filler.start < 0:
        return -1
    return next((i for i, o in enumerate(segment.offsets) if o == filler.start), -1)


def _head(before: str, text: str) -> str:
    """What stands before the slot and belongs to it: 當, whose mat it is, 兩 before 楹."""
    if before.endswith(words("places/in-line")):
        return word("places/in-line")
    if owner := phrase("owner-before").search(before):
        return owner.group() if text.startswith(words("things/by-its-owner")) else ""
    if before.endswith(words("places/where-it-will-be")):
        return word("places/where-it-will-be")
    both = phrase("both-pillars").match(before + text, len(before) - 1) if before else None
    return both.group() if both else ""


def aligned_with(start: int, segment: Segment | None) -> str:
    """What the words from a place in the source on say one is in line with: 楣 in 上當楣北面, 西序 in 當西序東面."""
    if segment is None or start < 0:
        return ""
    begin = next((i for i, o in enumerate(segment.offsets) if o >= start), -1)
    if begin < 0:
        return ""
    found = phrase("in-line").match(fold(segment.text[begin : begin + 9]))
    return found["with"] if found else ""
