"""The whole flow on one page: read → edit → annotate → lift → write, with views beside the graph."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from yili_kg import __version__
from yili_kg.data import data_folder
from yili_kg.errors import BuildError, PartialBuild, SourceError, YiliError
from yili_kg.graph.fingerprint import Fingerprint, fingerprint
from yili_kg.graph.manifest import stamped
from yili_kg.graph.output import Claim, claimed, counts_if_current
from yili_kg.models import Annotated, Document, Edition

if TYPE_CHECKING:
    import pyoxigraph as ox

    from yili_kg.annotate.corrections import Correction

__all__ = ["Build", "annotate_file", "build", "shipped_sources"]

Progress = Callable[[str, int, int], None]


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


def shipped_sources() -> list[Path]:
    """The corpus that comes with yili-kg: the ancient text of the five seed documents."""
    return sorted((data_folder("extraction") / "corpus").glob("*.jsonl"))


def annotate_file(
    path: Path, *, reader: str = "", encoding: str | None = None, corrections: Path | None = None
) -> Annotated:
    """One source, read, edited, annotated and corrected. Raises SourceError, DataError."""
    from yili_kg.annotate.corrections import correct, read_corrections
    from yili_kg.annotate.run import annotate
    from yili_kg.layers import edit
    from yili_kg.reference.shelf import load_shelf
    from yili_kg.resolve.decisions import decide
    from yili_kg.resolve.ellipses import resolve_ellipses
    from yili_kg.resolve.verdicts import check
    from yili_kg.sources import read

    rows = read_corrections(corrections) if corrections else ()
    found = correct(annotate(edit(read(path, reader=reader, encoding=encoding))), rows)
    return decide(resolve_ellipses(check(found, load_shelf())))


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
    known = fingerprint(paths, reader=reader, encoding=encoding, corrections=corrections)
    if not force and (counts := counts_if_current(out, known.mark)) is not None:
        return Build(out, unchanged=True, counts=counts)
    with claimed(out) as place:
        return _build(paths, place, known, reader, encoding, corrections, Build(out), progress)


def _build(
    paths: Sequence[Path],
    place: Claim,
    known: Fingerprint,
    reader: str,
    encoding: str | None,
    corrections: Path | None,
    done: Build,
    progress: Progress,
) -> Build:
    """The same in a folder that is this build's alone."""
    from yili_kg.annotate.corrections import correct, read_corrections
    from yili_kg.reference.shelf import load_shelf
    from yili_kg.resolve.decisions import decide
    from yili_kg.resolve.ellipses import resolve_ellipses
    from yili_kg.resolve.verdicts import check

    rows = read_corrections(corrections) if corrections else ()
    read: dict[Path, str] = {}
    annotated = [correct(a, rows) for a in _annotated(paths, reader, encoding, done, progress, read)]
    with _timed(done, "check"):
        shelf = load_shelf()
        editions = [decide(resolve_ellipses(check(a, shelf))) for a in annotated]
        done.failed += shelf.damaged if shelf else ()
    _write(editions, rows, place, known.as_read(read).mark, done, progress)
    done.kept = place.kept
    if done.failed:
        damaged = len(shelf.damaged) if shelf else 0
        lost = len(done.failed) - damaged
        what = [f"{lost} of {len(paths)} sources could not be built"] if lost else []
        what += [f"{damaged} books of the library are damaged and were not asked"] if damaged else []
        raise PartialBuild(f"{', '.join(what)}, the others are in {done.out}:\n" + "\n".join(done.failed))
    return done


def _annotated(
    paths: Sequence[Path],
    reader: str,
    encoding: str | None,
    done: Build,
    progress: Progress,
    hashes: dict[Path, str],
) -> list[Annotated]:
    """The sources annotated; `hashes` gets what their readers read."""
    from yili_kg.annotate.run import annotate
    from yili_kg.layers import edit
    from yili_kg.sources import read

    documents: list[Document] = []
    with _timed(done, "read"):
        for number, path in enumerate(paths):
            progress("read", number, len(paths))
            try:
                documents.append(read(path, reader=reader, encoding=encoding))
                if path.suffix != ".jsonl":  # a corpus file says the hash of the page that it was made of
                    hashes[path] = documents[-1].sha256
            except YiliError as error:
                if len(paths) == 1:
                    raise
                done.failed.append(str(error))
    if not documents:
        raise SourceError(f"none of the {len(paths)} sources could be read:\n" + "\n".join(done.failed))
    unique = {d.sha256: d for d in documents}
    ordered = sorted(unique.values(), key=lambda d: (d.name, d.label, d.sha256))
    with _timed(done, "edit"):
        editions = _apart([edit(d) for d in ordered])
    annotated: list[Annotated] = []
    with _timed(done, "annotate"):
        for number, edition in enumerate(editions):
            progress("annotate", number, len(editions))
            annotated.append(annotate(edition))
    progress("annotate", len(editions), len(editions))
    return annotated


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
    place: Claim,
    mark: str,
    done: Build,
    progress: Progress,
) -> None:

    from yili_kg.annotate.unknown import unknown_nouns
    from yili_kg.graph import knowledge, lift, lift_collation, lift_notes, lift_steps, summary, write
    from yili_kg.graph.store import open_store
    from yili_kg.received.witnesses import known_variations
    from yili_kg.resolve.collation import collate
    from yili_kg.views.citation_page import citation_page
    from yili_kg.views.glossary_page import glossary_page
    from yili_kg.views.graph_page import graph_page
    from yili_kg.views.network import network_of
    from yili_kg.views.ontology_page import ontology_page
    from yili_kg.views.rite_page import rite_page, rites_of

    with _timed(done, "lift"):
        progress("lift", 0, 1)
        found: list[ox.Quad] = []
        for part in (
            knowledge.ontology_quads,
            knowledge.concept_quads,
            knowledge.occupant_quads,
            knowledge.rule_quads,
            knowledge.chapter_quads,
        ):
            found.extend(part())
        found.extend(knowledge.correction_quads(corrections))
        for annotated in editions:
            found.extend(lift.text_quads(annotated))
            found.extend(lift.mention_quads(annotated))
            found.extend(lift.citation_quads(annotated))
            found.extend(lift.ellipsis_quads(annotated))
            found.extend(lift_notes.note_quads(annotated))
            found.extend(lift_steps.rite_quads(annotated))
        variations = collate([a.edition for a in editions])
        found.extend(lift_collation.variation_quads(editions, variations, known_variations()))
        found.extend(lift_notes.rank_quads())
        found.extend(lift_steps.act_quads())
        found.extend(lift_steps.alignment_quads(editions))
        found.extend(summary.summary_quads(editions))
        unique = dict.fromkeys(found)
        del found  # a million quads of a whole 注疏 need not be there twice
        unique |= dict.fromkeys(_described(editions, unique))
        quads = write.in_order(unique)
        del unique
        progress("lift", 1, 1)
    with place.filling() as fresh, ThreadPoolExecutor(max_workers=1) as beside:
        with _timed(done, "write"):
            progress("write", 0, 2)
            write.write_trig(fresh / "yili.trig", quads)
            beliefs = [quad for annotated in editions for quad in lift_notes.belief_quads(annotated)]
            write.write_trig(fresh / "claims.trig", write.in_order(beliefs))
            progress("write", 1, 2)
            triples = write.write_turtle(fresh / "yili.ttl", quads, _is_knowledge)
            write.write_card(fresh, quads)
            progress("write", 2, 2)
        with _timed(done, "view"):
            progress("view", 0, 1)
            (fresh / "ontology.html").write_text(ontology_page(quads), encoding="utf-8")
            total = len(quads)
            del quads  # the store takes their room
            store = open_store(fresh / "yili.trig")
            # The shapes are asked outside Python, while the pages are made.
            conforming = beside.submit(_conform, store)
            (fresh / "citations.html").write_text(citation_page(editions, title="儀禮 引書"), encoding="utf-8")
            (fresh / "glossary.html").write_text(glossary_page(editions, title="儀禮 訓詁"), encoding="utf-8")
            rites = rites_of(editions)
            for chapter, annotated in rites.items():
                (fresh / f"rite-{chapter}.html").write_text(rite_page(annotated, chapter), encoding="utf-8")
            page = graph_page(network_of(store), title="儀禮 yili-kg", rites=list(rites))
            (fresh / "graph.html").write_text(page, encoding="utf-8")
            progress("view", 1, 1)
        with _timed(done, "shapes"):
            progress("shapes", 0, 1)
            conforming.result()
            progress("shapes", 1, 1)
        with _timed(done, "report"):
            unknown = unknown_nouns(editions)
            write.write_table(fresh / "unknown-nouns.tsv", ("word", "count", "segment", "context"), unknown)
            done.unknown = [u.word for u in unknown[:12]]
        done.counts = _counts(editions, total, triples)
        write.write_json(fresh / "manifest.json", _manifest(editions, done, mark, fresh))
        write.write_json(fresh / "timings.json", {k: round(v, 2) for k, v in done.seconds.items()})


def _described(editions: Sequence[Annotated], quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """The card of the data set, with how much there is of what, and in which named graph."""
    from yili_kg.graph.dataset import dataset_quads

    graphs = Counter(getattr(q.graph_name, "value", "") for q in quads)
    counts = _counts(editions, 0, 0)
    return list(dataset_quads({k: v for k, v in counts.items() if v}, dict(sorted(graphs.items()))))


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


@cache
def _is_knowledge(graph: str) -> bool:
    from yili_kg.graph.write import KNOWLEDGE

    name = graph.partition("/graph/")[2]
    return name in KNOWLEDGE or name.partition("/")[0] in KNOWLEDGE


def _counts(editions: Sequence[Annotated], quads: int, triples: int) -> dict[str, int]:
    counts = Counter({"sources": len(editions), "quads": quads, "triples in yili.ttl": triples})
    for annotated in editions:
        counts["code points"] += len(annotated.edition.document.raw)
        counts["segments"] += len(annotated.edition.segments)
        counts["mentions"] += len(annotated.mentions)
        counts["citations"] += len(annotated.citations)
        counts["glosses"] += len(annotated.glosses)
        counts["readings"] += len(annotated.readings)
        counts["claims"] += len(annotated.claims)
        counts["norms"] += len(annotated.norms)
        counts["unread formulas"] += sum(u.kind != "step" for u in annotated.unread)
        counts["steps"] += len(annotated.steps)
        counts["repetitions"] += len(annotated.repetitions)
        counts["unread clauses"] += sum(u.kind == "step" for u in annotated.unread)
        counts["references without a title"] += len(annotated.ellipses)
        counts["quotations"] += sum(len(c.quotes) for c in annotated.citations)
    return dict(sorted(counts.items()))


def _manifest(editions: Sequence[Annotated], done: Build, mark: str, folder: Path) -> dict[str, object]:
    said: dict[str, object] = {
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
    return stamped(said, folder)


class _timed:  # noqa: N801 - reads as a verb where it is used
    """Adds the seconds that a block takes to a build's account."""

    def __init__(self, done: Build, stage: str) -> None:
        self.done, self.stage = done, stage

    def __enter__(self) -> None:
        self.begin = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.done.seconds[self.stage] = self.done.seconds.get(self.stage, 0.0) + time.perf_counter() - self.begin
