"""The whole flow on one page: read → analyse → assemble → write → pages."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from yili_kg import __version__
from yili_kg.data import data_folder
from yili_kg.errors import BuildError, PartialBuild, SourceError, YiliError
from yili_kg.models import Annotated, Document, Edition

if TYPE_CHECKING:
    import pyoxigraph as ox

    from yili_kg.annotate.corrections import Correction

__all__ = ["Build", "build", "shipped_sources"]

Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Build:
    """What a build did: `unchanged` where everything was there already.

    `failed` names the sources left out, `unknown` frequent words that look like nouns and that the lexicon lacks.
    """

    out: Path
    unchanged: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


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
    force: bool = False,
    progress: Progress = lambda stage, done, total: None,
) -> Build:
    """Build the graph and the views of some sources (none: of the shipped corpus) into the folder `out`.

    Raises SourceError where no source can be read, PartialBuild (after writing) where some cannot, BuildError where
    `out` cannot be written, DataError where data or `corrections` are broken; what was in `out` stays until the new
    build is whole.
    """
    paths = list(sources) or shipped_sources()
    mark = _fingerprint([*paths, *([corrections] if corrections else [])], reader, encoding)
    if not force and _has(out, mark):
        return Build(
            out, unchanged=True, counts=json.loads((out / "manifest.json").read_text(encoding="utf-8"))["counts"]
        )
    from yili_kg.annotate.corrections import read_corrections
    from yili_kg.reference.shelf import load_shelf

    done = Build(out)
    rows = read_corrections(corrections) if corrections else ()
    with _timed(done, "library"):
        shelf = load_shelf()
        done.failed += shelf.damaged if shelf else ()
    editions = _analysed(paths, reader, encoding, rows, done, progress)
    _write(editions, rows, out, mark, done, progress)
    if done.failed:
        damaged = len(shelf.damaged) if shelf else 0
        lost = len(done.failed) - damaged
        what = [f"{lost} of {len(paths)} sources could not be built"] if lost else []
        what += [f"{damaged} books of the library are damaged and were not asked"] if damaged else []
        raise PartialBuild(f"{', '.join(what)}, the others are in {out}:\n" + "\n".join(done.failed))
    return done


def _analysed(
    paths: Sequence[Path],
    reader: str,
    encoding: str | None,
    corrections: Sequence[Correction],
    done: Build,
    progress: Progress,
) -> list[Annotated]:
    """Every source that can be read, once, in the order of names, with what is found in it."""
    from yili_kg.analyse import analyse
    from yili_kg.layers import edit

    documents = _documents(paths, reader, encoding, done, progress)
    with _timed(done, "edit"):
        editions = _apart([edit(d) for d in documents])
    annotated: list[Annotated] = []
    with _timed(done, "analyse"):
        for number, edition in enumerate(editions):
            progress("analyse", number, len(editions))
            annotated.append(analyse(edition, corrections=corrections))
    progress("analyse", len(editions), len(editions))
    return annotated


def _documents(
    paths: Sequence[Path], reader: str, encoding: str | None, done: Build, progress: Progress
) -> list[Document]:
    from yili_kg.sources import read

    documents: list[Document] = []
    with _timed(done, "read"):
        for number, path in enumerate(paths):
            progress("read", number, len(paths))
            try:
                documents.append(read(path, reader=reader, encoding=encoding))
            except YiliError as error:
                if len(paths) == 1:
                    raise
                done.failed.append(str(error))
    if not documents:
        raise SourceError(f"none of the {len(paths)} sources could be read:\n" + "\n".join(done.failed))
    unique = {d.sha256: d for d in documents}
    return sorted(unique.values(), key=lambda d: (d.name, d.label, d.sha256))


def _apart(editions: Iterable[Edition]) -> list[Edition]:
    """Editions whose segments have ids of their own: one that repeats an id gets its hash into its name."""
    from yili_kg.layers import edit

    taken: set[str] = set()
    apart: list[Edition] = []
    for edition in editions:
        if not taken.isdisjoint(s.id for s in edition.segments):
            document = edition.document
            edition = edit(replace(document, name=f"{document.name}-{document.sha256[:8]}"))
        taken.update(s.id for s in edition.segments)
        apart.append(edition)
    return apart


def _write(
    editions: Sequence[Annotated],
    corrections: Sequence[Correction],
    out: Path,
    mark: str,
    done: Build,
    progress: Progress,
) -> None:
    from yili_kg.annotate.unknown import unknown_nouns
    from yili_kg.graph import write
    from yili_kg.graph.assemble import assemble, belief_quads, counts_of
    from yili_kg.graph.store import open_store
    from yili_kg.views.ontology_page import ontology_page
    from yili_kg.views.pages import write_pages

    with _timed(done, "assemble"):
        progress("assemble", 0, 1)
        quads = assemble(editions, corrections=corrections)
        progress("assemble", 1, 1)
    with write.replace_folder(out) as fresh, ThreadPoolExecutor(max_workers=1) as beside:
        with _timed(done, "write"):
            progress("write", 0, 2)
            write.write_trig(fresh / "yili.trig", quads)
            write.write_trig(fresh / "claims.trig", belief_quads(editions))
            progress("write", 1, 2)
            triples = write.write_turtle(fresh / "yili.ttl", quads, write.is_knowledge)
            write.write_card(fresh, quads)
            progress("write", 2, 2)
        with _timed(done, "pages"):
            progress("pages", 0, 1)
            (fresh / "ontology.html").write_text(ontology_page(quads), encoding="utf-8")
            total = len(quads)
            del quads  # the store takes their room
            store = open_store(fresh / "yili.trig")
            # The shapes are asked outside Python, while the pages are made.
            conforming = beside.submit(_conform, store)
            write_pages(fresh, editions, store)
            progress("pages", 1, 1)
        with _timed(done, "shapes"):
            progress("shapes", 0, 1)
            conforming.result()
            progress("shapes", 1, 1)
        with _timed(done, "report"):
            unknown = unknown_nouns(editions)
            write.write_table(fresh / "unknown-nouns.tsv", ("word", "count", "segment", "context"), unknown)
            done.unknown = [u.word for u in unknown[:12]]
        done.counts = dict(sorted({**counts_of(editions), "quads": total, "triples in yili.ttl": triples}.items()))
        write.write_json(fresh / "manifest.json", _manifest(editions, done, mark, fresh))
        write.write_json(fresh / "timings.json", {k: round(v, 2) for k, v in done.seconds.items()})


def _conform(store: ox.Store) -> None:
    """Raises BuildError for a graph that breaks its shapes: then the last good output stays."""
    from yili_kg.graph.check import check_quickly

    findings = check_quickly(store, most=5)
    if findings:
        shown = "\n".join(f"  {f.node}: {f.message}" for f in findings[:5])
        raise BuildError(
            f"the graph breaks its shapes and was not written; what was there before is unchanged:\n{shown}",
            advice="a fault of yili-kg or of its data files: mend them, or report it with these lines",
        )


def _manifest(editions: Sequence[Annotated], done: Build, mark: str, folder: Path) -> dict[str, object]:
    files = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.iterdir())}
    return {
        "yili-kg": __version__,
        "versions": {name: version(name) for name in ("spacy", "pyoxigraph", "rdflib", "opencc", "networkx", "pyvis")},
        "fingerprint": mark,
        "counts": done.counts,
        "failed": done.failed,
        "files": files,
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


def _has(out: Path, mark: str) -> bool:
    """Whether `out` holds a whole build of just these sources by this very version."""
    try:
        manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
        present = all((out / name).is_file() for name in manifest["files"])
        return bool(manifest["fingerprint"] == mark and present and not manifest["failed"])
    except (OSError, ValueError, KeyError):
        return False


def _fingerprint(paths: Sequence[Path], reader: str, encoding: str | None) -> str:
    """A hash of everything that a build depends on: sources, options, data files and code."""
    from yili_kg.reference.library import library_mark, library_path

    digest = hashlib.sha256(f"{__version__}|{reader}|{encoding}|{library_mark(library_path())}".encode())
    own = [p for root in ("ontology", "extraction") for p in data_folder(root).rglob("*") if p.is_file()]
    code = [
        p for p in Path(__file__).parent.rglob("*") if p.suffix in (".py", ".html", ".rq") and "_data" not in p.parts
    ]
    for path in (*sorted(own), *sorted(code), *paths):
        try:
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
        except OSError:
            digest.update(path.name.encode() + b"\0missing")
    return digest.hexdigest()


class _timed:  # noqa: N801 - reads as a verb where it is used
    """Adds the seconds that a block takes to a build's account."""

    def __init__(self, done: Build, stage: str) -> None:
        self.done, self.stage = done, stage

    def __enter__(self) -> None:
        self.begin = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.done.seconds[self.stage] = self.done.seconds.get(self.stage, 0.0) + time.perf_counter() - self.begin
