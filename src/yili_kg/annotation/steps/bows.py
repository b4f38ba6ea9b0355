"""To whom one bows: whom the text names, who answers the bow, or whose bow it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from yili_kg.models import Filler, Step
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["GROUNDS", "with_bows"]

#: The cases of `anaphora.yaml` by which one who is bowed to is supplied.
GROUNDS = _ANSWERED, _ANSWERS = "bows-to-who-answers", "bows-to-whose-bow-it-answers"

#: An answering bow stands at most so many steps behind the bow that it answers.
_REACH = 4


@cache
def _verbs(name: str) -> frozenset[str]:
    return frozenset(load_word_lists("steps/bows")[name].words)


def with_bows(steps: Sequence[Step]) -> list[Step]:
    """The steps of one chapter of one edition, in order, each bow with those to whom it is, where that can be told."""
    return [
        _told(step, number, steps) if step.verb in _verbs("bows") and not step.negated else step
        for number, step in enumerate(steps)
    ]


def _told(step: Step, number: int, steps: Sequence[Step]) -> Step:
    """A bow to whom the text names, else to the one of the other bow nearby, who is marked as supplied."""
    if step.recipient:
        return replace(step, bows_to=step.recipient)
    if step.verb in _verbs("answering"):
        near, wanted, ground = steps[max(number - _REACH, 0) : number][::-1], _verbs("bows"), _ANSWERS
    else:
        near, wanted, ground = steps[number + 1 : number + 1 + _REACH], _verbs("answers"), _ANSWERED
    other = _other(step, near, wanted)
    if not other:
        return step
    bowed_to = tuple(replace(f, supplied=True) for f in other)
    return replace(step, bows_to=bowed_to, grounds=(*step.grounds, ("bows_to", ground)))


def _other(step: Step, near: Sequence[Step], wanted: frozenset[str]) -> tuple[Filler, ...]:
    """Who does the nearest bow of those wanted and is none of those who do this one."""
    agents = {f.text for f in step.agent}
    for other in near:
        names = {f.text for f in other.agent}
        if other.verb in wanted and names and not names & agents:
            return other.agent
    return ()
