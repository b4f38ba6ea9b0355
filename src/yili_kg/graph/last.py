"""What the last build has found already: a source that is the same, under the same rules, is not analysed again.

The manifest says of each source by what it was analysed (`mark`: a hash of its bytes, its name, and of code, data, options,
library and decisions by hand), and the file of editions has what was found in it. Both are believed only where the
manifest is as the build wrote it and the file has the hash that stands there; what is in it is read as JSON of the models.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from yili_kg.errors import QueryError
from yili_kg.graph.conform import Known
from yili_kg.graph.fingerprint import Fingerprint
from yili_kg.graph.manifest import read_manifest
from yili_kg.graph.shard import Shard, shard_of
from yili_kg.records.kept import Editions
from yili_kg.records.whole import DAMAGED, unpacked

__all__ = ["EDITIONS", "Kept", "kept_of"]

#: The file of a build from which its pages can be made again, and by which the next build is spared work.
EDITIONS = "editions.jsonl.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Where what was found in a source stands: a file of editions, the first byte and how many."""

    path: Path
    begin: int
    length: int

    def shard(self, stem: Path, known: Known) -> Shard | None:
        """The shard of the source, as if it had been analysed; None where the records are not as they were written.

        Raises OSError where it cannot be written.
        """
        try:
            with self.path.open("rb") as file:
                file.seek(self.begin)
                whole = file.read(self.length)
            annotated = unpacked(whole)
        except DAMAGED:
            return None
        return shard_of(annotated, stem, known=known, whole=whole)


def kept_of(out: Path, known: Fingerprint) -> Mapping[Path, Kept]:
    """The sources of a build to come of which the last build in `out` has what they hold, by path."""
    manifest = read_manifest(out)
    if manifest is None or not manifest.own or not manifest.is_own(out, EDITIONS):
        return {}
    try:
        editions = Editions(out / EDITIONS)
    except QueryError:
        return {}
    marks = [str(row.get("mark", "")) for row in manifest.sources]
    if len(marks) != len(editions):
        return {}
    places = {mark: number for number, mark in enumerate(marks) if mark}
    found: dict[Path, Kept] = {}
    for path, mark in known.marks().items():
        if mark in places:
            begin, length = editions.place_of(places[mark])
            found[path] = Kept(path=editions.path, begin=begin, length=length)
    return found
