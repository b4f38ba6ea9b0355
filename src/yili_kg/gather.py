"""All sources of a build analysed, each by itself: one that cannot be read or analysed is named, the others go on.

What is found in a source goes to disk at once (`graph/shard.py`); of all of them together only the numbers stay in memory.
A source that the last build has analysed already, with the same rules, is taken from its records (`graph/last.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from yili_kg.analyse import analyse
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrections import meant_for_nobody
from yili_kg.data import data_folder, whose_fault
from yili_kg.errors import DataError, SourceError, YiliError
from yili_kg.graph.conform import Known
from yili_kg.graph.fingerprint import Fingerprint
from yili_kg.graph.last import Kept
from yili_kg.graph.shard import Shard, shard_of
from yili_kg.layers import edit
from yili_kg.models import Document
from yili_kg.patience import EndlessRule, bounded, size_of
from yili_kg.sources import read
from yili_kg.workers import Died, forks, side_by_side

__all__ = ["Gathered", "Reading", "gather"]

Progress = Callable[[str, int, int], None]
_NOBODY = ByHand()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How sources are read, where what is found in them is written, and what is `known` of the things they may speak of."""

    folder: Path
    known: Known = field(default_factory=Known)
    reader: str = ""
    encoding: str | None = None
    hand: ByHand = _NOBODY


@dataclass(slots=True)
class Gathered:
    """What could be analysed, in the order of names.

    `failed` says in words which sources could not be, `hashes` what was read of each file, `paths` whence each shard is,
    `analysed` how many sources were analysed in this build.
    """

    shards: list[Shard] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    hashes: dict[Path, str] = field(default_factory=dict)
    paths: list[Path] = field(default_factory=list)
    analysed: int = 0

    def without(self, labels: Collection[str]) -> Gathered:
        """The same without the sources that the user named by one of these labels; nothing is analysed again."""
        kept = [n for n, shard in enumerate(self.shards) if shard.place[1] not in labels]
        gone = set(self.paths) - {self.paths[n] for n in kept}
        hashes = {path: sha256 for path, sha256 in self.hashes.items() if path not in gone}
        return replace(self, shards=[self.shards[n] for n in kept], paths=[self.paths[n] for n in kept], hashes=hashes)

    def named_anew(self, labels: Collection[str]) -> bool:
        """Whether a source has another name than its own, and not one of these labels: it may have its own without them."""
        return any(shard.renamed and shard.place[1] not in labels for shard in self.shards)

    def accounts(self, known: Fingerprint) -> list[dict[str, Any]]:
        """What the manifest says of each source: with the name and the hash of its file, and the mark by which the next
        build knows it, but for one renamed."""
        marks, hashes = known.marks(), dict(known.sources)
        return [
            {
                **shard.account,
                "file": os.fsencode(path.name).decode("utf-8", "replace"),
                "file sha256": hashes[path],
                "mark": "" if shard.renamed else marks.get(path, ""),
            }
            for shard, path in zip(self.shards, self.paths, strict=True)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A source to be analysed; `name`: under another name than it would have; `kept`: as the last build has it."""

    number: int
    path: Path
    name: str = ""
    kept: Kept | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lost:
    """A source that cannot be built: why, and where it would stand among the others (none: it could not be read)."""

    why: YiliError
    place: tuple[str, str, str] | None = None


@dataclass(slots=True)
class _Found:
    shards: dict[int, Shard] = field(default_factory=dict)
    unread: dict[int, YiliError] = field(default_factory=dict)
    refused: list[tuple[tuple[str, str, str], int, YiliError]] = field(default_factory=list)

    def take(self, task: _Task, found: Shard | _Lost | Exception) -> None:
        """Sort a result in. Raises what ends a build: a fault of rules or of corrections, not of a source."""
        if isinstance(found, Shard):
            self.shards[task.number] = found
        elif isinstance(found, Died):
            self.unread[task.number] = SourceError(
                f"cannot be analysed: {found}",
                where=str(task.path),
                advice="the others are built without it; it may want more memory than there is: try fewer --jobs",
            )
        elif isinstance(found, Exception):
            raise found
        elif found.place is None:
            self.unread[task.number] = found.why
        else:
            self.refused.append((found.place, task.number, found.why))


def gather(
    paths: Sequence[Path],
    reading: Reading,
    *,
    last: Mapping[Path, Kept] | None = None,
    jobs: int = 1,
    progress: Progress = lambda stage, done, total: None,
) -> Gathered:
    """Every source that can be read, once, in the order of names, with what is found in it.

    `last` has what the last build kept of a source; `jobs` is how many are analysed at once.

    Raises SourceError where none can be built, and whatever is wrong with the only one; DataError for a correction that
    cannot be made.
    """
    known, found = last or {}, _Found()
    tasks = [_Task(number=n, path=path, kept=known.get(path)) for n, path in enumerate(paths)]
    _make_ready(tasks, reading.folder / "ready", jobs)
    _run(tasks, reading, found, jobs, progress)
    if len(paths) == 1 and found.unread:
        raise found.unread[0]
    shards = _once(found.shards)
    if shards or found.refused:
        labels = [s.place[1] for s in shards.values()] + [place[1] for place, _, _ in found.refused]
        meant_for_nobody(reading.hand.corrections, labels)
    again = [tasks[n] for n in _repeated(shards)]
    if again:
        apart = [replace(t, name=_apart(shards[t.number]), kept=None) for t in again]
        redone = _Found()
        _run(apart, reading, redone, jobs, progress)
        shards = {**shards, **redone.shards}
        found.refused += redone.refused
        for number in redone.unread.keys() | {n for _, n, _ in redone.refused}:
            shards.pop(number, None)
        found.unread |= redone.unread
    return _gathered(paths, shards, found, analysed=sum(t.kept is None for t in tasks))


def _run(tasks: Sequence[_Task], reading: Reading, found: _Found, jobs: int, progress: Progress) -> None:
    progress("analyse", 0, len(tasks))
    with closing(side_by_side(partial(_shard, reading), tasks, jobs=jobs)) as done:
        for count, (number, outcome) in enumerate(done, 1):
            found.take(tasks[number], outcome)
            progress("analyse", count, len(tasks))


def _make_ready(tasks: Sequence[_Task], folder: Path, jobs: int) -> None:
    """Where processes will be forked to analyse the sources of tasks, analyse the shortest source that comes with yili-kg, and
    let go of what is found; writes into `folder`, a new one.

    They then have the tables, rules and weights that an analysis wants: these are loaded once, and are once in memory.
    Raises DataError for a fault of rules, OSError.
    """
    if jobs <= 1 or sum(task.kept is None for task in tasks) <= 1 or not forks():
        return
    shortest = min((data_folder("extraction") / "corpus").glob("*.jsonl"), key=lambda path: path.stat().st_size)
    folder.mkdir(exist_ok=True)
    _shard(Reading(folder=folder), _Task(number=0, path=shortest))


def _shard(reading: Reading, task: _Task) -> Shard | _Lost:
    """What is found in one source, written. Raises DataError for a fault of rules or corrections, OSError."""
    stem = reading.folder / f"{task.number:05d}{'-' if task.name else ''}"
    if task.kept is not None:
        found = task.kept.shard(stem, reading.known)
        if found is not None:
            return _true(found)
    document = _document(task.path, reading)
    if isinstance(document, YiliError):
        return _Lost(why=document)
    place = document.name, document.label, document.sha256
    edition = edit(replace(document, name=task.name) if task.name else document)
    try:
        with bounded(edition.document.label, len(edition.document.raw)):
            annotated = analyse(edition, hand=reading.hand)
    except DataError:
        raise  # a fault of rules or corrections, not of this source
    except (Exception, RecursionError) as error:
        return _Lost(why=_refusal(document, error), place=place)
    return _true(shard_of(annotated, stem, known=reading.known, renamed=bool(task.name)))


def _true(shard: Shard) -> Shard | _Lost:
    """A shard whose statements its text bears out; else why it is left out."""
    if not shard.faults:
        return shard
    shown = "".join(f"\n  {fault.check}: {fault.node}: {fault.message}" for fault in shard.faults)
    why = SourceError(
        f"what is stated of it is not true to it:{shown}",
        where=shard.place[1],
        advice="the others are built without it; a fault of yili-kg: report it with these lines",
    )
    return _Lost(why=why, place=shard.place)


def _document(path: Path, reading: Reading) -> Document | YiliError:
    """A source read, or why it cannot be. Raises EndlessRule, which would come to no end on the others either."""
    try:
        with bounded(path.name, size_of(path)):
            return read(path, reader=reading.reader, encoding=reading.encoding)
    except EndlessRule:
        raise
    except YiliError as error:
        return error
    except (Exception, RecursionError) as error:
        return _unreadable(path, error)


def _once(shards: Mapping[int, Shard]) -> dict[int, Shard]:
    """The shards in the order of names, of the same source given twice the last."""
    by_hash = {shard.place[2]: number for number, shard in sorted(shards.items())}
    return {number: shards[number] for number in sorted(by_hash.values(), key=lambda n: shards[n].place)}


def _repeated(shards: Mapping[int, Shard]) -> Iterable[int]:
    """The shards whose segments have ids that those of one before them have."""
    taken: set[str] = set()
    for number, shard in shards.items():
        if not taken.isdisjoint(shard.segments):
            yield number
        else:
            taken.update(shard.segments)


def _apart(shard: Shard) -> str:
    """The name of an edition that repeats the ids of another: with its hash, so that its ids are its own."""
    name, _, sha256 = shard.place
    return f"{name}-{sha256[:8]}"


def _gathered(paths: Sequence[Path], shards: Mapping[int, Shard], found: _Found, *, analysed: int) -> Gathered:
    lost = [str(why) for _, why in sorted(found.unread.items())]
    lost += [str(why) for _, _, why in sorted(found.refused, key=lambda r: r[:2])]
    if not shards:
        raise _none(paths, lost)
    told = Gathered(shards=[replace(s, segments=()) for s in shards.values()], failed=lost, analysed=analysed)
    for number in shards:
        path = paths[number]
        told.paths.append(path)
        if path.suffix != ".jsonl":  # a corpus file says the hash of the page that it was made of
            told.hashes[path] = shards[number].place[2]
    return told


def _refusal(document: Document, error: BaseException) -> SourceError:
    return SourceError(
        f"cannot be analysed: {_said(error)}",
        where=document.label,
        advice=f"the others are built without it; {whose_fault()}",
    )


def _unreadable(path: Path, error: BaseException) -> SourceError:
    return SourceError(
        f"cannot be read: {_said(error)}",
        where=str(path),
        advice=whose_fault(),
    )


def _said(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "its sentences are nested too deep"
    return f"{type(error).__name__}: {error}"


def _none(paths: Sequence[Path], failed: Sequence[str]) -> SourceError:
    if len(paths) == 1:
        return SourceError(failed[0] if failed else "there is nothing in it")
    return SourceError(f"none of the {len(paths)} sources could be read:\n" + "\n".join(failed))
