"""Tables saved as text, with tabs or commas between the cells: each cell is a paragraph of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.models import Span

__all__ = ["cells"]

#: A table has so many lines at least, and in all but this share of them as many cells as in most.
_ROWS, _ODD = 3, 0.1
_QUOTED = r'"(?:[^"\n]|"")*"'


def cells(raw: str, lines: Sequence[Span]) -> list[Span]:
    """The cells of a table, without their quotation marks, in order; nothing where the lines are none.

    Commas stand in every text: they part cells only where one column has nothing but numbers and Latin letters in it.
    """
    for separator in ("\t", ","):
        rows = [_row(raw, start, end, separator) for start, end in lines]
        if len(rows) < _ROWS:
            return []
        widths = sorted(len(row) for row in rows)
        width = widths[len(widths) // 2]
        odd = sum(count != width for count in widths)
        if width > 1 and odd <= _ODD * len(rows) and (separator == "\t" or _has_keys(raw, rows, width)):
            return [cell for row in rows for cell in row if cell[0] < cell[1]]
    return []


def _row(raw: str, start: int, end: int, separator: str) -> list[Span]:
    """The cells of a line."""
    cell = re.compile(rf"(?:{_QUOTED}|[^{separator}\n]*)(?={separator}|$)", re.M)
    found: list[Span] = []
    while True:
        match = cell.match(raw, start, end)
        stop = match.end() if match else end
        quoted = stop - start >= 2 and raw[start] == raw[stop - 1] == '"'
        found.append((start + 1, stop - 1) if quoted else (start, stop))
        if stop >= end:
            return found
        start = stop + 1


def _has_keys(raw: str, rows: Sequence[Sequence[Span]], width: int) -> bool:
    """Whether in some column every cell below the first is a number or a Latin word."""
    below = [row for row in rows[1:] if len(row) == width]
    return any(
        all(re.fullmatch(r"[\w.\- ]{1,24}", raw[a:b], re.A) for a, b in column) for column in zip(*below, strict=True)
    )
