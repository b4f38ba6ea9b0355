"""How new files take the place of a build's old ones, so that there is always one whole state, the old or the new.

In the folder's own room `.yili-kg`:

    new/          the new files, with their manifest
    journal.json  written when they are whole: {"seal": …}, the seal of that manifest. From now on the new state is
                  finished, whoever comes next
    old/          what was replaced, until all is in place

The journal says *that* there is a new state, never what is to be done for it: that is found out anew, from the new
manifest and from the last one. So whoever forges a journal can have nothing removed or replaced but what a build's
manifest names and what is as that build left it. What stands in the way and is not so, is kept under another name
(`x.kept.html`).
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from yili_kg.graph.manifest import MANIFEST, ROOM, Manifest, read_manifest

__all__ = ["finish", "journal_of", "put_in_place", "write_lasting"]

_TIMINGS = "timings.json"
#: A journal larger than this (bytes) is none of ours.
_LARGEST = 10_000
#: So many files are written out at once.
_AT_ONCE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be put and dropped, in this order, and what of it is kept under which other name."""

    put: tuple[str, ...]
    drop: tuple[str, ...]
    keep: Mapping[str, str]


def journal_of(folder: Path) -> Path:
    """Where the journal of a folder lies, if there is one."""
    return folder / ROOM / "journal.json"


def put_in_place(folder: Path) -> list[str]:
    """Put what lies in `new` in the place of the last build's files; the names under which others were kept.

    Raises OSError where that cannot be done; then all is as it was.
    """
    fresh = folder / ROOM / "new"
    _make_lasting(fresh)
    new, last = read_manifest(fresh), read_manifest(folder)
    plan = _plan(folder, last, last.files if last else ())
    write_lasting(journal_of(folder), {"seal": new.seal if new else ""})
    try:
        _forward(folder, plan)
    except OSError:
        _back(folder, plan)
        raise
    return list(plan.keep.values())


def finish(folder: Path) -> None:
    """Bring to its end what a journal says is whole, if there is one.

    Raises OSError where that cannot be done, and where the journal, the new files or the room are not as a build leaves
    them; then nothing has been touched.
    """
    journal = journal_of(folder)
    if not os.path.lexists(journal):
        return
    said = _said(folder)
    new = _new_state(folder, said) if said else None
    if new is None:
        raise OSError(
            None, f"{journal} is not what a build leaves there; move it away to go on with the files as they are"
        )
    last = _last_state(folder)
    _forward(folder, _plan(folder, last, [name for name in (last.files if last else ()) if name not in new.files]))


def _said(folder: Path) -> str:
    """The seal that the journal names; empty where it names none, or where the room is not a plain one."""
    room, journal = folder / ROOM, journal_of(folder)
    for path in (room, room / "new", room / "old"):
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            return ""
    try:
        if journal.is_symlink() or not journal.is_file() or journal.stat().st_size > _LARGEST:
            return ""
        value = json.loads(journal.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return ""
    seal = value.get("seal") if isinstance(value, dict) else None
    return seal if isinstance(seal, str) else ""


def _new_state(folder: Path, seal: str) -> Manifest | None:
    """The manifest of the new state, in `new` or already in its place; None where it is another, or a file is odd."""
    fresh = folder / ROOM / "new"
    new = read_manifest(fresh if os.path.lexists(fresh / MANIFEST) else folder)
    if new is None or new.seal != seal:
        return None
    waiting = sorted(fresh.iterdir()) if fresh.is_dir() else []
    return new if all(_is_of(new, path) for path in waiting) else None


def _is_of(new: Manifest, path: Path) -> bool:
    """Whether a file is just what the new manifest says of it, or one of the two that no manifest names."""
    if path.is_symlink() or not path.is_file():
        return False
    return path.name == MANIFEST or (path.name == _TIMINGS and _is_timings(path)) or new.is_own(path.parent, path.name)


def _last_state(folder: Path) -> Manifest | None:
    """The manifest of the last build: in the folder until the new one is put there, then in `old`.

    None where there is none, or where it is not as it was written.
    """
    room = folder / ROOM
    waits = os.path.lexists(room / "new" / MANIFEST) and os.path.lexists(folder / MANIFEST)
    last = read_manifest(folder if waits else room / "old")
    return last if last and last.own else None


def _plan(folder: Path, last: Manifest | None, named: Collection[str]) -> Plan:
    """What is to be done for the files in `new`; `named` are those of the last build, as far as they may go."""
    fresh = folder / ROOM / "new"
    there = [p.name for p in fresh.iterdir()] if fresh.is_dir() else []
    put = sorted(there, key=lambda name: (name == MANIFEST, name))
    staying = {*put, MANIFEST, _TIMINGS}
    drop = [name for name in sorted(named) if name not in staying]
    keep: dict[str, str] = {}
    for name in (*put, *drop):
        if os.path.lexists(folder / name) and not _replaceable(folder, name, last):
            keep[name] = _other_name(folder, name, {*put, *keep.values()})
    return Plan(put=tuple(put), drop=tuple(drop), keep=keep)


def _replaceable(folder: Path, name: str, last: Manifest | None) -> bool:
    """Whether nothing is lost with a file: the last build wrote it just so, or the new one begins with all of it."""
    path, new = folder / name, folder / ROOM / "new" / name
    if path.is_symlink() or not path.is_file():
        return False
    if last and name == MANIFEST:
        there = read_manifest(folder)
        return there is not None and there.own
    if last and name == _TIMINGS:
        return _is_timings(path)
    if last and name in last.files and last.is_own(folder, name):
        return True
    return new.is_file() and _begins_with(new, path)


def _is_timings(path: Path) -> bool:
    """Whether this is the table of seconds of some build: it differs from build to build and so is in no manifest."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(value, dict) and all(isinstance(v, int | float) for v in value.values())


def _begins_with(new: Path, old: Path) -> bool:
    with new.open("rb") as whole, old.open("rb") as part:
        while piece := part.read(1 << 20):
            if whole.read(len(piece)) != piece:
                return False
    return True


def _other_name(folder: Path, name: str, taken: set[str]) -> str:
    stem, dot, ending = name.partition(".")
    for number in range(1, 100_000):
        other = f"{stem}.kept{f'-{number}' if number > 1 else ''}{dot}{ending}"
        if other not in taken and not os.path.lexists(folder / other):
            return other
    raise OSError(None, f"there are too many kept files of {name}")


def _forward(folder: Path, plan: Plan) -> None:
    """Put all in place; may be broken off anywhere and planned anew."""
    new, old = folder / ROOM / "new", folder / ROOM / "old"
    old.mkdir(exist_ok=True)
    for name in plan.put:
        if os.path.lexists(new / name):
            _set_aside(folder, name, plan)
            os.replace(new / name, folder / name)
    for name in plan.drop:
        _set_aside(folder, name, plan)
        (folder / name).unlink(missing_ok=True)
    _sync(folder)
    journal_of(folder).unlink()


def _set_aside(folder: Path, name: str, plan: Plan) -> None:
    """Save what stands at a name: under its other name if it is to be kept, else where it can be brought back from."""
    path, saved = folder / name, folder / ROOM / "old" / name
    if not os.path.lexists(path):
        return
    if name in plan.keep:
        os.rename(path, folder / plan.keep[name])
    elif not os.path.lexists(saved):
        try:
            os.link(path, saved)  # so that there is a file at its place at any moment
        except OSError:
            os.rename(path, saved)


def _back(folder: Path, plan: Plan) -> None:
    """Bring the old files back, as far as new ones had taken their places."""
    new, old = folder / ROOM / "new", folder / ROOM / "old"
    for name in (*plan.put, *plan.drop):
        if name in plan.put and not os.path.lexists(new / name):
            os.rename(folder / name, new / name)
        saved = folder / plan.keep[name] if name in plan.keep else old / name
        if os.path.lexists(saved) and not os.path.lexists(folder / name):
            os.rename(saved, folder / name)
    journal_of(folder).unlink()


def write_lasting(path: Path, value: object) -> None:
    """JSON that is there whole or not at all; never written through a link."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with part.open("x", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    _sync(path.parent)


def _make_lasting(folder: Path) -> None:
    """Have the files of a folder written to the disk, not only to memory, before anything relies on them.

    Several at once: a disk writes many files in the time of one, and a site has thousands.
    """
    with ThreadPoolExecutor(_AT_ONCE) as writers:
        for _ in writers.map(_write_out, folder.iterdir()):
            pass
    _sync(folder)


def _write_out(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Have the names in a folder written to the disk, where the system can do so."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
