"""The vessel of an offering: the cup that was handled last when 獻, 酢 or 酬 is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from yili_kg.annotation.steps.words import load_words
from yili_kg.models import Filler, Step
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["GROUND", "with_vessels"]

#: The case of `anaphora.yaml` by which a cup is supplied.
GROUND = "vessel-handled-last"


@cache
def _offering() -> frozenset[str]:
    return frozenset(load_word_lists("steps/vessels")["offering"].words)


def with_vessels(steps: Sequence[Step]) -> list[Step]:
    """The steps of one chapter of one edition, in order, each offering with the cup that goes to somebody.

    The cup of the text carries on from step to step; one that another step names is marked as supplied.
    """
    cup: Filler | None = None
    made: list[Step] = []
    for step in steps:
        named = [filler for filler in step.object if load_words().has("cups", filler.text[-1:])]
        if named:
            cup = named[-1]
        if cup is not None and step.verb in _offering() and not step.negated:
            if named:
                step = replace(step, vessel=(cup,))
            else:
                vessel = replace(cup, supplied=True)
                step = replace(step, vessel=(vessel,), grounds=(*step.grounds, ("vessel", GROUND)))
        made.append(step)
    return made
