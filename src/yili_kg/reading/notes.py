"""Glosses and readings of an edition's notes as they were read; elsewhere as the rules have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from yili_kg.models import Edition, Gloss, Reading, Segment
from yili_kg.models.quick import replace
from yili_kg.reading.load import Anchored
from yili_kg.reading.mentions import DECIDED
from yili_kg.reading.place import Place, Placed, Placements
from yili_kg.reading.rows import GlossRow, ReadingRow
from yili_kg.text.folding import fold

__all__ = ["read_glosses", "read_readings"]

_Note = TypeVar("_Note", Gloss, Reading)
#: How many graphs may stand between a term and what is said of it, or between a tradition's name and its words.
_BETWEEN = 16
_FINAL = "也"
_NO_TARGET = "the term does not stand in the text commented on"


def read_glosses(placements: Placements, edition: Edition, glosses: Sequence[Gloss]) -> list[Gloss]:
    """The glosses of an edition, those of read notes as they were read."""
    by_id = {s.id: s for s in edition.segments}

    def make(found: Anchored, place: Place, placed: Placed, proposed: Sequence[Gloss]) -> Gloss:
        row = found.row
        assert isinstance(row, GlossRow)  # the table of glosses holds nothing else
        segment, first, last = place
        definition = segment.text[first:last]
        start, end = segment.span(first, last)
        for rule in proposed:
            if fold(rule.term) == fold(row.term) and rule.start < end and start < rule.end:
                same = fold(rule.definition) == fold(definition) and rule.formula == row.formula
                read = replace(
                    rule,
                    definition=definition,
                    formula=row.formula,
                    example=row.example,
                    quoted=row.quoted or rule.quoted,
                    read_by=row.by,
                )
                return read if same else replace(read, rule=DECIDED)
        begin, stop = _statement(segment, row.term, first, last)
        term, begin = _as_it_stands(segment, row.term, begin, first)
        target = _target(segment, row.term, by_id)
        start, end = segment.span(begin, stop)
        return Gloss(
            start=start,
            end=end,
            text=segment.text[begin:stop],
            term=term,
            definition=definition,
            formula=row.formula,
            speaker=segment.speaker,
            segment=segment.id,
            layer=segment.layer,
            rule=DECIDED,
            read_by=row.by,
            quoted=row.quoted,
            example=row.example,
            target_segment=target[0],
            target_start=target[1],
            target_end=target[2],
            reason="" if target[0] else _NO_TARGET,
        )

    return _read(placements, by_id, "glosses", glosses, make)


def read_readings(placements: Placements, edition: Edition, readings: Sequence[Reading]) -> list[Reading]:
    """The readings of an edition, those of read notes as they were read."""
    by_id = {s.id: s for s in edition.segments}

    def make(found: Anchored, place: Place, placed: Placed, proposed: Sequence[Reading]) -> Reading:
        row = found.row
        assert isinstance(row, ReadingRow)  # the table of readings holds nothing else
        segment, first, last = place
        start, end = segment.span(first, last)
        for rule in proposed:
            near = rule.start < end and start < rule.end
            if near and fold(rule.base) == fold(row.base) and fold(rule.variant) == fold(row.variant):
                same = (rule.tradition, rule.decision) == (row.tradition, row.decision)
                read = replace(rule, tradition=row.tradition, decision=row.decision, read_by=row.by)
                return read if same else replace(read, rule=DECIDED)
        begin = _before(segment, row.tradition, first)
        target = _target(segment, row.base, by_id)
        start, end = segment.span(begin, last)
        return Reading(
            start=start,
            end=end,
            text=segment.text[begin:last],
            base=row.base,
            variant=row.variant,
            tradition=row.tradition,
            decision=row.decision,
            speaker=segment.speaker,
            segment=segment.id,
            layer=segment.layer,
            rule=DECIDED,
            read_by=row.by,
            target_segment=target[0],
            target_start=target[1],
            target_end=target[2],
            reason="" if target[0] else "the word does not stand in the text commented on",
        )

    return _read(placements, by_id, "readings", readings, make)


def _read(
    placements: Placements,
    by_id: dict[str, Segment],
    kind: str,
    notes: Sequence[_Note],
    make: Callable[[Anchored, Place, Placed, Sequence[_Note]], _Note],
) -> list[_Note]:
    if not placements.parts:
        return list(notes)
    of: dict[str, list[_Note]] = {}
    for note in notes:
        of.setdefault(note.segment, []).append(note)
    read: list[_Note] = [
        make(found, place, placed, of.get(place[0].id, ()))
        for placed in placements.parts
        for found, place in placed.statements(kind)
    ]
    kept: list[_Note] = [n for n in notes if not placements.decides(by_id[n.segment], n.start, n.end)]
    spans: set[tuple[str, int, int]] = {(n.segment, n.start, n.end) for n in read}
    rest: list[_Note] = [n for n in kept if (n.segment, n.start, n.end) not in spans]
    return sorted(rest + list(dict.fromkeys(read)))


def _statement(segment: Segment, term: str, first: int, last: int) -> tuple[int, int]:
    """The stretch of a note in which a definition at `first`–`last` is given of a term: from the nearer of the two."""
    text, word = fold(segment.text), fold(term)
    begin = text.rfind(word, max(0, first - _BETWEEN - len(word)), first)
    behind = text.find(word, last, last + _BETWEEN)
    if begin < 0 and behind >= 0:
        return first, behind + len(word)
    stop = last + (text[last : last + 1] == _FINAL)
    return (begin if begin >= 0 else first), stop


def _as_it_stands(segment: Segment, term: str, begin: int, first: int) -> tuple[str, int]:
    """A term as the edition writes it, and where the statement begins then.

    Where it has another graph right before the definition at `first` (太古 for 大古) the edition's words are the term.
    """
    length = len(term)
    if begin < first:
        words = segment.text[begin : begin + length]
        return (words, begin) if fold(words) == fold(term) else (term, begin)
    at = first - length
    words = segment.text[at:first] if at >= 0 else ""
    alike = sum(a == b for a, b in zip(fold(words), fold(term), strict=False))
    alone = at == 0 or segment.text[at - 1 : at] == _FINAL
    return (words, at) if words and (2 * alike >= length and (length > 1 or alone)) else (term, begin)


def _before(segment: Segment, words: str, first: int) -> int:
    """Where the name of a tradition begins that stands before a place; the place itself where it does not."""
    found = fold(segment.text).rfind(fold(words), max(0, first - _BETWEEN), first)
    return found if found >= 0 else first


def _target(segment: Segment, term: str, by_id: dict[str, Segment]) -> tuple[str, int, int]:
    """Where the term stands in the text that a note is on: segment, from–to in the source; empty where it does not."""
    base = by_id.get(segment.comments_on)
    at = fold(base.text).find(fold(term)) if base is not None and term else -1
    return (base.id, *base.span(at, at + len(term))) if base is not None and at >= 0 else ("", -1, -1)
