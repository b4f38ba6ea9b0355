"""The order of play: steps one by one, and those that repeat others (如初, 介亦如之) as the acts they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from yili_kg.models import Filler, Repetition, Segment, Step
from yili_kg.plan.vocabulary import words

__all__ = ["Prompt", "prompts_of", "with_repetitions"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One act to play: `number` is the step in the text that asks for it, `repeated` the id of the step repeated."""

    number: int
    step: Step
    repeated: str = ""


def with_repetitions(
    steps: Sequence[Step], repetitions: Sequence[Repetition], segments: Mapping[str, Segment] | None = None
) -> tuple[Step, ...]:
    """The steps of a chapter with what stands for others and has no verb (介亦如之) in its place, as a step of its own.

    `segments` by id tell the layer of such words; without them it is that of the steps beside them.
    """
    found: list[Step] = list(steps)
    for repetition in sorted(repetitions):
        before = [
            n
            for n, s in enumerate(found)
            if (s.segment == repetition.segment and s.start < repetition.start) or s.passage < repetition.passage
        ]
        near = found[before[-1]] if before else found[0] if found else None
        if near is None:
            break
        segment = (segments or {}).get(repetition.segment)
        beside = next((s.layer for s in found if s.segment == repetition.segment), near.layer)
        step = _as_step(repetition, layer=segment.layer if segment is not None else beside, rite=near.rite)
        found.insert(before[-1] + 1 if before else 0, step)
    return tuple(found)


def _as_step(repetition: Repetition, *, layer: str, rite: str) -> Step:
    return Step(
        start=repetition.start,
        end=repetition.end,
        text=repetition.text,
        id=repetition.id,
        verb=repetition.text,
        segment=repetition.segment,
        layer=layer,
        chapter=repetition.chapter,
        passage=repetition.passage,
        rule="",
        agent=repetition.agent,
        rite=rite,
        repeats=repetition.repeats,
        open=(("repeats", repetition.reason),) if repetition.reason else (),
    )


def prompts_of(steps: Sequence[Step]) -> Iterator[Prompt]:
    """Every act in order. A step that repeats others is followed by them, with its own person in the other's place."""
    known = {s.id: s for s in steps}
    supposed = _supposed(steps)
    for number, step in enumerate(steps):
        if step.rite in supposed and not step.conditional:
            step = replace(step, conditional=True)
        yield Prompt(number, step)
        if step.negated:
            continue
        repeats = [known[i] for i in step.repeats if i in known and i != step.id]
        swap = _swap(step, repeats)
        for again in repeats:
            if not again.negated and not again.conditional:
                yield Prompt(number, _swapped(again, swap, conditional=step.conditional), again.id)


def _supposed(steps: Sequence[Step]) -> frozenset[str]:
    """The sub-rites that begin with a condition (若有遵者 …): all that they hold is done only in that case."""
    first: dict[str, bool] = {}
    for step in steps:
        first.setdefault(step.rite, step.conditional)
    return frozenset(rite for rite, conditional in first.items() if rite and conditional)


def _swap(step: Step, repeats: Sequence[Step]) -> dict[str, Filler]:
    """Whose place is taken by whom: the one person of the repeated acts who is not in this step, by this step's own."""
    own = [f for f in (*step.agent, *step.recipient) if f.text]
    acting = [f.text for r in repeats for f in r.agent]
    likewise = [f for f in own if f.text not in acting]
    place = _place_taken(acting, {f.text for f in own})
    return {place: likewise[0]} if place and len(likewise) == 1 else {}


def _place_taken(acting: Sequence[str], own: set[str]) -> str:
    """Whose place who does likewise takes: the guest's, for the host stays the host; empty where several might be meant."""
    others = [name for name in dict.fromkeys(acting) if name not in own]
    guests = [name for name in others if name not in words("persons/presiding")] or others
    return guests[0] if len(guests) == 1 else ""


def _swapped(step: Step, swap: dict[str, Filler], *, conditional: bool) -> Step:
    def changed(fillers: tuple[Filler, ...]) -> tuple[Filler, ...]:
        return tuple(
            replace(f, text=swap[f.text].text, concept=swap[f.text].concept) if f.text in swap else f for f in fillers
        )

    return replace(
        step,
        agent=changed(step.agent),
        object=changed(step.object),
        recipient=changed(step.recipient),
        conditional=conditional,
    )
