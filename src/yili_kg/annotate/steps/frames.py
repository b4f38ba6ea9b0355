"""Frames: which slots a verb has and by what they are known, as told by `extraction/rules/frames/*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yili_kg.annotate.senses import read_rules
from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.text.folding import fold

__all__ = ["SLOTS", "Example", "Frame", "Frames", "load_frames", "read_frames"]

#: The slots that hold words, as the records name them.
SLOTS = ("agent", "object", "recipient", "at", "from", "to")
#: How many folded code points before and after a verb the contexts of a frame see.
_CONTEXT = 8
_CHOICES = {
    "thing": ("object", "to", "recipient", "at"),
    "person": ("object", "recipient", "to", "possessor"),
    "person_if": ("stop", "other", "salute"),
    "place": ("to", "from", "at", "object"),
    "yu": ("at", "to", "from", "recipient"),
    "yu_person": ("recipient", "from", "at", "to"),
    "with": ("object",),
    "wants": ("cup", "food", "held", "wine"),
    "wants_pronoun": ("cup", "food", "held", "person", "wine"),
    "wants_chain": ("held",),
    "agent": ("attendants", "drinker", "washer", "other"),
    "reply": ("cup", "stays"),
    "hold": ("takes", "puts", "gives", "keeps", "washes"),
    "must": ("object", "place", "noun"),
    "opens": ("order",),
    "goes_on": ("attendants",),
    "over": ("noun",),
}
_PATTERNS = ("after", "not_before", "before", "not_after", "unless_after")
_LISTS = ("verbs", "acts", "examples", "avoid")
_FIELDS = {"id", "reason", *_CHOICES, *_PATTERNS, *_LISTS}
_EXPECTED = {"text", *SLOTS, "facing", "posture", "count", "negated", "conditional"}


@dataclass(frozen=True, slots=True)
class Example:
    """Words with the verb between ⟦ and ⟧ and what its slots must hold there; slots that it leaves out are free."""

    text: str
    slots: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """What verbs of one kind take. Each key names the slot into which something goes, or is empty.

    `thing`, `person`, `place`: a bare noun of that kind behind the verb; `yu`, `yu_person`: behind 于; `with`: 以 and a
    noun before it. `acts` are acts and other words that can be its object. `wants`, `wants_pronoun`, `wants_chain`:
    what the context supplies where nothing stands there, where 之 does, where another act goes before. `agent`,
    `reply`, `hold`: how it takes part in turns and in the way of the cup. `must`: without this it is another word.
    `over`: the verb goes before a noun that the lexicon sees in its place.
    """

    id: str
    verbs: tuple[str, ...]
    reason: str
    place_in_file: str
    values: dict[str, str]
    acts: tuple[str, ...]
    after: re.Pattern[str] | None
    not_before: re.Pattern[str] | None
    before: re.Pattern[str] | None
    not_after: re.Pattern[str] | None
    unless_after: re.Pattern[str] | None
    examples: tuple[Example, ...]
    avoid: tuple[str, ...]

    def get(self, key: str) -> str:
        """What the frame says under one of the keys; empty where it says nothing."""
        return self.values.get(key, "")

    def fits(self, folded: str, start: int, end: int, floor: int, ceiling: int) -> bool:
        """Whether the words around `folded[start:end]`, no farther than `floor` and `ceiling`, allow this sense."""
        behind = folded[end : min(end + _CONTEXT, ceiling)]
        if self.after is not None and self.after.search(behind) is None:
            return False
        if self.not_before is not None and self.not_before.search(behind) is not None:
            return False
        ahead = folded[max(start - _CONTEXT, floor) : start]
        if self.before is not None and self.before.search(ahead) is None:
            return False
        if self.not_after is None:
            return True
        if self.not_after.search(ahead) is None:
            return True
        return self.unless_after is not None and self.unless_after.search(ahead) is not None


class Frames:
    """The frames by their verbs."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = tuple(frames)
        self._of: dict[str, list[Frame]] = {}
        for frame in frames:
            for verb in frame.verbs:
                self._of.setdefault(verb, []).append(frame)
        self._longest = max((len(v) for v in self._of), default=0)

    def at(self, folded: str, start: int, floor: int, ceiling: int) -> list[tuple[Frame, int]]:
        """Frames and lengths of the verbs at `start`, the longest first; contexts end at `floor` and `ceiling`."""
        found: list[tuple[Frame, int]] = []
        for length in range(min(self._longest, ceiling - start), 0, -1):
            verb = folded[start : start + length]
            for frame in self._of.get(verb, ()) if len(verb) == length else ():
                if frame.fits(folded, start, start + length, floor, ceiling):
                    found.append((frame, length))
        return found

    def is_verb(self, folded: str, start: int) -> bool:
        """Whether a verb stands at `start`, whatever is around it."""
        return folded[start : start + 1] in self._of


def _example(row: object, place: str, rule: str) -> Example:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or "⟦" not in row["text"]:
        raise DataError(f"frame {rule}: an example is a mapping with a text that has ⟦ and ⟧", where=place)
    row.pop("line", None)
    unknown = sorted(set(row) - _EXPECTED)
    if unknown:
        raise DataError(f"frame {rule}: an example has no slots {', '.join(unknown)}", where=place)
    return Example(row["text"], tuple((k, v) for k, v in row.items() if k != "text"))


def _pattern(row: dict[str, Any], key: str, place: str) -> re.Pattern[str] | None:
    try:
        return re.compile(fold(str(row[key]))) if row.get(key) else None
    except re.error as error:
        raise DataError(f"frame {row['id']}: {key} is no regular expression ({error})", where=place) from error


def read_frames(folder: Path) -> Frames:
    """The frames of all files of a folder but `words.yaml`, in the order of their names; raises DataError."""
    frames: list[Frame] = []
    taken: dict[str, str] = {}
    for path in sorted(folder.glob("[0-9]*.yaml")):
        for place, row in read_rules(path, fields=_FIELDS, required=("id", "verbs", "reason", "examples")):
            rule = str(row["id"])
            if rule in taken:
                raise DataError(f"the frame id {rule} is already taken at {taken[rule]}", where=place)
            for key in _LISTS:
                if not isinstance(row.get(key, []), list):
                    raise DataError(f"frame {rule}: {key} is a list", where=place)
            for key, choices in _CHOICES.items():
                if row.get(key) and row[key] not in choices:
                    raise DataError(f"frame {rule}: {key} is one of {', '.join(choices)}", where=place)
            if any("⟦" not in str(words) for words in row.get("avoid") or ()):
                raise DataError(f"frame {rule}: what it avoids stands between ⟦ and ⟧", where=place)
            taken[rule] = place
            frames.append(
                Frame(
                    rule,
                    tuple(fold(str(v)) for v in row["verbs"]),
                    str(row["reason"]),
                    place,
                    {key: str(row[key]) for key in _CHOICES if row.get(key)},
                    tuple(sorted((fold(str(a)) for a in row.get("acts") or ()), key=lambda a: (-len(a), a))),
                    _pattern(row, "after", place),
                    _pattern(row, "not_before", place),
                    _pattern(row, "before", place),
                    _pattern(row, "not_after", place),
                    _pattern(row, "unless_after", place),
                    tuple(_example(e, place, rule) for e in row["examples"]),
                    tuple(str(a) for a in row.get("avoid") or ()),
                )
            )
    if not frames:
        raise DataError("no frames in this folder", where=where(folder))
    return Frames(frames)


@cache
def load_frames() -> Frames:
    """The frames that come with yili-kg."""
    return read_frames(data_folder("extraction") / "rules" / "frames")
