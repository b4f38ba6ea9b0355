"""The acts of each segment, told in sentences: what stands to unfold beside a passage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from yili_kg.models import Annotated, Repetition, Segment, Step
from yili_kg.plan.say import english, sentence
from yili_kg.plan.script import with_repetitions

__all__ = ["Act", "acts_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A step, or words that stand for steps told before, and whether it is sure that it is one."""

    step: Step
    sure: bool

    def coded(self, segment: Segment, how: Callable[[Any, bool], int]) -> list[Any]:
        """Place and length of the verb, both sentences, how it was decided, how sure, the slots that are doubtful, what notes add."""
        step = self.step
        start, end = segment.inside(step.start, step.end)
        sureness = -1 if step.confidence is None else round(100 * step.confidence)
        notes = [[n.slot, n.value, n.segment] for n in step.notes]
        told: list[Any] = [start, end - start, sentence(step, segment), english(step, None, segment)]
        rest: list[Any] = [how(step, self.sure), sureness, list(step.doubtful), notes]
        while rest and rest[-1] == []:
            rest.pop()
        return told + rest


def acts_of(editions: Sequence[Annotated]) -> dict[str, list[Act]]:
    """Segment → its acts in the order of its words, with words like 亦如之 in their places."""
    found: dict[str, list[Act]] = {}
    for annotated in editions:
        repeated: dict[str, list[Repetition]] = {}
        for repetition in annotated.repetitions:
            repeated.setdefault(repetition.segment, []).append(repetition)
        steps: dict[str, list[tuple[Step, bool]]] = {}
        for step, sure in annotated.every("step", annotated.steps):
            steps.setdefault(step.segment, []).append((step, sure))
        before: Step | None = None
        for segment in annotated.edition.segments:
            here = [s for s, _ in steps.get(segment.id, ())]
            sure_of = {s.id: sure for s, sure in steps.get(segment.id, ())}
            told = _whole(here, repeated.get(segment.id, ()), segment, before)
            if told:
                found[segment.id] = [Act(step=s, sure=sure_of.get(s.id, True)) for s in told]
            before = here[-1] if here else before
    return found


def _whole(
    steps: Sequence[Step], repetitions: Iterable[Repetition], segment: Segment, before: Step | None
) -> list[Step]:
    """The steps of a segment with its repetitions; `before` is the last one of an earlier segment, if there is any."""
    again = list(repetitions)
    if not again:
        return sorted(steps, key=lambda s: (s.start, s.end))
    known = [before] if before is not None and not steps else []
    told = with_repetitions([*known, *steps], again, {segment.id: segment})
    return sorted((s for s in told if s is not before), key=lambda s: (s.start, s.end))
