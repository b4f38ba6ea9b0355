"""Records: what `yili-kg annotate --format jsonl` prints, one object a line, offsets into the source as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yili_kg.models import Annotated, Citation, Ellipsis, Mention, Noise, Segment

__all__ = ["records"]


def records(annotated: Annotated) -> Iterator[dict[str, Any]]:
    """All records of an edition in the order of the source: segments and noise share out its characters.

    A segment that noise breaks into pieces gives a record a piece, with the same `id`.
    """
    document = annotated.edition.document
    rows: list[tuple[int, int, dict[str, Any]]] = []
    rows.extend((n.start, 0, _noise(document.raw, n)) for n in document.noise)
    for segment in annotated.edition.segments:
        rows.extend((row["start"], 0, row) for row in _segment(segment))
    rows.extend((m.start, 1, _mention(m)) for m in annotated.mentions)
    rows.extend((c.start, 2, _citation(c)) for c in annotated.citations)
    rows.extend((e.start, 3, _ellipsis(e)) for e in annotated.ellipses)
    rows.sort(key=lambda r: r[:2])
    for _, _, row in rows:
        yield row


def _noise(raw: str, noise: Noise) -> dict[str, Any]:
    return {
        "kind": "noise",
        "start": noise.start,
        "end": noise.end,
        "text": raw[noise.start : noise.end],
        "reason": noise.reason,
    }


def _segment(segment: Segment) -> Iterator[dict[str, Any]]:
    text_of = dict(zip(segment.offsets, segment.text, strict=True))
    for number, (start, end) in enumerate(segment.pieces, 1):
        row: dict[str, Any] = {
            "kind": "segment",
            "start": start,
            "end": end,
            "text": "".join(text_of[i] for i in range(start, end) if i in text_of),
            "id": segment.id,
            "layer": segment.layer,
            "speaker": segment.speaker,
            "chapter": segment.chapter,
            "passage": segment.passages[0] if segment.passages else "",
            "passages": list(segment.passages),
            "extent": segment.extent,
            "comments_on": segment.comments_on,
        }
        if len(segment.pieces) > 1:
            row["piece"], row["pieces"] = number, len(segment.pieces)
        inside = [p for p in segment.pointers if start <= p.start < end]
        if inside:
            row["pointers"] = [
                {
                    "start": p.start,
                    "end": p.end,
                    "text": p.text,
                    "layer": p.layer,
                    "target": p.target,
                    "target_start": p.target_start,
                    "target_end": p.target_end,
                    **({"reason": p.reason} if p.reason else {}),
                }
                for p in inside
            ]
        yield row


def _mention(mention: Mention) -> dict[str, Any]:
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


def _ellipsis(ellipsis: Ellipsis) -> dict[str, Any]:
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


def _citation(citation: Citation) -> dict[str, Any]:
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
