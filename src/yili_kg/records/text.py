"""Records of the segments and of the noise, which share out the characters of a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yili_kg.models import Segment

__all__ = ["segment_records"]


def segment_records(segment: Segment) -> Iterator[dict[str, Any]]:
    """A segment, a record a piece, with the pointers that begin there."""
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
            **({"book": segment.book} if segment.book else {}),
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
