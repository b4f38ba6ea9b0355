"""To whom one bows: whom the text names, who answers the bow, or whose bow it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from yili_kg.models import Filler, Step
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["with_bows"]

#: An answering bow stands at most so many steps behind the bow that it answers.
_REACH = 4


@cache
def _verbs(name: str) -> frozenset[str]:
    return frozenset(load_word_lists("steps/bows")[name].words)


def with_bows(steps: Sequence[Step]) -> list[Step]:
    """The steps of one chapter of one edition, in order, each bow with those to whom it is, where that can be told."""
    return [
        replace(step, bows_to=_bowed_to(step, number, steps))
        if step.verb in _verbs("bows") and not step.negated
        else step
        for number, step in enumerate(steps)
    ]


def _bowed_to(step: Step, number: int, steps: Sequence[Step]) -> tuple[Filler, ...]:
    """Whom the text names, else the one of the other bow nearby; marked as supplied where the text names nobody."""
    if step.recipient:
        return step.recipient
    if step.verb in _verbs("answering"):
        near, wanted = steps[max(number - _REACH, 0) : number][::-1], _verbs("bows")
    else:
        near, wanted = steps[number + 1 : number + 1 + _REACH], _verbs("answers")
    agents = {f.text for f in step.agent}
    for other in near:
        names = {f.text for f in other.agent}
        if other.verb in wanted and names and not names & agents:
            return tuple(replace(f, supplied=True) for f in other.agent)
    return ()
