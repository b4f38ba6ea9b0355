"""Records of mentions, citations and references without a title."""

from __future__ import annotations

from typing import Any

from yili_kg.models import Citation, Ellipsis, Mention

__all__ = ["citation_record", "ellipsis_record", "mention_record"]


def mention_record(mention: Mention) -> dict[str, Any]:
    """A mention of a person, role, object, place or work."""
    return {
        "kind": "mention",
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "type": mention.type,
        "concept": mention.concept,
        **({"role": mention.role} if mention.role else {}),
        "layer": mention.layer,
        "rule": mention.rule,
        "segment": mention.segment,
    }


def ellipsis_record(ellipsis: Ellipsis) -> dict[str, Any]:
    """A reference without a title."""
    row: dict[str, Any] = {
        "kind": "ellipsis",
        "start": ellipsis.start,
        "end": ellipsis.end,
        "text": ellipsis.text,
        "form": ellipsis.form,
        "target": ellipsis.target,
        "segment": ellipsis.segment,
    }
    if ellipsis.target_segment:
        row |= {
            "target_segment": ellipsis.target_segment,
            "target_start": ellipsis.target_start,
            "target_end": ellipsis.target_end,
        }
    return row | ({"reason": ellipsis.reason} if ellipsis.reason else {})


def citation_record(citation: Citation) -> dict[str, Any]:
    """A citation with its quotations."""
    return {
        "kind": "citation",
        "start": citation.start,
        "end": citation.end,
        "text": citation.text,
        "target": citation.target,
        **({"inferred": citation.inferred} if citation.inferred else {}),
        "function": citation.function,
        "form": citation.form,
        "quotes": [
            {
                "start": q.start,
                "end": q.end,
                "text": q.text,
                "verdict": q.verdict,
                "similarity": q.similarity,
                "matched_text": q.matched_text,
                "reference": q.reference,
            }
            for q in citation.quotes
        ],
        "layer": citation.layer,
        "rule": citation.rule,
        "segment": citation.segment,
    }
