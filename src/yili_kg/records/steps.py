"""Records of the steps of a rite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from yili_kg.models import Step
from yili_kg.records.one import record

__all__ = ["step_records"]


#: The slots whose words may have a locative behind them, and their names in a record.
_PLACED = {"object": "object", "recipient": "recipient", "at": "at", "origin": "from", "to": "to"}


def _places(step: Step) -> dict[str, list[str]]:
    """Beside each slot in which a locative stands the same words with it (`at_places` 阼階上 beside `at` 阼階)."""
    slots = {name: getattr(step, attribute) for attribute, name in _PLACED.items()}
    return {
        f"{name}_places": [f"*{f.place}" if f.supplied else f.place for f in fillers]
        for name, fillers in slots.items()
        if any(f.locative for f in fillers)
    }


def step_records(step: Step) -> Iterator[dict[str, Any]]:
    """One act with its slots; `*` marks a word that the text leaves out. A copy of the text repeats it, `copy_of` its id."""
    row = record("step", replace(step, copies=())) | _places(step)
    yield row | {"verb": {"start": step.start, "end": step.end, "text": step.verb}}
    for start, end in step.copies:
        verb = {"start": start, "end": end, "text": step.verb}
        yield row | {"start": start, "end": end, "verb": verb, "copy_of": step.id}
