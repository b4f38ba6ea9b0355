"""Decisions on readings that a sub-commentary tells: 不從今文 in the 疏 belongs to the 今文 reading that the 注 reports."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.models import Annotated, Claim, Reading
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["decide"]

_REJECTS, _FOLLOWS = "claim-zheng-not-that-text", "claim-zheng-follows"
#: How far before the words of decision, in graphs, those of the reading may stand.
_BACK = 60


def decide(annotated: Annotated) -> Annotated:
    """The edition with the decisions that its sub-commentaries tell attached to the readings that they mean.

    A decision counts only where one reading is meant: the one of that tradition in the note explained, or of several
    the one whose words stand right before the decision.
    """
    segments = {s.id: s for s in annotated.edition.segments}
    by_passage: dict[str, list[int]] = {}
    for number, reading in enumerate(annotated.readings):
        for passage in segments[reading.segment].passages:
            by_passage.setdefault(passage, []).append(number)
    readings = list(annotated.readings)
    for claim in annotated.claims:
        if claim.rule not in (_REJECTS, _FOLLOWS):
            continue
        segment = segments[claim.segment]
        near = {n for p in segment.passages for n in by_passage.get(p, ()) if readings[n].layer == "注"}
        said = fold(claim.text)
        tradition = "今文" if "今文" in said else "古文" if "古文" in said else ""
        meant = [n for n in sorted(near) if not tradition or readings[n].tradition == tradition]
        if len(meant) > 1:
            before = stream(
                fold("".join(g for g, at in zip(segment.text, segment.offsets, strict=True) if at < claim.end))
            )[0]
            meant = [n for n in meant if _named(readings[n], before[-_BACK:])]
        if len(meant) == 1:
            readings[meant[0]] = _decided(readings[meant[0]], claim)
    return replace(annotated, readings=tuple(readings))


def _named(reading: Reading, words: str) -> bool:
    """Whether the words of a sub-commentary repeat a report."""
    return stream(fold(reading.text))[0] in words


def _decided(reading: Reading, claim: Claim) -> Reading:
    # 從今文 follows the reading that has it; 不從 rejects it.
    decision = "rejects" if claim.rule == _REJECTS else "follows"
    return replace(reading, decision=decision, ground=reading.ground or claim.reason, decided_in=claim.segment)
