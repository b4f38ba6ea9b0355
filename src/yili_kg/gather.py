"""All sources of a build analysed, each by itself: one that cannot be read or analysed is named, the others go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from yili_kg.analyse import analyse
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrections import meant_for_nobody
from yili_kg.data import whose_fault
from yili_kg.errors import DataError, SourceError, YiliError
from yili_kg.layers import edit
from yili_kg.models import Annotated, Document, Edition
from yili_kg.patience import EndlessRule, bounded
from yili_kg.sources import read

__all__ = ["Gathered", "gather"]

Progress = Callable[[str, int, int], None]
_NOBODY = ByHand()


@dataclass(slots=True)
class Gathered:
    """What could be analysed; `failed` says in words which sources could not, `hashes` what was read of each file."""

    editions: list[Annotated] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    hashes: dict[Path, str] = field(default_factory=dict)


def gather(
    paths: Sequence[Path],
    *,
    reader: str = "",
    encoding: str | None = None,
    hand: ByHand = _NOBODY,
    progress: Progress = lambda stage, done, total: None,
) -> Gathered:
    """Every source that can be read, once, in the order of names, with what is found in it.

    Raises SourceError where none can be built, and whatever is wrong with the only one; DataError for a correction that
    cannot be made.
    """
    found = Gathered()
    documents = _documents(paths, reader, encoding, found, progress)
    meant_for_nobody(hand.corrections, [d.label for d in documents])
    editions = _apart(edit(d) for d in documents)
    for number, edition in enumerate(editions):
        progress("analyse", number, len(editions))
        try:
            with bounded(edition.document.label, len(edition.document.raw)):
                found.editions.append(analyse(edition, hand=hand))
        except DataError:
            raise  # a fault of rules or corrections, not of this source
        except (Exception, RecursionError) as error:
            found.failed.append(str(_refusal(edition.document, error)))
    progress("analyse", len(editions), len(editions))
    if not found.editions:
        raise _none(paths, found.failed)
    return found


def _documents(
    paths: Sequence[Path], reader: str, encoding: str | None, found: Gathered, progress: Progress
) -> list[Document]:
    documents: dict[str, Document] = {}
    for number, path in enumerate(paths):
        progress("read", number, len(paths))
        try:
            with bounded(path.name, path.stat().st_size):
                document = read(path, reader=reader, encoding=encoding)
        except EndlessRule:
            raise  # it would come to no end on the others
        except YiliError as error:
            if len(paths) == 1:
                raise
            found.failed.append(str(error))
        except (Exception, RecursionError) as error:
            found.failed.append(str(_unreadable(path, error)))
        else:
            documents[document.sha256] = document
            if path.suffix != ".jsonl":  # a corpus file says the hash of the page that it was made of
                found.hashes[path] = document.sha256
    if not documents:
        raise _none(paths, found.failed)
    return sorted(documents.values(), key=lambda d: (d.name, d.label, d.sha256))


def _apart(editions: Iterable[Edition]) -> list[Edition]:
    """Editions whose segments have ids of their own: one that repeats an id gets its hash into its name."""
    taken: set[str] = set()
    apart: list[Edition] = []
    for edition in editions:
        if not taken.isdisjoint(s.id for s in edition.segments):
            document = edition.document
            edition = edit(replace(document, name=f"{document.name}-{document.sha256[:8]}"))
        taken.update(s.id for s in edition.segments)
        apart.append(edition)
    return apart


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
