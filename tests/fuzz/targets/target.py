"""What a target is, and what many share: an error on purpose is no finding, time has an end, files lie in one room."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.errors import YiliError

__all__ = ["PATIENCE", "Slow", "Target", "byte", "empty_folder", "mutated", "patient", "refused", "workroom"]

#: Seconds of the processor that a text of at most 20 kB may take.
PATIENCE = float(os.environ.get("YILI_FUZZ_PATIENCE", "5"))


class Slow(Exception):
    """A small text took too long."""


@dataclass(frozen=True, slots=True)
class Target:
    """`run` checks one input, `seeds` are inputs to begin with, `longest` their greatest length in bytes.

    A target that `wants` a folder is left out where that is not there.
    """

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    longest: int = 2048
    wants: Path | None = None

    @property
    def missing(self) -> str:
        """In words, why this cannot be run; empty where it can."""
        return f"{self.wants} is not there" if self.wants and not self.wants.is_dir() else ""


@contextmanager
def patient() -> Iterator[None]:
    begin = time.process_time()
    yield
    taken = time.process_time() - begin
    if taken > PATIENCE:
        raise Slow(f"{taken:.1f} s")


@contextmanager
def refused(kind: type[YiliError], named: str) -> Iterator[None]:
    """What may be refused by an error of a kind, if that names the file."""
    try:
        yield
    except kind as error:
        if named not in str(error):
            raise AssertionError(f"no file is named: {error}") from error


@cache
def workroom() -> Path:
    """A folder for the files of this process, in memory where there is a disk of memory; removed when it ends."""
    import atexit

    memory = Path("/dev/shm")
    room = Path(tempfile.mkdtemp(prefix="yili-fuzz-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    return room


def empty_folder(name: str) -> Path:
    """An empty folder of this process."""
    folder = workroom() / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def byte(data: bytes, place: int) -> int:
    return data[place] if place < len(data) else 0


def mutated(text: str, data: bytes, palette: tuple[str, ...]) -> str:
    """A text with changes: three bytes name a place, what is done there, and with what."""
    for at in range(0, len(data) - 3, 4):
        place = (data[at] << 8 | data[at + 1]) % (len(text) + 1)
        piece = palette[data[at + 3] % len(palette)]
        how = data[at + 2] % 4
        end = min(len(text), place + (0 if how == 0 else data[at + 2] // 4 + 1))
        text = text[:place] + ("" if how == 1 else text[place:end] * 2 if how == 2 else piece) + text[end:]
    return text
