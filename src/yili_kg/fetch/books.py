"""Books fetched one after the other: what is there already is left, what fails is named, the others go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yili_kg.errors import BuildError, SourceError, YiliError
from yili_kg.fetch.archive import is_whole, unpack
from yili_kg.fetch.get import address_of, get
from yili_kg.fetch.known import KnownBook, servers

__all__ = ["Fetched", "fetch_books"]

#: Where archives lie until they are unpacked, in the folder that the books go into.
PARTS = ".fetch"


@dataclass(slots=True)
class Fetched:
    """The folders of the books that are there now, which of them were there before, and in words what failed."""

    folders: list[Path] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def fetch_books(
    books: Sequence[KnownBook],
    folder: Path,
    *,
    address: str = "",
    again: bool = False,
    tries: int = 4,
    pause: float = 1.0,
    report: Callable[[str, int, int], None] = lambda stage, done, total: None,
) -> Fetched:
    """Each book as `folder/ID/`, whole or not at all; one that is there whole is not asked for, unless `again`.

    `address` is where they are fetched from, with {id} for the book, or a folder with `ID.zip`; empty: the first of
    `extraction/fetch/servers.tsv`. What was begun and broke off lies in `folder/.fetch` and goes on at the next time.
    Raises BuildError where the folder cannot be written.
    """
    pattern = address or servers()[0].address
    found = Fetched()
    for book in books:
        target = folder / book.id
        if not again and is_whole(target):
            found.folders.append(target)
            found.before.append(book.id)
            continue
        where = address_of(pattern, book.id)
        part = folder / PARTS / f"{book.id}.zip"
        try:
            got = get(
                where,
                part,
                tries=tries,
                pause=pause,
                report=lambda done, total, name=book.id: report(name, done, total),  # type: ignore[misc]
            )
            found.folders.append(_unpacked(got, book, folder, where))
        except YiliError as error:
            found.failed.append(str(error))
        except OSError as error:
            raise BuildError(f"cannot be written: {error}", where=str(folder)) from error
    _tidy(folder / PARTS)
    return found


def _unpacked(archive: Path, book: KnownBook, folder: Path, where: str) -> Path:
    """The book's folder; an archive that is broken is taken away, so that the next try begins anew."""
    try:
        made = unpack(archive, book.id, folder, address=where)
    except SourceError:
        archive.unlink(missing_ok=True)
        raise
    archive.unlink(missing_ok=True)
    return made


def _tidy(parts: Path) -> None:
    if parts.is_dir() and not any(parts.iterdir()):
        parts.rmdir()
