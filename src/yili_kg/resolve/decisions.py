"""Decisions on readings that a sub-commentary tells: 不從今文 in the 疏 belongs to the 今文 reading that the 注 reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.models import Annotated, Claim, Reading, Segment
from yili_kg.models.quick import replace
from yili_kg.tables.layers import layers
from yili_kg.tables.rulebook import Filled, FoldedPattern, Rule, read_rules
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["DecisionRule", "decide", "load_decision_rules"]

#: How far before the words of decision, in graphs, those of the reading may stand.
_BACK = 60


class DecisionRule(Rule):
    """Words of a claim that decide on a reading; the file explains the fields."""

    holder: Filled
    stance: Filled
    decision: Literal["rejects", "follows"]
    pattern: FoldedPattern
    match: tuple[Filled, ...] = Field(min_length=1)
    avoid: tuple[Filled, ...] = Field(min_length=1)


@cache
def load_decision_rules() -> tuple[DecisionRule, ...]:
    """The rules that come with yili-kg."""
    return read_rules(data_folder("extraction") / "rules" / "decisions.yaml", DecisionRule)


def decide(annotated: Annotated) -> Annotated:
    """The edition with the decisions that its sub-commentaries tell attached to the readings that they mean.

    A decision counts only where one reading is meant: the one of that tradition in the note explained, or of several
    the one whose words stand right before the decision.
    """
    told = [(claim, said) for claim in annotated.claims if (said := _decision(claim)) is not None]
    if not told:
        return annotated
    segments = {s.id: s for s in annotated.edition.segments}
    reported = _by_passage(annotated.readings, segments)
    explained: dict[str, _Explained] = {}
    readings = list(annotated.readings)
    for claim, (decision, tradition) in told:
        if claim.segment not in explained:
            explained[claim.segment] = _Explained(segments[claim.segment], annotated.readings, reported)
        meant = explained[claim.segment].meant(tradition, claim)
        if meant is not None:
            reading = readings[meant]
            ground = reading.ground or claim.reason
            readings[meant] = replace(reading, decision=decision, ground=ground, decided_in=claim.segment)
    return replace(annotated, readings=tuple(readings))


def _decision(claim: Claim) -> tuple[str, str] | None:
    """What a claim decides and on which tradition (empty: on the one that was reported); None if it decides nothing."""
    for rule in load_decision_rules():
        if (claim.holder, claim.stance) == (rule.holder, rule.stance):
            found = rule.pattern.search(stream(fold(claim.text))[0])
            if found is not None:
                return rule.decision, found.group("tradition") or ""
    return None


def _by_passage(readings: Sequence[Reading], segments: dict[str, Segment]) -> dict[str, list[int]]:
    """The numbers of the readings that notes report, by the passages on which the notes are."""
    reported: dict[str, list[int]] = {}
    for number, reading in enumerate(readings):
        if reading.layer in layers().notes:
            for passage in segments[reading.segment].passages:
                reported.setdefault(passage, []).append(number)
    return reported


@dataclass(frozen=True, slots=True)
class _Reported:
    """Readings of a tradition by the words that report them, how many graphs these words have, and the numbers of all."""

    by_words: dict[str, list[int]]
    sizes: frozenset[int]
    numbers: tuple[int, ...]


class _Explained:
    """The readings in the notes that one sub-commentary explains, by tradition and by the words that report them."""

    def __init__(self, segment: Segment, readings: Sequence[Reading], reported: dict[str, list[int]]) -> None:
        self._near = sorted({n for passage in segment.passages for n in reported.get(passage, ())})
        self._readings = readings
        self._segment, self._text = segment, stream(fold(segment.text))
        self._of: dict[str, _Reported] = {}

    def meant(self, tradition: str, claim: Claim) -> int | None:
        """The one reading of a tradition (empty: of any) that a claim means; None where none or several may be meant."""
        reported = self._of.get(tradition)
        if reported is None:
            reported = self._of[tradition] = self._reported(tradition)
        numbers: Sequence[int] = reported.numbers
        if len(numbers) > 1:
            numbers = [n for part in self._before(claim, reported.sizes) for n in reported.by_words.get(part, ())]
        return numbers[0] if len(numbers) == 1 else None

    def _reported(self, tradition: str) -> _Reported:
        by_words: dict[str, list[int]] = {}
        for number in self._near:
            reading = self._readings[number]
            if not tradition or reading.tradition == tradition:
                by_words.setdefault(stream(fold(reading.text))[0], []).append(number)
        numbers = tuple(n for found in by_words.values() for n in found)
        return _Reported(by_words, frozenset(map(len, by_words)), numbers)

    def _before(self, claim: Claim, sizes: Iterable[int]) -> set[str]:
        """All runs of these sizes among the last graphs before the end of a claim."""
        _, end = self._text.inside(*self._segment.inside(claim.start, claim.end))
        window = self._text.graphs[max(0, end - _BACK) : end]
        return {window[at : at + size] for size in sizes for at in range(len(window) - size + 1)}
