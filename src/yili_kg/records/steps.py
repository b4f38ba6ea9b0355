"""Records of the steps of a rite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yili_kg.models import Filler, Step

__all__ = ["step_records"]


def step_records(step: Step) -> Iterator[dict[str, Any]]:
    """One act with its slots; `*` marks a word that the text leaves out. A copy of the text repeats it, `copy_of` its id."""
    row = _row(step)
    yield row
    for start, end in step.copies:
        verb = {**row["verb"], "start": start, "end": end}
        yield {**row, "start": start, "end": end, "verb": verb, "copy_of": step.id}


def _row(step: Step) -> dict[str, Any]:
    row: dict[str, Any] = {
        "kind": "step",
        "start": step.start,
        "end": step.end,
        "text": step.text,
        "id": step.id,
        "verb": {"start": step.start, "end": step.end, "text": step.verb},
        "agent": _words(step.agent),
        "object": _words(step.object),
        "recipient": _words(step.recipient),
        "at": _words(step.at),
        "from": _words(step.origin),
        "to": _words(step.to),
        "facing": step.facing or None,
        "posture": step.posture or None,
        "count": step.count or None,
        "negated": step.negated,
        "conditional": step.conditional,
        "rite": step.rite,
    }
    if step.repeats:
        row["repeats"] = list(step.repeats)
    if step.notes:
        row["notes"] = [
            {"slot": n.slot, "value": n.value, "segment": n.segment, "start": n.start, "end": n.end, "rule": n.rule}
            for n in step.notes
        ]
    if step.open:
        row["open"] = dict(step.open)
    return row | {"layer": step.layer, "rule": step.rule, "segment": step.segment}


def _words(fillers: tuple[Filler, ...]) -> list[str]:
    return [f"*{f.text}" if f.supplied else f.text for f in fillers]
