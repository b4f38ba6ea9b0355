"""Anchors: cuts between passages whose graphs stand once in a stretch of text and once in the skeleton."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from yili_kg.text.chains import longest_chain

__all__ = ["Anchor", "Unit", "anchors", "edge_keys"]

#: A cut (before unit `n`) and its place in the text.
Anchor = tuple[int, int]
#: How many graphs of each of two neighbours name the cut between them; the wider key goes first.
_WIDTHS = (4, 3)


@dataclass(frozen=True, slots=True)
class Unit:
    """A passage's base text or its note: folded edges, length in graphs."""

    passage: str
    kind: str
    first: str
    last: str
    length: int


def edge_keys(units: Sequence[Unit]) -> list[str]:
    """For each inner cut (before unit 1, 2 …) the graphs around it, last of the one and first of the other."""
    return [a.last + b.first for a, b in pairwise(units)]


def anchors(text: str, units: Sequence[Unit]) -> list[Anchor]:
    """The cuts that both sides know once, with their places, in increasing order: the longest chain of them.

    Cut `i` lies before unit `i` (1 … len(units) - 1). Cost is linear in the graphs of the text and the units.
    """
    found: dict[int, int] = {}
    for width in _WIDTHS:
        cuts = _cuts_by_key(units, width)
        for key, place in _places_by_key(text, width, cuts).items():
            if place >= 0 and cuts[key] > 0:
                found.setdefault(cuts[key], place)
    return longest_chain(sorted(found.items()))


def _cuts_by_key(units: Sequence[Unit], width: int) -> dict[str, int]:
    """The cut that a key names; 0 where it names several."""
    known: Counter[str] = Counter()
    cuts: dict[str, int] = {}
    for cut, (a, b) in enumerate(pairwise(units), 1):
        if len(a.last) >= width and len(b.first) >= width:
            key = a.last[-width:] + b.first[:width]
            known[key] += 1
            cuts[key] = cut if known[key] == 1 else 0
    return cuts


def _places_by_key(text: str, width: int, wanted: dict[str, int]) -> dict[str, int]:
    """The place of the cut that a key shows in the text; -1 where the key stands there again."""
    seen: dict[str, int] = {}
    for place in range(len(text) - 2 * width + 1):
        key = text[place : place + 2 * width]
        if key in wanted:
            seen[key] = place + width if key not in seen else -1
    return seen
