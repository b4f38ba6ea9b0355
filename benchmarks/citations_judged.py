"""How many citations of the stretches read by hand are found, and what they cite: benchmarks/citations_judged.py FOLDER [--wrong]

FOLDER holds `texts/`. The stretches are those of `tests/gold/judged/citations-stretches.tsv`, their citations those of
`citations-read.tsv`. A citation is right where its title has the span that was read, its target where it is one of those
that were; what could not be decided is not counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.judged import FOLDER

from yili_kg.analyse import analyse_file
from yili_kg.models import Citation
from yili_kg.tables.table import Row, read_table

__all__ = ["Read", "Score", "Stretch", "citations_read", "score", "stretches"]

OPEN = "?"


class Stretch(Row):
    """A stretch of a source, of which all citations were read."""

    stretch: str
    source: str
    start: int
    end: int
    drawn: str


class Read(Row):
    """A citation that was read; `target` may name several, with | between."""

    stretch: str
    start: int
    end: int
    text: str
    target: str

    @property
    def targets(self) -> tuple[str, ...]:
        """What may be said to be cited."""
        return tuple(self.target.split("|"))


@dataclass(frozen=True, slots=True)
class Score:
    """How many citations were read and found, how many of these are the same, and have a target that was read."""

    read: int = 0
    found: int = 0
    same: int = 0
    targets: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.read + other.read, self.found + other.found, self.same + other.same, self.targets + other.targets
        )

    def told(self) -> str:
        """F1 of citations and of targets, and the counts."""
        whole = max(1, self.read + self.found)
        return (
            f"citations {2 * self.same / whole:.3f}, targets {2 * self.targets / whole:.3f} "
            f"({self.same} and {self.targets} of {self.found} found, {self.read} read)"
        )


def stretches() -> Sequence[Stretch]:
    """The stretches. Raises DataError for a broken table."""
    return read_table(FOLDER / "citations-stretches.tsv", Stretch, unique=("stretch",))


def citations_read() -> dict[str, list[Read]]:
    """The citations that were read, by stretch. Raises DataError for a broken table."""
    by_stretch: dict[str, list[Read]] = {}
    for row in read_table(FOLDER / "citations-read.tsv", Read, unique=("stretch", "start", "end")):
        by_stretch.setdefault(row.stretch, []).append(row)
    return by_stretch


def score(stretch: Stretch, read: Iterable[Read], found: Iterable[Citation]) -> tuple[Score, list[str]]:
    """The score of a stretch, and in words what is wrong in it."""
    rows = list(read)
    wanted = {(row.start, row.end): row for row in rows if row.target != OPEN}
    doubtful = [row for row in rows if row.target == OPEN]
    there = {
        (c.start, c.end): c
        for c in found
        if stretch.start <= c.start
        and c.end <= stretch.end
        and ((c.start, c.end) in wanted or not any(d.start < c.end and c.start < d.end for d in doubtful))
    }
    same = wanted.keys() & there.keys()
    right = {place for place in same if there[place].target in wanted[place].targets}
    wrong = [f"not found: {wanted[p].text} {wanted[p].target}" for p in sorted(wanted.keys() - same)]
    wrong += [f"none: {there[p].text} {there[p].target}" for p in sorted(there.keys() - same)]
    wrong += [f"target: {wanted[p].target}, not {there[p].target}" for p in sorted(same - right)]
    return Score(len(wanted), len(there), len(same), len(right)), [f"{stretch.stretch} {line}" for line in wrong]


def main() -> None:
    """Count what was found in the stretches, by the drawing they are from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print what is wrong")
    args = parser.parse_args()
    read = citations_read()
    by_source: dict[str, list[Stretch]] = {}
    for stretch in stretches():
        by_source.setdefault(stretch.source, []).append(stretch)
    scores: dict[str, Score] = {}
    for source, parts in by_source.items():
        found = analyse_file(args.folder / source).citations
        for stretch in parts:
            counted, wrong = score(stretch, read.get(stretch.stretch, []), found)
            for name in (stretch.drawn, "all"):
                scores[name] = scores.get(name, Score()) + counted
            if args.wrong:
                print(*wrong, sep="\n")
    for name in (*dict.fromkeys(s.drawn for s in stretches()), "all"):
        print(f"{name}: {scores[name].told()}")


if __name__ == "__main__":
    main()
