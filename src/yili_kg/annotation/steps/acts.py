"""What the scan of a stream finds: acts with what stands before and behind their verbs, and comparisons (如初)."""

from __future__ import annotations

from dataclasses import dataclass, field

from yili_kg.annotation.steps.frames import Frame
from yili_kg.annotation.steps.nouns import Phrase

__all__ = ["Act", "Likeness", "Preverbal", "Scan"]


@dataclass(slots=True)
class Likeness:
    """如初, 如賓禮, 亦如之 at `start`–`end` of the stream; `subject` where it has one of its own and no verb."""

    start: int
    end: int
    words: str
    subject: list[Phrase] = field(default_factory=list)


@dataclass(slots=True)
class Preverbal:
    """What stands before a verb, gathered until the verb comes."""

    start: int = -1
    subject: list[Phrase] = field(default_factory=list)
    partner: list[Phrase] = field(default_factory=list)
    topics: list[Phrase] = field(default_factory=list)
    at: list[Phrase] = field(default_factory=list)
    near: list[Phrase] = field(default_factory=list)
    origin: list[Phrase] = field(default_factory=list)
    means: list[Phrase] = field(default_factory=list)
    facing: str = ""
    posture: str = ""
    count: int = 0
    negated: bool = False
    conditional: bool = False
    means_held: bool = False
    state: bool = False
    ordered: bool = False

    def says_nothing(self) -> bool:
        """Whether no noun and no facing has been gathered."""
        return not (
            self.subject
            or self.partner
            or self.topics
            or self.at
            or self.near
            or self.origin
            or self.means
            or self.facing
        )


@dataclass(slots=True)
class Act:
    """One verb with its frame and what the text itself puts into its slots; spans are of the stream."""

    start: int
    end: int
    frame: Frame
    verb: str
    ahead: Preverbal
    gap: int
    slots: dict[str, list[Phrase]] = field(default_factory=dict)
    declined: tuple[int, int] | None = None
    pronoun: bool = False
    facing: str = ""
    posture: str = ""
    count: int = 0
    likeness: Likeness | None = None
    ordered: bool = False
    until: int = 0

    def put(self, slot: str, phrases: list[Phrase]) -> None:
        """Put phrases into a slot behind what is there."""
        self.slots.setdefault(slot, []).extend(phrases)


@dataclass(slots=True)
class Scan:
    """Acts and comparisons of a stream in order, what was said, and the spans that no frame took."""

    acts: list[Act] = field(default_factory=list)
    likenesses: list[Likeness] = field(default_factory=list)
    said: list[tuple[int, int]] = field(default_factory=list)
    states: list[tuple[int, int]] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
