"""The manifest of a build: by its mark a folder is known as a build, by its hashes which files are that build's own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["MANIFEST", "ROOM", "Manifest", "hash_of", "plain_name", "read_manifest", "stamped"]

MANIFEST = "manifest.json"
#: The folder in the folder of a build in which all lies that is not in its place yet; no file of a build has this name.
ROOM = ".yili-kg"
_MAKER = "yili-kg"
_OF_FILES = frozenset(("made by", "files", "bytes", "seal"))
#: A manifest larger than this (bytes) is none of ours: one of 10,000 sources has 4 MB.
_LARGEST = 200_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a build says of itself: `files` name → SHA-256, `own` whether the manifest is just as it was written.

    `seal` is the seal on it all where that is right, else empty; `sources` is what it says of each source,
    `said` all that it says but of its files.
    """

    files: Mapping[str, str]
    fingerprint: str
    counts: Mapping[str, int] = field(default_factory=dict)
    failed: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    own: bool = True
    seal: str = ""
    sources: tuple[Mapping[str, Any], ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict)

    def differing(self, folder: Path) -> list[str]:
        """The files that are not there as they were written, by name: missing, shorter, changed, or links."""
        return [name for name in sorted(self.files) if not self.is_own(folder, name)]

    def is_own(self, folder: Path, name: str) -> bool:
        """Whether a file of the folder is the one that this build wrote there."""
        path = folder / name
        try:
            if path.is_symlink() or not path.is_file():
                return False
            if name in self.sizes and path.stat().st_size != self.sizes[name]:
                return False
            return hash_of(path) == self.files.get(name)
        except OSError:
            return False


def hash_of(path: Path) -> str:
    """The SHA-256 of a file, some 1.5 GB a second. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def stamped(said: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What a build says of itself, with its mark, the hashes and sizes of the files in its folder, and a seal on it all."""
    files = sorted(p for p in folder.iterdir() if p.is_file())
    value = {
        **said,
        "made by": _MAKER,
        "files": {p.name: hash_of(p) for p in files},
        "bytes": {p.name: p.stat().st_size for p in files},
    }
    return {**value, "seal": _seal(value)}


def _seal(value: Mapping[str, Any]) -> str:
    bare = {k: v for k, v in value.items() if k != "seal"}
    return hashlib.sha256(json.dumps(bare, ensure_ascii=True, sort_keys=True).encode()).hexdigest()


def plain_name(name: object) -> bool:
    """Whether this is the name of a file in a folder, leads nowhere else and is not the room of a build.

    >>> plain_name("yili.ttl"), plain_name("../x"), plain_name("/etc/passwd"), plain_name(""), plain_name(".yili-kg")
    (True, False, False, False, False)
    """
    return (
        isinstance(name, str)
        and 0 < len(name) < 250
        and name.casefold() not in (".", "..", ROOM)
        and not any(c in '/\\:\0\n"' for c in name)
        and name.isprintable()
    )


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a build in a folder; None where there is none, or where what is there was not written by a build.

    A manifest without the mark (0.1.0) counts where it is of the old form and names a file that is there as it says.
    """
    value = _parsed(folder / MANIFEST)
    if value is None or not _of_our_form(value):
        return None
    files: dict[str, str] = value["files"]
    sizes, counts, failed = value.get("bytes"), value.get("counts"), value.get("failed")
    marked, whole = value.get("made by") == _MAKER, value.get("seal") == _seal(value)
    found = Manifest(
        files=files,
        fingerprint=value["fingerprint"],
        counts=_numbers(counts),
        failed=tuple(map(str, failed)) if isinstance(failed, list) else ("",),
        sizes=_numbers(sizes),
        own=whole or not (marked or "seal" in value),
        seal=value["seal"] if whole else "",
        sources=_rows(value.get("sources")),
        said={k: v for k, v in value.items() if k not in _OF_FILES},
    )
    if marked:
        return found
    return found if any(found.is_own(folder, name) for name in files) else None


def _parsed(path: Path) -> dict[str, Any] | None:
    """What stands in a file as a JSON object; None for anything else."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _of_our_form(value: Mapping[str, Any]) -> bool:
    """Whether this has what every manifest of ours has, and names only files of its own folder."""
    files = value.get("files")
    if not isinstance(files, dict) or not all(plain_name(n) and _is_hash(h) for n, h in files.items()):
        return False
    return isinstance(value.get("fingerprint"), str) and isinstance(value.get("yili-kg"), str)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _rows(value: object) -> tuple[Mapping[str, Any], ...]:
    return tuple(row for row in value if isinstance(row, dict)) if isinstance(value, list) else ()


def _numbers(value: object) -> dict[str, int]:
    return {k: v for k, v in value.items() if isinstance(v, int)} if isinstance(value, dict) else {}
