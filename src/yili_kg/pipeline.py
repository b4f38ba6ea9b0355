"""The whole flow on one page: sources → analyse → assemble → write → pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yili_kg import __version__
from yili_kg.data import data_folder
from yili_kg.errors import BuildError, PartialBuild, QueryError
from yili_kg.graph.fingerprint import fingerprint
from yili_kg.graph.manifest import stamped
from yili_kg.graph.output import SITE, Claim, claimed, counts_if_current

if TYPE_CHECKING:
    import pyoxigraph as ox

    from yili_kg.models import Annotated

__all__ = ["EDITIONS", "Build", "build", "make_site", "shipped_sources"]

Progress = Callable[[str, int, int], None]
#: The file of a build from which its pages can be made again.
EDITIONS = "editions.jsonl.gz"


@dataclass(slots=True)
class Build:
    """What a build did: `unchanged` where everything was there already.

    `failed` names the sources left out, `unknown` frequent words that look like nouns and that the lexicon lacks, `kept`
    files that stood where the build writes, were not its own, and now have these names.
    """

    out: Path
    unchanged: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

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
    progress: Progress = lambda stage, done, total: None,
) -> Build:
    """Build the graph of some sources (none: of the shipped corpus) into the folder `out`, and its pages into `out/site`.

    Raises SourceError where no source can be read, PartialBuild (after writing) where some cannot, BuildError where
    `out` cannot be written, DataError where data, `corrections` or a `reading` of one's own are broken; what was in `out` stays until the new
    build is whole.
    """
    paths = list(sources) or shipped_sources()
    known = fingerprint(paths, reader=reader, encoding=encoding, hand=[p for p in (corrections, reading) if p])
    if not force and (counts := counts_if_current(out, known.mark)) is not None:
        made = site and counts_if_current(out / SITE, known.mark) is None
        return make_site(out, progress=progress) if made else Build(out, unchanged=True, counts=counts)
    from yili_kg.annotation.by_hand import by_hand
    from yili_kg.gather import gather
    from yili_kg.graph.assemble import assemble
    from yili_kg.reference.shelf import load_shelf

    done = Build(out)
    with claimed(out) as place:
        hand = by_hand(corrections, reading)
        with done.stage("library", progress):
            shelf = load_shelf()
        with done.stage("analyse", progress):
            found = gather(paths, reader=reader, encoding=encoding, hand=hand, progress=progress)
        with done.stage("assemble", progress):
            quads = assemble(found.editions, hand=hand)
        damaged = shelf.damaged if shelf else ()
        done.failed = [*found.failed, *damaged]
        _write(quads, found.editions, place, known.as_read(found.hashes).mark, done, progress, site=site)
        done.kept = place.kept
    if done.failed:
        raise _in_part(done, len(paths), lost=len(found.failed), damaged=len(damaged))
    return done


def make_site(out: Path, *, progress: Progress = lambda stage, done, total: None) -> Build:
    """Make the pages of the build in `out` once more, into `out/site`.

    Raises QueryError where there is no whole build, BuildError where the pages cannot be written.
    """
    import pyoxigraph as ox

    from yili_kg.graph.manifest import read_manifest
    from yili_kg.graph.store import open_store
    from yili_kg.records.whole import read_editions
    from yili_kg.views.ontology_page import ontology_page
    from yili_kg.views.pages import site_of

    store = open_store(out)
    found = read_manifest(out)
    if found is None:
        raise QueryError("there is no build here", where=str(out), advice="make one with `yili-kg build -o DIR`")
    done = Build(out, counts=dict(found.counts), failed=list(found.failed))
    with done.stage("pages", progress):
        editions = read_editions(out / EDITIONS)
        quads = ox.parse(path=str(out / "yili.trig"), format=ox.RdfFormat.TRIG)
        ontology = ontology_page(quads, site=site_of(editions))
        with _pages(out, editions, store, _account(editions, done, found.fingerprint), ontology, graph=out):
            pass
    return done


def _write(
    quads: list[ox.Quad],
    editions: Sequence[Annotated],
    place: Claim,
    mark: str,
    done: Build,
    progress: Progress,
    *,
    site: bool,
) -> None:
    """The files of a build: the graph, the pages beside it while the shapes are asked, the report, the manifest."""
    from yili_kg.annotation.unknown import unknown_nouns
    from yili_kg.graph import write
    from yili_kg.graph.assemble import belief_quads, counts_of
    from yili_kg.graph.store import open_store
    from yili_kg.records.whole import write_editions
    from yili_kg.views.ontology_page import ontology_page
    from yili_kg.views.pages import site_of

    with place.filling() as fresh, ThreadPoolExecutor(max_workers=1) as beside:
        with done.stage("write", progress):
            write.write_trig(fresh / "yili.trig", quads)
            write.write_trig(fresh / "claims.trig", belief_quads(editions))
            triples = write.write_turtle(fresh / "yili.ttl", quads, write.is_knowledge)
            write.write_card(fresh, quads)
            write_editions(fresh / EDITIONS, editions)
        with done.stage("report", progress):
            unknown = unknown_nouns(editions)
            write.write_table(fresh / "unknown-nouns.tsv", ("word", "count", "segment", "context"), unknown)
            done.unknown = [u.word for u in unknown[:12]]
        total = len(quads)
        ontology = ontology_page(quads, site=site_of(editions)) if site else ""
        quads.clear()  # the store takes their room
        store = open_store(fresh / "yili.trig")
        # The shapes are asked outside Python, while the pages are made.
        conforming = beside.submit(_conform, store)
        done.counts = dict(sorted({**counts_of(editions), "quads": total, "triples in yili.ttl": triples}.items()))
        account = _account(editions, done, mark)
        with ExitStack() as kept:
            if site:
                with done.stage("pages", progress):
                    kept.enter_context(_pages(done.out, editions, store, account, ontology, graph=fresh))
            with done.stage("shapes", progress):
                conforming.result()
        write.write_json(fresh / "manifest.json", stamped(account, fresh))
        write.write_json(fresh / "timings.json", {k: round(v, 2) for k, v in done.seconds.items()})


@contextmanager
def _pages(
    out: Path, editions: Sequence[Annotated], store: ox.Store, account: dict[str, Any], ontology: str, *, graph: Path
) -> Iterator[None]:
    """The site of a build, written; it is put in place when the block ends well."""
    from yili_kg.graph import write
    from yili_kg.views.pages import write_site

    with claimed(out / SITE) as place, place.filling() as fresh:
        write_site(fresh, editions, store, account=account, ontology=ontology, graph=graph)
        write.write_json(fresh / "manifest.json", stamped(account, fresh))
        yield


def _conform(store: ox.Store) -> None:
    """Raises BuildError for a graph that breaks its shapes: then the last good output stays."""
    from yili_kg.graph.check import check_quickly, source_of

    findings = check_quickly(store, most=5)
    if findings:
        shown = "\n".join(f"  {f.node}: {f.message}" for f in findings[:5])
        sources = sorted({name for f in findings if (name := source_of(store, f.node))})
        which = f" (in {', '.join(sources)})" if sources else ""
        raise BuildError(
            f"the graph breaks its shapes{which} and was not written; what was there before is unchanged:\n{shown}",
            advice=f"build without {', '.join(sources)}, and report it with these lines: it is a fault of yili-kg"
            if sources
            else "a fault of yili-kg or of its data files: mend them, or report it with these lines",
        )


def _in_part(done: Build, wanted: int, *, lost: int, damaged: int) -> PartialBuild:
    what = [f"{lost} of {wanted} sources could not be built"] if lost else []
    what += [f"{damaged} books of the library are damaged and were not asked"] if damaged else []
    kept = [f"not this build's own, kept as {', '.join(done.kept)}"] if done.kept else []
    return PartialBuild(f"{', '.join(what)}, the others are in {done.out}:\n" + "\n".join([*done.failed, *kept]))


def _account(editions: Sequence[Annotated], done: Build, mark: str) -> dict[str, Any]:
    """What a build says of itself in its manifest, before the hashes of its files."""
    return {
        "yili-kg": __version__,
        "versions": {name: version(name) for name in ("spacy", "pyoxigraph", "rdflib", "opencc", "networkx", "pyvis")},
        "fingerprint": mark,
        "counts": done.counts,
        "failed": done.failed,
        "sources": [
            {
                "label": a.edition.document.label,
                "title": a.edition.document.title,
                "edition": a.edition.document.name,
                "reader": a.edition.document.reader,
                "sha256": a.edition.document.sha256,
                "code points": len(a.edition.document.raw),
                "segments": len(a.edition.segments),
                "mentions": len(a.mentions),
                "citations": len(a.citations),
            }
            for a in editions
        ],
        "times": "the seconds that each stage took are in timings.json, apart, so that two builds are the same bytes",
    }
