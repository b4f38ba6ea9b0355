"""Sorted files put together, and lines of a file looked up by their subjects: little of them in memory at a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from struct import Struct
from zlib import crc32

from yili_kg.graph.lines import subject_of

__all__ = ["index_of", "lines_on", "merged", "pieces_on"]

#: So many bytes of all files together are held while they are merged, at least so many of each.
_HELD, _LEAST = 6_000_000, 1 << 12
#: Of the lines on a subject: a sum of the subject, where they begin, how many bytes they are.
_ROW = Struct("<IQI")


def merged(paths: Sequence[Path], *, held: int = _HELD) -> Iterator[list[bytes]]:
    """The lines of files, each of which is sorted and has a line once, as if all were one such file: in pieces.

    No file stays open, so that there may be any number. Raises OSError.
    """
    at_once = max(_LEAST, held // max(1, len(paths)))
    files = [file for path in paths if (file := _Ahead(path, at_once)).lines]
    while files:
        least = min((file.lines[-1] for file in files if not file.done), default=None)
        found: list[bytes] = []
        for file in files:
            found += file.taken(least)
        found.sort()  # a few sorted stretches: they are only merged
        yield list(dict.fromkeys(found))
        files = [file for file in files if file.lines]


class _Ahead:
    """A sorted file of which some lines are read ahead."""

    __slots__ = ("_at_once", "_path", "_place", "done", "lines")

    def __init__(self, path: Path, at_once: int) -> None:
        self._path, self._at_once, self._place = path, at_once, 0
        self.lines: list[bytes] = []
        self.done = False
        self._read()

    def _read(self) -> None:
        with self._path.open("rb") as file:
            file.seek(self._place)
            self.lines = file.readlines(self._at_once)
            self._place = file.tell()
        self.done = not self.lines

    def taken(self, last: bytes | None) -> list[bytes]:
        """The lines up to one (none: all), which are taken away; where all that were read are, more are read."""
        number = len(self.lines) if last is None else bisect_right(self.lines, last)
        found = self.lines[:number]
        del self.lines[:number]
        if not self.lines:
            self._read()
        return found


def index_of(said: Iterable[tuple[bytes, int]], begin: int = 0) -> bytes:
    """Where in a file that has what is said of some subjects from a place on that on each stands, for `pieces_on`.

    `said` has of each subject how many bytes that is.
    """
    rows: list[bytes] = []
    for subject, size in said:
        rows.append(_ROW.pack(crc32(subject), begin, size))
        begin += size
    return b"".join(rows)


def pieces_on(path: Path, index: Path, things: Set[bytes]) -> Iterator[bytes]:
    """What a file has on some things, each as N-Triples have it, and perhaps on others. Raises OSError."""
    sums = set(map(crc32, things))
    with path.open("rb") as file:
        for told, begin, size in _ROW.iter_unpack(index.read_bytes()):
            if told in sums:
                file.seek(begin)
                yield file.read(size)


def lines_on(path: Path, index: Path, things: Set[bytes]) -> Iterator[bytes]:
    """The lines of a file on some things, each as it stands there as a subject. Raises OSError."""
    for piece in pieces_on(path, index, things):
        lines = piece.splitlines(keepends=True)
        if subject_of(lines[0]) in things:
            yield from lines
