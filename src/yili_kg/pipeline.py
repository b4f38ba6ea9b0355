"""The whole flow on one page: sources → analyse → assemble → write → pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
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
    from yili_kg.gather import Gathered, Reading
    from yili_kg.graph.last import Kept
    from yili_kg.models import Annotated

__all__ = ["EDITIONS", "Build", "build", "make_site", "shipped_sources"]

Progress = Callable[[str, int, int], None]


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
    from yili_kg.graph.joined import known_of
    from yili_kg.graph.last import kept_of
    from yili_kg.reference.shelf import load_shelf

    done = Build(out)
    with claimed(out) as place, place.working() as work:
        hand = by_hand(corrections, reading)
        with done.stage("library", progress):
            shelf = load_shelf()
        with done.stage("analyse", progress):
            how = Reading(folder=work, known=known_of(hand), reader=reader, encoding=encoding, hand=hand)
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
    found: Gathered | None = None
    while True:
        if found is None:
            with done.stage("analyse", progress):
                found = gather(paths, how, last=last, jobs=jobs, progress=progress)
            lost += found.failed
            done.analysed = found.analysed
        done.failed = [*lost, *damaged]
        try:
            _write(found, place, how, known.as_read(found.hashes), done, progress, site=site, jobs=jobs)
        except UnfitGraph as error:
            rest = found.without(error.sources)
            if not rest.shards or len(rest.shards) == len(found.shards):
                raise
            lost += [
                f"{name}: left out, a fault of yili-kg or of its data files: {error.message}" for name in error.sources
            ]
            paths, found = rest.paths, None if found.named_anew(error.sources) else rest
        else:
            return len(lost)


def make_site(out: Path, *, jobs: int = 1, progress: Progress = lambda stage, done, total: None) -> Build:
    """Make the pages of the build in `out` once more, into `out/site`.

    Raises QueryError where there is no whole build or its graph was changed, BuildError where the pages cannot be written.
    """
    from yili_kg.graph.manifest import read_manifest
    from yili_kg.records.kept import Editions

    found = read_manifest(out)
    if found is None or not (out / "yili.trig").is_file():
        raise QueryError("there is no build here", where=str(out), advice="make one with `yili-kg build -o DIR`")
    if not found.is_own(out, "yili.trig"):  # the pages read it as it was written, term by term
        raise QueryError(
            "yili.trig is not as the build wrote it",
            where=str(out / "yili.trig"),
            advice="build again with `yili-kg build --force -o DIR`",
        )
    done = Build(out, counts=dict(found.counts), failed=list(found.failed))
    with (
        done.stage("pages", progress),
        claimed(out / SITE) as place,
        _pages(place, Editions(out / EDITIONS), found.said, out, jobs=jobs),
    ):
        pass
    return done


def _write(
    found: Gathered, place: Claim, how: Reading, known: Fingerprint, done: Build, progress: Progress,
    *, site: bool, jobs: int,
) -> None:  # fmt: skip
    """The files of a build: the graph, once it is known to keep to its shapes, the report, the pages, the manifest."""
    from yili_kg.annotation.unknown import unknown_nouns
    from yili_kg.graph import write
    from yili_kg.graph.joined import joined, write_whole
    from yili_kg.records.kept import Editions

    with place.filling() as fresh:
        with done.stage("assemble", progress):
            write.write_joined(fresh / EDITIONS, [shard.edition for shard in found.shards])
            editions = Editions(fresh / EDITIONS)
            whole = joined(found.shards, editions, how.folder, how.hand, known, jobs=jobs)
            runs, done.counts = whole.runs, whole.counts
            editions.forget()
        with done.stage("write", progress):
            triples = write_whole(fresh, whole, found.shards, how.known, how.folder, jobs=jobs)
            done.counts = dict(sorted({**done.counts, "triples in yili.ttl": triples}.items()))
        for shard in found.shards:  # till now a source might have had to be left out, and the others written once more
            shard.edition.unlink()
        with done.stage("report", progress):
            unknown = unknown_nouns(shard.suspected() for shard in found.shards)
            write.write_table(fresh / "unknown-nouns.tsv", ("word", "count", "segment", "context"), unknown)
            done.unknown = [u.word for u in unknown[:12]]
        runs.remove()  # the pages take their room
        account = _account(found.accounts(known), done, known)
        with ExitStack() as kept:
            if site:
                with done.stage("pages", progress):
                    pages = kept.enter_context(claimed(done.out / SITE))
                    kept.enter_context(_pages(pages, editions, account, fresh, jobs=jobs))
        write.write_json(fresh / "manifest.json", stamped(account, fresh))
        write.write_json(fresh / "timings.json", {k: round(v, 2) for k, v in done.seconds.items()})


@contextmanager
def _pages(
    place: Claim, editions: Sequence[Annotated], account: Mapping[str, Any], graph: Path, *, jobs: int
) -> Iterator[None]:
    """The site of a build, written; it is put in place when the block ends well."""
    from yili_kg.graph import write
    from yili_kg.views.pages import write_site

    with place.filling() as fresh:
        write_site(fresh, editions, account=account, graph=graph, jobs=jobs)
        write.write_json(fresh / "manifest.json", stamped(account, fresh))
        yield


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
