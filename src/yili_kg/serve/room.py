"""The folder for a served graph's store: it goes with the server, and what a killed server left goes with the next."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["temporary_room"]

_PREFIX = "yili-kg-serve-"
_SIGN = "made-by-yili-kg"


@contextmanager
def temporary_room() -> Iterator[Path]:
    """A folder of this server's own; those of servers that were killed are removed first."""
    _clear(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as place:
        lock = _lock(Path(place))
        (Path(place) / _SIGN).touch()  # after the lock: a room with the sign and without a lock has no owner
        try:
            yield Path(place)
        finally:
            if lock is not None:
                os.close(lock)


def _lock(place: Path) -> int | None:
    """A lock that ends with this process however it ends; None where another has it or there are none."""
    try:
        import fcntl
    except ImportError:
        return None
    handle = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _clear(above: Path) -> None:
    """Remove the rooms of dead servers of this user; a folder that is not surely one stays."""
    for place in above.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if place.is_symlink() or not (place / _SIGN).is_file() or place.stat().st_uid != os.geteuid():
                continue
            lock = _lock(place)
            if lock is not None:
                shutil.rmtree(place, ignore_errors=True)
                os.close(lock)
