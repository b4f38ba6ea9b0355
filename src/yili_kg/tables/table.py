"""One reader for all tables: TSV files with a header, each with a schema of its own, errors with file and line."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
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


def read_table(path: Path, schema: type[RowT], *, unique: Sequence[str] = ()) -> tuple[RowT, ...]:
    """The rows of a table in order; lines that begin with # and empty lines are left out.

    `unique` are the columns that together name a row. Raises DataError for a header that lacks a column or has one that
    nobody reads, for a row of another length, for a value that the schema refuses, and for a name that is taken. A
    schema with `extra="ignore"` leaves columns that nobody reads to whoever wrote them.
    """
    columns = {name for name in schema.model_fields if name != "place"}
    strict = schema.model_config.get("extra") != "ignore"
    wanted = {name for name in columns if schema.model_fields[name].is_required()}
    header: list[str] = []
    rows: list[RowT] = []
    taken: dict[tuple[object, ...], str] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            for number, cells in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
                if not any(map(str.strip, cells)) or cells[0].startswith("#"):
                    continue
                place = where(path, number)
                if not header:
                    header = _header(cells, columns if strict else {*columns, *cells}, wanted, place)
                    continue
                rows.append(_row(cells, header, schema, place))
                key = tuple(getattr(rows[-1], name) for name in unique)
                if key and key in taken:
                    raise DataError(f"{' '.join(map(str, key))} is already taken at {taken[key]}", where=place)
                taken[key] = place
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"cannot be read: {error}", where=where(path)) from error
    if not header:
        raise DataError("the table has no header", where=where(path))
    return tuple(rows)


def _header(cells: list[str], columns: set[str], wanted: set[str], place: str) -> list[str]:
    missing = sorted(wanted - set(cells))
    if missing:
        raise DataError(f"the header lacks {', '.join(missing)}", where=place, advice="TAB between the columns")
    unknown = sorted(set(cells) - columns)
    if unknown or len(set(cells)) < len(cells):
        raise DataError(f"the header has columns nobody reads, or one twice: {', '.join(unknown)}", where=place)
    return cells


def _row(cells: list[str], header: list[str], schema: type[RowT], place: str) -> RowT:
    if len(cells) > len(header):
        raise DataError(f"{len(cells)} fields where the header has {len(header)}", where=place)
    values = dict(zip(header, (*cells, *[""] * (len(header) - len(cells))), strict=True))
    # An empty field of a column that may be left out is left out.
    read = {k: v for k, v in values.items() if k in schema.model_fields}
    given = {k: v for k, v in read.items() if v.strip() or schema.model_fields[k].is_required()}
    try:
        return schema.model_validate({**given, "place": place})
    except ValidationError as error:
        raise refusal(error, what=f"the row {cells[0]}", where=place) from error
