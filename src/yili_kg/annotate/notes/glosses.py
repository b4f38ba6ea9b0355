"""Glosses in a note: 乃猶女也, 榮屋翼, 八尺曰尋, 言諸公者王同時分命之.

Definite formulas (猶 謂 讀為 曰 …) come first, each with its marker; what they leave is searched for words of the text
explained that stand at a break with their meaning beside them, and last for 言, which may go on with what stands before.
A formula that matches and cannot be read is reported.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from yili_kg.annotate.notes.formulas import load_formulas
from yili_kg.annotate.notes.found import FoundGloss, Unreadable
from yili_kg.annotate.notes.marked import Mark, apposed, read_marked
from yili_kg.annotate.notes.phrases import words
from yili_kg.annotate.notes.plain import plain_glosses
from yili_kg.annotate.notes.strip import STRONG, WEAK, Strip
from yili_kg.annotate.notes.taken import Taken

__all__ = ["find_glosses"]


def find_glosses(strip: Strip, reports: Sequence[tuple[int, int]] = ()) -> tuple[list[FoundGloss], list[Unreadable]]:
    """The glosses of a note in order, and the formulas in it that could not be read.

    `reports` are the stretches in which it reports readings, in graphs.
    """
    unread: list[Unreadable] = []
    taken = Taken(strip, reports)
    marks = list(_marks(strip))
    said = [mark for mark in marks if mark.formula.shape == "said"]
    for mark in marks:
        if mark.formula.shape != "said":
            _read(strip, mark, taken, unread)
    told = {mark.at for mark in said}
    for start, end in _rests(strip, taken.graphs):
        if start not in told:
            plain = plain_glosses(strip, start, end, taken.last(start))
            if isinstance(plain, Unreadable):
                unread.append(plain)
                continue
            for gloss in plain:
                taken.add(gloss)
    for mark in said:
        _read(strip, mark, taken, unread)
    return sorted(taken.found), sorted(unread)


def _read(strip: Strip, mark: Mark, taken: Taken, unread: list[Unreadable]) -> None:
    """What one marker says, added to what was found or could not be read."""
    if taken.graphs[mark.at] or not strip.heard(mark.at, mark.end):
        return
    mark = mark.placed(taken)
    for gloss in apposed(strip, mark):
        taken.add(gloss)
        taken.take(gloss.start, gloss.end)
        mark = mark.placed(taken)
    said = read_marked(strip, mark)
    if isinstance(said, Unreadable):
        unread.append(said)
    elif said is not None:
        # A statement that the text explained has word for word is repeated, not made.
        if said.end - said.start < 4 or not strip.repeats(said.start, said.end):
            taken.add(said)
        taken.take(said.start, said.end)


def _marks(strip: Strip) -> Iterator[Mark]:
    """The markers of all formulas in a note in order, each with the place of the next."""
    hits = sorted(
        (match.start(), rank, match.end(), formula)
        for rank, formula in enumerate(load_formulas())
        if formula.shape != "plain"
        for match in formula.marker.finditer(strip.graphs)
    )
    starts = [hit[0] for hit in hits]
    for at, _, end, formula in hits:
        # What follows begins behind this one: 謂 in 謂之 is a marker inside a marker.
        number = bisect_left(starts, max(end, at + 1))
        yield Mark(formula, at, end, starts[number] if number < len(starts) else len(strip.graphs))


def _rests(strip: Strip, taken: bytearray) -> Iterator[tuple[int, int]]:
    """The stretches that no formula took, cut at strong breaks (and at weak ones behind a final particle)."""
    begin = 0
    closing = words("closing")
    for place in range(1, len(strip.graphs) + 1):
        last = place == len(strip.graphs)
        cut = last or strip.gaps[place] == STRONG or bool(taken[place]) != bool(taken[place - 1])
        cut = cut or (place in strip.silent) != (place - 1 in strip.silent)
        cut = cut or (place in strip.quoted) != (place - 1 in strip.quoted)
        if not cut and strip.gaps[place] == WEAK:
            cut = not strip.punctuated or strip.graphs[place - 1] in closing
        if cut:
            if not taken[begin] and strip.heard(begin, place):
                yield begin, place
            begin = place
