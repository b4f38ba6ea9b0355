"""The words with which notes report readings, as told by `extraction/rules/notes/readings.yaml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from yili_kg.annotate.notes.formulas import pattern
from yili_kg.annotate.senses import read_rules
from yili_kg.data import data_folder
from yili_kg.errors import DataError

__all__ = ["KINDS", "ReadingRule", "load_reading_rules"]

KINDS = ("tradition", "loose", "correction")


@dataclass(frozen=True, slots=True)
class ReadingRule:
    """One way to report a reading; `match` and `avoid` are examples from which the tests are made."""

    id: str
    kind: str
    tradition: str
    pattern: re.Pattern[str]
    reason: str
    match: tuple[dict[str, Any], ...]
    avoid: tuple[dict[str, Any], ...]
    place: str


@cache
def load_reading_rules() -> tuple[ReadingRule, ...]:
    """The rules that come with yili-kg; raises DataError for a broken one."""
    path = data_folder("extraction") / "rules" / "notes" / "readings.yaml"
    fields = {"id", "kind", "tradition", "pattern", "reason", "match", "avoid"}
    rules = []
    for place, row in read_rules(path, fields=fields, required=tuple(sorted(fields))):
        if row["kind"] not in KINDS:
            raise DataError(f"rule {row['id']}: kind is one of {', '.join(KINDS)}", where=place)
        examples = tuple(row["match"]), tuple(row["avoid"])
        rules.append(
            ReadingRule(
                row["id"],
                row["kind"],
                row["tradition"],
                pattern(row["pattern"], row["id"], place),
                row["reason"],
                *examples,
                place,
            )
        )
    return tuple(rules)
