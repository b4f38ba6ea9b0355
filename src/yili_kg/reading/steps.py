"""The steps of an edition as they were read; where it differs from what was read, as the rules have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from yili_kg.models import Edition, Mention, Repetition, Segment, Step
from yili_kg.models.quick import replace
from yili_kg.reading.fillers import Fillers
from yili_kg.reading.load import Anchored, load_sources
from yili_kg.reading.mentions import DECIDED
from yili_kg.reading.place import Place, Placements
from yili_kg.reading.rows import WORD_SLOTS, StepRow
from yili_kg.reading.words import slot_words

__all__ = ["read_steps", "renumbered"]

#: What a row, or a step, has in each slot.
_SLOTS = attrgetter(*WORD_SLOTS)
_OPEN = "the reader leaves it open"


def read_steps(
    placements: Placements,
    edition: Edition,
    steps: Sequence[Step],
    mentions: Iterable[Mention],
    rite: Callable[[str], str],
) -> list[Step]:
    """The steps of an edition, those of read passages as they were read, in the order of the rites.

    `rite` names the sub-rite of a passage. The ids of the steps are as they were; `renumbered` gives them their numbers.
    """
    if not placements.parts:
        return list(steps)
    fillers = Fillers(edition, mentions)
    by_id = {s.id: s for s in edition.segments}
    proposed = {(s.start, s.end): s for s in steps}
    read: dict[tuple[int, int], Step] = {}
    for placed in placements.parts:
        for found, place in placed.statements("steps"):
            start, end = place[0].span(place[1], place[2])
            read[start, end] = _step(found, place, proposed.get((start, end)), fillers, rite)
    kept = [
        s for s in steps if (s.start, s.end) not in read and not placements.decides(by_id[s.segment], s.start, s.end)
    ]
    by_start = {step.start: step for step in read.values()}
    for step in steps:
        then = by_start.get(step.end + 1)
        if then is not None and then.posture == step.verb and (step.start, step.end) not in read:
            # 坐,取爵: where an edition parts the posture from the act with a mark, it is an act of its own.
            read[then.start, then.end] = replace(then, posture="")
            kept.append(replace(step, agent=then.agent, read_by=then.read_by))
    return sorted([*kept, *read.values()], key=lambda s: (by_id[s.segment].order, s.start))


def _step(found: Anchored, place: Place, rule: Step | None, fillers: Fillers, rite: Callable[[str], str]) -> Step:
    row = found.row
    assert isinstance(row, StepRow)  # the table of steps holds nothing else
    segment, first, last = place
    start, end = segment.span(first, last)
    step = rule or _new(segment, start, end, segment.text[first:last], row, rite)
    written = _SLOTS(row)
    words = dict(zip(WORD_SLOTS, map(slot_words, written), strict=True))
    slots: dict[str, Any] = {slot: fillers.fill(of, segment, start) for slot, of in words.items()}
    left_open = tuple((slot, _OPEN) for slot, word in zip(WORD_SLOTS, written, strict=True) if word in ("?", "*?"))
    sources = tuple(
        (slot, load_sources()[source].ground)
        for slot, of in words.items()
        for source in {w.source for w in of if w.source}
    )
    read = replace(
        step,
        **slots,
        facing=row.facing,
        posture=row.posture,
        count=row.count,
        negated=bool(row.negated),
        conditional=bool(row.conditional),
        open=(*(o for o in step.open if o[0] == "repeats"), *left_open),
        grounds=sources,
        read_by=row.by,
        other=row.other,
    )
    return read if rule is not None and _same(read, rule) else replace(read, rule=DECIDED)


def _same(read: Step, rule: Step) -> bool:
    """Whether a rule had said the same."""
    return all(
        [(f.text, f.supplied) for f in one] == [(f.text, f.supplied) for f in other]
        for one, other in zip(_SLOTS(read), _SLOTS(rule), strict=True)
        if one or other
    )


def _new(segment: Segment, start: int, end: int, text: str, row: StepRow, rite: Callable[[str], str]) -> Step:
    return Step(
        start=start,
        end=end,
        text=text,
        id="",
        verb=row.words,
        segment=segment.id,
        layer=segment.layer,
        chapter=segment.chapter,
        passage=row.passage,
        rule=DECIDED,
        rite=rite(row.passage),
    )


def renumbered(steps: Sequence[Step], repetitions: Iterable[Repetition]) -> tuple[list[Step], list[Repetition]]:
    """Steps with ids by their segment and number in it, and all that names them by their ids."""
    numbers: dict[str, int] = {}
    ids: dict[str, str] = {}
    named: list[Step] = []
    for step in steps:
        numbers[step.segment] = numbers.get(step.segment, 0) + 1
        new = f"{step.segment}.{numbers[step.segment]}"
        if step.id:
            ids[step.id] = new
        named.append(replace(step, id=new))
    again = [replace(s, repeats=_ids(s.repeats, ids)) if s.repeats else s for s in named]
    return again, [replace(r, repeats=_ids(r.repeats, ids)) if r.repeats else r for r in repetitions]


def _ids(repeats: Iterable[str], ids: dict[str, str]) -> tuple[str, ...]:
    return tuple(ids[r] for r in repeats if r in ids)
