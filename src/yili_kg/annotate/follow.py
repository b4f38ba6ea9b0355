"""Following words in the book that a citation names, to find where an unmarked quotation ends."""

from __future__ import annotations

from yili_kg.reference.compare import closest, run_along
from yili_kg.reference.shelf import Shelf, Strand
from yili_kg.text.graphs import stream

__all__ = ["ANNALS", "CitedBook", "follow", "named_stretches", "strands_of"]

#: Works that share their books: the Annals stand in the editions of the 左傳.
ANNALS = {"春秋": ("春秋", "左傳"), "左傳": ("左傳", "春秋")}
#: Chapters of which another is the second part: what the Record of 士喪禮 says stands at the end of 既夕禮.
_CONTINUED = {"儀禮·士喪禮": ("儀禮·既夕禮",), "儀禮·少牢饋食禮": ("儀禮·有司徹",)}


def named_stretches(strand: Strand, division: str) -> list[tuple[int, int]]:
    """The stretches of a strand that a division names, with those of the chapter that continues it."""
    return [s for name in (division, *_CONTINUED.get(division, ())) for s in strand.stretches(name)]


def strands_of(shelf: Shelf, target: str) -> list[tuple[Strand, list[tuple[int, int]]]]:
    """The strands of a cited work with the stretches of the cited division (all of it where there is none such)."""
    work = target.partition("·")[0]
    found: list[tuple[Strand, list[tuple[int, int]]]] = []
    for name in ANNALS.get(work, (work,)):
        for strand in shelf.strands.get(name, ()):
            stretches = named_stretches(strand, target) if "·" in target else []
            found.append((strand, stretches or [(0, len(strand.graphs))]))
    return found


def follow(folded: str, shelf: Shelf, target: str) -> CitedBook | None:
    """The cited work, to follow the words of a text in it; None where the library lacks it."""
    strands = strands_of(shelf, target)
    return CitedBook(folded, strands) if strands else None


class CitedBook:
    """The stretches that a citation may quote from, beside the folded text that quotes."""

    def __init__(self, folded: str, strands: list[tuple[Strand, list[tuple[int, int]]]]) -> None:
        self._folded, self._strands = folded, strands

    def along(self, begin: int, limit: int) -> int:
        """Where the words from `begin` stop running along with the book, at most at `limit`; `begin` if they do not."""
        graphs, places = stream(self._folded[begin:limit])
        run = run_along(graphs, self._strands)
        return begin + places[run - 1] + 1 if run else begin

    def like(self, begin: int, end: int) -> float:
        """How like the words between are to the closest stretch of the book, 0 to 1."""
        graphs, _ = stream(self._folded[begin:end])
        hits = (closest(graphs, strand, stretches) for strand, stretches in self._strands) if graphs else ()
        return max((hit.similarity for hit in hits if hit is not None), default=0.0)
