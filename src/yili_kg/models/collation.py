"""Where editions of one text differ: variations with their witnesses."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.models.quick import quick

__all__ = ["Variation", "Witness"]


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Witness:
    """What an edition has at one place: `text` as it prints it, empty where it lacks the words.

    `start`–`end` are code points of its source; where it lacks the words both are the place where they would stand, and -1 where the source is not at hand.
    """

    edition: str
    text: str
    segment: str = ""
    start: int = -1
    end: int = -1


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Variation:
    """A place at which editions differ: `kind` is differs, lacks, or lost (a graph that an edition lost or cannot print).

    `passage` is the first passage that the words may belong to, `layer` 經, 注 or 疏 (記 counts as 經); `before` and
    `after` are the folded graphs around the place in the edition that has most of the chapter. `witnesses` are all editions that have the passage. `proposal` is what the others print for a lost graph, where they agree; it
    is never written into a text.
    """

    passage: str
    layer: str
    kind: str
    before: str
    after: str
    witnesses: tuple[Witness, ...]
    proposal: str = ""
