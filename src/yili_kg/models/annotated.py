"""An edition with everything that was found in it."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.models.found import Citation, Mention, ShortCitation
from yili_kg.models.notes import Claim, Gloss, Norm, Reading, Unread
from yili_kg.models.steps import Repetition, Step
from yili_kg.models.text import Edition

__all__ = ["Annotated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """An edition with what was found in it, each kind in the order of the source (steps: of the rite)."""

    edition: Edition
    mentions: tuple[Mention, ...] = ()
    citations: tuple[Citation, ...] = ()
    ellipses: tuple[ShortCitation, ...] = ()
    glosses: tuple[Gloss, ...] = ()
    readings: tuple[Reading, ...] = ()
    claims: tuple[Claim, ...] = ()
    norms: tuple[Norm, ...] = ()
    steps: tuple[Step, ...] = ()
    repetitions: tuple[Repetition, ...] = ()
    unread: tuple[Unread, ...] = ()
