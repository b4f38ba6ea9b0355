"""The ritual as the base text prescribes it: one step an act, with who, what, where and which way."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.models.printed import measured, printed
from yili_kg.models.quick import quick

__all__ = ["Filler", "NoteSays", "Repetition", "Step"]


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Filler:
    """A word in a slot of a step, in its traditional form; `concept` is two, with a space, for a pair (脯醢).

    `supplied` where the text leaves it out and the context makes it certain; `start`–`end` is where it stands (for a
    supplied one: where it was last named), -1 where nowhere. `concept` is the lexicon's concept, or empty. `locative` is
    which part of it is meant where the text says so (上 of 阼階上, 東南 of 阼階東南): no part of `text`.
    """

    text: str
    concept: str = ""
    supplied: bool = False
    start: int = -1
    end: int = -1
    locative: str = ""

    @property
    def place(self) -> str:
        """The words with the locative behind them (阼階上)."""
        return self.text + self.locative


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class NoteSays:
    """What a note adds to a `slot` of a step: `value` is the note's, at `start`–`end` in `segment`, never the text's."""

    slot: str
    value: str
    segment: str
    start: int
    end: int
    rule: str


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Step:
    """One act that 經 or 記 prescribes; `start`–`end` is its verb, `verb` the verb in its traditional form.

    `id` is its segment and its number there. `facing` is one of 東 西 南 北 東南 東北 西南 西北, `posture` 坐 or 立,
    `count` 0 where the text states none. `rite` is the sub-rite (`04.獻賓`). `repeats` are the ids of the steps that
    如初, 如賓禮, 亦如之 stand for; `open` says why a slot that the verb wants is not known, slot by slot. `copies` are the
    places of the verb where the source has the same text once more (a second printing, which is noise). `vessel` is the
    cup of an offering, `bows_to` to whom a bow is; both are told from the steps around where the text does not name them.
    `grounds` names, slot by slot, the case by which a word was supplied (`extraction/rules/steps/anaphora.yaml`).
    `confidence` is how sure it is that this is an act, from 0 to 1; `sure_of` how sure each slot that is filled is.
    `doubtful` are those that are below the threshold; `unsure` has what a rule would put into a slot and is far below it,
    slot by slot: the slot itself is empty.
    """

    start: int
    end: int
    text: str
    id: str
    verb: str
    segment: str
    layer: str
    chapter: str
    passage: str
    rule: str
    agent: tuple[Filler, ...] = printed(default=(), always=True)
    object: tuple[Filler, ...] = printed(default=(), always=True)
    recipient: tuple[Filler, ...] = printed(default=(), always=True)
    at: tuple[Filler, ...] = printed(default=(), always=True)
    origin: tuple[Filler, ...] = printed(default=(), name="from", always=True)
    to: tuple[Filler, ...] = printed(default=(), always=True)
    facing: str = printed(default="", always=True, empty=None)
    posture: str = printed(default="", always=True, empty=None)
    count: int = printed(default=0, always=True, empty=None)
    negated: bool = printed(default=False, always=True)
    conditional: bool = printed(default=False, always=True)
    rite: str = printed(default="", always=True)
    repeats: tuple[str, ...] = ()
    notes: tuple[NoteSays, ...] = ()
    open: tuple[tuple[str, str], ...] = printed(default=(), pairs=True)
    copies: tuple[tuple[int, int], ...] = ()
    vessel: tuple[Filler, ...] = ()
    bows_to: tuple[Filler, ...] = ()
    grounds: tuple[tuple[str, str], ...] = printed(default=(), pairs=True)
    read_by: str = ""
    other: str = ""
    confidence: float | None = measured()
    sure_of: tuple[tuple[str, float], ...] = measured(pairs=True)
    doubtful: tuple[str, ...] = ()
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = printed(default=(), pairs=True)


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Repetition:
    """Words that stand for steps told before and have no verb of their own (介亦如之, 皆如初).

    `agent` is who does the steps this time, empty where it is who did them before; `repeats` are their ids, in order,
    empty where they could not be told, `reason` then says why.
    """

    start: int
    end: int
    text: str
    id: str
    segment: str
    chapter: str
    passage: str
    agent: tuple[Filler, ...] = printed(default=(), always=True)
    repeats: tuple[str, ...] = printed(default=(), always=True)
    reason: str = ""
