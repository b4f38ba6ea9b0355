"""One document of many: annotated by itself, wherever this runs, and written with a mark that says what it was made of."""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from yili_kg.batch.places import Place, place_of, read_bytes
from yili_kg.errors import DataError, YiliError

__all__ = ["MARKS", "Outcome", "Task", "annotate_one", "as_error", "give", "is_marked", "knowledge", "ready", "take"]

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
    """What became of a document: its records (`sha256` of them) were written, were there already, or there is an error.

    `kept` names the file to which what somebody else had put in the place of its records was moved.
    """

    name: str
    state: Literal["written", "current", "failed"]
    sha256: str = ""
    error: tuple[tuple[str, str], ...] = ()
    kept: str = ""


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
        kept = take(place, task.name)
        return Outcome(task.name, "failed", error=as_error(task.name, error), kept=kept)
    kept = give(place, task.name, made, of=mark)
    return Outcome(task.name, "written", _sha256(made), kept=kept)


def give(place: Place, name: str, made: bytes, *, of: str = "") -> str:
    """Write `NAME.jsonl` with its mark; the file to which what lay there and was not ours was moved, or empty.

    The mark comes first and knows what was ours before: a run broken off between the two knows its own. Raises
    BuildError.
    """
    there = place.get(f"{name}.jsonl")
    kept, told = "", {"of": of, "sha256": _sha256(made)}
    if there and there != made:
        if _sha256(there) in _ours(place, name):
            told["was"] = _sha256(there)
        else:
            kept = _keep(place, f"{name}.jsonl", there)
    place.put(f"{MARKS}/{name}.json", json.dumps(told).encode())
    place.put(f"{name}.jsonl", made)
    return kept


def take(place: Place, name: str) -> str:
    """Take `NAME.jsonl` and its mark away; the file to which it was moved if it was not ours, or empty.

    Raises BuildError where it cannot be kept; then it stays.
    """
    there = place.get(f"{name}.jsonl")
    kept = _keep(place, f"{name}.jsonl", there) if there and _sha256(there) not in _ours(place, name) else ""
    place.remove(f"{name}.jsonl")
    place.remove(f"{MARKS}/{name}.json")
    return kept


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
    told = _told(place, name)
    if told.get("of") != mark:
        return ""
    there = place.get(f"{name}.jsonl")
    digest = _sha256(there) if there is not None else ""
    return digest if digest == told.get("sha256") else ""


def _ours(place: Place, name: str) -> tuple[Any, Any]:
    """The hashes of what a run has put in a place, now and last."""
    told = _told(place, name)
    return told.get("sha256"), told.get("was")


def _told(place: Place, name: str) -> dict[str, Any]:
    """What the mark of a document says; empty where there is none, or one that is broken."""
    try:
        told: Any = json.loads(place.get(f"{MARKS}/{name}.json") or b"{}")
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _keep(place: Place, name: str, data: bytes) -> str:
    """Put a file beside its place, under a name that nothing else has; the name."""
    for number in count(1):
        other = f"{name}.kept" if number == 1 else f"{name}.kept-{number}"
        there = place.get(other)
        if there is None:
            place.put(other, data)
        if there is None or there == data:
            break
    return other


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


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
