"""Folders of builds with odd files, links, manifests and journals in them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.fuzz.targets.target import empty_folder, mutated
from yili_kg.errors import BuildError
from yili_kg.graph.manifest import MANIFEST, ROOM, read_manifest, stamped
from yili_kg.graph.output import claimed, counts_if_current

__all__ = ["folder_seeds", "folders"]

_NAMES = ("yili.ttl", "yili.trig", "index.html", "mine.txt", "manifest.json", "timings.json", "sub", "x.kept.html")
_VALUES = (
    *('"yili-kg"', '"0.1.0"', "{}", "[]", "null", "1", "-1", '""', "true", '"../x"', '"/etc/passwd"', '"a\\u0000b"', "1e999"),
    *('{"mine.txt": "' + "0" * 64 + '"}', '"\\ud800"', '{"a": {}}', '["mine.txt"]', "NaN", '"' + "f" * 64 + '"', "[[[[]]]]"),
)  # fmt: skip
_KEYS = (
    *("made by", "files", "bytes", "seal", "fingerprint", "yili-kg", "counts", "failed", "sources", "put", "drop", "keep"),
)  # fmt: skip


#: What may be odd in the room of a build.
_ODD = ("", "new", "old", "new/{}", "old/{}", "journal.json", "owner.json.part", "new/timings.json")


def folders(data: bytes) -> None:
    """A build into a folder with odd files: what is there and is no build's own stays, under its name or another."""
    folder, outside = empty_folder("build"), empty_folder("outside")
    (outside / "precious.txt").write_text("outside", encoding="utf-8")
    own = {name: f"made by a build: {name}" for name in ("yili.ttl", "index.html")}
    for name, text in own.items():
        (folder / name).write_text(text, encoding="utf-8")
    said = stamped({"yili-kg": "0.1.0", "fingerprint": "f", "counts": {}, "failed": []}, folder)
    text = json.dumps(said)
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    foreign = _furnish(folder, outside, text, data)
    try:
        read_manifest(folder)
        counts_if_current(folder, "f")
        with claimed(folder) as claim, claim.filling() as fresh:
            (fresh / "yili.ttl").write_text("new", encoding="utf-8")
            (fresh / "page.html").write_text("new", encoding="utf-8")
            (fresh / MANIFEST).write_text(json.dumps(stamped(said, fresh)), encoding="utf-8")
        assert (folder / "yili.ttl").read_text(encoding="utf-8") == "new"
    except BuildError:
        pass
    there = {hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.rglob("*") if p.is_file()}
    lost = [name for name, digest in foreign.items() if digest not in there]
    assert not lost, f"{', '.join(lost)} was lost"
    assert [p.name for p in outside.iterdir()] == ["precious.txt"]
    assert (outside / "precious.txt").read_text(encoding="utf-8") == "outside"


def _furnish(folder: Path, outside: Path, manifest: str, data: bytes) -> Mapping[str, str]:
    """Put foreign files and links into a folder, and change its manifest; the foreign files by name with their hash."""
    at = 0
    while at + 3 < len(data):
        how, name, value, key = data[at] % 8, _NAMES[data[at + 1] % len(_NAMES)], data[at + 2], data[at + 3]
        at += 4
        if how < 3:
            _foreign(folder / name, outside, how, value)
        elif how == 3:
            said = manifest.rstrip("}") + f', "{_KEYS[key % len(_KEYS)]}": {_VALUES[value % len(_VALUES)]}' + "}"
            _write_manifest(folder, said)
        elif how == 4:
            _write_manifest(folder, mutated(manifest, data[at : at + 8], _VALUES))
            at += 8
        elif how == 5:
            _odd_room(folder, value, key)
        elif how == 6:
            (folder / MANIFEST).unlink(missing_ok=True)
        else:
            _forged_room(folder, outside, name, value, key)
    return dict(_foreign_files(folder))


def _foreign(path: Path, outside: Path, how: int, value: int) -> None:
    """A file, a link that leads out of the folder, or a folder, where nothing else stands."""
    if how == 0 and not path.is_dir() and not path.is_symlink():
        path.write_text(f"foreign {value}", encoding="utf-8")
    elif how == 1 and not os.path.lexists(path):
        path.symlink_to(outside / "precious.txt" if value % 2 else outside)
    elif how == 2 and not os.path.lexists(path):
        path.mkdir()
        (path / "inside.txt").write_text(f"foreign inside {value}", encoding="utf-8")


def _foreign_files(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of a folder that are no build's own, with their hash."""
    ours = {hashlib.sha256(f"made by a build: {n}".encode()).hexdigest() for n in ("yili.ttl", "index.html")}
    for path in folder.rglob("*"):
        top = path.relative_to(folder).parts[0]
        if path.is_file() and not path.is_symlink() and top not in (ROOM, MANIFEST):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            if digest not in ours and (top != "timings.json" or not path.read_bytes().startswith(b"{")):
                yield str(path.relative_to(folder)), digest


def _write_manifest(folder: Path, text: str) -> None:
    path = folder / MANIFEST
    if not path.is_dir() and not path.is_symlink():
        path.write_text(text, encoding="utf-8", errors="replace")


def _odd_room(folder: Path, value: int, key: int) -> None:
    """A journal or an owner with odd values."""
    room = folder / ROOM
    if room.is_symlink():
        return
    room.mkdir(exist_ok=True)
    path = room / ("journal.json" if key % 2 else "owner.json")
    if not path.is_symlink():
        said = (f'"{k}": {_VALUES[(value + n) % len(_VALUES)]}' for n, k in enumerate((*_KEYS[-3:], "seal")))
        path.write_text("{" + ", ".join(said) + "}", encoding="utf-8")


def _forged_room(folder: Path, outside: Path, name: str, value: int, key: int) -> None:
    """A whole new state with a journal, as far as the bits of `key` say, and one thing in it that is none of a build's.

    `value` says which files it has. No manifest names a foreign file with its hash: then it would be a build's.
    """
    room = folder / ROOM
    if os.path.lexists(room):
        return
    for part in ("new", "old"):
        (room / part).mkdir(parents=True)
    for number, other in enumerate(("yili.ttl", "index.html", "mine.txt", "x.kept.html", "more.html")):
        if value >> number & 1:
            (room / "new" / other).write_text(f"put {other}", encoding="utf-8")
    sealed = stamped({"yili-kg": "0.1.0", "fingerprint": "f", "counts": {}, "failed": []}, room / "new")
    if key & 1:
        (room / "new" / MANIFEST).write_text(json.dumps(sealed), encoding="utf-8")
    if key & 2:
        held = (folder / MANIFEST).read_bytes() if (folder / MANIFEST).is_file() else b""
        (room / "old" / MANIFEST).write_bytes(held)
    journal = {"seal": sealed["seal"], "put": [name], "drop": [name, "mine.txt"], "keep": {"mine.txt": name}}
    (room / "journal.json").write_text(json.dumps(journal), encoding="utf-8")
    if key & 4:
        _made_odd(room, room / _ODD[key >> 3 & 7].format(name), outside, value, moved=bool(key & 64))


def _made_odd(room: Path, path: Path, outside: Path, value: int, *, moved: bool) -> None:
    """A link in the place of something in the room, to elsewhere or to where it was moved; or half of a file."""
    aside = room.parent / "sub"
    if path != room and not os.path.lexists(path):
        path.symlink_to(outside / "precious.txt" if value & 64 else outside)
    elif moved and not os.path.lexists(aside):
        os.rename(path, aside)
        path.symlink_to(aside)
    elif path.is_file():
        path.write_text("half", encoding="utf-8")


def folder_seeds() -> Iterator[bytes]:
    yield b""
    yield from (bytes((how, name, 1, 1)) for how in range(7) for name in range(len(_NAMES)))
    yield from (
        bytes((0, 3, 1, 1, 7, name, value, key)) for name in (0, 3) for value in (0, 31) for key in range(0, 128)
    )
    yield from (bytes((3, 0, value, key)) for value in range(len(_VALUES)) for key in range(len(_KEYS)))
