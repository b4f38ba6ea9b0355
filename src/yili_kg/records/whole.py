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
from dataclasses import is_dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from yili_kg.errors import QueryError
from yili_kg.models import Annotated, Document, Edition, Segment, Unsure
from yili_kg.models.quick import replace as quickly
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
        places = [row.pop("offsets") for row in rows]
        made = _adapter(name).validate_python([{**row, "offsets": ()} for row in rows])
        return tuple(quickly(segment, offsets=_places(of)) for segment, of in zip(made, places, strict=True))
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
    if not _is_plain(name, key):
        rows = rows_in(name, line)
        return [row[key] for row in ((found for _, found in rows) if name == "unsure" else rows)]
    known: dict[bytes, str] = {}
    found = re.findall(rb'"%s":("(?:[^"\\]|\\.)*")' % key.encode("ascii"), line)
    for told in found:
        if told not in known:
            known[told] = json.loads(told)
    return [known[told] for told in found]


@cache
def _is_plain(name: str, key: str) -> bool:
    """Whether a key stands in the line of a field once for each statement: nothing inside of a statement has it too.

    Where it stands can then be found without reading all of the line: a quotation mark in a string has a stroke before it.
    """
    (model, *_) = get_args(get_type_hints(Annotated)[name])
    return name != "unsure" and model.__annotations__.get(key) == "str" and not _is_inside(model, key)


def _is_inside(model: type, key: str) -> bool:
    """Whether a model that is held by another has a field of this name."""
    held = [one for hint in get_type_hints(model).values() for one in get_args(hint) if is_dataclass(one)]
    return any(key in get_type_hints(one) or (isinstance(one, type) and _is_inside(one, key)) for one in held)


def _places(told: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The places that `runs` has told."""
    return tuple(chain.from_iterable(range(start, start + length) for start, length in told))


def values_in(name: str, line: bytes, segments: Collection[str]) -> tuple[Any, ...]:
    """The statements in the line of a field that stand in some segments. Raises one of `DAMAGED`."""
    rows = rows_in(name, line)
    if name == "unsure":
        told = ((of, found) for of, found in rows if found["segment"] in segments)
        return tuple(Unsure(of=of, found=_models()[of].validate_python(found)) for of, found in told)
    found: tuple[Any, ...] = _adapter(name).validate_python([row for row in rows if row["segment"] in segments])
    return found


def _packed(name: str, told: Any) -> bytes:
    line = f'{{"{name}":{json.dumps(told, separators=(",", ":"))}}}\n'.encode("ascii")
    return gzip.compress(line, 6, mtime=0)


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    """What reads and writes a field."""
    special: Mapping[str, Any] = {"document": Document, "segments": tuple[Segment, ...]}
    return TypeAdapter(special.get(name) or get_type_hints(Annotated)[name])


@cache
def _models() -> dict[str, TypeAdapter[Any]]:
    """Kind → what reads statements of this kind."""
    fields = get_type_hints(Annotated)
    return {k.kind: TypeAdapter(get_args(fields[k.field])[0]) for k in kinds() if k.kind != "unsure"}


def _lines(annotated: Annotated) -> Iterator[tuple[str, Any]]:
    """The fields of an edition in order, each with what is written of it."""
    edition = annotated.edition
    for name in fields_of():
        if name == "unsure":
            yield name, [[u.of, _models()[u.of].dump_python(u.found)] for u in annotated.unsure]
        elif name == "segments":
            rows = _adapter(name).dump_python(tuple(replace(s, offsets=()) for s in edition.segments))
            for row, segment in zip(rows, edition.segments, strict=True):
                row["offsets"] = list(runs(segment.offsets))
            yield name, rows
        else:
            value = edition.document if name == "document" else getattr(annotated, name)
            yield name, _adapter(name).dump_python(value)


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
