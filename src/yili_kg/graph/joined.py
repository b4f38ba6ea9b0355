"""What the sources of a build give together: all statements on disk, how much there is of what, and whether they fit the shapes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from yili_kg.annotation.by_hand import ByHand
from yili_kg.errors import UnfitGraph
from yili_kg.graph import write
from yili_kg.graph.assemble import collation_quads, hand_quads, known_quads, total_quads
from yili_kg.graph.blocks import Blocks
from yili_kg.graph.conform import Known, nonconforming
from yili_kg.graph.dataset import dataset_quads
from yili_kg.graph.fingerprint import Fingerprint
from yili_kg.graph.provenance import Made, build_quads, sources_of
from yili_kg.graph.runs import Run, Runs, write_run
from yili_kg.graph.shard import Shard, total
from yili_kg.models import Annotated
from yili_kg.reference.library import library_books, library_path
from yili_kg.workers import outcome, side_by_side

__all__ = ["Joined", "conform", "joined", "known_of", "write_whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """All statements of a build, those parts of them that are of no source, and how much there is of what."""

    runs: Runs
    common: tuple[Run, ...]
    counts: dict[str, int]


def known_of(hand: ByHand) -> Known:
    """What is known of the things that sources may speak of, before any is read."""
    return Known.of(chain(known_quads(), hand_quads(hand)))


def joined(
    shards: Sequence[Shard],
    editions: Sequence[Annotated],
    work: Path,
    hand: ByHand,
    fingerprint: Fingerprint,
    *,
    jobs: int = 1,
) -> Joined:
    """The statements of some sources, of what is known and of what they add up to.

    What is of no source is made by as many `jobs` at once. Raises OSError, BuildError where one of them ended.
    """
    counts = total(shard.counts for shard in shards)
    common = _Common(shards=shards, editions=editions, work=work, hand=hand)
    with closing(side_by_side(common.write, _COMMON, jobs=jobs)) as done:
        found = {_COMMON[number]: outcome(run, "the graph") for number, run in done}
    known, *sums = (found[name] for name in _COMMON)
    runs = Runs([known, *(shard.run for shard in shards), *sums])
    how = Made(
        parts=fingerprint.parts,
        sources=sources_of(shard.account for shard in shards),
        library=tuple(library_books(library_path())),
    )
    made = write_run(work / "made", Blocks.of(build_quads(how)))
    runs.add(made)
    card = write_run(work / "card", Blocks.of(dataset_quads({k: v for k, v in counts.items() if v}, runs.counts())))
    runs.add(card)
    counts = {**counts, "quads": sum(runs.counts().values())}
    return Joined(runs=runs, common=(known, *sums, made, card), counts=counts)


_COMMON = ("known", "collation", "sums")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Common:
    """What the statements that are of no source are made from, and the folder that they are written into."""

    shards: Sequence[Shard]
    editions: Sequence[Annotated]
    work: Path
    hand: ByHand

    def write(self, name: str) -> Run:
        """Write one of the parts: what is known, where the editions differ, what they add up to."""
        if name == "known":
            quads = chain(known_quads(), hand_quads(self.hand))
        elif name == "collation":
            quads = chain(collation_quads(self.editions))
        else:
            quads = chain(total_quads(self.editions, (shard.tally() for shard in self.shards)))
        return write_run(self.work / name, Blocks.of(quads))


def write_whole(folder: Path, whole: Joined, shards: Sequence[Shard], known: Known, work: Path, *, jobs: int) -> int:
    """Write the graph into `folder`, while it is asked whether it keeps to its shapes; how many triples the Turtle has.

    The three take as long as the longest of them where there are as many `jobs`. Raises UnfitGraph for a graph that
    breaks its shapes: then nothing of it may be used. BuildError where a process ended, OSError.
    """
    writing = _Writing(folder=folder, whole=whole, shards=shards, known=known, work=work)
    triples = 0
    with closing(side_by_side(writing.do, (_SHAPES, _TURTLE, _TRIG), jobs=jobs)) as done:
        for number, found in done:
            told = outcome(found, "the graph")
            triples += told if number == 1 else 0
    return triples


_SHAPES, _TURTLE, _TRIG = "shapes", "turtle", "trig"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    """What is written of a graph, and where; `work` is a folder for files that are needed meanwhile."""

    folder: Path
    whole: Joined
    shards: Sequence[Shard]
    known: Known
    work: Path

    def do(self, task: str) -> int:
        """Do one of the tasks; of the Turtle, how many triples it has."""
        runs = self.whole.runs
        if task == _SHAPES:
            conform(self.known, self.whole, self.shards)
        elif task == _TURTLE:
            return write.write_turtle(self.folder / "yili.ttl", runs.triples(self.work))
        else:
            runs.write_trig(self.folder / "yili.trig")
            held = write.in_order(q for shard in self.shards for q in shard.held())
            write.write_trig(self.folder / "claims.trig", held)
            write.write_card(self.folder, chain(runs.graph(write.CARD), runs.graph(write.MADE)))
        return 0


def conform(known: Known, whole: Joined, shards: Sequence[Shard]) -> None:
    """Raises UnfitGraph for a graph that breaks its shapes: then the last good output stays."""
    findings, sources = nonconforming(known, (run.trig() for run in whole.common), [shard.part() for shard in shards])
    if findings:
        shown = "\n".join(f"  {f.node}: {f.message}" for f in findings[:5])
        which = f" (in {', '.join(sources)})" if sources else ""
        raise UnfitGraph(
            f"the graph breaks its shapes{which}; what was there before is unchanged:\n{shown}",
            sources=sources,
            advice=f"build without {', '.join(sources)}, and report it with these lines: it is a fault of yili-kg"
            if sources
            else "a fault of yili-kg or of its data files: mend them, or report it with these lines",
        )
