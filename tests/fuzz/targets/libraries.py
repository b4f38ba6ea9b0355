"""Libraries of books that are damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.fuzz.targets.target import byte, empty_folder, refused, workroom
from yili_kg.errors import DataError
from yili_kg.reference.books import Book, Part
from yili_kg.reference.library import add_books, library_mark, list_books, load_books
from yili_kg.reference.shelf import Shelf

__all__ = ["libraries", "library_seeds"]

_CELL_VALUES: tuple[object, ...] = (
    *(None, 0, -1, 3, 2**62, 1.5, "", "x", b"", b"\xff\x00", "詩經·關雎", "KR1c0001", "左傳·隱公七年", "\ufffd", "·", "春秋·"),
)  # fmt: skip
_TABLES = (
    *(("book", c) for c in ("id", "work", "title", "sha256", "digest", "borrows")),
    *(("part", c) for c in ("book", "number", "division", "text", "note")),
    ("meta", "version"),
)
_SQL = (
    *("DROP TABLE part", "DROP TABLE meta", "DELETE FROM meta", "DELETE FROM part", "ALTER TABLE book DROP COLUMN borrows"),
    *("INSERT INTO meta VALUES (9)", "DELETE FROM book", "ALTER TABLE part RENAME TO other", "CREATE VIEW v AS SELECT 1"),
    "UPDATE book SET borrows = 'KR1c0001'",
)  # fmt: skip


@cache
def _library() -> bytes:
    path = workroom() / "whole.sqlite"
    folder = empty_folder("books")
    for number, (name, title) in enumerate((("KR1c0001", "詩經"), ("KR1c0002", "毛詩"), ("KR1e0001", "春秋左傳"))):
        (folder / name).mkdir()
        text = f"#+TITLE: {title}\n#+PROPERTY: ID {name}\n<pb:{name}_x_001-1a>¶\n** 1 國風\n1《關雎》\n關關雎鳩，(和聲也)¶\n"
        (folder / name / f"{name}_00{number}.txt").write_text("# -*- mode: mandoku-view -*-\n" + text, encoding="utf-8")
    add_books([folder / n for n in ("KR1c0001", "KR1c0002", "KR1e0001")], path)
    return path.read_bytes()


def libraries(data: bytes) -> None:
    """A library with odd cells, tables or bytes: refused, or read without what is damaged."""
    path = workroom() / "library.sqlite"
    held = bytearray(_library())
    if byte(data, 0) % 4 == 3:
        for at in range(1, len(data) - 2, 3):
            held[(data[at] << 8 | data[at + 1]) % len(held)] = data[at + 2]
    path.write_bytes(held)
    for extra in ("-wal", "-shm", "-journal"):
        Path(f"{path}{extra}").unlink(missing_ok=True)
    if byte(data, 0) % 4 != 3:
        _spoil(path, data[1:])
    for ask in (list_books, library_mark, lambda p: _assert_shelf(*load_books(p))):
        with refused(DataError, "library.sqlite"):
            ask(path)


def _spoil(path: Path, data: bytes) -> None:
    database = sqlite3.connect(path)
    try:
        for at in range(0, len(data) - 2, 3):
            try:
                if data[at] >= 200:
                    database.execute(_SQL[data[at] % len(_SQL)])
                    continue
                table, column = _TABLES[data[at] % len(_TABLES)]
                value = _CELL_VALUES[data[at + 1] % len(_CELL_VALUES)]
                where = "" if data[at + 2] > 200 else f" WHERE rowid = {data[at + 2] % 4}" if table != "part" else ""
                database.execute(f"UPDATE {table} SET {column} = ?{where}", (value,))
            except sqlite3.Error:
                continue
        database.commit()
    finally:
        database.close()


def _assert_shelf(books: list[Book], damaged: list[str]) -> None:
    shelf = Shelf(books, damaged)
    for strands in shelf.strands.values():
        for strand in strands:
            assert len(strand.starts) == len(strand.divisions)
            for division in strand.divisions:
                for start, end in strand.stretches(division):
                    assert 0 <= start <= end <= len(strand.graphs)
    assert all(isinstance(p, Part) for b in books for p in b.parts)


def library_seeds() -> Iterator[bytes]:
    yield from (bytes((0, t, v, 255)) for t in range(len(_TABLES)) for v in range(len(_CELL_VALUES)))
    yield from (bytes((0, 200 + n, 0, 0)) for n in range(len(_SQL)))
    yield b"\3" + bytes(range(60))
