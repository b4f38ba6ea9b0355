"""What the notes add to the steps: who, where, which way. It is kept as the note's, never put into the text's slots.

The rules are `extraction/rules/step-notes.yaml`. A pattern sees the note with each name as the letter of its type and
as many small ones as the name has further graphs (`Rr` a person or role, `Pp` a place; `cipher` in
`extraction/tables/types.tsv`); {verb} is the verb of a step of the passage.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from pydantic import Field, field_validator

from yili_kg.data import data_folder
from yili_kg.models import Edition, Mention, NoteSays, Segment, Step
from yili_kg.models.quick import replace
from yili_kg.tables.layers import layers
from yili_kg.tables.rulebook import Filled, Rule, read_rules
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold, traditional
from yili_kg.text.needed import Asked

__all__ = ["NoteRule", "load_note_rules", "notes_on", "read_note_rules"]

_SLOTS = ("agent", "at", "facing")
#: In place of the verb: a character that no text has.
_A_VERB = "\0"


class NoteRule(Rule):
    """A way in which a note says a slot.

    In the examples a bar parts the base text from the note; the verb stands between ⟦ and ⟧.
    """

    slot: Filled = Field(description="the slot that the note fills: agent, at or facing")
    pattern: Filled = Field(description="regular expression with a group `value`; {verb} is the verb of the step")
    match: tuple[Filled, ...] = Field(min_length=1, description="base text | note, where it must match")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="base text | note, where it must not")

    @field_validator("slot")
    @classmethod
    def _known(cls, slot: str) -> str:
        if slot not in _SLOTS:
            raise ValueError(f"the slot is one of {', '.join(_SLOTS)}")
        return slot

    @field_validator("pattern")
    @classmethod
    def _with_value(cls, pattern: str) -> str:
        try:
            groups = re.compile(pattern.replace("{verb}", ".")).groupindex
        except re.error as error:
            raise ValueError(f"no regular expression ({error})") from error
        if "value" not in groups:
            raise ValueError("a group is value")
        return pattern


def read_note_rules(path: Path) -> tuple[NoteRule, ...]:
    """The rules of a file; raises DataError for a broken one."""
    return read_rules(path, NoteRule)


@cache
def load_note_rules() -> tuple[NoteRule, ...]:
    """The rules that come with yili-kg."""
    return read_note_rules(data_folder("extraction") / "rules" / "step-notes.yaml")


@cache
def _asked() -> Asked[NoteRule]:
    """The rules, each with its pattern on no verb in particular: `_A_VERB` stands for one."""
    return Asked((_pattern(rule.pattern, _A_VERB), rule) for rule in load_note_rules())


@cache
def _pattern(pattern: str, verb: str) -> re.Pattern[str]:
    """The pattern of a rule on a folded verb."""
    return re.compile(fold(pattern.replace("{verb}", re.escape(verb))))


def notes_on(steps: Sequence[Step], edition: Edition, mentions: Mapping[str, Sequence[Mention]]) -> list[Step]:
    """The steps with what the notes on their segments add to slots that the text leaves empty or supplied."""
    notes: dict[str, list[Segment]] = {}
    explaining = layers().notes
    for segment in edition.segments:
        if segment.layer in explaining and segment.comments_on:
            notes.setdefault(segment.comments_on, []).append(segment)
    ciphers: dict[str, str] = {}
    ends = {step.segment: step.id for step in steps}
    made: list[Step] = []
    for step in steps:
        added: list[NoteSays] = []
        for note in notes.get(step.segment, ()):
            if note.id not in ciphers:
                ciphers[note.id] = _cipher(note, mentions.get(note.id, ()))
            slots = _SLOTS if ends[step.segment] == step.id else ("agent", "at")
            added.extend(_added(step, note, ciphers[note.id], slots))
        made.append(replace(step, notes=tuple(added)) if added else step)
    return made


def _cipher(note: Segment, mentions: Sequence[Mention]) -> str:
    """The folded note, each name that the table of types has a letter for as that letter (`Rr`, `Pp`)."""
    letters = list(fold(note.text))
    ciphers = {name: row.cipher for name, row in mention_types().items()}
    for mention in mentions:
        inside = range(*note.inside(mention.start, mention.end))
        letter = ciphers.get(mention.type)
        if letter and inside:
            for number, i in enumerate(inside):
                letters[i] = letter if number == 0 else letter.lower()
    return "".join(letters)


def _added(step: Step, note: Segment, cipher: str, slots: Sequence[str]) -> list[NoteSays]:
    added: list[NoteSays] = []
    verb = fold(step.verb)
    asked = _asked().of(cipher + _A_VERB if verb in cipher else cipher) if len(verb) == 1 else ()
    filled = {
        "agent": any(not f.supplied for f in step.agent),
        "at": bool(step.at),
        "facing": bool(step.facing),
    }
    for _, rule in asked:
        if rule.slot not in slots or filled[rule.slot]:
            continue
        match = _pattern(rule.pattern, verb).search(cipher)
        if match is None:
            continue
        who = match.span("who") if "who" in match.re.groupindex else (-1, -1)
        if who[0] < who[1] and traditional(note.text[who[0] : who[1]]) not in {f.text for f in step.agent}:
            continue
        first, last = match.span("value")
        start, end = note.span(first, last)
        added.append(
            NoteSays(
                slot=rule.slot,
                value=traditional(note.text[first:last]),
                segment=note.id,
                start=start,
                end=end,
                rule=rule.id,
            )
        )
        filled[rule.slot] = True
    return added
