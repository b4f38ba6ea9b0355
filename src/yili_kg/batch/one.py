"""One document of many: annotated by itself, wherever this runs, and written with a mark that says what it was made of."""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from yili_kg.batch.places import Place, place_of, read_bytes
from yili_kg.errors import DataError, YiliError

__all__ = ["MARKS", "Outcome", "Task", "annotate_one", "as_error", "is_marked", "knowledge", "ready"]

#: The folder beside the records in which their marks lie.
MARKS = ".yili-kg"
Error = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A document to be annotated: `name` and `place`, `out` where its records go, `base` the mark of all knowledge."""

    name: str
    place: str
    out: str
    base: str
    reader: str = ""
    encoding: str | None = None
    sure_only: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a document: its records (`sha256` of them) were written, were there already, or there is an error."""

    name: str
    state: Literal["written", "current", "failed"]
    sha256: str = ""
    error: tuple[tuple[str, str], ...] = ()


@cache
def knowledge() -> str:
    """The hash of all that records depend on but their document: code, words, rules, library."""
    from yili_kg.graph.fingerprint import fingerprint

    return fingerprint([], reader="", encoding=None).base


def annotate_one(task: Task) -> Outcome:
    """Annotate a document, unless its records are there and of just this document and this knowledge.

    Whatever is wrong with the document is told in the outcome. Raises DataError where the knowledge here is another than
    that of who asks, or is broken, and BuildError where nothing can be written.
    """
    if task.base != knowledge():
        raise DataError(
            "a worker has another yili-kg, other data or another library than this one",
            advice="install the same version everywhere, with the same $YILI_DATA and library",
        )
    place = place_of(task.out)
    try:
        data = read_bytes(task.place)
        mark = _mark(task, data)
        known = None if task.force else _current(place, task.name, mark)
        if known:
            return Outcome(task.name, "current", known)
        made = _records(task, data)
    except DataError:
        raise
    except (Exception, RecursionError) as error:
        place.remove(f"{MARKS}/{task.name}.json")
        place.remove(f"{task.name}.jsonl")
        return Outcome(task.name, "failed", error=as_error(task.name, error))
    digest = hashlib.sha256(made).hexdigest()
    place.put(f"{task.name}.jsonl", made)
    place.put(f"{MARKS}/{task.name}.json", json.dumps({"of": mark, "sha256": digest}).encode())
    return Outcome(task.name, "written", digest)


def is_marked(task: Task) -> bool:
    """Whether a document was annotated here before, of whatever bytes."""
    return place_of(task.out).get(f"{MARKS}/{task.name}.json") is not None


def ready() -> None:
    """Load words, rules and library, which is most of the work on a first document."""
    from yili_kg.analyse import analyse_text

    analyse_text("-", reader="plain")


def as_error(name: str, error: BaseException) -> tuple[tuple[str, str], ...]:
    """The record of what went wrong with a document."""
    known = isinstance(error, YiliError)
    message = error.message if isinstance(error, YiliError) else f"{type(error).__name__}: {error}"
    row = {
        "kind": "error",
        "source": name,
        "error": type(error).__name__ if known else "Unforeseen",
        "message": message,
    }
    return tuple((row | {"advice": error.advice} if isinstance(error, YiliError) else row).items())


def _mark(task: Task, data: bytes) -> str:
    options = f"{task.base}|{task.name}|{task.reader}|{task.encoding}|{task.sure_only}|"
    return hashlib.sha256(options.encode("utf-8", "surrogateescape") + data).hexdigest()


def _current(place: Place, name: str, mark: str) -> str:
    """The hash of the records that are there, if they are of this mark and whole; else empty."""
    try:
        told: Any = json.loads(place.get(f"{MARKS}/{name}.json") or b"{}")
    except (ValueError, RecursionError):
        return ""
    if not isinstance(told, dict) or told.get("of") != mark:
        return ""
    there = place.get(f"{name}.jsonl")
    digest = hashlib.sha256(there).hexdigest() if there is not None else ""
    return digest if digest == told.get("sha256") else ""


def _records(task: Task, data: bytes) -> bytes:
    """The lines of a document's records, those of `yili-kg annotate`."""
    from yili_kg.analyse import analyse_file
    from yili_kg.records import records

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / PurePosixPath(task.name).name
        path.write_bytes(data)
        found = analyse_file(path, reader=task.reader, encoding=task.encoding)
    rows = records(found, sure_only=task.sure_only)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "surrogateescape")
