"""What the weights of mentions are fitted on: candidates of which it is known whether they are mentions.

Those of what readers decided in the received text, of the gold passages that rules may be made with, and at the places of
`tests/gold/judged/places.tsv`: single places that were hard to decide, of which only the candidates are counted that share
a graph with one.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.judged import judged

from yili_kg.analyse import analyse
from yili_kg.annotation.find import first_pass
from yili_kg.annotation.matcher import load_matcher
from yili_kg.annotation.rivals import rivals_in
from yili_kg.annotation.spans import Found
from yili_kg.annotation.weighing.candidates import RIVAL, Candidate, candidates
from yili_kg.annotation.weighing.known import NOTHING, known_of
from yili_kg.annotation.weighing.second_pass import free_stretches
from yili_kg.layers import edit
from yili_kg.models import Annotated, Segment
from yili_kg.reading.place import place_reading
from yili_kg.sources import read
from yili_kg.tables.layers import layers
from yili_kg.tables.table import Row
from yili_kg.text.folding import fold

__all__ = ["Example", "Place", "examples", "gold_passages", "place_examples", "places"]

HERE = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("YILI_SHARED", HERE.parent / "shared"))

Span = tuple[int, int, str]


@dataclass(slots=True)
class Example:
    """A segment with its candidates, which of them are mentions, which are to be counted, and which are no mere parts of
    a longer mention: 僕人 in 僕人師 tells nothing of how often 僕人 is a mention."""

    source: str
    gold: bool
    segment: Segment
    known: bool
    first: list[Found]
    found: list[Candidate]
    right: list[bool]
    counted: list[bool]
    own: list[bool]
    mentions: int
    place: bool = False


def gold_passages() -> dict[str, list[dict[str, Any]]]:
    """The passages that weights may be fitted on, by source."""
    places = (SHARED / "gold" / "dev", HERE / "tests" / "gold" / "seen", HERE / "tests" / "gold" / "train")
    by_source: dict[str, list[dict[str, Any]]] = {}
    for path in (p for folder in places for p in sorted(folder.glob("*.json"))):
        passage = json.loads(path.read_text(encoding="utf-8"))
        if "mentions" in passage and not passage.get("citations_only"):
            by_source.setdefault(passage["source"], []).append(passage)
    return by_source


def examples(job: tuple[str, list[dict[str, Any]]]) -> list[Example]:
    """The examples of one source: of its gold passages, or, where none is given, of what readers decided in it."""
    source, passages = job
    edition = edit(read(SHARED / source))
    found = analyse(edition)
    made: list[Example] = []
    decided = set() if passages else place_reading(edition).decided
    for segment in edition.segments:
        if not segment.text:
            continue
        if passages:
            made += [e for p in passages if (e := _example(source, segment, _labels(p), (p["start"], p["end"])))]
        elif segment.id in decided:
            labels = {(m.start, m.end, m.type) for m in _in(found, segment)}
            made += [e for e in (_example(source, segment, labels, None),) if e]
    return made


def _labels(passage: dict[str, Any]) -> set[Span]:
    return {(m["start"], m["end"], m["type"]) for m in passage["mentions"]}


def _in(found: Annotated, segment: Segment) -> Iterator[Any]:
    return (m for m in found.mentions if m.segment == segment.id)


def _example(source: str, segment: Segment, labels: set[Span], within: tuple[int, int] | None) -> Example | None:
    low, high = within or (segment.start, segment.end)
    if segment.end <= low or high <= segment.start:
        return None
    skip = [segment.inside(p.start, p.end) for p in segment.pointers]
    text, folded = segment.text, fold(segment.text)
    first, fixed = first_pass(text, folded, segment.layer, skip)
    comment = bool(within) and segment.layer not in (*layers().base, *layers().notes)
    known = known_of(segment.passages) if comment else NOTHING
    still = set(fixed)
    rest = [m for m in first if (m.start, m.end) not in still]
    free = free_stretches(len(text), fixed)
    gathered = candidates(load_matcher(), folded, segment.layer, rest, free, known, rivals_in(folded))
    spans = [segment.span(c.start, c.end) for c in gathered]
    inside = [low <= a and b <= high for a, b in spans]
    right = [
        _unclaimed(span, labels) if c.status == RIVAL else (*span, c.type) in labels
        for span, c in zip(spans, gathered, strict=True)
    ]
    return Example(
        source,
        within is not None,
        segment,
        comment,
        first,
        gathered,
        right,
        inside,
        _own(gathered, right),
        sum(segment.start <= a and b <= segment.end for a, b, _ in labels),
    )


def _unclaimed(span: tuple[int, int], labels: Iterable[Span]) -> bool:
    """Whether no mention shares a graph with a rival."""
    return not any(start < span[1] and span[0] < end for start, end, _ in labels)


def _own(found: Sequence[Candidate], right: Sequence[bool]) -> list[bool]:
    """Whether each candidate is no part of a longer one that is a mention."""
    cover: dict[int, int] = {}
    for number, c in enumerate(found):
        if right[number] and c.status != RIVAL:
            for place in range(c.start, c.end):
                cover[place] = number
    return [
        (holder := cover.get(c.start)) is None
        or found[holder].end < c.end
        or found[holder].end - found[holder].start <= c.end - c.start
        for c in found
    ]


# --- single places ---


class Place(Row):
    """A place at which it was hard to decide, and what readers decided: `mentions` has every mention that shares a graph
    with it, as `start-end:type` with a space between, `-` for none; in code points of the source."""

    source: str
    start: int
    end: int
    words: str
    mentions: str

    @property
    def spans(self) -> frozenset[Span]:
        """The mentions."""
        told = self.mentions.split() if self.mentions != "-" else []
        return frozenset(_span(mention) for mention in told)


def _span(told: str) -> Span:
    ends, type_ = told.split(":")
    start, end = ends.split("-")
    return int(start), int(end), type_


def places() -> dict[str, list[Place]]:
    """The places that were decided, by source. Raises DataError for a broken table."""
    by_source: dict[str, list[Place]] = defaultdict(list)
    for place in judged("places", Place):
        by_source[place.source].append(place)
    return dict(by_source)


def place_examples(job: tuple[str, list[Place]]) -> list[Example]:
    """The examples of the places of one source."""
    source, decided = job
    made: list[Example] = []
    for segment in edit(read(SHARED / source)).segments:
        here = [p for p in decided if segment.start <= p.start and p.end <= segment.end]
        labels = {span for p in here for span in p.spans}
        example = _example(source, segment, labels, (segment.start, segment.end)) if here and segment.text else None
        if example:
            counted = [_known(c, right, segment, here) for c, right in zip(example.found, example.right, strict=True)]
            made.append(replace(example, gold=False, place=True, counted=counted))
    return made


def _known(c: Candidate, right: bool, segment: Segment, here: Iterable[Place]) -> bool:
    """Whether what was decided says if a candidate is a mention: it shares a graph with a place. That a rival claims its
    graphs with right is known only where none of them lies outside."""
    start, end = segment.span(c.start, c.end)
    if c.status == RIVAL and right:
        return any(p.start <= start and end <= p.end for p in here)
    return any(p.start < end and start < p.end for p in here)
