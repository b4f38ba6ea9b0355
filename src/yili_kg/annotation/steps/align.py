"""Two rites side by side: which steps they share, in the same order, and where they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from yili_kg.models import Step

__all__ = ["Stretch", "align_rites", "shared_steps"]

#: Fewer steps than this in a row are no series that two rites share: 拜 and 降 stand everywhere.
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Stretch:
    """Steps of two rites beside one another: the same acts (`shared`), or what each has where they part."""

    shared: bool
    first: tuple[Step, ...]
    second: tuple[Step, ...]


def _act(step: Step) -> tuple[str | bool, ...]:
    """What makes two steps the same act: the verb, who does it, what with, whether it is left undone."""
    agents = ",".join(sorted(f.text for f in step.agent))
    things = ",".join(f.text for f in step.object if not f.supplied)
    return step.verb, agents, things, step.negated


def align_rites(first: Sequence[Step], second: Sequence[Step], *, least: int = _LEAST) -> list[Stretch]:
    """The two series cut into stretches that they share and stretches in which they part, in order.

    The alignment is the one with most steps in common; a stretch of fewer than `least` common steps counts as parted.
    Cost: the product of the lengths over 64, in C.
    """
    codes: dict[tuple[str | bool, ...], int] = {}
    left, right = ([codes.setdefault(_act(s), len(codes)) for s in steps] for steps in (first, second))
    stretches: list[Stretch] = []
    for code in Indel.opcodes(left, right):
        ours, theirs = tuple(first[code.src_start : code.src_end]), tuple(second[code.dest_start : code.dest_end])
        same = code.tag == "equal" and len(ours) >= least
        if stretches and not same and not stretches[-1].shared:
            last = stretches.pop()
            ours, theirs = last.first + ours, last.second + theirs
        stretches.append(Stretch(same, ours, theirs))
    return stretches


def shared_steps(first: Sequence[Step], second: Sequence[Step]) -> list[tuple[Step, Step]]:
    """The pairs of steps that two rites share."""
    return [
        pair
        for stretch in align_rites(first, second)
        if stretch.shared
        for pair in zip(stretch.first, stretch.second, strict=True)
    ]
