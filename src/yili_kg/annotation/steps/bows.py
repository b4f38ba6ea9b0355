"""To whom one bows: whom the text names, who answers the bow, whose bow it answers, who gives or takes, the other one.

The cases are told in `extraction/rules/steps/anaphora.yaml` under their ids, and tried in the order of `CASES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from yili_kg.annotation.steps.words import load_words
from yili_kg.models import Filler, Step
from yili_kg.models.quick import replace
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["CASES", "GROUNDS", "with_bows"]

Fillers = tuple[Filler, ...]

#: An answering bow stands at most so many steps behind the bow that it answers.
_REACH = 4
#: So far back the other party may have acted last.
_FAR = 12


@cache
def _verbs(name: str) -> frozenset[str]:
    return frozenset(load_word_lists("steps/bows")[name].words)


@dataclass(frozen=True, slots=True)
class _Bow:
    """A bow among the steps of its chapter, of which those before it have been told."""

    step: Step
    before: Sequence[Step]
    after: Sequence[Step]

    def near(self, *, reach: int = _REACH) -> Iterable[Step]:
        """The steps before it, the last one first."""
        return self.before[: -reach - 1 : -1]

    def agent_of(self, steps: Iterable[Step], wanted: frozenset[str]) -> Fillers:
        """Who does the first of the steps that is one of those wanted and none of those who bow does."""
        return next((s.agent for s in steps if s.verb in wanted and self.is_other(s.agent)), ())

    def is_other(self, persons: Fillers) -> bool:
        """Whether these are persons, and none of those who bow."""
        agents = {f.text for f in self.step.agent}
        return bool(persons) and not {f.text for f in persons} & agents


Case = Callable[[_Bow], Fillers]


def with_bows(steps: Sequence[Step]) -> list[Step]:
    """The steps of one chapter of one edition, in order, each bow with those to whom it is, where that can be told."""
    told: list[Step] = []
    for number, step in enumerate(steps):
        if step.verb in _verbs("bows"):
            step = _told(_Bow(step, told, steps[number + 1 : number + 1 + _REACH]))
        told.append(step)
    return told


def _told(bow: _Bow) -> Step:
    """A bow to whom the text names, else to whom the first case says that speaks, marked as supplied."""
    step = bow.step
    if step.recipient:
        return replace(step, bows_to=step.recipient)
    for ground, case in CASES:
        other = case(bow)
        if other:
            bowed_to = tuple(replace(f, supplied=True, locative="") for f in other)
            return replace(step, bows_to=bowed_to, grounds=(*step.grounds, ("bows_to", ground)))
    return step


def _same_bow(bow: _Bow) -> Fillers:
    """再拜稽首: one bow in two acts."""
    if bow.step.verb not in _verbs("going on") or not bow.before:
        return ()
    last = bow.before[-1]
    same = {f.text for f in last.agent} == {f.text for f in bow.step.agent}
    return last.bows_to if same and last.verb in _verbs("bows") else ()


def _answers(bow: _Bow) -> Fillers:
    return bow.agent_of(bow.near(), _verbs("bows")) if bow.step.verb in _verbs("answering") else ()


def _answered(bow: _Bow) -> Fillers:
    return () if bow.step.verb in _verbs("answering") else bow.agent_of(bow.after, _verbs("answers"))


def _taken(bow: _Bow) -> Fillers:
    """拜送: to whom took the cup, or to whom leaves."""
    return bow.agent_of(bow.near(), _verbs("taking leave")) if bow.step.verb in _verbs("sending") else ()


def _given(bow: _Bow) -> Fillers:
    """拜受, 拜洗, 拜既: to whom gives the cup."""
    return bow.agent_of(bow.near(), _verbs("giving")) if bow.step.verb in _verbs("receiving") else ()


def _led(bow: _Bow) -> Fillers:
    """迎賓再拜, 送賓再拜: to whom is met or seen off."""
    last = bow.before[-1] if bow.before else None
    return last.object if last is not None and last.verb in _verbs("meeting") and bow.is_other(last.object) else ()


def _the_other(bow: _Bow) -> Fillers:
    """The one of the principals who acted last, or to whom somebody acted."""
    for step in bow.near(reach=_FAR):
        for persons in (step.agent, step.recipient):
            if bow.is_other(persons) and load_words().has("principals", persons[0].text):
                return persons
    return ()


#: The cases of `anaphora.yaml` by which one who is bowed to is supplied, in the order in which they are tried.
CASES: Sequence[tuple[str, Case]] = (
    ("bows-to-same-as-before", _same_bow),
    ("bows-to-whose-bow-it-answers", _answers),
    ("bows-to-who-is-met", _led),
    ("bows-to-who-answers", _answered),
    ("bows-to-who-takes", _taken),
    ("bows-to-who-gives", _given),
    ("bows-to-the-other", _the_other),
)
GROUNDS = tuple(ground for ground, _ in CASES)
