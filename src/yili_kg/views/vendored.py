"""Scripts and styles that others made, as they published them: a few stand in `views/vendor`, one comes with pyvis.

`views/vendor/packages.tsv` names each file with package, version, licence and hash; docs/dependencies.md has it as well.
"""

from __future__ import annotations

import gzip
import importlib.util
from functools import cache
from pathlib import Path

from yili_kg.tables.table import Row, read_table

__all__ = ["VIS", "Vendored", "published", "vendored", "vendored_files"]

#: The script that draws networks: pyvis brings it.
VIS = "vis-network.min.js"
_VENDOR = Path(__file__).parent / "vendor"


class Vendored(Row):
    """A file of another's package: where it stands in `views/vendor`, and what it is; `sha256` is that of what was published.

    `home` is its path in the package.
    """

    file: str
    package: str
    version: str
    licence: str
    home: str
    sha256: str


@cache
def vendored_files() -> dict[str, Vendored]:
    """The files of `views/vendor` by name."""
    return {row.file: row for row in read_table(_VENDOR / "packages.tsv", Vendored, unique=("file",))}


@cache
def vendored(name: str) -> str:
    """The text of a file that others made; raises KeyError for one that is not here."""
    if name == VIS:
        found = importlib.util.find_spec("pyvis")
        assert found is not None
        assert found.origin
        return (Path(found.origin).parent / "lib" / "vis-9.1.2" / VIS).read_text(encoding="utf-8")
    return published(name).decode("utf-8")


def published(name: str) -> bytes:
    """The bytes of a file as they were published; one that is kept packed (`.gz`) is unpacked."""
    row = vendored_files()[name]
    data = (_VENDOR / row.file).read_bytes()
    return gzip.decompress(data) if row.file.endswith(".gz") else data
