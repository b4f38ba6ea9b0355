"""The folder of a build: taken for one build alone, filled beside what is there, then put in place file by file.

Files are written and removed only if the folder's own manifest names them and they are as the build left them; all else
stays. What stands where a file is to be written and is not that build's own is kept under another name (`x.kept.html`).

All is done inside the folder itself, never by renaming it: so it may be a link, a mount, the working folder, or lie in a
folder that cannot be written. Everything for it lies in `.yili-kg`: `owner.json` says who is building here (process, host,
since when; the lock itself is on the folder), the rest is told in `journal.py`.

A build that is killed before the journal leaves the old state; one that is killed after it leaves a state that the next
command (a build, a query, a server) brings to its end. An error while files are put in place brings the old ones back.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yili_kg.errors import BuildError, QueryError
from yili_kg.graph.journal import finish, journal_of, put_in_place, write_lasting
from yili_kg.graph.manifest import MANIFEST, ROOM, read_manifest

__all__ = ["SITE", "Claim", "claimed", "counts_if_current", "settle"]

#: The folder in the folder of a build in which its pages lie: a claim, a manifest and a journal of its own.
SITE = "site"

#: What may lie in a folder that counts as empty: what systems and version control leave there.
_HARMLESS = frozenset((ROOM, "lost+found", ".DS_Store", ".gitkeep", ".gitignore", "Thumbs.db", "desktop.ini"))
#: The folders in the room of a build: files not in place yet, files that were in their places, work.
_FOLDERS = ("new", "old", "work")
_PATIENCE = 10.0  # seconds that a reader waits for files that are just being put in place


class _Taken(Exception):
    """Another build is at work in the folder."""


@dataclass(slots=True)
class Claim:
    """A folder that is this build's until the claim ends. `kept` names what was saved under another name."""

    folder: Path
    kept: list[str] = field(default_factory=list)

    @contextmanager
    def working(self) -> Iterator[Path]:
        """An empty folder for what a build needs only until it is done. Raises BuildError where it cannot be made."""
        work = self.folder / ROOM / "work"
        try:
            work.mkdir()
        except OSError as error:
            raise BuildError(
                f"cannot be written: {error.strerror or error}",
                where=str(self.folder),
                advice="name another folder with -o",
            ) from error
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)

    @contextmanager
    def filling(self) -> Iterator[Path]:
        """An empty folder to write files in; when the block ends well they take the place of the last build's.

        Raises BuildError where they cannot be written; then all is as it was.
        """
        fresh = self.folder / ROOM / "new"
        try:
            fresh.mkdir()
            try:
                yield fresh
            except BaseException:
                shutil.rmtree(fresh, ignore_errors=True)  # so that another try finds its place empty
                raise
            self.kept += put_in_place(self.folder)
        except OSError as error:
            raise BuildError(
                f"cannot be written: {error.strerror or error}",
                where=str(self.folder),
                advice="what was there before is unchanged; make room there, or name another folder with -o",
            ) from error


@contextmanager
def claimed(out: Path) -> Iterator[Claim]:
    """The folder `out` (made where there is none), for one build alone, before its work begins.

    Raises BuildError for a folder that no build made and that is not empty, for one that cannot be written, and for one
    in which another build is at work.
    """
    made: list[Path] = []
    try:
        folder = Path(os.path.realpath(out))
        if folder.exists() and not folder.is_dir():
            raise BuildError("this is a file, not a folder", where=str(out), advice="name another place with -o")
        _refuse_foreign(folder, out)
        made = _make(folder)
        lock = _locked(folder)
    except _Taken as error:
        raise BuildError(
            str(error), where=str(out), advice="wait for its end, or name another folder with -o"
        ) from None
    except (OSError, ValueError) as error:
        _unmake(made)
        raise BuildError(
            f"cannot be written: {getattr(error, 'strerror', None) or error}",
            where=str(out),
            advice="name another folder with -o",
        ) from error
    try:
        try:
            _enter(folder, locked=lock is not None)
        except _Taken as error:
            raise BuildError(
                str(error),
                where=str(out),
                advice=f"wait for its end; if it has ended, remove {folder / ROOM / 'owner.json'}",
            ) from None
        except OSError as error:
            raise BuildError(
                f"cannot be written: {error.strerror or error}", where=str(out), advice="name another folder with -o"
            ) from error
        try:
            yield Claim(folder)
        finally:
            with contextlib.suppress(OSError):
                finish(folder)
                _leave(folder)
    finally:
        if lock is not None:
            os.close(lock)
        _unmake(made)


def counts_if_current(out: Path, mark: str) -> dict[str, int] | None:
    """The counts of the build in `out` if it is one of just this fingerprint, nothing failed, and each file is whole."""
    with contextlib.suppress(QueryError):
        settle(out)
        found = read_manifest(out)
        if found and found.own and found.fingerprint == mark and not found.failed and not found.differing(out):
            _sweep(out)
            return dict(found.counts)
    return None


def _sweep(out: Path) -> None:
    """Take away what a build left that was killed before it was whole; one that is at work is let alone."""
    if (out / ROOM).is_dir():
        with contextlib.suppress(BuildError), claimed(out):
            pass


def settle(out: Path) -> None:
    """Bring to its end what a build that was killed had begun to put in place; wait for one that is just at it.

    Raises QueryError where that cannot be done.
    """
    journal = journal_of(out)
    until = time.monotonic() + _PATIENCE
    while journal.is_file():
        try:
            lock = _locked(out)
        except _Taken:
            if time.monotonic() > until:
                raise QueryError(
                    "a build is just being put in place here", where=str(out), advice="try again in a moment"
                ) from None
            time.sleep(0.02)
            continue
        except OSError:
            lock = None
        try:
            finish(out)
            _leave(out)
        except OSError as error:
            raise QueryError(
                f"the files here are of two builds, as the last was broken off: {error.strerror or error}",
                where=str(out),
                advice="build it again, or let this command write there once",
            ) from error
        finally:
            if lock is not None:
                os.close(lock)


def _refuse_foreign(folder: Path, out: Path) -> None:
    """Raises BuildError for a folder with files in it that is no build."""
    if not folder.is_dir() or journal_of(folder).is_file():
        return
    if read_manifest(folder) is None and (
        strange := sorted(n for n in set(os.listdir(folder)) - _HARMLESS if not _is_site(folder / n))
    ):
        shown = ", ".join(strange[:3]) + (" …" if len(strange) > 3 else "")
        odd = " (its manifest.json is not one that a build wrote)" if MANIFEST in strange else ""
        raise BuildError(
            f"the folder holds files that no build wrote: {shown}{odd}",
            where=str(out),
            advice="name an empty or a new folder with -o",
        )


def _is_site(place: Path) -> bool:
    """Whether this is the folder of the pages of a build that was killed before the rest of it was in place."""
    if place.name != SITE or not place.is_dir() or place.is_symlink():
        return False
    return journal_of(place).is_file() or read_manifest(place) is not None or not set(os.listdir(place)) - _HARMLESS


def _make(folder: Path) -> list[Path]:
    """Make the folder and those above it; the ones that were made, the innermost first."""
    missing = [p for p in (folder, *folder.parents) if not p.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _unmake(made: list[Path]) -> None:
    """Remove folders that were made for nothing: those in which nothing lies."""
    with contextlib.suppress(OSError):
        for path in made:
            path.rmdir()


def _locked(folder: Path) -> int | None:
    """A lock on the folder, which ends with this process however it ends; None where the system has none for folders.

    Raises _Taken where another process has it, OSError where the folder cannot be opened.
    """
    if os.name != "posix":
        return None
    import fcntl

    while True:
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise _Taken(f"another build is at work here{_said_owner(folder)}") from None
        except OSError:
            os.close(handle)
            return None  # a network share that locks no folders: `owner.json` decides alone
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(folder)):
                return handle
        os.close(handle)  # the folder was removed and made anew in between


def _owner(folder: Path) -> Mapping[str, Any]:
    path = folder / ROOM / "owner.json"
    try:
        value = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _said_owner(folder: Path) -> str:
    owner = _owner(folder)
    return f" (process {owner.get('pid')} on {owner.get('host')}, since {owner.get('since')})" if owner else ""


def _enter(folder: Path, *, locked: bool) -> None:
    """Set up `.yili-kg`, with what a dead build left there brought to its end. Raises _Taken for a living one."""
    room = folder / ROOM
    if room.is_symlink() or (room.exists() and not room.is_dir()):
        raise OSError(None, f"{ROOM} is not the folder that a build makes")
    owner = _owner(folder)
    if owner and (owner.get("host") != socket.gethostname() or (not locked and _may_live(owner.get("pid")))):
        raise _Taken(f"another build seems to be at work here{_said_owner(folder)}")
    room.mkdir(exist_ok=True)
    finish(folder)
    for name in _FOLDERS:
        if (room / name).is_dir():
            shutil.rmtree(room / name)
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    write_lasting(room / "owner.json", {"pid": os.getpid(), "host": socket.gethostname(), "since": since})


def _may_live(pid: object) -> bool:
    """Whether a process of this machine may be at work, where there is no lock that would say so."""
    if not isinstance(pid, int) or pid == os.getpid():
        return False
    if os.name == "posix":
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except OSError:
            return True
    return True


def _leave(folder: Path) -> None:
    """Take away `.yili-kg`, but for what a build did not put there."""
    room = folder / ROOM
    for name in _FOLDERS:
        shutil.rmtree(room / name, ignore_errors=True)
    for name in ("owner.json", "owner.json.part", "journal.json.part"):
        (room / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        room.rmdir()
