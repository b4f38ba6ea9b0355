"""Records: what `yili-kg annotate --format jsonl` prints, one object a line, offsets into the source as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yili_kg.models import Annotated, Step
from yili_kg.records.one import record
from yili_kg.records.steps import step_records
from yili_kg.records.text import segment_records
from yili_kg.tables.kinds import kinds

__all__ = ["record", "records"]


def records(annotated: Annotated) -> Iterator[dict[str, Any]]:
    """All records of an edition in the order of the source: segments and noise share out its characters.

    A segment that noise breaks into pieces gives a record a piece, with the same `id`.
    """
    raw = annotated.edition.document.raw
    rows = [{**record("noise", n), "text": raw[n.start : n.end]} for n in annotated.edition.document.noise]
    rows += [row for segment in annotated.edition.segments for row in segment_records(segment)]
    ranked = [(row["start"], 0, row) for row in rows]
    for rank, kind in enumerate(kinds(), 1):
        for found in getattr(annotated, kind.field):
            told = step_records(found) if isinstance(found, Step) else (record(kind.kind, found),)
            ranked += [(row["start"], rank, row) for row in told]
    ranked.sort(key=lambda r: r[:2])
    for _, _, row in ranked:
        yield row
