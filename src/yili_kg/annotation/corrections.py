"""Corrections by hand: mentions added, dropped or retyped at a place that is quoted, so that they outlive a rebuild.

A file of corrections is a table (TAB between the columns) with a header:

`source` (the file's name, `*` for any text), `action` (add, drop, retype), `before`, `words`, `after` (the anchor: what
stands there, punctuation and variants of graphs do not matter), `type`, `concept` (for add and retype), `reason`, `by`.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Self

from pydantic import ConfigDict, field_validator, model_validator

from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.models import Annotated, Mention, Segment
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold
from yili_kg.text.graphs import occurrences, stream

__all__ = ["Correction", "correct", "read_corrections"]

_ACTIONS = ("add", "drop", "retype")


class Correction(Row):
    """One row of a file of corrections; `place` is its file and line. Columns of his own are the writer's business."""

    model_config = ConfigDict(extra="ignore")

    source: Filled
    action: str
    before: str
    words: Filled
    after: str
    type: str
    concept: str
    reason: Filled
    by: str

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
        if self.action != "drop" and self.type not in mention_types():
            raise ValueError(f"the type {self.type!r} is none of {', '.join(mention_types())}")
        return self

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
        if row.action != "drop" and (row.concept not in known or known[row.concept].type != row.type):
            raise DataError(
                f"no {row.type} {row.concept!r} in the lexicon",
                where=row.place,
                advice="add the word to the lexicon first",
            )
    return rows


def correct(annotated: Annotated, corrections: Sequence[Correction]) -> Annotated:
    """The edition as corrected by those corrections that are for its source.

    Raises DataError with every correction whose anchor is gone, stands in several places, or meets no mention.
    """
    label = annotated.edition.document.label
    wanted = [c for c in corrections if fnmatchcase(label, c.source) or fnmatchcase(Path(label).name, c.source)]
    if not wanted:
        return annotated
    text, made = _Text(annotated.edition.segments), _Made(annotated.mentions)
    broken: list[str] = []
    for correction in wanted:
        places = text.places(correction)
        if len(places) == 1:
            problem = made.apply(correction, *places[0])
        else:
            problem = f"its anchor stands in {len(places)} places: quote more of it" if places else "its anchor is gone"
        if problem:
            broken.append(f"{correction.place}: {correction.action} {correction.words}: {problem}")
    if broken:
        raise DataError(
            f"{len(broken)} of {len(wanted)} corrections for {label} cannot be made:\n" + "\n".join(broken),
            advice="nothing was built; mend these lines or take them out",
        )
    citations = tuple(c for c in annotated.citations if (c.start, c.end) not in made.dropped)
    return replace(annotated, mentions=tuple(sorted(made.mentions.values())), citations=citations)


class _Text:
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
            found.append((self._segments[number], places[first], places[first + len(words) - 1] + 1))
        return found


class _Made:
    """The mentions by span as they are corrected, and the spans of those that were dropped."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self.mentions = {(m.start, m.end): m for m in mentions}
        self.dropped: set[tuple[int, int]] = set()
        self._covered = {at: span for span in self.mentions for at in range(*span)}

    def apply(self, correction: Correction, segment: Segment, first: int, last: int) -> str:
        """Make one correction of `segment.text[first:last]`; what is wrong with it, or empty."""
        span = segment.span(first, last)
        if correction.action == "add":
            clash = next((self._covered[at] for at in range(*span) if at in self._covered), None)
            if clash is not None:
                there = self.mentions[clash]
                return f"{there.text} is a mention there already ({there.type}): retype it, or drop it first"
        elif span not in self.mentions:
            return "there is no mention of just these words there"
        if correction.action == "drop":
            del self.mentions[span]
            self.dropped.add(span)
            self._cover(span, covered=False)
            return ""
        self.mentions[span] = Mention(
            start=span[0],
            end=span[1],
            text=segment.text[first:last],
            type=correction.type,
            concept=correction.concept,
            layer=segment.layer,
            rule=correction.rule,
            segment=segment.id,
        )
        self._cover(span, covered=True)
        return ""

    def _cover(self, span: tuple[int, int], *, covered: bool) -> None:
        for at in range(*span):
            if covered:
                self._covered[at] = span
            else:
                self._covered.pop(at, None)
