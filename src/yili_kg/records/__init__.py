"""Records: what `yili-kg annotate --format jsonl` prints, one object a line, offsets into the source as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yili_kg.models import Annotated
from yili_kg.records.found import citation_record, ellipsis_record, mention_record
from yili_kg.records.notes import claim_record, gloss_record, norm_record, reading_record, unread_record
from yili_kg.records.steps import repetition_record, step_records
from yili_kg.records.text import noise_record, segment_records

__all__ = ["records"]


def records(annotated: Annotated) -> Iterator[dict[str, Any]]:
    """All records of an edition in the order of the source: segments and noise share out its characters.

    A segment that noise breaks into pieces gives a record a piece, with the same `id`.
    """
    raw = annotated.edition.document.raw
    rows = [noise_record(raw, n) for n in annotated.edition.document.noise]
    rows += [row for segment in annotated.edition.segments for row in segment_records(segment)]
    ranked = [(row["start"], 0, row) for row in rows]
    later = (
        map(mention_record, annotated.mentions),
        map(citation_record, annotated.citations),
        map(ellipsis_record, annotated.ellipses),
        map(gloss_record, annotated.glosses),
        map(reading_record, annotated.readings),
        map(claim_record, annotated.claims),
        map(norm_record, annotated.norms),
        (row for step in annotated.steps for row in step_records(step)),
        map(repetition_record, annotated.repetitions),
        map(unread_record, annotated.unread),
    )
    ranked += [(row["start"], rank, row) for rank, kind in enumerate(later, 1) for row in kind]
    ranked.sort(key=lambda r: r[:2])
    for _, _, row in ranked:
        yield row
