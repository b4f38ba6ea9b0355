"""What an act does on the plan, read from `extraction/rules/acts.tsv`: verb → effect and English."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, get_args

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["EFFECTS", "Act", "EffectName", "act_of", "load_acts", "read_acts"]

EffectName = Literal[
    "rise", "descend", "enter", "leave", "return", "goto", "approach", "withdraw", "stand", "follow", "meet", "take",
    "put", "give", "receive", "fill", "wash", "drink", "lay", "serve", "offer", "bow", "speak", "play", "still",
]  # fmt: skip

#: Every effect an act may have; docs/house.md says what each does.
EFFECTS: frozenset[str] = frozenset(get_args(EffectName))


class Act(Row):
    """A verb of the rites, in traditional form, with its effect on the plan and its English.

    `whom` stands in English between the verb and whom it is done to, where the verb's English does not have it.
    """

    verb: Filled
    effect: EffectName
    en: Filled
    whom: str = ""


def read_acts(path: Path) -> dict[str, Act]:
    """Folded verb → act; raises DataError for an unknown effect, an empty field or a verb that stands there twice."""
    acts: dict[str, Act] = {}
    for act in read_table(path, Act, unique=("verb",)):
        key = fold(act.verb)
        if key in acts:
            raise DataError(f"the verb {act.verb} is already taken at {acts[key].place}", where=act.place)
        acts[key] = act
    return acts


@cache
def load_acts() -> dict[str, Act]:
    """The acts that come with yili-kg."""
    return read_acts(data_folder("extraction") / "rules" / "acts.tsv")


@cache
def act_of(verb: str) -> Act:
    """The act of a verb; one that the table lacks moves nothing and is told by its own graphs.

    A compound that is not there is told by its last graphs that are (立飲 → 飲), else by its first.
    """
    acts, key = load_acts(), fold(verb)
    if key in acts:
        return acts[key]
    for start in range(1, len(key)):
        if (known := acts.get(key[start:])) is not None:
            return known.model_copy(update={"verb": verb})
    return acts.get(key[:1]) or Act.model_construct(verb=verb, effect="still", en=verb)
