"""The table of colours, `extraction/tables/palette.tsv`: what each is for on pages and drawings."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated

from pydantic import StringConstraints

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table

__all__ = ["Colour", "filled", "palette"]

_HEX = r"^#[0-9a-f]{6}$"
_CALL = re.compile(r"var\(--([a-z-]+)\)")


class Colour(Row):
    """One colour; the header of the table explains the columns."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$")]
    colour: Annotated[str, StringConstraints(pattern=_HEX)]
    dark: Annotated[str, StringConstraints(pattern=_HEX)] | None = None
    use: Annotated[str, StringConstraints(min_length=1)]


@cache
def palette() -> dict[str, Colour]:
    """The colours by name, in the order of the table."""
    rows = read_table(data_folder("extraction") / "tables" / "palette.tsv", Colour, unique=("name",))
    return {row.name: row for row in rows}


def filled(style: str) -> str:
    """A style sheet with the colours themselves for `var(--name)`: for a drawing that is a file of its own.

    >>> filled("stroke:var(--wall)") == "stroke:" + palette()["wall"].colour
    True

    Raises KeyError for a name that the table lacks.
    """
    return _CALL.sub(lambda call: palette()[call[1]].colour, style)
