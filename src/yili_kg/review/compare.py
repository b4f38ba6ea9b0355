"""What two readers decided differently on the same sheet, and how far they agree, kind by kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from yili_kg.reading.slots import WORD_KEYS
from yili_kg.review.sheet import Block, StepLine
from yili_kg.text.folding import fold

__all__ = ["Agreement", "Difference", "agreement", "differences"]

Said = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two readers agree on a `kind`: what both say, what each says, and F1 of the one against the other."""

    kind: str
    both: int
    first: int
    second: int

    @property
    def f1(self) -> float:
        """Twice what both say by what each says; 1 where neither says anything."""
        said = self.first + self.second
        return 2 * self.both / said if said else 1.0


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that only one of two readers says: `who` is 1 or 2, `place` the graphs in the block."""

    block: str
    layer: str
    kind: str
    who: int
    place: int
    said: str


def agreement(first: Iterable[Block], second: Iterable[Block]) -> list[Agreement]:
    """The agreement of two readers by kind, over the blocks that both have."""
    counts: dict[str, list[int]] = {}
    for a, b in _pairs(first, second):
        one, two = _said(a), _said(b)
        for kind in one:
            both, left, right = counts.setdefault(kind, [0, 0, 0])
            shared = one[kind].keys() & two[kind].keys()
            counts[kind] = [both + len(shared), left + len(one[kind]), right + len(two[kind])]
    return [Agreement(kind, *found) for kind, found in counts.items()]


def differences(first: Iterable[Block], second: Iterable[Block]) -> list[Difference]:
    """What only one of two readers says, block by block, in the order of the text."""
    found: list[Difference] = []
    for a, b in _pairs(first, second):
        one, two = _said(a), _said(b)
        of_block: list[Difference] = []
        for kind in one:
            for who, mine, yours in ((1, one[kind], two[kind]), (2, two[kind], one[kind])):
                of_block += [
                    Difference(a.id, a.layer, kind, who, place, told)
                    for key, (place, told) in mine.items()
                    if key not in yours
                ]
        found += sorted(of_block, key=lambda d: (d.place, d.kind, d.who))
    return found


def _pairs(first: Iterable[Block], second: Iterable[Block]) -> Iterator[tuple[Block, Block]]:
    others = {(b.id, b.layer): b for b in second}
    for block in first:
        other = others.get((block.id, block.layer))
        if other is not None:
            yield block, other


def _said(block: Block) -> dict[str, Mapping[Said, tuple[int, str]]]:
    """What a block says by kind: a key that two readers share if they agree, its place, and how it is shown."""
    text = block.text
    mentions: dict[Said, tuple[int, str]] = {
        (m.start, m.end, m.type): (m.start, f"{m.type} {text[m.start : m.end]}") for m in block.marks if m.letter != "Q"
    }
    cited = [m for m in block.marks if m.letter == "C"]
    found: dict[str, Mapping[Said, tuple[int, str]]] = {
        "mentions": mentions,
        "citations": {(m.start, m.end): (m.start, text[m.start : m.end]) for m in cited},
        "targets": {(m.start, m.end, m.said): (m.start, f"{text[m.start : m.end]} = {m.said}") for m in cited},
        "quoted graphs": {
            (at,): (at, text[at]) for m in block.marks if m.letter == "Q" for at in range(m.start, m.end)
        },
        "steps": {(s.start, s.end): (s.start, text[s.start : s.end]) for s in block.steps},
    }
    for slot in (*WORD_KEYS, "facing", "posture", "count"):
        found[slot] = {
            (s.start, word): (s.start, f"{text[s.start : s.end]} {slot}={word}")
            for s in block.steps
            for word in _filled(s, slot)
        }
    found["negated, conditional"] = {
        (s.start, s.slots.negated, s.slots.conditional): (
            s.start,
            f"{text[s.start : s.end]} not={s.slots.negated} if={s.slots.conditional}",
        )
        for s in block.steps
    }
    found |= _notes(block)
    return found


def _filled(step: StepLine, slot: str) -> Sequence[str]:
    if slot in WORD_KEYS:
        return [fold(w.text) for w in step.slots.words(slot)]
    value = step.slots.value(slot)
    return [value] if value else []


def _notes(block: Block) -> dict[str, Mapping[Said, tuple[int, str]]]:
    glosses = block.glosses
    return {
        "glosses": {(fold(g.term), g.start): (g.start, f"{g.term} := {g.definition}") for g in glosses},
        "definitions": {(fold(g.term), g.start, g.end): (g.start, f"{g.term} := {g.definition}") for g in glosses},
        "formulas": {(fold(g.term), g.start, g.formula): (g.start, f"{g.term} [{g.formula}]") for g in glosses},
        "readings": {
            (fold(r.base), fold(r.variant), r.tradition): (r.start, f"{r.base} := {r.variant} [{r.tradition}]")
            for r in block.readings
        },
    }
