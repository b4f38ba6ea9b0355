"""The tables of the reading: one folder a chapter, one table a kind, one statement a row.

A reader's own tables may be about the segments of one edition too. A row is anchored by its passage, its part (the base text or the old note on it), its words in their traditional form
and which of their places in that part it means (`nth`, from 1). Long words are kept by their ends (`辱出…巳門`).
`by` is the reader who decided, `how` whether a rule had proposed just this (`approved`) or not (`decided`).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row
from yili_kg.tables.types import KnownType

__all__ = [
    "KINDS",
    "WORD_SLOTS",
    "CitationRow",
    "GlossRow",
    "MentionRow",
    "PassageRow",
    "ReadingRow",
    "Statement",
    "StepRow",
]

Part = Literal["base", "note", "segment"]
_PASSAGE = Field(
    min_length=1,
    description="passage of the received text, 04.013; or the id of a segment of one edition, for the part segment",
)


class PassageRow(Row):
    """A part of a passage that was read; `digest` tells whether an edition has the same graphs (`digest.py`)."""

    passage: str = _PASSAGE
    part: Part
    salt: int = Field(ge=0)
    digest: Filled
    by: Filled = Field(description="who read it: ids of readers.tsv with spaces between")


class Statement(Row):
    """What all statements have."""

    passage: str = _PASSAGE
    part: Part
    words: Filled = Field(description="the words anchored, in their traditional form")
    nth: int = Field(default=1, ge=1, description="which of their places in this part")
    by: Filled = Field(description="who decided: an id of readers.tsv")
    how: Literal["approved", "decided"] = Field(description="whether a rule had said the same before")
    grounds: str = Field(default="", description="on what a decision rests that can be made otherwise")
    other: str = Field(default="", description="the other opinion, and whose it is")


class MentionRow(Statement):
    """One mention."""

    type: KnownType
    concept: Filled


class CitationRow(Statement):
    """One citation; its words are a mention too. `quotes` are what it quotes: `words.nth`, parted by `|`."""

    target: Filled
    quotes: str = ""


class StepRow(Statement):
    """One step: `words` is its verb. Slots hold words parted by `+`; `*` before one that the text leaves out,
    `·` before a locative, `@` before the commentator who names it."""

    agent: str = ""
    object: str = ""
    recipient: str = ""
    vessel: str = ""
    at: str = ""
    origin: str = ""
    to: str = ""
    bows_to: str = ""
    facing: str = ""
    posture: str = ""
    count: int = Field(default=0, ge=0)
    negated: Literal["", "yes"] = ""
    conditional: Literal["", "yes"] = ""


class GlossRow(Statement):
    """One gloss: `words` is the definition."""

    term: Filled
    formula: Filled
    example: str = ""
    quoted: str = ""


class ReadingRow(Statement):
    """One reading: `words` is the variant, or the base where the tradition lacks it."""

    base: str = ""
    variant: str = ""
    tradition: Filled
    decision: Literal["follows", "rejects", "none"] = "none"


#: The slots of a step that hold words.
WORD_SLOTS = ("agent", "object", "recipient", "vessel", "at", "origin", "to", "bows_to")

#: The tables of a chapter's folder.
KINDS: dict[str, type[Statement]] = {
    "mentions": MentionRow,
    "citations": CitationRow,
    "steps": StepRow,
    "glosses": GlossRow,
    "readings": ReadingRow,
}
