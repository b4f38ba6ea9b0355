"""Records of what the commentators say: glosses, readings, claims, norms, and what could not be read."""

from __future__ import annotations

from typing import Any

from yili_kg.models import Claim, Gloss, Norm, Reading, Unread

__all__ = ["claim_record", "gloss_record", "norm_record", "reading_record", "unread_record"]


def _target(found: Gloss | Reading) -> dict[str, Any]:
    if not found.target_segment:
        return {"reason": found.reason} if found.reason else {}
    return {
        "target_segment": found.target_segment,
        "target_start": found.target_start,
        "target_end": found.target_end,
    }


def gloss_record(gloss: Gloss) -> dict[str, Any]:
    """What a note says that a word means."""
    return {
        "kind": "gloss",
        "start": gloss.start,
        "end": gloss.end,
        "text": gloss.text,
        "term": gloss.term,
        "definition": gloss.definition,
        "formula": gloss.formula,
        "speaker": gloss.speaker,
        **({"quoted": gloss.quoted} if gloss.quoted else {}),
        **({"example": gloss.example} if gloss.example else {}),
        **_target(gloss),
        "layer": gloss.layer,
        "rule": gloss.rule,
        "segment": gloss.segment,
    }


def reading_record(reading: Reading) -> dict[str, Any]:
    """Another wording of the text that a note reports."""
    return {
        "kind": "reading",
        "start": reading.start,
        "end": reading.end,
        "text": reading.text,
        "base": reading.base,
        "variant": reading.variant,
        "tradition": reading.tradition,
        "decision": reading.decision,
        **({"ground": reading.ground} if reading.ground else {}),
        **({"decided_in": reading.decided_in} if reading.decided_in else {}),
        "speaker": reading.speaker,
        **_target(reading),
        "layer": reading.layer,
        "rule": reading.rule,
        "segment": reading.segment,
    }


def claim_record(claim: Claim) -> dict[str, Any]:
    """What somebody holds about a passage."""
    return {
        "kind": "claim",
        "start": claim.start,
        "end": claim.end,
        "text": claim.text,
        "holder": claim.holder,
        "stance": claim.stance,
        "about": claim.about,
        **({"reason": claim.reason} if claim.reason else {}),
        "speaker": claim.speaker,
        "layer": claim.layer,
        "rule": claim.rule,
        "segment": claim.segment,
    }


def norm_record(norm: Norm) -> dict[str, Any]:
    """What holds for one rank."""
    return {
        "kind": "norm",
        "start": norm.start,
        "end": norm.end,
        "text": norm.text,
        "rank": norm.rank,
        "aspect": norm.aspect,
        "value": norm.value,
        "series": norm.series,
        "speaker": norm.speaker,
        "layer": norm.layer,
        "rule": norm.rule,
        "segment": norm.segment,
    }


def unread_record(unread: Unread) -> dict[str, Any]:
    """Words that a rule saw and could not read, with the reason."""
    return {
        "kind": "unread",
        "start": unread.start,
        "end": unread.end,
        "text": unread.text,
        "what": unread.kind,
        "reason": unread.reason,
        "rule": unread.rule,
        "segment": unread.segment,
    }
