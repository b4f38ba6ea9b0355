"""Reading the books of the library: Kanripo folders and TEI files become parts, each a division's text and notes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder
from yili_kg.errors import SourceError
from yili_kg.reference.divisions import Divider, Kind, divider
from yili_kg.tables.rulebook import Filled, FoldedPattern
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Book", "Part", "Profile", "find_books", "profiles", "read_book"]

_HEADER = re.compile(r"#\+(\w+):\s*(.*?)\s*$|#\+PROPERTY:\s*(\w+)\s+(.*?)\s*$")
_MARK = re.compile(r"<[^>\n]*>|¶|/")
_RING = re.compile(r"[○〇].*", re.S)
#: No file of a book is read beyond this many bytes.
_LARGEST = 64 << 20


class Profile(Row):
    """How an edition is divided: `kind` names a way of `divisions.py`, `like` the edition whose divisions it borrows.

    `notes` matches how those are named whose notes the edition holds.
    """

    id: Filled
    work: Filled
    kind: Kind
    like: str = ""
    note: str = ""
    notes: FoldedPattern | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of one division: the folded graphs of its text and of the notes on it."""

    division: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Book:
    """A book: its id (`KR1d0002`), the work (`周禮`) and its parts in order; `like` as in its profile."""

    id: str
    work: str
    title: str
    sha256: str
    parts: tuple[Part, ...]
    like: str = ""


@cache
def profiles() -> dict[str, Profile]:
    """The editions whose divisions are known, by id."""
    rows = read_table(data_folder("extraction") / "reference" / "books.tsv", Profile, unique=("id",))
    return {row.id: row for row in rows}


def find_books(path: Path) -> list[Path]:
    """The books at a path: a TEI file, a Kanripo folder, or a folder of such, in the order of their names.

    Raises SourceError where there is none.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise SourceError(f"{path}: there is nothing here", advice="name a folder of Kanripo files or a TEI file")
    if _juan(path):
        return [path]
    found = [p for p in sorted(path.iterdir()) if (p.is_dir() and _juan(p)) or p.suffix == ".xml"]
    for folder in sorted(p for p in path.iterdir() if p.is_dir() and not _juan(p)):
        found += sorted(folder.glob("*.xml"))
    if not found:
        raise SourceError(
            f"{path}: no book in this folder", advice="a book is a folder with files KR1d0002_001.txt …, or a TEI file"
        )
    return found


def _juan(folder: Path) -> list[Path]:
    return sorted(p for p in folder.glob("*.txt") if re.search(r"_\d{3}\.txt$", p.name))


def read_book(path: Path) -> Book:
    """A book; raises SourceError for what is none."""
    if path.is_file():
        from yili_kg.reference.tei import read_tei_book

        return read_tei_book(path)
    files = _juan(path)
    if not files:
        raise SourceError(f"{path}: no Kanripo files in this folder", advice="files are named like KR1d0002_001.txt")
    digest = hashlib.sha256()
    raws: list[tuple[str, str]] = []
    for file in files:
        if file.stat().st_size > _LARGEST:
            raise SourceError(f"{file}: too large for a juan ({file.stat().st_size:,} bytes)")
        data = file.read_bytes()
        digest.update(data)
        try:
            raws.append((file.stem[-3:], data.decode("utf-8-sig")))
        except UnicodeDecodeError as error:
            raise SourceError(f"{file}: no UTF-8 ({error.reason} at byte {error.start})") from error
    headers = _headers(raws[0][1])
    book_id = headers.get("ID", "") if headers.get("ID", "") in profiles() else path.name
    title = headers.get("TITLE") or path.name
    kind: Kind = "star" if _starred(raws) else "title"
    profile = profiles().get(book_id) or Profile(id=book_id, work=_work_of(title), kind=kind)
    parts = tuple(_parts(raws, divider(profile.kind, profile.work)))
    if not any(p.text for p in parts):
        raise SourceError(f"{path}: no Chinese text in these files", advice="is this a Kanripo book?")
    return Book(book_id, profile.work, title, digest.hexdigest(), parts, profile.like)


def _headers(raw: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in raw[:4000].splitlines():
        match = _HEADER.match(line)
        if match:
            name, value = (match[3], match[4]) if match[3] else (match[1], match[2])
            found.setdefault(name, value)
    return found


def _starred(raws: Iterable[tuple[str, str]]) -> bool:
    return any(re.search(r"^\*\* ", raw, re.M) for _, raw in raws)


def _work_of(title: str) -> str:
    """The work that a title names: the longest known one in it, or the title itself."""
    known = sorted({p.work for p in profiles().values()}, key=lambda w: (-len(w), w))
    return next((w for w in known if fold(w) in fold(title)), title)


def _parts(raws: Iterable[tuple[str, str]], divide: Divider) -> Iterator[Part]:
    division = ""
    text: list[str] = []
    note: list[str] = []
    for juan, raw in raws:
        named = divide.of_juan(juan)
        if named:
            yield from _part(division, text, note)
            division, text, note = named, [], []
        for line, notes in _lines(raw):
            plain = "".join(line)
            here = divide.of_line(plain)
            if here is not None:
                yield from _part(division, text, note)
                division, text, note = here, [], []
                if divide.heading_only(plain):
                    continue
            text.append(plain)
            note.extend(notes)
    yield from _part(division, text, note)


def _part(division: str, text: list[str], note: list[str]) -> Iterator[Part]:
    graphs, said = stream(fold("".join(text)))[0], stream(fold("".join(note)))[0]
    if graphs or said:
        yield Part(division, graphs, said)


def _lines(raw: str) -> Iterator[tuple[list[str], list[str]]]:
    """The lines of a juan, outside and inside brackets, with the sounds behind a ring left out of the notes.

    Brackets close on their line; one that does not is no note, and what stands behind it is text.
    """
    for line in raw.splitlines():
        if line.startswith("#"):
            continue
        outside: list[str] = []
        inside: list[str] = []
        pending: str | None = None
        for piece in re.split(r"([()（）])", _MARK.sub("", line)):
            if piece in ("(", "（"):
                pending = pending or ""
            elif piece in (")", "）"):
                # 鄭玄's note ends at the ring; what follows spells sounds.
                inside.append(_RING.sub("", pending or ""))
                pending = None
            elif pending is not None:
                pending += piece
            else:
                outside.append(piece)
        if pending:
            outside.append(pending)
        yield outside, [note for note in inside if note]
