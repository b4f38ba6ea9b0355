"""The whole flow on one page: sources → analyse → assemble → write → pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yili_kg import __version__
from yili_kg.data import data_folder
from yili_kg.errors import PartialBuild, QueryError, UnfitGraph
from yili_kg.graph.fingerprint import Fingerprint, fingerprint
from yili_kg.graph.last import EDITIONS
from yili_kg.graph.manifest import stamped
from yili_kg.graph.output import SITE, Claim, claimed, counts_if_current

if TYPE_CHECKING:
    import pyoxigraph as ox

    from yili_kg.annotation.by_hand import ByHand
    from yili_kg.gather import Gathered, Reading
    from yili_kg.graph.last import Kept
    from yili_kg.graph.runs import Runs
    from yili_kg.graph.shard import Shard
    from yili_kg.models import Annotated

__all__ = ["EDITIONS", "Build", "build", "make_site", "shipped_sources"]

Progress = Callable[[str, int, int], None]
#: A graph of more statements is asked on the disk: in memory a million take some 350 MB.
IN_MEMORY = 2_500_000


@dataclass(slots=True)
class Build:
    """What a build did: `unchanged` where everything was there already.

    `failed` names the sources left out, `unknown` frequent words that look like nouns and that the lexicon lacks, `kept`
    files that stood where the build writes, were not its own, and now have these names, `analysed` is how many sources
    were analysed, which the last build had not.
    """

    out: Path
    unchanged: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    analysed: int = 0

    @contextmanager
    def stage(self, name: str, progress: Progress) -> Iterator[None]:
        """A stage of the build: told when it begins and ends, its seconds added to the account."""
        begin = time.perf_counter()
        progress(name, 0, 1)
        yield
        progress(name, 1, 1)
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin


def shipped_sources() -> list[Path]:
    """The corpus that comes with yili-kg: the ancient text of the five seed documents."""
    return sorted((data_folder("extraction") / "corpus").glob("*.jsonl"))


def build(
    sources: Sequence[Path],
    out: Path,
    *,
    reader: str = "",
    encoding: str | None = None,
    corrections: Path | None = None,
    reading: Path | None = None,
    force: bool = False,
    site: bool = True,
    jobs: int = 1,
    progress: Progress = lambda stage, done, total: None,
) -> Build:
    """Build the graph of some sources (none: of the shipped corpus) into the folder `out`, and its pages into `out/site`.

    A source that the last build in `out` has analysed is not analysed again, unless `force`; `jobs` is how many processes
    work at once. Neither makes a difference to what is written.

    No library is used but one that was told (`$YILI_REFERENCE`, the user's own, `$YILI_SHARED`). A source whose statements
    break a shape is left out and named, as is one that cannot be read.

    Raises SourceError where no source can be read, PartialBuild (after writing) where some cannot, BuildError where
    `out` cannot be written, DataError where data, `corrections` or a `reading` of one's own are broken; what was in `out` stays until the new
    build is whole.
    """
    from yili_kg.reference.library import told_library

    paths = list(sources) or shipped_sources()
    with told_library():
        return _build(
            paths, out, reader=reader, encoding=encoding, corrections=corrections, reading=reading, force=force,
            site=site, jobs=jobs, progress=progress,
        )  # fmt: skip


def _build(
    paths: Sequence[Path], out: Path, *, reader: str, encoding: str | None, corrections: Path | None,
    reading: Path | None, force: bool, site: bool, jobs: int, progress: Progress,
) -> Build:  # fmt: skip
    known = fingerprint(paths, reader=reader, encoding=encoding, hand=[p for p in (corrections, reading) if p])
    if not force and (counts := counts_if_current(out, known.mark)) is not None:
        made = site and counts_if_current(out / SITE, known.mark) is None
        return make_site(out, jobs=jobs, progress=progress) if made else Build(out, unchanged=True, counts=counts)
    from yili_kg.annotation.by_hand import by_hand
    from yili_kg.gather import Reading
    from yili_kg.graph.last import kept_of
    from yili_kg.reference.shelf import load_shelf

    done = Build(out)
    with claimed(out) as place, place.working() as work:
        hand = by_hand(corrections, reading)
        with done.stage("library", progress):
            shelf = load_shelf()
        with done.stage("analyse", progress):
            how = Reading(folder=work, reader=reader, encoding=encoding, hand=hand)
            last = {} if force else kept_of(out, known)
        damaged = shelf.damaged if shelf else ()
        lost = _fitting(paths, how, place, known, damaged, last, done, progress, site=site, jobs=jobs)
        done.kept = place.kept
    if done.failed:
        raise _in_part(done, len(paths), lost=lost, damaged=len(damaged))
    return done


def _fitting(
    paths: Sequence[Path], how: Reading, place: Claim, known: Fingerprint, damaged: Sequence[str],
    last: Mapping[Path, Kept], done: Build, progress: Progress, *, site: bool, jobs: int,
) -> int:  # fmt: skip
    """Analyse and write; where statements of a source break a shape, once more without it. How many were left out."""
    from yili_kg.gather import gather

    lost: list[str] = []
    while True:
        with done.stage("analyse", progress):
            found = gather(paths, how, last=last, jobs=jobs, progress=progress)
        lost += found.failed
        done.failed, done.analysed = [*lost, *damaged], found.analysed
        try:
            _write(
                found, place, how.folder, known.as_read(found.hashes), how.hand, done, progress, site=site, jobs=jobs
            )
        except UnfitGraph as error:
            without = found.without(error.sources)
            if not without or len(without) == len(found.paths):
                raise
            lost += [
                f"{name}: left out, a fault of yili-kg or of its data files: {error.message}" for name in error.sources
            ]
            paths = without
        else:
            return len(lost)


def make_site(out: Path, *, jobs: int = 1, progress: Progress = lambda stage, done, total: None) -> Build:
    """Make the pages of the build in `out` once more, into `out/site`.

    Raises QueryError where there is no whole build, BuildError where the pages cannot be written.
    """
    from yili_kg.graph.manifest import read_manifest
    from yili_kg.records.kept import Editions

    found = read_manifest(out)
    if found is None or not (out / "yili.trig").is_file():
        raise QueryError("there is no build here", where=str(out), advice="make one with `yili-kg build -o DIR`")
    done = Build(out, counts=dict(found.counts), failed=list(found.failed))
    with (
        done.stage("pages", progress),
        claimed(out / SITE) as place,
        place.working() as work,
        _pages(place, Editions(out / EDITIONS), found.said, out, work, jobs=jobs),
    ):
        pass
    return done


def _write(
    found: Gathered, place: Claim, work: Path, known: Fingerprint, hand: ByHand, done: Build, progress: Progress,
    *, site: bool, jobs: int,
) -> None:  # fmt: skip
    """The files of a build: the graph, the pages beside it while the shapes are asked, the report, the manifest."""
    from yili_kg.annotation.unknown import unknown_nouns
    from yili_kg.graph import write
    from yili_kg.records.kept import Editions

    with place.filling() as fresh:
        with done.stage("assemble", progress):
            write.write_joined(fresh / EDITIONS, [shard.edition for shard in found.shards])
            editions = Editions(fresh / EDITIONS)
            runs, done.counts = _runs(found.shards, editions, work, hand, known)
        with done.stage("write", progress):
            write.write_trig(fresh / "yili.trig", runs.quads())
            write.write_trig(fresh / "claims.trig", write.in_order(q for s in found.shards for q in s.held()))
            triples = write.write_turtle(fresh / "yili.ttl", runs.triples(work))
            write.write_card(fresh, chain(runs.graph(write.CARD), runs.graph(write.MADE)))
            done.counts = dict(sorted({**done.counts, "triples in yili.ttl": triples}.items()))
        with done.stage("report", progress):
            unknown = unknown_nouns(shard.suspected() for shard in found.shards)
            write.write_table(fresh / "unknown-nouns.tsv", ("word", "count", "segment", "context"), unknown)
            done.unknown = [u.word for u in unknown[:12]]
        runs.remove()  # the store takes their room
        account = _account(found.accounts(known), done, known)
        with ExitStack() as kept:
            if site:
                with done.stage("pages", progress):
                    pages = kept.enter_context(claimed(done.out / SITE))
                    kept.enter_context(_pages(pages, editions, account, fresh, work, ask=_conform, jobs=jobs))
            with done.stage("shapes", progress):
                if not site:  # they were asked while the pages were made
                    _conform(_store(fresh / "yili.trig", done.counts["quads"], work))
        write.write_json(fresh / "manifest.json", stamped(account, fresh))
        write.write_json(fresh / "timings.json", {k: round(v, 2) for k, v in done.seconds.items()})


def _runs(
    shards: Sequence[Shard], editions: Sequence[Annotated], work: Path, hand: ByHand, fingerprint: Fingerprint
) -> tuple[Runs, dict[str, int]]:
    """All statements of a build on disk, and how much there is of what."""
    from yili_kg.graph.assemble import hand_quads, known_quads, sum_quads
    from yili_kg.graph.dataset import dataset_quads
    from yili_kg.graph.provenance import Made, build_quads, sources_of
    from yili_kg.graph.runs import Runs, write_run
    from yili_kg.graph.shard import total
    from yili_kg.reference.library import library_books, library_path

    counts = total(shard.counts for shard in shards)
    known = write_run(work / "known", chain(known_quads(), hand_quads(hand)))
    sums = write_run(work / "sums", sum_quads(editions, (shard.tally() for shard in shards)))
    runs = Runs([known, *(shard.run for shard in shards), sums])
    made = Made(
        parts=fingerprint.parts,
        sources=sources_of(shard.account for shard in shards),
        library=tuple(library_books(library_path())),
    )
    runs.add(write_run(work / "made", build_quads(made)))
    runs.add(write_run(work / "card", dataset_quads({k: v for k, v in counts.items() if v}, runs.counts())))
    return runs, {**counts, "quads": sum(runs.counts().values())}


def _store(path: Path, statements: int, work: Path) -> ox.Store:
    """The store of a graph without what is doubtful, on disk where it would take too much memory."""
    from yili_kg.graph.store import open_store

    return open_store(path, on_disk=work / "store" if statements > IN_MEMORY else None)


@contextmanager
def _pages(
    place: Claim, editions: Sequence[Annotated], account: Mapping[str, Any], graph: Path, work: Path,
    *, ask: Callable[[ox.Store], None] | None = None, jobs: int,
) -> Iterator[None]:  # fmt: skip
    """The site of a build, written; it is put in place when the block ends well."""
    from yili_kg.graph import write
    from yili_kg.views.pages import write_site

    store = work / "store" if account.get("counts", {}).get("quads", 0) > IN_MEMORY else None
    with place.filling() as fresh:
        write_site(fresh, editions, account=account, graph=graph, store=store, ask=ask, jobs=jobs)
        write.write_json(fresh / "manifest.json", stamped(account, fresh))
        yield


def _conform(store: ox.Store) -> None:
    """Raises BuildError for a graph that breaks its shapes: then the last good output stays."""
    from yili_kg.graph.check import check_quickly, check_text, source_of

    findings = [*check_quickly(store, most=5), *check_text(store, most=5)]
    if findings:
        shown = "\n".join(f"  {f.node}: {f.message}" for f in findings[:5])
        sources = sorted({name for f in findings if (name := source_of(store, f.node))})
        which = f" (in {', '.join(sources)})" if sources else ""
        raise UnfitGraph(
            f"the graph breaks its shapes{which}; what was there before is unchanged:\n{shown}",
            sources=sources,
            advice=f"build without {', '.join(sources)}, and report it with these lines: it is a fault of yili-kg"
            if sources
            else "a fault of yili-kg or of its data files: mend them, or report it with these lines",
        )


def _in_part(done: Build, wanted: int, *, lost: int, damaged: int) -> PartialBuild:
    what = [f"{lost} of {wanted} sources could not be built"] if lost else []
    what += [f"{damaged} books of the library are damaged and were not asked"] if damaged else []
    kept = [f"not this build's own, kept as {', '.join(done.kept)}"] if done.kept else []
    return PartialBuild(f"{', '.join(what)}, the others are in {done.out}:\n" + "\n".join([*done.failed, *kept]))


def _account(sources: Sequence[Mapping[str, Any]], done: Build, known: Fingerprint) -> dict[str, Any]:
    """What a build says of itself in its manifest, before the hashes of its files; `sources` is what it says of each."""
    from yili_kg.confidence.scores import load_scores
    from yili_kg.reference.library import library_books, library_path

    return {
        "yili-kg": __version__,
        "versions": {name: version(name) for name in ("spacy", "pyoxigraph", "rdflib", "opencc", "networkx", "pyvis")},
        "fingerprint": known.mark,
        "made of": {**known.parts, "library": library_books(library_path())},
        "scores": [score.model_dump(exclude={"zh", "en", "place"}) for score in load_scores()],
        "counts": done.counts,
        "failed": done.failed,
        "warnings": [f"frequent words that may be nouns and are not in the lexicon: {' '.join(done.unknown)}"]
        if done.unknown
        else [],
        "sources": sources,
        "times": "the seconds that each stage took are in timings.json, apart, so that two builds are the same bytes",
    }
