"""The fingerprint of a build: a hash of everything that it depends on, so that the next one knows whether to work."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from yili_kg import __version__
from yili_kg.data import data_folder
from yili_kg.graph.manifest import hash_of

__all__ = ["Fingerprint", "fingerprint"]

_MISSING = "missing"
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """`base` is the hash of code, data, options and library, `sources` the hash of each source by its place.

    `parts` are the hashes of what the base is made of: rules and tables, code, what was decided by hand (none: empty).
    """

    base: str
    sources: tuple[tuple[Path, str], ...]
    parts: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def mark(self) -> str:
        """The one hash of it all."""
        digest = hashlib.sha256(self.base.encode())
        for path, found in self.sources:
            digest.update(os.fsencode(path.name) + b"\0" + found.encode() + b"\n")
        return digest.hexdigest()

    def marks(self) -> dict[Path, str]:
        """For each source the one hash of all that what is found in it depends on; none for one that is not there."""
        return {
            path: hashlib.sha256(b"\0".join((self.base.encode(), os.fsencode(path.name), found.encode()))).hexdigest()
            for path, found in self.sources
            if found != _MISSING
        }

    def as_read(self, read: Mapping[Path, str]) -> Fingerprint:
        """The same of the bytes that were really read: `read` has a source's hash as its reader took it.

        A source that changed after the first look is marked by what went into the graph, whatever lies there now.
        """
        return replace(self, sources=tuple((path, read.get(path, found)) for path, found in self.sources))


def fingerprint(paths: Sequence[Path], *, reader: str, encoding: str | None, hand: Sequence[Path] = ()) -> Fingerprint:
    """The fingerprint of a build of some sources, as they lie there; `hand` are files and folders of decisions by hand.

    Raises DataError for a damaged library.
    """
    from yili_kg.reference.library import library_mark, library_path

    options = f"{__version__}|{reader}|{encoding}|{library_mark(library_path())}"
    digest = hashlib.sha256(options.encode("utf-8", "surrogateescape"))
    parts: dict[str, str] = {}
    for part, files in (("data", _data()), ("code", _code()), ("by hand", _files(hand))):
        of_part = hashlib.sha256()
        for path in files:
            told = os.fsencode(path.name) + b"\0" + _hash(path).encode()
            digest.update(told)
            of_part.update(told)
        parts[part] = of_part.hexdigest() if files else ""
    return Fingerprint(digest.hexdigest(), tuple((path, _hash(path)) for path in paths), parts)


def _data() -> list[Path]:
    return sorted(p for root in ("ontology", "extraction") for p in data_folder(root).rglob("*") if p.is_file())


def _code() -> list[Path]:
    kinds = (".py", ".html", ".rq", ".js", ".css")
    return sorted(p for p in _PACKAGE.rglob("*") if p.suffix in kinds and "_data" not in p.parts)


def _files(paths: Sequence[Path]) -> list[Path]:
    """The files among some paths and in the folders among them."""
    return [file for path in paths for file in (sorted(path.rglob("*.tsv")) if path.is_dir() else [path])]


def _hash(path: Path) -> str:
    try:
        return hash_of(path)
    except (OSError, ValueError):
        return _MISSING
