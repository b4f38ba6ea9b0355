"""The library in memory: strands of graphs by work, with the divisions that their stretches belong to."""

from __future__ import annotations

import itertools
import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from yili_kg.errors import DataError
from yili_kg.reference.books import Book, Part
from yili_kg.reference.library import library_path, load_books
from yili_kg.reference.runs import Runs
from yili_kg.reference.same_words import alike
from yili_kg.reference.works import divisions
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.chains import longest_chain
from yili_kg.text.folding import fold

__all__ = ["Shelf", "Strand", "damaged_books", "load_shelf"]

#: A run of this many graphs that stands once in both editions ties them together.
_PIN = 7


@dataclass(frozen=True, slots=True, eq=False)
class Strand:
    """The text, or the notes, of one book as one string of folded graphs, one key for each word (`alike`).

    `shown` are the folded graphs as the book has them, of the same number.
    """

    book: str
    work: str
    layer: str
    graphs: str
    starts: tuple[int, ...]
    divisions: tuple[str, ...]
    shown: str = ""
    #: The stretches of the divisions that were asked for, since each citation asks again.
    _asked: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    #: The folded names of the divisions, made when the first is asked for.
    _names: list[str] = field(default_factory=list, init=False, repr=False, compare=False)
    #: Where runs of graphs stand in `graphs`.
    runs: Runs = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "runs", Runs(self.graphs))

    def division(self, place: int) -> str:
        """The division to which the graph at a place belongs."""
        return self.divisions[bisect_right(self.starts, place) - 1]

    def stretches(self, division: str) -> list[tuple[int, int]]:
        """The stretches of a division and of its parts (禮記·曲禮 has 上 and 下), neighbours joined."""
        if division not in self._asked:
            to_the_end = division in divisions("to-the-end")
            self._asked[division] = tuple(self._open(division) if to_the_end else self._joined(division))
        return list(self._asked[division])

    def _folded(self) -> list[str]:
        if not self._names:
            self._names.extend(map(fold, self.divisions))
        return self._names

    def _open(self, division: str) -> Iterator[tuple[int, int]]:
        """From where a division begins to the end of the strand."""
        wanted = fold(division)
        begins = (s for s, name in zip(self.starts, self._folded(), strict=True) if name == wanted)
        yield from ((begin, len(self.graphs)) for begin in itertools.islice(begins, 1))

    def _joined(self, division: str) -> list[tuple[int, int]]:
        wanted, part = fold(division), load_patterns("titles")["part-of-a-division"].fullmatch
        found: list[tuple[int, int]] = []
        for number, folded in enumerate(self._folded()):
            if folded == wanted or (folded.startswith(wanted) and part(folded[len(wanted) :])):
                begin = self.starts[number]
                end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.graphs)
                if found and found[-1][1] == begin:
                    begin = found.pop()[0]
                found.append((begin, end))
        return found


class Shelf:
    """All strands of a library; `damaged` says in words which books had to be left out."""

    def __init__(self, books: Iterable[Book], damaged: Sequence[str] = ()) -> None:
        self.damaged = tuple(damaged)
        self.strands: Mapping[str, list[Strand]] = _Strands(books)


class _Strands(Mapping[str, list[Strand]]):
    """Work → its strands, the texts first. A book is cut when one of its works is first asked for.

    To divide a book as another edition is divided takes longer than to analyse a page that never cites it.
    """

    def __init__(self, books: Iterable[Book]) -> None:
        self._held = {book.id: book for book in books}
        self._books: dict[str, list[Book]] = {}
        self._cut: dict[str, list[Strand]] = {}
        self._made: dict[str, list[Strand]] = {}
        for book in sorted(self._held.values(), key=lambda b: (any(p.note for p in b.parts), b.id)):
            divided = self._held.get(book.like, book)
            for work in dict.fromkeys(_work_of(part, book) for part in divided.parts):
                self._books.setdefault(work, []).append(book)

    def __getitem__(self, work: str) -> list[Strand]:
        if work not in self._made:
            strands = [s for book in self._books[work] for s in self._strands_of(book) if s.work == work]
            self._made[work] = sorted(strands, key=lambda s: s.layer != "text")
        return self._made[work]

    def __iter__(self) -> Iterator[str]:
        return iter(self._books)

    def __len__(self) -> int:
        return len(self._books)

    def _strands_of(self, book: Book) -> list[Strand]:
        if book.id not in self._cut:
            donor = self._held.get(book.like)
            self._cut[book.id] = _strands(book, _borrowed(book, donor) if donor else book.parts)
        return self._cut[book.id]


def _work_of(part: Part, book: Book) -> str:
    """The work of a part. The Annals stand in the editions of the 左傳: their divisions name another work."""
    return part.division.partition("·")[0] or book.work


def _strands(book: Book, parts: Sequence[Part]) -> list[Strand]:
    found: list[Strand] = []
    for layer in ("text", "note"):
        by_work: dict[str, tuple[list[str], list[int], list[str], list[int]]] = {}
        for part in parts:
            piece = getattr(part, layer)
            if not piece:
                continue
            work = _work_of(part, book)
            texts, starts, names, size = by_work.setdefault(work, ([], [], [], [0]))
            starts.append(size[0])
            names.append(part.division or work)
            texts.append(piece)
            size[0] += len(piece)
        for work, (texts, starts, names, _) in by_work.items():
            graphs = "".join(texts)
            found.append(Strand(book.id, work, layer, alike(graphs), tuple(starts), tuple(names), graphs))
    return found


def _borrowed(book: Book, donor: Book) -> tuple[Part, ...]:
    """The parts of a book cut as another edition of the same text is divided."""
    text = "".join(p.text for p in book.parts)
    other = "".join(p.text for p in donor.parts)
    starts: list[int] = []
    size = 0
    for part in donor.parts:
        starts.append(size)
        size += len(part.text)
    pins = _pins(text, other)
    cuts: list[tuple[int, str]] = []
    last = 0
    for start, part in zip(starts, donor.parts, strict=True):
        index = bisect_right(pins, (start, len(text) + 1)) - 1
        here = min(len(text), pins[index][1] + start - pins[index][0]) if index >= 0 else start
        last = max(last, here)
        cuts.append((last, part.division))
    noted = _noted(book)
    parts: list[Part] = []
    for number, (begin, division) in enumerate(cuts):
        end = cuts[number + 1][0] if number + 1 < len(cuts) else len(text)
        first, after = (0 if number == 0 else bisect_right(noted[0], begin)), bisect_right(noted[0], end)
        note = "".join(noted[1][first:after])
        if end > begin or note:
            parts.append(Part(division, text[begin:end], note))
    return tuple(parts)


def _pins(text: str, other: str) -> list[tuple[int, int]]:
    """Places (in `other`, in `text`) of runs that stand once in both, in an order that rises in both."""

    def once(graphs: str) -> dict[str, int]:
        seen: dict[str, int] = {}
        for place in range(len(graphs) - _PIN + 1):
            run = graphs[place : place + _PIN]
            seen[run] = -1 if run in seen else place
        return {run: place for run, place in seen.items() if place >= 0}

    here, there = once(text), once(other)
    return longest_chain(sorted((there[run], place) for run, place in here.items() if run in there))


def _noted(book: Book) -> tuple[list[int], list[str]]:
    """Where in the text the notes of a book's parts stand, as far as its parts tell, and the notes."""
    places: list[int] = []
    notes: list[str] = []
    size = 0
    for part in book.parts:
        size += len(part.text)
        if part.note:
            places.append(size)
            notes.append(part.note)
    return places, notes


def load_shelf() -> Shelf | None:
    """The shelf of the library that is in use; None without a library. Raises DataError for a damaged one."""
    return _shelf(os.environ.get("YILI_REFERENCE"), os.environ.get("YILI_SHARED"))


@cache
def _shelf(named: str | None, shared: str | None) -> Shelf | None:
    """The shelf for what the environment names, opened once for each."""
    path = library_path()
    if path is None:
        return None
    books, damaged = load_books(path)
    if not books and damaged:
        raise DataError("\n".join(damaged))
    return Shelf(books, damaged)


def damaged_books() -> tuple[str, ...]:
    """In words, which books of the library in use had to be left out; empty without a library."""
    shelf = load_shelf()
    return shelf.damaged if shelf else ()
