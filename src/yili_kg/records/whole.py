"""Editions with everything that was found in them, as a file and back: what the pages of a build can be made from again.

A line of JSON for each field of an edition (`{"document": …}`, `{"segments": …}`, `{"mentions": …}` …), each compressed by
itself, so that one of them can be read without the others (`records/kept.py`). The names are those of the models, and the
places of a segment's characters are told as runs: where in the source so many of them stand one behind the other.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from yili_kg.errors import QueryError
from yili_kg.models import Annotated, Document, Edition, Segment, Unsure
from yili_kg.models.quick import replace
from yili_kg.records.lines import model_of, rows_with, told_before
from yili_kg.tables.kinds import kinds

__all__ = [
    "DAMAGED",
    "damaged",
    "field_of",
    "fields_of",
    "packed",
    "read_editions",
    "read_raw",
    "rows_in",
    "runs",
    "unpacked",
    "value_of",
    "values_in",
    "words_in",
    "write_editions",
]

#: For so few segments a line is searched for their statements, and not read whole.
_FEW = 48
#: A number that the two writers of JSON spell otherwise, or what looks like one.
_TINY = re.compile(rb"e-[0-9]")
#: What reading a file of editions raises where it is not as it was written.
DAMAGED = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError, ValidationError)


def packed(annotated: Annotated) -> bytes:
    """An edition as it stands in a file of editions: the same bytes for the same edition."""
    return b"".join(_packed(name, told) for name, told in _lines(annotated))


def unpacked(data: bytes) -> Annotated:
    """The edition that `packed` has made. Raises one of `DAMAGED` for what is not as it was made."""
    (told,) = _editions(io.BytesIO(gzip.decompress(data)))
    return _annotated(told)


def write_editions(path: Path, editions: Iterable[Annotated]) -> None:
    """Write editions into a file, the same bytes for the same editions. Raises OSError."""
    with path.open("wb") as file:
        if not sum(file.write(packed(annotated)) for annotated in editions):
            file.write(gzip.compress(b"", 6, mtime=0))


def read_editions(path: Path) -> list[Annotated]:
    """The editions of a file, whole. Raises QueryError for one that is not there or that is damaged."""
    try:
        if not path.stat().st_size:
            raise EOFError
        with gzip.open(path, "rb") as lines:
            return [_annotated(told) for told in _editions(lines)]
    except FileNotFoundError as error:
        raise QueryError(
            "the editions of the build are not here", where=str(path), advice="build it again with `yili-kg build`"
        ) from error
    except DAMAGED as error:
        raise damaged(path, error) from error


def damaged(path: Path, error: BaseException) -> QueryError:
    """What to say of a file of editions that is not as it was written."""
    return QueryError(
        f"the editions of the build are damaged: {type(error).__name__}", where=str(path), advice="build it again"
    )


def read_raw(path: Path) -> dict[str, str]:
    """The texts of the sources in a file of editions, by their SHA-256; empty where there is no such file.

    Raises QueryError for a file that is damaged.
    """
    if not path.is_file():
        return {}
    try:
        with gzip.open(path, "rb") as lines:
            documents = [value_of("document", line) for line in lines if field_of(line) == "document"]
        return {document.sha256: document.raw for document in documents}
    except DAMAGED as error:
        raise damaged(path, error) from error


@cache
def fields_of() -> tuple[str, ...]:
    """The lines of an edition in their order: the document, its segments, then what was found of each kind."""
    return ("document", "segments", *(k.field for k in kinds()))


def field_of(line: bytes) -> str:
    """Which field a line is, by how it begins. Raises ValueError for a line that is none."""
    name = line[2:40].partition(b'"')[0].decode("ascii", "replace")
    if name not in fields_of() or not line.startswith(f'{{"{name}":'.encode()):
        raise ValueError("no line of an edition")
    return name


def value_of(name: str, line: bytes) -> Any:
    """What stands in the line of a field. Raises one of `DAMAGED` for a line that is not as it was written."""
    body = line.rstrip(b"\n")[len(name) + 4 : -1]
    if name == "segments":
        rows = rows_in(name, line)
        places = [_places(row["offsets"]) for row in rows]
        for row in rows:
            row["offsets"] = ()
        made: tuple[Segment, ...] = _adapter(name).validate_python(rows)
        for segment, of in zip(made, places, strict=True):
            object.__setattr__(segment, "offsets", of)  # nobody has seen it yet
        return made
    if name == "unsure":
        return tuple(Unsure(of=of, found=_models()[of].validate_python(found)) for of, found in rows_in(name, line))
    try:
        return _adapter(name).validate_json(body)
    except ValidationError:  # half a character is none for this parser
        return _adapter(name).validate_python(json.loads(body))


def rows_in(name: str, line: bytes) -> Any:
    """What stands in the line of a field as JSON has it, no models made. Raises one of `DAMAGED`."""
    body = line.rstrip(b"\n")[len(name) + 4 : -1]
    try:
        return from_json(body)
    except ValueError:  # half a character is none for this parser
        return json.loads(body)


def words_in(name: str, line: bytes, key: str) -> list[str]:
    """The values of a key, which are strings, of the statements in the line of a field, in their order. Raises one of
    `DAMAGED`."""
    follows = told_before(name, key)
    if follows is None:
        rows = rows_in(name, line)
        return [row[key] for row in ((found for _, found in rows) if name == "unsure" else rows)]
    known: dict[bytes, str] = {}
    found = re.findall(rb'"%b":("[^"\\]*(?:\\.[^"\\]*)*")%b' % (key.encode("ascii"), follows), line)
    for told in found:
        if told not in known:
            known[told] = json.loads(told) if b"\\" in told else told[1:-1].decode("ascii")
    return [known[told] for told in found]


def _places(told: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The places that `runs` has told."""
    return tuple(chain.from_iterable(range(start, start + length) for start, length in told))


def values_in(name: str, line: bytes, segments: Collection[str]) -> tuple[Any, ...]:
    """The statements in the line of a field that stand in some segments. Raises one of `DAMAGED`."""
    if name == "unsure":
        told = ((of, found) for of, found in rows_in(name, line) if found["segment"] in segments)
        return tuple(Unsure(of=of, found=_models()[of].validate_python(found)) for of, found in told)
    some = rows_with(name, line, "segment", segments) if len(segments) <= _FEW else None
    rows = rows_in(name, line) if some is None else some
    found: tuple[Any, ...] = _adapter(name).validate_python([row for row in rows if row["segment"] in segments])
    return found


def _packed(name: str, told: bytes) -> bytes:
    return gzip.compress(b'{"%b":%b}\n' % (name.encode("ascii"), told), 6, mtime=0)


def _as_json(name: str, value: Any) -> bytes:
    """A field as JSON in ASCII, as the standard library writes it."""
    try:
        told = _adapter(name).dump_json(value, ensure_ascii=True)
    except ValueError:  # half a character
        pass
    else:
        if b"\x7f" not in told and b"0.0000" not in told and not _TINY.search(told):
            return told
    return _dumped(_adapter(name).dump_python(value))


def _dumped(rows: Any) -> bytes:
    return json.dumps(rows, separators=(",", ":")).encode("ascii")


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    """What reads and writes a field."""
    special: Mapping[str, Any] = {"document": Document, "segments": tuple[Segment, ...]}
    return TypeAdapter(special.get(name) or get_type_hints(Annotated)[name])


@cache
def _models() -> dict[str, TypeAdapter[Any]]:
    """Kind → what reads statements of this kind."""
    return {k.kind: TypeAdapter(model_of(k.field)) for k in kinds() if k.kind != "unsure"}


def _lines(annotated: Annotated) -> Iterator[tuple[str, bytes]]:
    """The fields of an edition in order, each with what is written of it."""
    edition = annotated.edition
    for name in fields_of():
        if name == "unsure":
            yield name, _dumped([[u.of, _models()[u.of].dump_python(u.found)] for u in annotated.unsure])
        elif name == "segments":
            rows = _adapter(name).dump_python(tuple(replace(s, offsets=()) for s in edition.segments))
            for row, segment in zip(rows, edition.segments, strict=True):
                row["offsets"] = list(runs(segment.offsets))
            yield name, _dumped(rows)
        else:
            yield name, _as_json(name, edition.document if name == "document" else getattr(annotated, name))


def _editions(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """What stands in the lines of each edition, by field. Raises ValueError where a line is missing or too much."""
    told: dict[str, Any] = {}
    for line in lines:
        name = field_of(line)
        if name != fields_of()[len(told)]:
            raise ValueError(f"{name} is not what comes next")
        told[name] = value_of(name, line)
        if len(told) == len(fields_of()):
            yield told
            told = {}
    if told:
        raise EOFError


def _annotated(told: dict[str, Any]) -> Annotated:
    return Annotated(edition=Edition(document=told.pop("document"), segments=told.pop("segments")), **told)


def runs(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Places one behind the other as where they begin and how many there are.

    >>> list(runs([3, 4, 5, 9]))
    [(3, 3), (9, 1)]
    """
    begin = before = None
    for place in places:
        if begin is None or before is None:
            begin = place
        elif place != before + 1:
            yield begin, before + 1 - begin
            begin = place
        before = place
    if begin is not None and before is not None:
        yield begin, before + 1 - begin
