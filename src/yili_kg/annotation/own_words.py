"""Words that few chapters of the 儀禮 have: behind the name of a rite they say that the chapter of that name is meant.

昏禮盥饋 is the chapter, since no other tells of 盥饋; 昏禮成 is the rite. Asked of the library of cited books; without one
nothing is known of what a chapter has.
"""

from __future__ import annotations

from functools import lru_cache

from yili_kg.annotation.follow import named_stretches
from yili_kg.received.chapters import chapters_cited
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import work_of
from yili_kg.text.graphs import stream

__all__ = ["OwnWords", "own_words"]

#: Words are runs of so many graphs; they are a chapter's own if no more chapters than this have them.
_SIZES, _FEW = (2, 3), 2
#: So many of them say so where they do not stand right behind the name.
_SEVERAL = 2


class OwnWords:
    """Which chapters of the 儀禮 have a run of two or three graphs in their text, notes apart."""

    def __init__(self, shelf: Shelf) -> None:
        chapters: dict[str, set[str]] = {}
        for target in chapters_cited():
            for name in work_of(target.partition("·")[0]).books:
                for strand in shelf.strands.get(name, ()):
                    if strand.layer == "text":
                        for begin, end in named_stretches(strand, target):
                            _count(strand.graphs[begin:end], target, chapters)
        self._chapters = {run: frozenset(found) for run, found in chapters.items() if len(found) <= _FEW}

    def begin(self, folded: str, place: int, target: str, least: int = 0) -> bool:
        """Whether words that are this chapter's own, of so many graphs at `least`, begin at a place of a folded text."""
        graphs = stream(alike(folded[place : place + max(_SIZES)]))[0]
        runs = (graphs[:size] for size in _SIZES if least <= size <= len(graphs))
        return any(target in self._chapters.get(run, ()) for run in runs)

    def several(self, folded: str, place: int, end: int, target: str) -> bool:
        """Whether two runs that are this chapter's own stand between two places of a folded text, apart from each other."""
        graphs = stream(alike(folded[place:end]))[0]
        found, at = 0, 0
        while at < len(graphs) and found < _SEVERAL:
            size = next((s for s in reversed(_SIZES) if self._has(graphs[at : at + s], s, target)), 0)
            found += size > 0
            at += size or 1
        return found >= _SEVERAL

    def _has(self, run: str, size: int, target: str) -> bool:
        return len(run) == size and target in self._chapters.get(run, ())


def _count(graphs: str, target: str, chapters: dict[str, set[str]]) -> None:
    for size in _SIZES:
        for at in range(len(graphs) - size + 1):
            chapters.setdefault(graphs[at : at + size], set()).add(target)


@lru_cache(maxsize=2)
def own_words(shelf: Shelf) -> OwnWords:
    """The words of the chapters in a library, gone through once."""
    return OwnWords(shelf)
