"""What an act does on the plan, read from `extraction/rules/acts.tsv`: verb → effect and English."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.text.folding import fold

__all__ = ["EFFECTS", "Act", "act_of", "load_acts", "read_acts"]

#: Every effect an act may have; docs/house.md says what each does.
EFFECTS = frozenset(
    [
        "rise",
        "descend",
        "enter",
        "leave",
        "return",
        "goto",
        "approach",
        "withdraw",
        "stand",
        "follow",
        "meet",
        "take",
        "put",
        "give",
        "receive",
        "fill",
        "wash",
        "drink",
        "lay",
        "serve",
        "offer",
        "bow",
        "speak",
        "play",
        "still",
    ]
)


@dataclass(frozen=True, slots=True, order=True)
class Act:
    """A verb of the rites, in traditional form, with its effect on the plan and its English."""

    verb: str
    effect: str
    en: str


def read_acts(path: Path) -> dict[str, Act]:
    """Folded verb → act; raises DataError for an unknown effect, an empty field or a verb that stands there twice."""
    acts: dict[str, Act] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader((line for line in lines), delimiter="\t", quoting=csv.QUOTE_NONE)
        for number, row in enumerate(rows, 1):
            if not row or row[0].startswith("#") or row[0] == "verb":
                continue
            if len(row) < 3 or not all(row[:3]):
                raise DataError("a row is verb, effect, English", where=where(path, number))
            if row[1] not in EFFECTS:
                raise DataError(
                    f"unknown effect {row[1]}", where=where(path, number), advice=f"one of {' '.join(sorted(EFFECTS))}"
                )
            if fold(row[0]) in acts:
                raise DataError(f"the verb {row[0]} stands here twice", where=where(path, number))
            acts[fold(row[0])] = Act(row[0], row[1], row[2])
    return acts


@cache
def load_acts() -> dict[str, Act]:
    """The acts that come with yili-kg."""
    return read_acts(data_folder("extraction") / "rules" / "acts.tsv")


def act_of(verb: str) -> Act:
    """The act of a verb; one that the table lacks moves nothing and is told by its own graphs.

    A compound that is not there is told by its last graph that is (立飲 → 飲).
    """
    acts, key = load_acts(), fold(verb)
    if key in acts:
        return acts[key]
    for start in range(1, len(key)):
        if key[start:] in acts:
            return Act(verb, acts[key[start:]].effect, acts[key[start:]].en)
    return acts.get(key[:1], Act(verb, "still", verb))
