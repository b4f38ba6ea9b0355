"""What was decided by hand and goes before what rules say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from yili_kg.annotation.corrections import Correction, read_corrections
from yili_kg.reading.load import load_own
from yili_kg.reading.place import Own

__all__ = ["ByHand", "by_hand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """The reading of the received text (unless `received` is false), somebody's `own` reading, single `corrections`.

    Each goes before the ones named earlier.
    """

    received: bool = True
    own: Own | None = None
    corrections: tuple[Correction, ...] = ()


def by_hand(corrections: Path | None = None, reading: Path | None = None, *, received: bool = True) -> ByHand:
    """What lies in a table of corrections and in a folder of readings of one's own. Raises DataError for slips."""
    return ByHand(
        received=received,
        own=load_own(reading) if reading else None,
        corrections=read_corrections(corrections) if corrections else (),
    )
