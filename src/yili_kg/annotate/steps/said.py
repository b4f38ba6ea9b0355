"""What the notes add to the steps: who, where, which way. It is kept as the note's, never put into the text's slots.

The rules are `extraction/rules/step-notes.yaml`. A pattern sees the note with each person or role as `R` and as many
`r` as the name has further graphs, each place as `P` and `p`; {verb} is the verb of a step of the passage.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from yili_kg.annotate.senses import read_rules
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.models import Edition, Mention, NoteSays, Segment, Step
from yili_kg.text.folding import fold, traditional

__all__ = ["NoteRule", "load_note_rules", "notes_on", "read_note_rules"]

_SLOTS = ("agent", "at", "facing")
_LETTERS = {"person": "Rr", "role": "Rr", "place": "Pp"}


@dataclass(frozen=True, slots=True)
class NoteRule:
    """A way in which a note says a slot: `pattern` has a group `value` and the verb of the step as {verb}.

    In the examples a bar parts the base text from the note; the verb stands between ⟦ and ⟧.
    """

    id: str
    slot: str
    pattern: str
    reason: str
    match: tuple[str, ...]
    avoid: tuple[str, ...]
    place: str


def read_note_rules(path: Path) -> tuple[NoteRule, ...]:
    """The rules of a file; raises DataError for a broken one."""
    rules: list[NoteRule] = []
    fields = {"id", "slot", "pattern", "reason", "match", "avoid"}
    for place, row in read_rules(path, fields=fields, required=tuple(sorted(fields))):
        try:
            groups = re.compile(str(row["pattern"]).replace("{verb}", "立")).groupindex
        except re.error as error:
            raise DataError(f"rule {row['id']}: no regular expression ({error})", where=place) from error
        if row["slot"] not in _SLOTS or "value" not in groups:
            raise DataError(f"rule {row['id']}: the slot is one of {', '.join(_SLOTS)}, a group is value", where=place)
        examples = tuple(row["match"]), tuple(row["avoid"])
        rules.append(NoteRule(row["id"], row["slot"], row["pattern"], row["reason"], *examples, place))
    return tuple(rules)


@cache
def load_note_rules() -> tuple[NoteRule, ...]:
    """The rules that come with yili-kg."""
    return read_note_rules(data_folder("extraction") / "rules" / "step-notes.yaml")


@cache
def _compiled(pattern: str, verb: str) -> re.Pattern[str]:
    return re.compile(fold(pattern.replace("{verb}", re.escape(verb))))


def notes_on(steps: Sequence[Step], edition: Edition, mentions: Mapping[str, Sequence[Mention]]) -> list[Step]:
    """The steps with what the notes on their segments add to slots that the text leaves empty or supplied."""
    notes: dict[str, list[Segment]] = {}
    for segment in edition.segments:
        if segment.layer == "注" and segment.comments_on:
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
    letters = list(fold(note.text))
    place = {offset: i for i, offset in enumerate(note.offsets)}
    for mention in mentions:
        inside = [place[o] for o in range(mention.start, mention.end) if o in place]
        code = _LETTERS.get(mention.type)
        if code and inside:
            for number, i in enumerate(inside):
                letters[i] = code[0] if number == 0 else code[1]
    return "".join(letters)


def _added(step: Step, note: Segment, cipher: str, slots: Sequence[str]) -> list[NoteSays]:
    added: list[NoteSays] = []
    filled = {
        "agent": any(not f.supplied for f in step.agent),
        "at": bool(step.at),
        "facing": bool(step.facing),
    }
    for rule in load_note_rules():
        if rule.slot not in slots or filled[rule.slot] or len(step.verb) != 1:
            continue
        match = _compiled(rule.pattern, fold(step.verb)).search(cipher)
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
