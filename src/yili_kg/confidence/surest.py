"""Of two glosses of the same words, one by rules and one by graphs alone, the surer one: 淳尸盥 | 執匜者, not 淳尸盥執 | 匜者."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.notes.proposed import LABELLED
from yili_kg.models import Gloss

__all__ = ["beaten"]


def beaten(glosses: Sequence[Gloss]) -> set[int]:
    """The numbers of those that a surer one overlaps, where one of the two is told by its graphs alone.

    What a reader decided is surest, and one that is beaten beats no other. The time is in the number of glosses, and of those
    that overlap.
    """
    order = sorted(range(len(glosses)), key=lambda n: (glosses[n].segment, glosses[n].start, glosses[n].end))
    rivals: dict[int, list[int]] = {}
    open_: list[int] = []
    for number in order:
        gloss = glosses[number]
        open_ = [n for n in open_ if glosses[n].segment == gloss.segment and glosses[n].end > gloss.start]
        for other in open_:
            if LABELLED in (gloss.rule, glosses[other].rule):
                rivals.setdefault(number, []).append(other)
                rivals.setdefault(other, []).append(number)
        open_.append(number)
    lost: set[int] = set()
    for number in sorted(rivals, key=lambda n: _rank(glosses[n]), reverse=True):
        if number not in lost:
            lost.update(rivals[number])
    return lost


def _rank(gloss: Gloss) -> tuple[bool, float, bool]:
    """How sure a gloss is beside another: decided by a reader, by its confidence, and by a rule rather than by graphs."""
    return bool(gloss.read_by), gloss.confidence if gloss.confidence is not None else 1.0, gloss.rule != LABELLED
