"""Data files made wrong in every way that a hand, a disk or an editor makes them wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["DATA", "WAYS", "data_files", "tampered"]

ROOT = Path(__file__).resolve().parents[1]
#: The folders that $YILI_DATA stands for.
DATA = ("extraction", "ontology")


def data_files() -> list[str]:
    """All files of data that the program reads, as paths below the root; the schemas are for editors alone.

    Of the chapters of the reading, which are read alike, the shortest stands for all.
    """
    found = [p.relative_to(ROOT) for name in DATA for p in sorted((ROOT / name).rglob("*")) if p.is_file()]
    read = [p.as_posix() for p in found if p.parts[1] != "schemas" and p.suffix in (".tsv", ".yaml", ".ttl", ".jsonl")]
    return [p for p in read if not (p.startswith("extraction/reading/") and p.count("/") > 2) or "/03/" in p]


def _lines(whole: bytes) -> list[bytes]:
    return whole.splitlines(keepends=True)


def _rows(whole: bytes) -> list[int]:
    """The lines that are no comments and not empty, by number."""
    return [n for n, line in enumerate(_lines(whole)) if line.strip() and not line.startswith(b"#")]


def _line_changed(change: Callable[[bytes], bytes], which: int) -> Callable[[bytes], bytes]:
    def changed(whole: bytes) -> bytes:
        lines, rows = _lines(whole), _rows(whole)
        if rows:
            number = rows[min(which, len(rows) - 1)]
            lines[number] = change(lines[number].rstrip(b"\n")) + b"\n"
        return b"".join(lines)

    return changed


def _without_column(whole: bytes) -> bytes:
    """The table without its first column; of other files every line without its first word."""
    return b"".join(
        line if line.startswith(b"#") else line.partition(b"\t" if b"\t" in line else b" ")[2] or b"\n"
        for line in _lines(whole)
    )


def _rows_twice(whole: bytes) -> bytes:
    lines, rows = _lines(whole), _rows(whole)
    return b"".join([*lines, *(lines[n] for n in rows[1:])])


def _without_row(which: Callable[[list[int]], int]) -> Callable[[bytes], bytes]:
    """The file without one of its rows; the rows are looked for once, not for each line."""

    def changed(whole: bytes) -> bytes:
        lines, rows = _lines(whole), _rows(whole)
        gone = which(rows) if rows else -1
        return b"".join(line for n, line in enumerate(lines) if n != gone)

    return changed


def _only_head(whole: bytes) -> bytes:
    rows = _rows(whole)
    return b"".join(_lines(whole)[: rows[0] + 1]) if rows else b""


#: Way → what becomes of the bytes of a file; None: it goes, a folder: it becomes one.
WAYS: dict[str, Callable[[bytes], bytes | type[Path] | None]] = {
    "missing": lambda whole: None,
    "folder": lambda whole: Path,
    "empty": lambda whole: b"",
    "comments only": lambda whole: b"# nothing\n",
    "head only": _only_head,
    "cut in the middle": lambda whole: whole[: len(whole) // 2],
    "cut near the end": lambda whole: whole[: -max(3, len(whole) // 50)],
    "first row gone": _without_row(lambda rows: rows[0]),
    "second row gone": _without_row(lambda rows: rows[:2][-1]),
    "last row gone": _without_row(lambda rows: rows[-1]),
    "column gone": _without_column,
    "cell too many": _line_changed(lambda line: line + b"\tmore\tand more", 1),
    "cells missing": _line_changed(lambda line: line[: max(1, len(line) // 3)], 1),
    "byte of another encoding": _line_changed(lambda line: line[:1] + b"\xe9\xff" + line[1:], 2),
    "NUL": _line_changed(lambda line: line[:2] + b"\x00" + line[2:], 2),
    "half a character": _line_changed(lambda line: line[:2] + b"\xed\xa0\x80" + line[2:], 1),
    "rows twice": _rows_twice,
    "bad regular expression": lambda whole: whole.replace(b"(?:", b"(?:(", 3).replace(b"[", b"[[]-", 2),
    "number for text": lambda whole: whole.replace(b"reason: ", b"reason: 7 #", 1).replace(b"\t0", b"\tzero", 2),
    "list for text": lambda whole: whole.replace(b": ", b": [", 3),
    "mapping for list": lambda whole: whole.replace(b"\n- ", b"\n  ", 2),
    "JSON of another thing": lambda whole: b"[1, 2, 3]\n",
    "deep nesting": lambda whole: b"[" * 5_000 + b"]" * 5_000,
    "names with odd characters": lambda whole: whole.replace(b'"name": "', b'"name": "<\\u0000 >\\n', 1),
    "alias bomb": lambda whole: b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b, *c]\n",
}


@contextmanager
def tampered(root: Path, file: str, way: str) -> Iterator[bool]:
    """A file of a copy of the data at `root` made wrong, and afterwards right again; False where it changes nothing."""
    path = root / file
    whole = path.read_bytes()
    made = WAYS[way](whole)
    try:
        if made is None or made is Path:
            path.unlink()
            if made is Path:
                path.mkdir()
        else:
            assert isinstance(made, bytes)
            path.write_bytes(made)
        yield made != whole
    finally:
        if path.is_dir():
            shutil.rmtree(path)
        path.write_bytes(whole)
