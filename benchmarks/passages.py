"""Passages of every source against KR1d0026: python -m benchmarks.passages [-v] [FILE …] (wants $YILI_SHARED).

For each segment of base text, and of 鄭玄's note, its graphs are held against those of the passages whose numbers it
bears, and against all other passages of the 17 篇. Printed for each source: how many segments agree better with a passage
of another chapter, or of another place of their own, than with their own; how many agree with none; how many of these
stand beside a page that KR1d0026 has lost, so that it cannot tell; and how well all graphs agree with their passages.
`-v` prints each of these segments.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from benchmarks.derive.skeleton import lost, received
from rapidfuzz import fuzz

from yili_kg.layers import edit
from yili_kg.models import Edition, Segment
from yili_kg.sources import read
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Judged", "Passages", "judged", "sources"]

#: Sources that have base text of the 儀禮, with the edition that defines the passages.
BOOKS = ("KR1d0026", "KR1d0028", "KR1d0040", "KR1d0038", "KR1d0032")
#: Another place must agree so much better (of 100) than the own one, and so well, to be the right one.
BETTER, WELL = 15.0, 75.0
#: Below this a segment agrees with its passage by chance.
LOW = 55.0
#: Shorter segments (乃射, 如初) stand anywhere.
TELLING = 4
#: So many passages that share most pairs of graphs with a segment are compared, alone and with those behind them.
CANDIDATES, RUN = 24, 3


@dataclass(frozen=True, slots=True)
class Judged:
    """A segment with its agreement (0–100), and the passages with which it agrees best, and how well."""

    segment: Segment
    graphs: int
    own: float
    best: float
    where: tuple[str, ...]
    by_lost_page: bool

    @property
    def verdict(self) -> str:
        """`chapter` or `place` where another one is right, `low` where none is, else `right`; `lost`: none can tell."""
        if self.by_lost_page and (self.own < LOW or self.best - self.own >= BETTER):
            return "lost"
        if self.best >= WELL and self.best - self.own >= BETTER and not {*self.where} & {*self.segment.passages}:
            return "place" if self.where[0][:2] == self.segment.passages[0][:2] else "chapter"
        return "low" if self.own < LOW else "right"


class Passages:
    """The words of the passages, base text or notes, to look up where a segment belongs."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts, self._names = texts, list(texts)
        self._places = {name: place for place, name in enumerate(self._names)}
        self._homes: defaultdict[str, set[int]] = defaultdict(set)
        for place, text in enumerate(texts.values()):
            for pair in _pairs(text):
                self._homes[pair].add(place)

    def own(self, graphs: str, passages: Sequence[str]) -> float:
        """How well graphs agree with these passages, taken as one."""
        return _agreement(graphs, "".join(self._texts.get(name, "") for name in passages))

    def best(self, graphs: str) -> tuple[float, tuple[str, ...]]:
        """The passage, or few passages on end, with which graphs agree best."""
        shared = Counter(place for pair in _pairs(graphs) for place in self._homes.get(pair, ()))
        found: tuple[float, tuple[str, ...]] = (0.0, ())
        likely = sorted(shared, key=lambda place: (-shared[place], place))[:CANDIDATES]
        for place in sorted(likely):
            for last in range(place, min(place + RUN, len(self._names))):
                names = tuple(self._names[place : last + 1])
                if names[0][:2] != names[-1][:2]:
                    break
                found = max(found, (self.own(graphs, names), names), key=lambda pair: pair[0])
        return found

    def has(self, passages: Sequence[str]) -> bool:
        """Whether all these passages have such a text."""
        return all(self._texts.get(name) for name in passages)


def _pairs(graphs: str) -> set[str]:
    return {graphs[i : i + 2] for i in range(len(graphs) - 1)}


def _agreement(graphs: str, text: str) -> float:
    """Likeness of 0–100; what covers only a part of a passage is held against the stretch most like it."""
    return float(fuzz.partial_ratio(graphs, text) if len(graphs) <= len(text) else fuzz.ratio(graphs, text))


def judged(edition: Edition, base: Passages, notes: Passages, holes: Set[str]) -> Iterator[Judged]:
    """The segments of base text and of 鄭玄's note that bear numbers and are long enough to tell."""
    for segment in edition.segments:
        known = base if segment.layer in layers().base else notes if segment.layer in layers().notes else None
        graphs = fold(stream(segment.text)[0])
        if known is None or len(graphs) < TELLING or not segment.passages or not known.has(segment.passages):
            continue
        own = known.own(graphs, segment.passages)
        best, where = (own, segment.passages) if own > 100 - BETTER else known.best(graphs)
        yield Judged(segment, len(graphs), own, best, where, not holes.isdisjoint(segment.passages))


def known_passages(shared: Path) -> tuple[Passages, Passages]:
    """Base text and notes of KR1d0026, folded."""
    rows = list(received(shared / "texts" / "KR1d0026"))
    return Passages({name: fold(base) for name, _, base, _ in rows}), Passages({n: fold(x) for n, _, _, x in rows})


def sources(shared: Path) -> dict[str, list[Path]]:
    """The sources at hand with their files."""
    found = {f"seed {path.name[:3]}": [path] for path in sorted((shared / "seeds").glob("*.txt"))}
    return found | {book: sorted((shared / "texts" / book).glob(f"{book}_*.txt")) for book in BOOKS}


def main() -> None:
    """Print a line a source, and with `-v` each doubtful segment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    shared = Path(os.environ["YILI_SHARED"])
    base, notes = known_passages(shared)
    holes = lost(shared / "texts" / "KR1d0026")
    books = {str(path): [path] for path in options.files} or sources(shared)
    print(f"{'source':9} {'layer':5} {'told':>5} {'chapter':>7} {'place':>5} {'low':>4} {'lost':>4} {'agreement':>9}")
    for name, files in books.items():
        found = [one for path in files for one in judged(edit(read(path)), base, notes, holes)]
        for label, kind in (("base", layers().base), ("note", layers().notes)):
            some = [one for one in found if one.segment.layer in kind]
            counts = Counter(one.verdict for one in some)
            agreement = sum(one.graphs * one.own for one in some) / max(1, sum(one.graphs for one in some))
            figures = (
                f"{counts['chapter']:7} {counts['place']:5} {counts['low']:4} {counts['lost']:4} {agreement:8.2f}%"
            )
            print(f"{name:9} {label:5} {len(some):5} {figures}", flush=True)
        for one in found if options.verbose else ():
            if one.verdict != "right":
                at = f"{'–'.join(one.segment.passages[:: max(1, len(one.segment.passages) - 1)])} {one.segment.extent}"
                print(
                    f"  {one.verdict:7} {at} {one.own:.0f}, {'–'.join(one.where)} {one.best:.0f}: {one.segment.text[:60]!r}"
                )


if __name__ == "__main__":
    main()
