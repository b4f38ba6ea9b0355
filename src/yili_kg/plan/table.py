"""The steps of a rite as a table: one row a step, every slot a column."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from yili_kg.models import Filler, Step

__all__ = ["COLUMNS", "steps_csv"]

#: The columns, in order; `from` is the slot `origin`.
COLUMNS = (
    "id",
    "chapter",
    "passage",
    "layer",
    "rite",
    "start",
    "end",
    "text",
    "verb",
    "agent",
    "object",
    "recipient",
    "at",
    "from",
    "to",
    "facing",
    "posture",
    "count",
    "negated",
    "conditional",
    "repeats",
    "notes",
    "open",
    "rule",
    "segment",
)


def _words(fillers: Iterable[Filler]) -> str:
    return " ".join(f"*{f.text}" if f.supplied else f.text for f in fillers)


def _row(step: Step) -> tuple[str | int, ...]:
    return (
        step.id,
        step.chapter,
        step.passage,
        step.layer,
        step.rite,
        step.start,
        step.end,
        step.text,
        step.verb,
        _words(step.agent),
        _words(step.object),
        _words(step.recipient),
        _words(step.at),
        _words(step.origin),
        _words(step.to),
        step.facing,
        step.posture,
        step.count or "",
        "yes" if step.negated else "",
        "yes" if step.conditional else "",
        " ".join(step.repeats),
        "; ".join(f"{n.slot}={n.value} ({n.segment})" for n in step.notes),
        "; ".join(f"{slot}: {reason}" for slot, reason in step.open),
        step.rule,
        step.segment,
    )


def steps_csv(steps: Iterable[Step]) -> str:
    """CSV with a header. Words in a slot are parted by spaces, `*` stands before one that the text leaves out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(s) for s in steps)
    return out.getvalue()
