"""What rules find in one note: glosses and readings, and what may be glosses though no formula is sure of it."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.notes.above import glosses_above
from yili_kg.annotation.notes.alone import glosses_alone
from yili_kg.annotation.notes.formulas import load_formulas
from yili_kg.annotation.notes.glosses import find_glosses
from yili_kg.annotation.notes.proposed import glosses_proposed
from yili_kg.annotation.notes.readings import find_readings, report_spans
from yili_kg.annotation.notes.statements import FoundGloss, FoundReading, Unreadable
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["find_notes", "found_by_rules"]

#: What is found in a note: glosses, readings, and what could not be read with its kind (gloss, reading).
_Found = tuple[list[FoundGloss], list[FoundReading], list[tuple[str, Unreadable]]]


def found_by_rules(tokens: NoteTokens) -> _Found:
    """The glosses and readings of one note, with the glosses that are only proposed, and what could not be read."""
    found, reported, lost = find_notes(tokens)
    reports = [(r.start, r.end) for r in reported]
    glosses = [
        *found,
        *glosses_above(tokens, found, reports),
        *glosses_alone(tokens, found, reports),
        *glosses_proposed(tokens, found, reports, [row for _, row in lost]),
    ]
    return glosses, reported, lost


def find_notes(tokens: NoteTokens) -> _Found:
    """The glosses and readings of one note, and what could not be read with its kind (gloss, reading)."""
    # Glosses are sought outside reports of readings; a report without a word of the text wants the gloss before it.
    spans = report_spans(tokens)
    glosses, lost_glosses = find_glosses(tokens, spans)
    named = _named_in(tokens, glosses, spans)
    if named:
        # 膴 in 魚或謂之膴膴大也: what the note itself has named or read can be explained next.
        glosses, lost_glosses = find_glosses(tokens.with_words(named), spans)
    glossed = [(g.end, tokens.graphs[g.term[0] : g.term[1]]) for g in glosses]
    readings, lost_readings = find_readings(tokens, glossed)
    lost = [("gloss", row) for row in (*(tokens.unread if tokens.graphs else ()), *lost_glosses)] + [
        ("reading", row) for row in lost_readings
    ]
    return glosses, readings, lost


def _named_in(tokens: NoteTokens, glosses: Sequence[FoundGloss], spans: Sequence[tuple[int, int]]) -> list[str]:
    """Words that a note names or reads itself and that the text explained does not have."""
    shapes = {formula.id: formula.shape for formula in load_formulas()}
    words = [tokens.graphs[slice(*g.term)] for g in glosses if shapes[g.rule] == "before"]
    words += [tokens.graphs[slice(*g.definition)] for g in glosses if shapes[g.rule] == "read"]
    words += [tokens.graphs[end - 1] for _, end in spans]
    if tokens.layer in layers().free:  # 母牧也 | 牧養也: the meaning is explained next
        words += [w for g in glosses if tokens.graphs.startswith(w := tokens.graphs[slice(*g.definition)], g.end)]
    return [w for w in dict.fromkeys(words) if not tokens.in_base(w)]
