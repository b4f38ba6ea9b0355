"""A release as one archive: the graph, its tables, its description, licences and sums; the same build gives the same bytes.

| in the archive | what it is |
|---|---|
| `yili.trig`, `yili.ttl`, `claims.trig` | the files of the build |
| `dataset.ttl`, `dataset.jsonld` | the description of the data set; the second with its context inside |
| `yili.sqlite` | the tables, for SQL |
| `tables/*.csv`, `datapackage.json`, `csv-metadata.json` | a table of each class, described as a Data Package and as CSVW |
| `README.md`, `CITATION.cff`, `LICENSE`, `LICENSE-DATA`, `manifest.json`, `SHA256SUMS` | what it is, how to cite it, the sums |
"""

from __future__ import annotations

import contextlib
import csv
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyoxigraph as ox

from yili_kg.data import data_folder
from yili_kg.errors import QueryError
from yili_kg.export.jsonld import jsonld
from yili_kg.export.tables import class_tables
from yili_kg.graph.manifest import MANIFEST, hash_of, read_manifest
from yili_kg.graph.store import open_store
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.graph.write import write_json
from yili_kg.tables.released import released

__all__ = ["SUMS", "archive_name", "write_release"]

SUMS = "SHA256SUMS"
#: The files of a build that go in as they are.
_COPIED = ("yili.trig", "yili.ttl", "claims.trig", "dataset.ttl", MANIFEST)
#: The files that lie beside the data folders, in the repository as in the package.
_BESIDE = ("LICENSE", "LICENSE-DATA", "CITATION.cff")
#: A cell has at most so many characters: a text has 64 million. Python reads no more than 131,072 unless it is told.
_LONGEST = 1 << 30
_CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"


@dataclass(frozen=True, slots=True)
class _Table:
    """A table: its name, its file in the archive, its columns, and which of them hold one integer a cell or nothing."""

    name: str
    file: str
    columns: tuple[str, ...]
    integers: frozenset[str]


def archive_name() -> str:
    """The name of the archive of this version of the data.

    >>> archive_name().endswith(".zip")
    True
    """
    return f"yili-kg-{released().version}.zip"


def write_release(build: Path, output: Path) -> list[str]:
    """Write the archive of a build; the names of the files in it.

    Raises QueryError where there is no whole build, where its files are not as they were written, or where the archive
    cannot be written.
    """
    manifest = read_manifest(build)
    if manifest is None or not (build / "yili.trig").is_file():
        raise QueryError("there is no build here", where=str(build), advice="make one with `yili-kg build -o DIR`")
    changed = [name for name in manifest.differing(build) if name in _COPIED]
    if changed:
        raise QueryError(f"{', '.join(changed)}: not as built", where=str(build), advice="build it once more")
    try:
        with TemporaryDirectory(prefix="yili-kg-") as room:
            folder = Path(room)
            _fill(folder, build)
            names = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
            sums = "".join(f"{hash_of(folder / name)}  {name}\n" for name in names)
            (folder / SUMS).write_text(sums, encoding="utf-8")
            _pack(folder, sorted([*names, SUMS]), output)
    except OSError as error:
        raise QueryError(
            f"cannot be written: {error.strerror}", where=str(output), advice="name another place"
        ) from error
    return sorted([*names, SUMS])


def _fill(folder: Path, build: Path) -> None:
    """All files of the release but the sums."""
    for name in _COPIED:
        shutil.copyfile(build / name, folder / name)
    for name in _BESIDE:
        shutil.copyfile(data_folder("extraction").parent / name, folder / name)
    card = ox.Store()
    card.load(path=folder / "dataset.ttl", format=ox.RdfFormat.TURTLE)
    (folder / "dataset.jsonld").write_text(jsonld(card), encoding="utf-8")
    (folder / "tables").mkdir()
    written = class_tables(open_store(build), folder / "tables", raw=True, encoding="utf-8")
    tables = [_told(path) for path in sorted(set(written))]
    _write_sqlite(folder, tables)
    write_json(folder / "datapackage.json", _data_package(tables))
    write_json(folder / "csv-metadata.json", _csvw(tables))
    (folder / "README.md").write_text(_readme(), encoding="utf-8")


def _rows(path: Path) -> Iterator[list[str]]:
    csv.field_size_limit(_LONGEST)
    with path.open(encoding="utf-8", newline="") as lines:
        yield from csv.reader(lines)


def _told(path: Path) -> _Table:
    """What a table is like."""
    rows = _rows(path)
    columns = next(rows)
    integers = set(columns[1:])
    for row in rows:
        integers -= {c for c, cell in zip(columns, row, strict=True) if c in integers and not _is_integer(cell)}
    return _Table(path.stem, f"tables/{path.name}", tuple(columns), frozenset(integers))


def _is_integer(cell: str) -> bool:
    """Whether a cell holds one whole number as SQL and frictionless read it, or nothing.

    >>> _is_integer("12"), _is_integer(""), _is_integer("007"), _is_integer("1.0")
    (True, True, False, False)
    """
    return not cell or (cell.isascii() and cell.isdigit() and len(cell) < 18 and (cell == "0" or cell[0] != "0"))


def _write_sqlite(folder: Path, tables: Sequence[_Table]) -> None:
    """The tables as one database; empty cells are NULL."""
    with sqlite3.connect(folder / "yili.sqlite") as database:
        for table in tables:
            kinds = ", ".join(f"{_quoted(c)} {'INTEGER' if c in table.integers else 'TEXT'}" for c in table.columns)
            database.execute(f"CREATE TABLE {_quoted(table.name)} ({kinds}, PRIMARY KEY ({_quoted('iri')}))")
            rows = _rows(folder / table.file)
            next(rows)
            slots = ", ".join("?" * len(table.columns))
            filled = ([cell or None for cell in row] for row in rows)
            database.executemany(f"INSERT INTO {_quoted(table.name)} VALUES ({slots})", filled)
    database.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _property(column: str) -> str:
    """The IRI of the property that a column (`skos:prefLabel@lzh`) is of."""
    prefix, _, name = column.partition("@")[0].partition(":")
    return PREFIXES[prefix] + name if prefix in PREFIXES else column.partition("@")[0]


def _data_package(tables: Sequence[_Table]) -> dict[str, Any]:
    """The tables as a Data Package (frictionless)."""
    given = released()
    return {
        "profile": "tabular-data-package",
        "name": "yili-kg",
        "id": f"{BASE}dataset",
        "title": given.title,
        "version": given.version,
        "created": f"{given.issued.isoformat()}T00:00:00Z",
        "licenses": [{"name": "CC0-1.0", "path": _CC0}],
        "contributors": [{"title": given.publisher, "role": "publisher"}],
        "resources": [
            {
                "name": table.name.lower(),
                "path": table.file,
                "profile": "tabular-data-resource",
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "schema": {
                    "fields": [
                        {"name": column, "type": "integer", "description": _property(column)}
                        if column in table.integers
                        else {"name": column, "type": "string", "description": _property(column)}
                        for column in table.columns
                    ],
                    "primaryKey": ["iri"],
                    "missingValues": [""],
                },
            }
            for table in tables
        ],
    }


def _csvw(tables: Sequence[_Table]) -> dict[str, Any]:
    """The tables as CSV on the Web (W3C)."""
    given = released()
    return {
        "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
        "dc:title": given.title,
        "dc:license": {"@id": _CC0},
        "dc:issued": {"@value": given.issued.isoformat(), "@type": "xsd:date"},
        "tables": [
            {
                "url": table.file,
                "tableSchema": {
                    "columns": [
                        {"name": "iri", "titles": "iri", "datatype": "string", "required": True},
                        *(_column(number, column, table) for number, column in enumerate(table.columns[1:], 2)),
                    ],
                    "primaryKey": "iri",
                },
            }
            for table in tables
        ],
    }


def _column(number: int, column: str, table: _Table) -> dict[str, Any]:
    """A column; one of texts may hold several values, each on a line of the cell."""
    told = {"name": f"column{number}", "titles": column, "propertyUrl": _property(column)}
    if column in table.integers:
        return {**told, "datatype": "integer"}
    language = column.partition("@")[2]
    return {**told, "datatype": "string", "separator": "\n", **({"lang": language} if language else {})}


def _readme() -> str:
    given = released()
    cited = f" https://doi.org/{given.doi}" if given.doi else ""
    rows = [line for line in (__doc__ or "").splitlines() if line.startswith("|")]
    return "\n".join(
        [
            f"# {given.title}, {given.version}",
            "",
            f"Given out by {given.publisher}, {given.issued.isoformat()}.{cited}",
            "",
            "Data: CC0-1.0 (`LICENSE-DATA`). How to cite: `CITATION.cff`. How it was made, and from what: `dataset.ttl`.",
            "`sha256sum -c SHA256SUMS` checks the files. Without what is doubtful, but for `yili.trig`.",
            "",
            *rows,
            "",
        ]
    )


def _pack(folder: Path, names: Sequence[str], output: Path) -> None:
    """The files as a zip in the order of their names, each with the date of the release."""
    day = released().issued
    partial = output.with_name(output.name + ".part")
    try:
        with zipfile.ZipFile(partial, "w", compression=zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for name in names:
                entry = zipfile.ZipInfo(name, (day.year, day.month, day.day, 0, 0, 0))
                entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
                entry.file_size = (folder / name).stat().st_size
                with (folder / name).open("rb") as source, archive.open(entry, "w") as target:
                    shutil.copyfileobj(source, target, 1 << 20)
        partial.replace(output)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
