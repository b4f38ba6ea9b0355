"""An edition with everything that was found in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yili_kg.models.found import Citation, Mention, ShortCitation
from yili_kg.models.notes import Claim, Gloss, Norm, Reading, Unread
from yili_kg.models.quick import quick
from yili_kg.models.steps import Repetition, Step
from yili_kg.models.text import Edition

__all__ = ["Annotated", "Unsure"]


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Unsure:
    """A statement that is below the threshold of its kind: what kind it is `of`, and what was `found`."""

    of: str
    found: Any

    @property
    def start(self) -> int:
        """Where it begins."""
        return int(self.found.start)

    @property
    def end(self) -> int:
        """Where it ends."""
        return int(self.found.end)

    @property
    def segment(self) -> str:
        """The segment in which it stands."""
        return str(self.found.segment)


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """An edition with what was found in it, each kind in the order of the source (steps: of the rite).

    `unsure` are the statements below the threshold of their kind: they are in no other field.
    """

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
    unsure: tuple[Unsure, ...] = ()

    def every(self, kind: str, sure: tuple[Any, ...]) -> Iterator[tuple[Any, bool]]:
        """All statements of a kind, in the order of the text, and whether each is sure: the `sure` ones with the doubtful."""
        doubtful = [u.found for u in self.unsure if u.of == kind]
        if not doubtful:
            return ((one, True) for one in sure)
        order = {s.id: s.order for s in self.edition.segments}
        told = [(one, True) for one in sure] + [(one, False) for one in doubtful]
        return iter(sorted(told, key=lambda t: (order[t[0].segment], t[0].start, t[0].end)))
