"""The library on disk: one SQLite file with the books that a user added, text and notes by work and division.

Where it lies: `$YILI_REFERENCE`; else `reference.sqlite` in the user's data folder; else the books of `$YILI_SHARED` are
read into a cache. Beside a checkout books are found without being told, but a build does not ask them.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from yili_kg.data import data_folder
from yili_kg.errors import DataError, SourceError, YiliError
from yili_kg.reference.books import Book, Part, find_books, read_book

__all__ = [
    "Entry",
    "add_books",
    "found_beside",
    "library_books",
    "library_mark",
    "library_path",
    "list_books",
    "load_books",
    "remove_books",
    "told_library",
    "user_library",
]

_VERSION = 3
_SCHEMA = """
CREATE TABLE meta (version INTEGER NOT NULL);
CREATE TABLE book (id TEXT PRIMARY KEY, work TEXT NOT NULL, title TEXT NOT NULL, sha256 TEXT NOT NULL,
  digest TEXT NOT NULL, borrows TEXT NOT NULL);
CREATE TABLE part (book TEXT NOT NULL REFERENCES book(id) ON DELETE CASCADE, number INTEGER NOT NULL,
  division TEXT NOT NULL, text TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (book, number)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A book in the library: graphs of its text and of its notes, and how many divisions it has."""

    id: str
    work: str
    title: str
    divisions: int
    text: int
    note: int


def library_path(*, told: bool = False) -> Path | None:
    """The library to use, or None where there is none.

    It is what `$YILI_REFERENCE` names, else the user's own, else made of the books in `$YILI_SHARED`. Where nothing is
    told, the books that lie beside a checkout are taken, unless only what is `told` is wanted.
    """
    named = os.environ.get("YILI_REFERENCE")
    if named is not None:
        return Path(named) if named and Path(named).is_file() else None
    own = user_library()
    if own.is_file():
        return own
    return None if told and not os.environ.get("YILI_SHARED") else _shared_library()


def found_beside() -> Path | None:
    """The folder of books beside a checkout that is used without being told; None where none is."""
    told = os.environ.get("YILI_REFERENCE") is not None or os.environ.get("YILI_SHARED") or user_library().is_file()
    return None if told or library_path() is None else _beside()


@contextmanager
def told_library() -> Iterator[Path | None]:
    """Within the block, also in the processes that it begins, no library is used but what was told, which it gives."""
    before, path = os.environ.get("YILI_REFERENCE"), library_path(told=True)
    os.environ["YILI_REFERENCE"] = str(path or "")
    try:
        yield path
    finally:
        if before is None:
            del os.environ["YILI_REFERENCE"]
        else:
            os.environ["YILI_REFERENCE"] = before


def user_library() -> Path:
    """Where `reference add` puts books: `$YILI_REFERENCE`, or the user's data folder."""
    named = os.environ.get("YILI_REFERENCE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / (
        "AppData/Local" if sys.platform == "win32" else ".local/share"
    )
    return Path(base) / "yili-kg" / "reference.sqlite"


def _beside() -> Path:
    return Path(os.environ.get("YILI_SHARED") or Path(__file__).resolve().parents[3].parent / "shared")


def _shared_library() -> Path | None:
    shared = _beside()
    folders = [p for p in (shared / "reference", shared / "texts" / "KR1d0026") if p.is_dir()]
    if not folders:
        return None
    books = [b for folder in folders for b in find_books(folder)]
    data = data_folder("extraction")
    tables = [*(data / "reference").glob("*.tsv"), *(data / "lexicon" / "works").glob("*.tsv")]
    asked = [*Path(__file__).parent.glob("*.py"), *tables, data / "rules" / "titles.yaml"]
    code = b"".join(p.read_bytes() for p in sorted(asked))
    state = "\n".join(
        f"{f} {f.stat().st_size} {f.stat().st_mtime_ns}" for b in books for f in (sorted(b.glob("*.txt")) or [b])
    )
    name = hashlib.sha256(code + state.encode()).hexdigest()[:16]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "yili-kg"
    path = base / f"reference-{name}.sqlite"
    if not path.is_file():
        try:
            base.mkdir(parents=True, exist_ok=True)
            handle, fresh = tempfile.mkstemp(dir=base, suffix=".sqlite")
            os.close(handle)
            os.unlink(fresh)
            add_books(books, Path(fresh))
            os.replace(fresh, path)
        except OSError:
            return None
    return path


@contextmanager
def _opened(path: Path, *, fresh: bool = False) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA foreign_keys = ON")
            if fresh and not database.execute("SELECT name FROM sqlite_master").fetchall():
                database.executescript(_SCHEMA)
                database.execute("INSERT INTO meta VALUES (?)", (_VERSION,))
            (version,) = database.execute("SELECT version FROM meta").fetchone() or (0,)
            if version != _VERSION:
                raise DataError(
                    f"the library was made by another version of yili-kg ({version}, not {_VERSION})",
                    where=str(path),
                    advice="move this file away and add the books again",
                )
            yield database
            database.commit()
    except sqlite3.Error as error:
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            what, advice = "is locked: another program is writing in it", "wait until that has ended, then try again"
        elif code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL):
            what, advice = f"cannot be opened or written: {error}", "check its permissions and the room on its disk"
        else:
            what, advice = f"cannot be read: {error}", "move this file away and add the books again"
        raise DataError(f"the library {what}", where=str(path), advice=advice) from error
    except (TypeError, ValueError) as error:
        raise DataError(
            f"the library is damaged: {error}", where=str(path), advice="move this file away and add the books again"
        ) from error


def add_books(paths: Iterable[Path], library: Path) -> tuple[list[Entry], list[str]]:
    """Add the books at some paths (one that is there already is renewed); what was added, and what could not be.

    A book that cannot be read leaves the library as it was; two books of one id: the first is kept.
    """
    library.parent.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    added: dict[str, Path] = {}
    with _opened(library, fresh=True) as database:
        for path in paths:
            try:
                places = find_books(path)
            except YiliError as error:
                failed.append(str(error))
                continue
            for place in places:
                try:
                    book = read_book(place)
                except (YiliError, OSError) as error:
                    failed.append(str(error))
                    continue
                if book.id in added:
                    failed.append(
                        f"{place}: a book {book.id} was already added from {added[book.id]}; that one is kept"
                    )
                    continue
                added[book.id] = place
                _put(database, book)
    return [e for e in _kept(library) if e.id in added], failed


def _kept(library: Path) -> list[Entry]:
    """The books of a library. A file that holds none is taken away: it would hide the books of `$YILI_SHARED`."""
    books = list_books(library)
    if not books:
        library.unlink(missing_ok=True)
    return books


def _put(database: sqlite3.Connection, book: Book) -> None:
    database.execute("DELETE FROM part WHERE book = ?", (book.id,))
    database.execute("DELETE FROM book WHERE id = ?", (book.id,))
    database.execute(
        "INSERT INTO book VALUES (?, ?, ?, ?, ?, ?)",
        (book.id, book.work, book.title, book.sha256, _digest(book.parts), book.like),
    )
    rows = [(book.id, n, p.division, p.text, p.note) for n, p in enumerate(book.parts)]
    database.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?)", rows)


def _digest(parts: Iterable[Part]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update("\t".join((part.division, part.text, part.note, "\n")).encode())
    return digest.hexdigest()


def list_books(library: Path) -> list[Entry]:
    """The books of a library by id; raises DataError for a damaged one."""
    with _opened(library) as database:
        rows = database.execute(
            "SELECT b.id, b.work, b.title, COUNT(DISTINCT NULLIF(p.division, '')), SUM(LENGTH(p.text)), "
            "SUM(LENGTH(p.note)) FROM book b JOIN part p ON p.book = b.id GROUP BY b.id ORDER BY b.id"
        ).fetchall()
    return [Entry(*row) for row in rows]


def remove_books(ids: Iterable[str], library: Path) -> list[str]:
    """Remove books by id; raises SourceError for one that is not there."""
    wanted = list(ids)
    there = {e.id for e in list_books(library)}
    missing = [i for i in wanted if i not in there]
    if missing:
        raise SourceError(
            f"no book {', '.join(missing)} in the library", advice=f"there are: {', '.join(sorted(there)) or 'none'}"
        )
    with _opened(library) as database:
        database.executemany("DELETE FROM book WHERE id = ?", [(i,) for i in wanted])
    _kept(library)
    return wanted


def library_books(path: Path | None) -> list[dict[str, str]]:
    """The books of a library: id, title and SHA-256 of each, by id; none where there is no library.

    Raises DataError for a damaged library.
    """
    if path is None:
        return []
    with _opened(path) as found:
        rows = found.execute("SELECT id, title, sha256 FROM book ORDER BY id").fetchall()
    return [{"id": str(book), "title": str(title), "sha256": str(sha256)} for book, title, sha256 in rows]


def library_mark(library: Path | None) -> str:
    """A hash of what a library holds, for builds that depend on it; empty without one."""
    if library is None:
        return ""
    with _opened(library) as database:
        rows = database.execute("SELECT id, digest FROM book ORDER BY id").fetchall()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def load_books(library: Path) -> tuple[list[Book], list[str]]:
    """The books of a library by id, and in words what is damaged; a damaged book is left out, the others are used."""
    books: list[Book] = []
    damaged: list[str] = []
    with _opened(library) as database:
        for row in database.execute("SELECT id, work, title, sha256, digest, borrows FROM book ORDER BY id").fetchall():
            parts = tuple(
                Part(*part)
                for part in database.execute(
                    "SELECT division, text, note FROM part WHERE book = ? ORDER BY number", (row[0],)
                )
            )
            texts = (*row, *(t for p in parts for t in (p.division, p.text, p.note)))
            if not all(isinstance(t, str) for t in texts) or _digest(parts) != row[4]:
                damaged.append(f"{library}: the book {row[0]} {row[2]} is damaged: add it again")
                continue
            books.append(Book(row[0], row[1], row[2], row[3], parts, row[5]))
    return books, damaged
