"""Frames: which slots a verb has and by what they are known, as told by `extraction/rules/frames/*.yaml`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled, FoldedPattern, FoldedWord, Rule, read_rules

__all__ = ["Example", "Frame", "Frames", "Valency", "load_frames", "read_frames"]

#: How many folded code points before and after a verb the contexts of a frame see.
_CONTEXT = 8


class Example(BaseModel):
    """Words with the verb between ⟦ and ⟧ and what its slots must hold there; slots that it leaves out are free.

    A word with `*` before it is supplied from the context.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(description="the words, the verb between ⟦ and ⟧")
    agent: list[str] | None = None
    object: list[str] | None = None
    recipient: list[str] | None = None
    at: list[str] | None = None
    origin: list[str] | None = Field(default=None, alias="from")
    to: list[str] | None = None
    facing: str = ""
    posture: str = ""
    count: int = 0
    negated: bool = False
    conditional: bool = False

    @model_validator(mode="before")
    @classmethod
    def _marked(cls, row: Any) -> Any:
        if not isinstance(row, dict) or "⟦" not in str(row.get("text", "")):
            raise ValueError("an example is a mapping with a text that has ⟦ and ⟧")
        unknown = sorted(set(row) - {field.alias or name for name, field in cls.model_fields.items()})
        if unknown:
            raise ValueError(f"an example has no slots {', '.join(unknown)}")
        return row

    @property
    def slots(self) -> tuple[tuple[str, Any], ...]:
        """The slots that the example states, as the file calls them, with what they hold."""
        fields = type(self).model_fields
        return tuple(
            (fields[name].alias or name, getattr(self, name))
            for name in fields
            if name in self.model_fields_set - {"text"}
        )


class Valency(Rule):
    """What verbs of one kind take, and how they take part in turns; each key names a slot or a way, or is left out."""

    thing: Literal["object", "to", "recipient", "at"] | None = Field(
        default=None, description="the slot of a bare noun for a thing behind the verb"
    )
    person: Literal["object", "recipient", "to", "possessor"] | None = Field(
        default=None, description="the slot of a bare noun for a person behind the verb; possessor: 受尸爵"
    )
    person_if: Literal["stop", "other", "salute"] | None = Field(
        default=None,
        description="the person belongs to the verb only where the clause stops, or another is named, or it is bidden on",
    )
    site: Literal["to", "from", "at", "object"] | None = Field(
        default=None, description="the slot of a bare noun of place behind the verb"
    )
    yu: Literal["at", "to", "from", "recipient"] | None = Field(
        default=None, description="the slot of 于 and a place or thing"
    )
    yu_person: Literal["recipient", "from", "at", "to"] | None = Field(
        default=None, description="the slot of 于 and a person"
    )
    with_: Literal["object"] | None = Field(
        default=None, alias="with", description="the slot of 以 and a noun before the verb (以爵降)"
    )
    wants: Literal["cup", "food", "held", "wine"] | None = Field(
        default=None, description="what the context supplies where nothing stands behind the verb"
    )
    wants_pronoun: Literal["cup", "food", "held", "person", "wine"] | None = Field(
        default=None, description="what the context supplies where 之 stands behind the verb"
    )
    wants_chain: Literal["held"] | None = Field(
        default=None, description="what the context supplies where another act of the same clause goes before"
    )
    agent: Literal["attendants", "drinker", "washer", "other"] | None = Field(
        default=None, description="who does it where nobody is named"
    )
    reply: Literal["cup", "stays"] | None = Field(default=None, description="it answers another's act")
    hold: Literal["takes", "puts", "gives", "keeps", "washes"] | None = Field(
        default=None, description="what becomes of the cup"
    )
    must: Literal["object", "place", "noun"] | None = Field(
        default=None, description="without this behind it, it is another word"
    )
    opens: Literal["order"] | None = Field(
        default=None, description="the one spoken to does what follows in the clause"
    )
    goes_on: Literal["attendants"] | None = Field(
        default=None, description="attendants who have laid something out go on with it (設篚于禁南, 加二勺于兩壺)"
    )
    over: Literal["noun"] | None = Field(
        default=None, description="the verb goes before a noun that the lexicon sees in its place"
    )


_KEYS = tuple(
    (name, Valency.model_fields[name].alias or name) for name in Valency.model_fields if name not in Rule.model_fields
)


class Frame(Valency):
    """The verbs of one valency, where they are to be read so, and examples; `acts` can be their object."""

    verbs: tuple[FoldedWord, ...] = Field(min_length=1, description="the verbs; the longest at a place wins")
    acts: tuple[FoldedWord, ...] = Field(default=(), description="acts and words that can be the object (辭降, 卒洗)")
    after: FoldedPattern | None = Field(default=None, description="what must stand behind the verb, in its clause")
    not_before: FoldedPattern | None = Field(default=None, description="what must not stand behind it")
    before: FoldedPattern | None = Field(default=None, description="what must stand ahead of it")
    not_after: FoldedPattern | None = Field(default=None, description="what must not stand ahead of it")
    unless_after: FoldedPattern | None = Field(default=None, description="what lifts `not_after`")
    examples: tuple[Example, ...] = Field(min_length=1, description="words and the slots that must be read there")
    avoid: tuple[Filled, ...] = Field(default=(), description="words in which the frame must keep away from ⟦verb⟧")

    @field_validator("acts")
    @classmethod
    def _longest_first(cls, acts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(acts, key=lambda act: (-len(act), act)))

    @field_validator("avoid")
    @classmethod
    def _avoided(cls, avoid: tuple[str, ...]) -> tuple[str, ...]:
        if any("⟦" not in words for words in avoid):
            raise ValueError("what it avoids stands between ⟦ and ⟧")
        return avoid

    @cached_property
    def values(self) -> dict[str, str]:
        """The keys of the valency that the frame has, as the file calls them."""
        return {key: value for name, key in _KEYS if (value := getattr(self, name))}

    @property
    def place_in_file(self) -> str:
        """File and line of the frame."""
        return self.place

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
        if self.not_after is None or self.not_after.search(ahead) is None:
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
        #: The lengths of the verbs that begin with a graph, the longest first.
        self._lengths = {
            graph: sorted({len(v) for v in self._of if v[:1] == graph}, reverse=True)
            for graph in {v[:1] for v in self._of}
        }

    def at(self, folded: str, start: int, floor: int, ceiling: int) -> list[tuple[Frame, int]]:
        """Frames and lengths of the verbs at `start`, the longest first; contexts end at `floor` and `ceiling`."""
        found: list[tuple[Frame, int]] = []
        for length in self._lengths.get(folded[start : start + 1], ()):
            verb = folded[start : start + length]
            for frame in self._of.get(verb, ()) if length <= ceiling - start else ():
                if frame.fits(folded, start, start + length, floor, ceiling):
                    found.append((frame, length))
        return found

    def is_verb(self, folded: str, start: int) -> bool:
        """Whether a verb stands at `start`, whatever is around it."""
        return folded[start : start + 1] in self._of


def read_frames(folder: Path) -> Frames:
    """The frames of all files of a folder whose names begin with a number, in their order; raises DataError."""
    return Frames(read_rules(folder, Frame, pattern="[0-9]*.yaml"))


@cache
def load_frames() -> Frames:
    """The frames that come with yili-kg."""
    return read_frames(data_folder("extraction") / "rules" / "frames")
