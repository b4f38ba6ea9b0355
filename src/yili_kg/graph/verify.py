"""Whether a build is what its manifest says: each file with its hash and none besides, the statements, the sources.

Nothing of a build is believed here but that its manifest was sealed when it was written; whoever may have changed both
is found out only by building again from the same sources (two builds are the same bytes).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.last import EDITIONS
from yili_kg.graph.manifest import MANIFEST, ROOM, Manifest, hash_of, read_manifest
from yili_kg.graph.output import SITE
from yili_kg.records.kept import Editions

__all__ = ["differences"]

_TIMINGS = "timings.json"
#: Files whose statements are counted: under which name the manifest has the number, and what they are written in.
_COUNTED = {
    "yili.trig": ("quads", ox.RdfFormat.TRIG),
    "yili.ttl": ("triples in yili.ttl", ox.RdfFormat.TURTLE),
}


def differences(out: Path, sources: Iterable[Path] = ()) -> Iterator[str]:
    """What in the build in `out` is other than its manifest says, a line each; with `sources`, where these are others too.

    Raises QueryError where there is no build.
    """
    manifest = read_manifest(out)
    if manifest is None:
        raise QueryError("there is no build here", where=str(out), advice="make one with `yili-kg build -o DIR`")
    yield from _files(out, manifest, allowed={SITE})
    yield from _statements(out, manifest)
    if (out / SITE).is_dir():
        pages = read_manifest(out / SITE)
        if pages is None:
            yield f"{SITE}/{MANIFEST}: missing, or not one that a build wrote"
        else:
            yield from (f"{SITE}/{line}" for line in _files(out / SITE, pages))
            if pages.fingerprint != manifest.fingerprint:
                yield f"{SITE}/{MANIFEST}: the pages are of another build"
    given = list(sources)
    if given:
        yield from _sources(manifest, given)


def _files(folder: Path, manifest: Manifest, allowed: Iterable[str] = ()) -> Iterator[str]:
    """The files of a folder beside those that its manifest names."""
    if not manifest.seal:
        yield f"{MANIFEST}: was changed since it was written (its seal is another)"
    for name in sorted(manifest.files):
        path = folder / name
        if path.is_symlink() or not path.is_file():
            yield f"{name}: missing"
        elif (found := _hash(path)) != manifest.files[name]:
            size, said = path.stat().st_size, manifest.sizes.get(name)
            bytes_ = f"; {size:,} bytes instead of {said:,}" if said is not None and size != said else ""
            yield f"{name}: is not as it was written (SHA-256 {found[:12]}… instead of {manifest.files[name][:12]}…{bytes_})"
    known = {*manifest.files, MANIFEST, _TIMINGS, ROOM, *allowed}
    for name in sorted(set(os.listdir(folder)) - known):
        yield f"{name}: no file of this build"


def _statements(out: Path, manifest: Manifest) -> Iterator[str]:
    for name, (counted, form) in _COUNTED.items():
        if not (out / name).is_file():
            continue
        try:
            found = sum(1 for _ in ox.parse(path=str(out / name), format=form))
        except (SyntaxError, ValueError, OSError) as error:
            yield f"{name}: cannot be read: {error}"
            continue
        if found != manifest.counts.get(counted):
            yield f"{name}: {found:,} statements, and the manifest says {manifest.counts.get(counted, 0):,}"
    if (out / EDITIONS).is_file():
        try:
            found = len(Editions(out / EDITIONS))
        except QueryError as error:
            yield f"{EDITIONS}: {error.message}"
            return
        if found != len(manifest.sources):
            yield f"{EDITIONS}: {found} editions, and the manifest says {len(manifest.sources)}"


def _sources(manifest: Manifest, paths: Iterable[Path]) -> Iterator[str]:
    """Where the sources at hand are not those that were read: each is known by its name and the hash of its file."""
    wanted = {str(row.get("file", "")): row for row in manifest.sources}
    there: set[str] = set()
    for path in paths:
        name = _name(path)
        there.add(name)
        if not path.exists():
            yield f"source {name}: there is no such file"
        elif name not in wanted:
            yield f"source {name}: is not in the build"
        elif (found := _hash(path)) != (said := _said(wanted[name])):
            yield f"source {name}: is another now (SHA-256 {found[:12]}… instead of {said[:12]}…)"
    for name in sorted(wanted.keys() - there):
        yield f"source {name}: was built and is not at hand"


def _said(row: Mapping[str, Any]) -> str:
    return str(row.get("file sha256", ""))


def _name(path: Path) -> str:
    return os.fsencode(path.name).decode("utf-8", "replace")


def _hash(path: Path) -> str:
    try:
        return hash_of(path)
    except OSError as error:
        return f"({error.strerror or 'cannot be read'})"
