"""Following words in the book that a citation names, to find where an unmarked quotation ends."""

from __future__ import annotations

from functools import cache, lru_cache

from yili_kg.annotation.quotation_tails import DIVISION
from yili_kg.reference.along import Voices, run_along
from yili_kg.reference.compare import closest
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf, Strand
from yili_kg.reference.works import divisions, work_of
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.graphs import Graphs, stream

__all__ = ["CitedBook", "follow", "follow_division", "graphs_between", "named_stretches", "strands_of"]

#: In a work so many graphs tell the division.
_TELLING = 6
#: So many graphs tell where words stand in a book; so many before and behind them are near.
_SEAM, _BACK, _ON = 4, 60, 260
#: So many graphs of words, and of those that come later, say that the book has both together.
_JOINT = 3
#: So many of the places where they may stand are looked at.
_SEAMS = 12


def named_stretches(strand: Strand, division: str) -> list[tuple[int, int]]:
    """The stretches of a strand that a division names, with those of the chapter that continues it."""
    second = divisions("goes-on-in").get(division)
    return [*strand.stretches(division), *(strand.stretches(second) if second else ())]


def strands_of(shelf: Shelf, target: str) -> list[tuple[Strand, list[tuple[int, int]]]]:
    """The strands of a cited work with the stretches of the cited division (all of it where there is none such)."""
    work = target.partition("·")[0]
    found: list[tuple[Strand, list[tuple[int, int]]]] = []
    for name in work_of(work).books:
        for strand in shelf.strands.get(name, ()):
            stretches = named_stretches(strand, target) if "·" in target else []
            found.append((strand, stretches or [(0, len(strand.graphs))]))
    return found


@lru_cache(maxsize=64)  # the same title cites in both passes, and its quotation is looked at once more
def follow(folded: str, shelf: Shelf, target: str) -> CitedBook | None:
    """The cited work, to follow the words of a text in it; None where the library lacks it."""
    strands = strands_of(shelf, target)
    return CitedBook(folded, strands) if strands else None


@lru_cache(maxsize=64)
def follow_division(folded: str, shelf: Shelf, target: str) -> CitedBook | None:
    """The text of the cited division without its notes, to follow words in it; None where the library lacks it."""
    found = [
        (s, stretches)
        for name in work_of(target.partition("·")[0]).books
        for s in shelf.strands.get(name, ())
        if s.layer == "text" and (stretches := named_stretches(s, target))
    ]
    return CitedBook(folded, found) if found else None


@cache
def _voices() -> Voices:
    words = load_word_lists("quotations/words")
    names = ("takes-the-word", "speaks-in-the-book", "never-in-a-story")
    return Voices(*(alike("".join(words[name].members())) for name in names))


@lru_cache(maxsize=4)  # of one text many pieces are asked for
def _graphs_of(folded: str) -> Graphs:
    return stream(alike(folded))


def graphs_between(folded: str, begin: int, end: int) -> Graphs:
    """The graphs between two places of a folded text, as they are compared, and the place of each in the text."""
    if "&" in folded:  # a piece may begin inside the name of a graph
        graphs, places = stream(alike(folded[begin:end]))
        return Graphs(graphs, [begin + place for place in places])
    whole = _graphs_of(folded)
    first, last = whole.inside(begin, end)
    return Graphs(whole.graphs[first:last], whole.places[first:last])


class CitedBook:
    """The stretches that a citation may quote from, beside the folded text that quotes."""

    def __init__(self, folded: str, strands: list[tuple[Strand, list[tuple[int, int]]]]) -> None:
        self._folded, self._strands = folded, strands
        #: What was asked before: several cases look at the same words.
        self._along: dict[tuple[int, int], int] = {}
        self._like: dict[tuple[int, int], float] = {}
        self._text: CitedBook | None = None

    def along(self, begin: int, limit: int) -> int:
        """Where the words from `begin` stop running along with the book, at most at `limit`; `begin` if they do not."""
        asked = (begin, limit)
        if asked not in self._along:
            graphs, places = graphs_between(self._folded, begin, limit)
            run = run_along(graphs, self._strands, _voices())
            self._along[asked] = places[run - 1] + 1 if run else begin
        return self._along[asked]

    def in_text(self) -> CitedBook:
        """The same without the notes of the book."""
        if self._text is None:
            text = [(s, stretches) for s, stretches in self._strands if s.layer == "text"]
            whole = not text or len(text) == len(self._strands)
            self._text = self if whole else CitedBook(self._folded, text)
        return self._text

    def in_notes(self) -> CitedBook | None:
        """The notes of the book alone; None where it has none."""
        notes = [(s, stretches) for s, stretches in self._strands if s.layer == "note" and stretches[-1][1] > 2]
        return CitedBook(self._folded, notes) if notes else None

    def near(self, begin: int, end: int) -> CitedBook:
        """The division in which the words between two places stand; the same where that is not to be told."""
        graphs, _ = graphs_between(self._folded, begin, end)
        if self.size < DIVISION or len(graphs) < _TELLING:
            return self
        for last in range(len(graphs), _TELLING - 1, -_TELLING):
            run = graphs[last - _TELLING : last]
            for strand, stretches in self._strands:
                place = next((p for a, b in stretches if (p := strand.runs.find(run, a, b)) >= 0), -1)
                here = self._of_division(strand.division(place)) if place >= 0 else []
                if here:
                    return CitedBook(self._folded, here)
        return self

    def _of_division(self, division: str) -> list[tuple[Strand, list[tuple[int, int]]]]:
        return [(strand, found) for strand, _ in self._strands if (found := strand.stretches(division))]

    @property
    def size(self) -> int:
        """How many graphs the stretches of the longest text, or note, have."""
        return max(sum(b - a for a, b in stretches) for _, stretches in self._strands)

    def first_run(self, begin: int, limit: int, least: int) -> int:
        """The first place from `begin` on, before `limit`, from which so many graphs stand in the book just so; or -1."""
        graphs, places = graphs_between(self._folded, begin, limit + least)
        searched = [(s.runs.find, a, b) for s, stretches in self._strands for a, b in stretches]
        for first in range(len(graphs) - least + 1):
            if places[first] >= limit:
                break
            run = graphs[first : first + least]
            for find, a, b in searched:
                if find(run, a, b) >= 0:
                    return places[first]
        return -1

    def like(self, begin: int, end: int) -> float:
        """How like the words between are to the closest stretch of the book, 0 to 1."""
        if (begin, end) not in self._like:
            self._like[begin, end] = self._likeness(graphs_between(self._folded, begin, end).graphs)
        return self._like[begin, end]

    def _likeness(self, graphs: str) -> float:
        best = 0.0
        for strand, stretches in self._strands if graphs else ():
            hit = closest(graphs, strand, stretches)
            best = max(best, hit.similarity if hit is not None else 0.0)
            if best == 1.0:
                break
        return best

    def joins(self, begin: int, end: int, place: int) -> bool:
        """Whether the book goes on, behind the words between two places, with those from a third: a few graphs of both."""
        before, behind = (
            graphs_between(self._folded, *span).graphs for span in ((begin, end), (place, place + _JOINT))
        )
        if len(before) < _JOINT or len(behind) < _JOINT:
            return False
        joint = before[-_JOINT:] + behind
        return any(s.runs.find(joint, a, b) >= 0 for s, stretches in self._strands for a, b in stretches)

    def beside(self, begin: int, run: int, end: int) -> float:
        """How much of the words from `run` to `end` stands, two graphs or more at a time, near where those before it do: 0 to 1."""
        return self._near(graphs_between(self._folded, begin, run).graphs[-_SEAM:], run, end)

    def ahead(self, begin: int, place: int, end: int) -> float:
        """How much of the words from `begin` to `place` stands in this way near where those from there to `end` do: 0 to 1."""
        return self._near(graphs_between(self._folded, place, end).graphs[:_SEAM], begin, place)

    def _near(self, seam: str, begin: int, end: int) -> float:
        graphs = graphs_between(self._folded, begin, end).graphs
        pieces = [graphs[n : n + 2] for n in range(len(graphs) - 1)]
        best = 0
        for strand, stretches in self._strands if pieces else ():
            for first, last in stretches:
                place = strand.runs.find(seam, first, last)
                for _ in range(_SEAMS):
                    if place < 0:
                        break
                    near = strand.graphs[max(first, place - _BACK) : min(last, place + _ON)]
                    best = max(best, len({at for n, two in enumerate(pieces) if two in near for at in (n, n + 1)}))
                    place = strand.runs.find(seam, place + 1, last)
        return best / max(1, len(graphs))
