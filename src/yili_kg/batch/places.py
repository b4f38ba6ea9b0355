"""Where documents are and where their records go: folders of this machine, or what fsspec can reach (`s3://…`)."""

from __future__ import annotations

import contextlib
import glob
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

from yili_kg.errors import BuildError, SourceError

__all__ = ["SUFFIXES", "Named", "Place", "documents", "place_of", "read_bytes"]

#: What is taken of a folder; another kind of file is named by a pattern.
SUFFIXES = (".txt", ".xml")


@dataclass(frozen=True, slots=True, order=True)
class Named:
    """A document: its `name` among the others (`KR1d0028/KR1d0028_004.txt`), and its `place`, a path or a URL."""

    name: str
    place: str


def documents(given: Sequence[str]) -> list[Named]:
    """The documents of folders, patterns, files and URLs, by name; hidden files are left out.

    Raises SourceError where nothing is found in one of them, and for two documents of one name.
    """
    found: dict[str, Named] = {}
    for one in given:
        here = _remote(one) if "://" in one else _local(one)
        if not here:
            raise SourceError("there are no documents here", where=one, advice=f"of a folder {SUFFIXES} are taken")
        for document in here:
            other = found.setdefault(document.name, document)
            if other != document:
                raise SourceError(
                    f"two documents have the name {document.name}: {other.place} and {document.place}",
                    advice="annotate them into two folders",
                )
    return sorted(found.values())


def _local(given: str) -> list[Named]:
    path = Path(given)
    if path.is_file():
        return [Named(path.name, str(path))]
    if path.is_dir():
        paths = [p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES]
        root = path
    else:
        paths = [Path(p) for p in glob.glob(given, recursive=True)]
        root = Path(os.path.commonpath([p.parent for p in paths])) if paths else path
    names = ((p.relative_to(root), p) for p in paths if p.is_file())
    return [Named(name.as_posix(), str(p)) for name, p in names if not _is_hidden(name.parts)]


def _remote(given: str) -> list[Named]:
    files, path = _fsspec(given)
    try:
        if glob.has_magic(path):
            paths = files.glob(path)
            root = path[: min(path.index(c) for c in "*?[" if c in path)].rpartition("/")[0]
        elif files.isdir(path):
            paths, root = [p for p in files.find(path) if p.lower().endswith(SUFFIXES)], path
        else:
            paths, root = [path], path.rpartition("/")[0]
    except (OSError, ValueError) as error:
        raise SourceError(
            f"cannot be listed: {error}", where=given, advice="check the address and your rights"
        ) from error
    names = ((p.removeprefix(root).lstrip("/"), p) for p in sorted(paths))
    return [Named(n, files.unstrip_protocol(p)) for n, p in names if not _is_hidden(PurePosixPath(n).parts)]


def _is_hidden(parts: Sequence[str]) -> bool:
    return not parts or any(part.startswith(".") for part in parts)


def _fsspec(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise SourceError("fsspec is not installed", where=url, advice="pip install yili-kg[dask]") from error
    try:
        files, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise SourceError(f"cannot be reached: {error}", where=url, advice="install what fsspec names") from error
    return files, str(path)


def read_bytes(place: str) -> bytes:
    """The bytes of a document. Raises SourceError."""
    try:
        if "://" not in place:
            return Path(place).read_bytes()
        files, path = _fsspec(place)
        data: bytes = files.cat_file(path)
        return data
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}", where=place, advice="check the path") from error


class Place(Protocol):
    """Where files are put: each is there whole or not at all."""

    def get(self, name: str) -> bytes | None:
        """The bytes of a file; None where there is none."""

    def put(self, name: str, data: bytes) -> None:
        """Write a file. Raises BuildError."""

    def remove(self, name: str) -> None:
        """Take a file away, if it is there."""


def place_of(out: str) -> Place:
    """The place that a path or a URL names."""
    return _Bucket(out) if "://" in out else _Folder(Path(out))


@dataclass(frozen=True, slots=True)
class _Folder:
    root: Path

    def get(self, name: str) -> bytes | None:
        try:
            return (self.root / name).read_bytes()
        except OSError:
            return None

    def put(self, name: str, data: bytes) -> None:
        path = self.root / name
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            os.replace(part, path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise BuildError(
                f"cannot be written: {error.strerror or error}", where=str(path), advice="name another folder with -o"
            ) from error

    def remove(self, name: str) -> None:
        with contextlib.suppress(OSError):
            (self.root / name).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class _Bucket:
    """An object store: an object is put whole."""

    url: str

    def _at(self, name: str) -> tuple[Any, str]:
        return _fsspec(f"{self.url.rstrip('/')}/{name}")

    def get(self, name: str) -> bytes | None:
        files, path = self._at(name)
        try:
            data: bytes = files.cat_file(path)
        except OSError:
            return None
        return data

    def put(self, name: str, data: bytes) -> None:
        files, path = self._at(name)
        try:
            files.makedirs(path.rpartition("/")[0], exist_ok=True)
            files.pipe_file(path, data)
        except OSError as error:
            raise BuildError(f"cannot be written: {error}", where=self.url, advice="check your rights there") from error

    def remove(self, name: str) -> None:
        files, path = self._at(name)
        with contextlib.suppress(OSError):
            files.rm_file(path)
