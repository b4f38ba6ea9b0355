"""The version of the data, `extraction/tables/release.tsv`: the one place in which it stands, with its date and publisher."""

from __future__ import annotations

from datetime import date
from functools import cache

from pydantic import Field

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.tables.table import Row, read_table

__all__ = ["Released", "released"]


class Released(Row):
    """A version of the data: when and by whom it was given out, under which title; `doi` is empty where it has none."""

    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    issued: date
    publisher: str = Field(min_length=1)
    title: str = Field(min_length=1)
    doi: str = Field(default="", pattern=r"^(10\.\d{4,9}/\S+)?$")


@cache
def released() -> Released:
    """The version of the data that this is. Raises DataError where the table has not exactly one row."""
    path = data_folder("extraction") / "tables" / "release.tsv"
    rows = read_table(path, Released)
    if len(rows) != 1:
        raise DataError(f"{len(rows)} versions, not one", where=where(path), advice="keep the row of this version")
    return rows[0]
