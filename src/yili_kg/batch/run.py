"""A run over many documents: their tasks to an engine, errors into `errors.jsonl`, and what became of all of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from yili_kg.batch.engines import ENGINES, outcomes
from yili_kg.batch.one import Outcome, Task, as_error, give, knowledge, take
from yili_kg.batch.places import documents, place_of
from yili_kg.errors import BuildError, DataError, SourceError
from yili_kg.workers import as_many_as_cores

__all__ = ["ERRORS", "Batch", "annotate_many"]

#: The file of the documents that could not be annotated, a record each.
ERRORS = "errors.jsonl"
Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Batch:
    """What a run did: `written`, `current` (there already) and `failed` documents by name, and the errors as records.

    `kept` are the files to which what others had put where records and errors go was moved.
    """

    written: list[str] = field(default_factory=list)
    current: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    errors: list[dict[str, str]] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    digest: str = ""


def annotate_many(
    sources: Sequence[str],
    out: str,
    *,
    engine: str = "local",
    jobs: int = 0,
    scheduler: str = "",
    reader: str = "",
    encoding: str | None = None,
    sure_only: bool = False,
    force: bool = False,
    progress: Progress = lambda stage, done, total: None,
) -> Batch:
    """Annotate the documents of folders, patterns, files and URLs into `out`, a file `NAME.jsonl` each.

    A document whose records are there, made of the same bytes with the same knowledge, is left alone unless `force`.
    `jobs` is the number of processes (0: as many as cores). `digest` is the hash of all records by name, the same
    whatever the engine and the number of processes. Raises SourceError where there are no documents or one is called
    `errors`, BuildError where `out` cannot be written or the engine is not there, DataError for broken rules.
    """
    if engine not in ENGINES:
        raise BuildError(f"there is no engine {engine}", advice=f"one of: {', '.join(ENGINES)}")
    found_in = documents(sources)
    if any(f"{document.name}.jsonl" == ERRORS for document in found_in):
        raise SourceError(
            f"the records of a document would be in {ERRORS}, where errors are told", advice="rename this document"
        )
    tasks = [
        Task(
            name=document.name,
            place=document.place,
            out=out,
            base=knowledge(),
            reader=reader,
            encoding=encoding,
            sure_only=sure_only,
            force=force,
        )
        for document in found_in
    ]
    done: list[Outcome] = []
    progress("annotate", 0, len(tasks))
    for number, found in outcomes(tasks, engine=engine, jobs=jobs or as_many_as_cores(), scheduler=scheduler):
        if isinstance(found, DataError | BuildError):
            raise found
        if isinstance(found, Exception):
            found = Outcome(tasks[number].name, "failed", error=as_error(tasks[number].name, found))
        done.append(found)
        progress("annotate", len(done), len(tasks))
    return _account(sorted(done, key=lambda o: o.name), out)


def _account(done: Sequence[Outcome], out: str) -> Batch:
    batch, digest = Batch(), hashlib.sha256()
    for outcome in done:
        getattr(batch, outcome.state).append(outcome.name)
        if outcome.error:
            batch.errors.append(dict(outcome.error))
        if outcome.kept:
            batch.kept.append(outcome.kept)
        digest.update(f"{outcome.name}\0{outcome.sha256}\n".encode("utf-8", "surrogateescape"))
    batch.digest = digest.hexdigest()
    place, name = place_of(out), ERRORS.removesuffix(".jsonl")
    if batch.errors:
        rows = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in batch.errors)
        kept = give(place, name, rows.encode("utf-8", "surrogateescape"))
    else:
        kept = take(place, name)
    if kept:
        batch.kept.append(kept)
    return batch
