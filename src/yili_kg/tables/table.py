"""One reader for all tables: TSV files with a header, each with a schema of its own, errors with file and line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.json_schema import SkipJsonSchema

from yili_kg.data import where
from yili_kg.errors import DataError
from yili_kg.tables.refusal import refusal

__all__ = ["Row", "RowT", "read_table"]


class Row(BaseModel):
    """A row of a table; its fields are the columns, `place` is its file and line."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    place: SkipJsonSchema[str] = Field(default="", exclude=True)


RowT = TypeVar("RowT", bound=Row)
#: A column: its field, empty for one that nobody reads, and whether it must be filled.
_Told = tuple[str, bool]


def read_table(path: Path, schema: type[RowT], *, unique: Sequence[str] = ()) -> tuple[RowT, ...]:
    """The rows of a table in order; lines that begin with # and empty lines are left out.

    `unique` are the columns that together name a row. Raises DataError for a header that lacks a column or has one that
    nobody reads, for a row of another length, for a value that the schema refuses, and for a name that is taken. A
    schema with `extra="ignore"` leaves columns that nobody reads to whoever wrote them.
    """
    file = where(path)
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            given = list(_cells(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), schema, file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"cannot be read: {_why(error)}", where=file) from error
    try:
        # All at once, which is quicker; one by one only where it must be said which of them is broken.
        rows: list[RowT] = _of(schema).validate_python(given)
    except ValidationError:
        rows = [_row(one, schema) for one in given]
    if unique:
        _name_all(rows, unique)
    return tuple(rows)


def _cells(lines: Iterator[list[str]], schema: type[Row], file: str) -> Iterator[dict[str, str]]:
    """What each line of a table gives for the columns of its header, and its place."""
    told: list[_Told] = []
    names: list[str] = []
    for number, cells in enumerate(lines, 1):
        if not any(map(str.strip, cells)) or cells[0].startswith("#"):
            continue
        place = f"{file}:{number}"
        if not told:
            told = _columns(cells, schema, place)
            names = [name for name, _ in told] if all(name for name, _ in told) else []
        elif len(cells) == len(names) and all(map(str.strip, cells)):
            yield {**dict(zip(names, cells, strict=True)), "place": place}
        else:
            yield _given(cells, told, place)
    if not told:
        raise DataError("the table has no header", where=file)


def _columns(header: list[str], schema: type[Row], place: str) -> list[_Told]:
    """The columns of a header."""
    columns = {name for name in schema.model_fields if name != "place"}
    wanted = {name for name in columns if schema.model_fields[name].is_required()}
    strict = schema.model_config.get("extra") != "ignore"
    named = _header(header, columns if strict else {*columns, *header}, wanted, place)
    return [(name if name in columns else "", name in wanted) for name in named]


def _given(cells: list[str], told: list[_Told], place: str) -> dict[str, str]:
    """What a line gives; an empty field of a column that may be left out is left out."""
    if len(cells) > len(told):
        raise DataError(f"{len(cells)} fields where the header has {len(told)}", where=place)
    given = {name: cell for cell, (name, needed) in zip(cells, told, strict=False) if name and (needed or cell.strip())}
    if len(cells) < len(told):
        given.update((name, "") for name, needed in told[len(cells) :] if needed)
    given["place"] = place
    return given


@cache
def _of(schema: type[Row]) -> TypeAdapter[list[Any]]:
    """What validates all rows of a schema at once."""
    return TypeAdapter(list[schema])  # type: ignore[valid-type]  # the type is a value here


def _name_all(rows: Sequence[Row], unique: Sequence[str]) -> None:
    """Raises DataError where two rows have the same name."""
    named = attrgetter(*unique)
    taken: dict[Any, Row] = {}
    for row in rows:
        first = taken.setdefault(named(row), row)
        if first is not row:
            key = " ".join(str(getattr(row, name)) for name in unique)
            raise DataError(f"{key} is already taken at {first.place}", where=row.place)


def _why(error: Exception) -> str:
    """Why a table cannot be read, without the number and the path that a system puts around it."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _header(cells: list[str], columns: set[str], wanted: set[str], place: str) -> list[str]:
    missing = sorted(wanted - set(cells))
    if missing:
        raise DataError(f"the header lacks {', '.join(missing)}", where=place, advice="TAB between the columns")
    unknown = sorted(set(cells) - columns)
    if unknown or len(set(cells)) < len(cells):
        raise DataError(f"the header has columns nobody reads, or one twice: {', '.join(unknown)}", where=place)
    return cells


def _row(given: dict[str, str], schema: type[RowT]) -> RowT:
    try:
        return schema.model_validate(given)
    except ValidationError as error:
        named = next((cell for name, cell in given.items() if name != "place"), "")
        raise refusal(error, what=f"the row {named}", where=given["place"]) from error
