"""Unpacking the archive of a book with care: only its text files, no path of its own, no more than a book can be."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from yili_kg.errors import SourceError

__all__ = ["MARK", "is_whole", "unpack"]

#: Beside the files of a book: which they are, with their hashes, and where they are from.
MARK = "fetched.json"
#: The most bytes that a file of a book, and a book, may have when unpacked, and how many files.
MOST_FILE, MOST_BOOK, MOST_FILES = 64_000_000, 400_000_000, 5_000


def unpack(archive: Path, book: str, folder: Path, *, address: str) -> Path:
    """The text files of a book out of its archive, in `folder/book`, written whole or not at all.

    What lies in the archive under any folder as `BOOK_….txt` (and `Readme.org`) is taken, everything else left. A book
    that is there already is replaced if this command put it there (what somebody changed in it, or put into it, is then in
    `BOOK.kept` beside it); SourceError is raised where somebody else did, for
    an archive that is broken or holds no such file, and for one that is larger than a book.
    """
    target = folder / book
    if target.exists() and not (target / MARK).is_file():
        raise SourceError(
            "is there already, and was not fetched", where=str(target), advice="move it away, or name another folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=folder, prefix=f".{book}-"))
    try:
        hashes = {name: _write(fresh / name, content) for name, content in _texts(archive, book)}
        if not any(name.endswith(".txt") for name in hashes):
            raise SourceError(f"the archive has no file of {book}", where=str(archive), advice=_again(archive))
        told = {"book": book, "from": address, "files": dict(sorted(hashes.items()))}
        (fresh / MARK).write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        fresh.chmod(0o755)
        _put(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return target


def is_whole(target: Path) -> bool:
    """Whether a book was fetched into this folder and all its files are still what they were."""
    files = _files(target)
    try:
        return bool(files) and all(
            hashlib.sha256((target / name).read_bytes()).hexdigest() == found for name, found in files.items()
        )
    except OSError:
        return False


def _put(fresh: Path, target: Path) -> None:
    """Put the new folder in the place of the old one, which stays until then."""
    if not target.exists():
        os.replace(fresh, target)
        return
    aside = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}-old-"))
    os.replace(target, aside / "old")
    os.replace(fresh, target)
    _keep_others(aside / "old", target)
    shutil.rmtree(aside)


def _keep_others(old: Path, target: Path) -> None:
    """What in the old folder of a book is not as it was fetched, put beside the new one as `BOOK.kept`, `BOOK.kept-2` …"""
    for name, found in _files(old).items():
        path = old / name
        if not path.is_symlink() and path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == found:
            path.unlink()
    (old / MARK).unlink(missing_ok=True)
    if not any(old.iterdir()):
        return
    names = (f"{target.name}.kept{f'-{n}' if n > 1 else ''}" for n in count(1))
    os.replace(old, next(place for name in names if not os.path.lexists(place := target.with_name(name))))


def _files(folder: Path) -> dict[str, str]:
    """The files of a fetched book, each with its hash, as its mark says; none where it cannot be read."""
    try:
        files = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"]
        return {Path(name).name: str(found) for name, found in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _write(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def _texts(archive: Path, book: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of the files of a book, each name once."""
    wanted = re.compile(rf"(?:{re.escape(book)}_[0-9A-Za-z_]{{1,20}}\.txt|Readme\.org)")
    whole, taken = 0, set()
    try:
        with zipfile.ZipFile(archive) as held:
            for item in held.infolist():
                name = item.filename.rpartition("/")[2]
                if item.is_dir() or not wanted.fullmatch(name) or name in taken:
                    continue
                taken.add(name)
                whole += item.file_size
                if item.file_size > MOST_FILE or whole > MOST_BOOK or len(taken) > MOST_FILES:
                    raise SourceError("is larger than a book can be", where=f"{archive}: {item.filename}")
                yield name, _content(held, item)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise SourceError(f"is no whole archive: {error}", where=str(archive), advice=_again(archive)) from error


def _content(held: zipfile.ZipFile, item: zipfile.ZipInfo) -> bytes:
    """What a file holds, its check sum looked at; never more than it says."""
    with held.open(item) as stream:
        content = stream.read(item.file_size + 1)
    if len(content) > item.file_size:
        raise zipfile.BadZipFile(f"{item.filename} is longer than it says")
    return content


def _again(archive: Path) -> str:
    return f"remove {archive.name} and fetch the book again"
