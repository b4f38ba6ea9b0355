"""Corrections by hand: a reading of single places of a source, in a table, so that they outlive a rebuild.

A file of corrections is a table (TAB between the columns) with a header:

`source` (the file's name, `*` for any text), `action` (add, drop, retype), `before`, `words`, `after` (the anchor: what
stands there, punctuation and variants of graphs do not matter), `type`, `concept` (for mentions that are added or
retyped), `reason`, `by`; for what is no mention `kind` (step, gloss, citation, verdict) and `says`, what it is to say, in
the words of a sheet (`agent=*主人 object=爵`, `term=戒 formula=也`, `target=禮記·曲禮`, `verbatim`).
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Self

from pydantic import ConfigDict, field_validator, model_validator

from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.models import Segment
from yili_kg.reading.slots import Slots, parse_slots
from yili_kg.tables.palette import palette
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold
from yili_kg.text.graphs import graph_end, occurrences, stream

__all__ = ["Correction", "SourceText", "for_source", "meant_for_nobody", "read_corrections"]

_ACTIONS = ("add", "drop", "retype")
#: What can be corrected, and what it says: keys of `says`; a step's are those of `parse_slots`, a verdict is one word.
KINDS: dict[str, tuple[str, ...]] = {
    "mention": (),
    "step": (),
    "gloss": ("term", "formula"),
    "citation": ("target",),
    "verdict": (),
}


def verdicts() -> tuple[str, ...]:
    """The verdicts that there are on a quotation."""
    return tuple(name.removeprefix("verdict-") for name in palette() if name.startswith("verdict-"))


class Correction(Row):
    """One row of a file of corrections; `place` is its file and line. Columns of his own are the writer's business."""

    model_config = ConfigDict(extra="ignore")

    source: Filled
    action: str
    before: str
    words: Filled
    after: str
    type: str = ""
    concept: str = ""
    reason: Filled
    by: str = ""
    kind: str = "mention"
    says: str = ""

    @field_validator("action")
    @classmethod
    def _known_action(cls, action: str) -> str:
        if action not in _ACTIONS:
            raise ValueError(f"the action {action!r} is none of {', '.join(_ACTIONS)}")
        return action

    @field_validator("words")
    @classmethod
    def _has_graphs(cls, words: str) -> str:
        if not stream(words)[0]:
            raise ValueError(f"the anchor {words!r} has no Chinese graph")
        return words

    @model_validator(mode="after")
    def _known_type(self) -> Self:
        if self.kind not in KINDS:
            raise ValueError(f"the kind {self.kind!r} is none of {', '.join(KINDS)}")
        if self.kind == "mention" and self.action != "drop" and self.type not in mention_types():
            raise ValueError(f"the type {self.type!r} is none of {', '.join(mention_types())}")
        if self.kind == "verdict" and (self.action != "retype" or self.says not in verdicts()):
            raise ValueError(f"a verdict is retyped, and says one of {', '.join(verdicts())}")
        if self.action != "drop":
            missing = [key for key in KINDS[self.kind] if not self.told.get(key)]
            if missing:
                raise ValueError(f"says lacks {'=…, '.join(missing)}=…")
        return self

    @property
    def told(self) -> dict[str, str]:
        """What the row says, by key; empty for a step, whose slots `slots` reads."""
        return dict(word.split("=", 1) for word in self.says.split() if "=" in word)

    @property
    def slots(self) -> Slots:
        """The slots that a step is to have. Raises DataError for one that nobody can mean."""
        return parse_slots(self.says.split(), self.place)

    @property
    def rule(self) -> str:
        """The id under which the graph keeps the correction as the reason of a mention."""
        anchor = "\t".join((self.source, self.before, self.words, self.after))
        return f"correction-{hashlib.sha256(anchor.encode()).hexdigest()[:10]}"


def read_corrections(path: Path, lexicon: Lexicon | None = None) -> tuple[Correction, ...]:
    """The corrections of a file; raises DataError for a row that cannot be meant."""
    known = (lexicon or load_lexicon()).entries
    rows = read_table(path, Correction)
    for row in rows:
        if row.kind == "step":
            row.slots  # noqa: B018 - it raises what is wrong with them
        if row.kind != "mention":
            continue
        if row.action != "drop" and (row.concept not in known or known[row.concept].type != row.type):
            raise DataError(
                f"no {row.type} {row.concept!r} in the lexicon",
                where=row.place,
                advice="add the word to the lexicon first",
            )
    return rows


def meant_for_nobody(corrections: Iterable[Correction], labels: Sequence[str]) -> None:
    """Raise DataError for corrections whose `source` is none of the sources at hand."""
    lost = [c for c in corrections if not any(for_source([c], label) for label in labels)]
    if lost:
        raise DataError(
            "\n".join(f"{c.place}: no source is called {c.source}" for c in lost),
            advice=f"the sources are {', '.join(sorted(labels)[:5])}{' …' if len(labels) > 5 else ''}; nothing was built",
        )


def for_source(corrections: Iterable[Correction], label: str) -> list[Correction]:
    """Those corrections that are for a source, by the name under which the user gave it."""
    return [c for c in corrections if fnmatchcase(label, c.source) or fnmatchcase(Path(label).name, c.source)]


class SourceText:
    """The graphs of all segments as one string, a line end between two, to find anchors in."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._places: list[Sequence[int]] = []
        self._starts: list[int] = []
        graphs: list[str] = []
        size = 0
        for segment in segments:
            words, places = stream(fold(segment.text))
            self._starts.append(size)
            self._places.append(places)
            graphs.append(words)
            size += len(words) + 1
        self._graphs = "\n".join(graphs)

    def places(self, correction: Correction) -> list[tuple[Segment, int, int]]:
        """Where the words of a correction stand between its anchors: segment, from–to in its text."""
        before, words, after = (stream(fold(t))[0] for t in (correction.before, correction.words, correction.after))
        found: list[tuple[Segment, int, int]] = []
        for at in occurrences(before + words + after, self._graphs):
            number = bisect_right(self._starts, at) - 1
            first = at + len(before) - self._starts[number]
            places = self._places[number]
            segment, last = self._segments[number], places[first + len(words) - 1]
            found.append((segment, places[first], graph_end(segment.text, last)))
        return found
