"""Records of the steps of a rite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from yili_kg.models import Step
from yili_kg.records.one import record

__all__ = ["step_records"]


def step_records(step: Step) -> Iterator[dict[str, Any]]:
    """One act with its slots; `*` marks a word that the text leaves out. A copy of the text repeats it, `copy_of` its id."""
    row = record("step", replace(step, copies=()))
    yield row | {"verb": {"start": step.start, "end": step.end, "text": step.verb}}
    for start, end in step.copies:
        verb = {"start": start, "end": end, "text": step.verb}
        yield row | {"start": start, "end": end, "verb": verb, "copy_of": step.id}
