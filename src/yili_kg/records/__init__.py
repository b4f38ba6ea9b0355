"""Records: what `yili-kg annotate --format jsonl` prints, one object a line, offsets into the source as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yili_kg.models import Annotated, Step, Unsure
from yili_kg.records.one import record
from yili_kg.records.steps import step_records
from yili_kg.records.text import segment_records
from yili_kg.tables.kinds import kinds

__all__ = ["record", "records"]


def records(annotated: Annotated, *, sure_only: bool = False) -> Iterator[dict[str, Any]]:
    """All records of an edition in the order of the source: segments and noise share out its characters.

    A segment that noise breaks into pieces gives a record a piece, with the same `id`. What is doubtful is a record of the
    kind `unsure`; with `sure_only` there is none.
    """
    raw = annotated.edition.document.raw
    rows = [{**record("noise", n), "text": raw[n.start : n.end]} for n in annotated.edition.document.noise]
    rows += [row for segment in annotated.edition.segments for row in segment_records(segment)]
    ranked = [(row["start"], 0, row) for row in rows]
    for rank, kind in enumerate((k for k in kinds() if not (sure_only and k.kind == "unsure")), 1):
        for found in getattr(annotated, kind.field):
            ranked += [(row["start"], rank, row) for row in _told(kind.kind, found)]
    ranked.sort(key=lambda r: r[:2])
    for _, _, row in ranked:
        yield row


def _told(kind: str, found: Any) -> Iterator[dict[str, Any]]:
    """The records of something found; a doubtful one has `of` for its kind, beside its usual fields."""
    if isinstance(found, Unsure):
        for row in _told(found.of, found.found):
            yield {**row, "kind": kind, "of": found.of}
    elif isinstance(found, Step):
        yield from step_records(found)
    else:
        yield record(kind, found)
