"""What the annotators find: spans of one segment's text, before they become spans of the source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from yili_kg.models.quick import quick

__all__ = ["Found", "FoundCitation", "covered"]


@quick
@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A mention at `start`–`end` of a segment's text; `concept` is a headword of the lexicon, `rule` its reason.

    `confidence` is how sure it is, from 0 to 1, where what found it can tell; else None, and the measure of its rule
    holds; `because` what weighed most for it. Neither is part of what was found.
    """

    start: int
    end: int
    type: str
    concept: str
    rule: str
    confidence: float | None = field(default=None, compare=False)
    because: tuple[str, ...] = field(default=(), compare=False)


@quick
@dataclass(frozen=True, slots=True, order=True)
class FoundCitation:
    """A citation at `start`–`end` of a segment's text, with the spans that it quotes."""

    start: int
    end: int
    target: str
    function: str
    form: str
    quotes: tuple[tuple[int, int], ...]
    rule: str


def covered(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    """For each of so many code points 1 if it lies in one of the spans, else 0."""
    inside = bytearray(length)
    for start, end in spans:
        inside[start:end] = b"\1" * (end - start)
    return inside
