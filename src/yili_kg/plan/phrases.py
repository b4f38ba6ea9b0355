"""The words of a place in a step, as the text has them around its slot: 西階 → 西階上, 楹 → 兩楹之間, 上 → 當楣."""

from __future__ import annotations

from yili_kg.models import Filler, Segment
from yili_kg.plan.vocabulary import phrase, word, words
from yili_kg.text.folding import fold

__all__ = ["aligned_with", "phrase_of"]


def phrase_of(filler: Filler, segment: Segment | None, facing: str = "") -> str:
    """The words of a filler with the locatives around it that the slot leaves out (西階 → 西階上), folded.

    `facing` is the step's, so that the 北 of 西階上北面 is not taken for a place.
    """
    text = fold(filler.text)
    if segment is None or filler.start < 0 or not segment.offsets:
        return text
    begin = next((i for i, o in enumerate(segment.offsets) if o == filler.start), -1)
    end = next((i + 1 for i, o in enumerate(segment.offsets) if o == filler.end - 1), -1)
    if begin < 0 or end < begin:
        return text
    around = fold(segment.text)
    return _head(around[max(0, begin - 4) : begin], text) + text + _locatives(around[end : end + 6], facing)


def _head(before: str, text: str) -> str:
    """What stands before the slot and belongs to it: 當, whose mat it is, 兩 before 楹."""
    if before.endswith(words("places/in-line")):
        return word("places/in-line")
    if owner := phrase("owner-before").search(before):
        return owner.group() if text.startswith(words("things/by-its-owner")) else ""
    both = phrase("both-pillars").match(before + text, len(before) - 1) if before else None
    return both.group() if both else ""


def _locatives(behind: str, facing: str) -> str:
    """The locatives right behind the slot, one after the other (之間; 外之東), up to where the step says how one faces."""
    place = _before_facing(behind, facing) if facing else phrase("end-of-place").split(behind)[0]
    end = 0
    while found := phrase("further-locative").match(place, end):
        end = found.end()
    return place[:end]


def _before_facing(behind: str, facing: str) -> str:
    """What comes before the words that one faces that way (北面)."""
    for turning in phrase("turning").finditer(behind):
        if behind[: turning.start()].endswith(facing):
            return behind[: turning.start() - len(facing)]
    return behind


def aligned_with(start: int, segment: Segment | None) -> str:
    """What the words from a place in the source on say one is in line with: 楣 in 上當楣北面, 西序 in 當西序東面."""
    if segment is None or start < 0:
        return ""
    begin = next((i for i, o in enumerate(segment.offsets) if o >= start), -1)
    if begin < 0:
        return ""
    found = phrase("in-line").match(fold(segment.text[begin : begin + 9]))
    return found["with"] if found else ""
