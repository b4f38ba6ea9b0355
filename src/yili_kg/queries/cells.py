"""Cells of tables that people open in a spreadsheet: what would be run as a formula there is marked as text."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["as_cell", "as_line"]

_FORMULA = re.compile("[=+\\-@\t\r\n＝＋－＠]")
_SPECIAL = re.compile('[,"\r\n]')
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def as_cell(value: str, *, raw: bool = False) -> str:
    """The value with `'` before it where a spreadsheet would take it for a formula (OWASP, CSV Injection), else as it is.

    Numbers are no formulas. With `raw` all values are left alone, for programs that read the table.

    >>> as_cell("=1+1"), as_cell("-12.5"), as_cell("爵"), as_cell("=1+1", raw=True)
    ("'=1+1", '-12.5', '爵', '=1+1')
    """
    if raw or not _FORMULA.match(value) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"


def as_line(values: Iterable[str], *, raw: bool = False) -> str:
    """A line of CSV with its end; unlike Python's writer it quotes a bare CR as well, which readers take for a line end."""
    cells = [as_cell(value, raw=raw) for value in values]
    if cells == [""]:
        return '""\n'
    return ",".join(_quoted(c) if _SPECIAL.search(c) else c for c in cells) + "\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
