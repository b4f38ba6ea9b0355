"""Following words in the book that a citation names, to find where an unmarked quotation ends."""

from __future__ import annotations

from yili_kg.annotate.quotations import Along
from yili_kg.reference.compare import run_along
from yili_kg.reference.shelf import Shelf, Strand
from yili_kg.text.graphs import stream

__all__ = ["ANNALS", "follower", "strands_of"]

#: Works that share their books: the Annals stand in the editions of the 左傳.
ANNALS = {"春秋": ("春秋", "左傳"), "左傳": ("左傳", "春秋")}


def strands_of(shelf: Shelf, target: str) -> list[tuple[Strand, list[tuple[int, int]]]]:
    """The strands of a cited work with the stretches of the cited division (all of it where there is none such)."""
    work = target.partition("·")[0]
    found: list[tuple[Strand, list[tuple[int, int]]]] = []
    for name in ANNALS.get(work, (work,)):
        for strand in shelf.strands.get(name, ()):
            stretches = strand.stretches(target) if "·" in target else []
            found.append((strand, stretches or [(0, len(strand.graphs))]))
    return found


def follower(folded: str, shelf: Shelf, target: str) -> Along | None:
    """A function that tells how far words of a text run along with the cited work; None where the library lacks it."""
    strands = strands_of(shelf, target)
    if not strands:
        return None

    def along(begin: int, limit: int) -> int:
        graphs, places = stream(folded[begin:limit])
        run = run_along(graphs, strands)
        return begin + places[run - 1] + 1 if run else begin

    return along
