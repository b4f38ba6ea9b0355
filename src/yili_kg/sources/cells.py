"""Tables saved as text, with tabs or commas between the cells: each cell is a paragraph of its own.

What a cell is, its words say; those that say it not are what most of their column is. A row reads text first, then what explains it,
in whichever columns they stand.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from yili_kg.models import Span
from yili_kg.sources.known_words import Paragraph, is_modern
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Table", "table_in"]

#: A table has so many rows at least, and in all but this share of them as many cells as in most.
_ROWS, _ODD = 3, 0.1
#: A column of keys has so many; in one of more cells than the second number this share of them may be none (a row of sums).
_KEYS, _LONG, _NO_KEYS = 2, 3, 0.25
#: A quoted cell may go on over lines; what stands in it at most, so that a lone quotation mark holds no book.
_QUOTED = r'"(?:[^"]|""){0,20000}+"'
#: Of so many cells of a column, and of half of them, the words are known, where all are of one layer.
_KNOWN = 2
#: Cells of fewer graphs are none of them (同上, 6條).
_WORDS = 4
#: What programs say of a table at its head (#separator:tab).
_SAID = re.compile(r"(?:\ufeff?#[^\n]*\n)+")


class Table:
    """The rows of a table, each with the spans of its cells, the empty ones too."""

    def __init__(self, rows: Sequence[Sequence[Span]]) -> None:
        self._rows = rows
        #: The cells that hold something, in order.
        self.cells = [(a, b) for row in rows for a, b in row if a < b]
        self._ends = [row[-1][1] for row in rows]

    def fill(self, raw: str, paragraphs: Sequence[Paragraph]) -> None:
        """Sets the layers of cells whose words are not known and not modern: that of most known ones in their column."""
        columns = {cell[0]: number for row in self._rows for number, cell in enumerate(row)}
        told = self._told(paragraphs, columns)
        chapter = ""  # of the rows so far
        for paragraph in self.by_rows(paragraphs):
            chapter = paragraph.chapter or chapter
            layer = told.get(columns.get(paragraph.start, -1), "")
            is_open = layer and not paragraph.layer and paragraph.end > self._ends[0]
            if is_open and _is_old(raw[paragraph.start : paragraph.end]):
                paragraph.layer, paragraph.chapter = layer, paragraph.chapter or chapter

    def _told(self, paragraphs: Sequence[Paragraph], columns: Mapping[int, int]) -> dict[int, str]:
        """The layers of the columns of which most cells below the first are known to be of one."""
        known: dict[int, Counter[str]] = {}
        for paragraph in paragraphs:
            if paragraph.layer and paragraph.start in columns:
                known.setdefault(columns[paragraph.start], Counter())[paragraph.layer] += 1
        told: dict[int, str] = {}
        for column, of_kind in known.items():
            layer, times = of_kind.most_common(1)[0]
            if times >= _KNOWN and 2 * times >= sum(_holds(row, column) for row in self._rows[1:]):
                told[column] = layer
        return told

    def by_rows(self, paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
        """Its paragraphs row by row, text first, and then what explains it."""
        ranks = {layer: rank for rank, layer in enumerate((*layers().base, *layers().notes, *layers().comments))}

        def place(paragraph: Paragraph) -> tuple[int, int, int]:
            return bisect_left(self._ends, paragraph.end), ranks.get(paragraph.layer, len(ranks)), paragraph.start

        return sorted(paragraphs, key=place)


def _holds(row: Sequence[Span], column: int) -> bool:
    """Whether a row has something in a column."""
    return column < len(row) and row[column][0] < row[column][1]


def _is_old(words: str) -> bool:
    """Whether a cell has a sentence, and no modern one."""
    return len(stream(words).graphs) >= _WORDS and not is_modern(fold(words))


def table_in(raw: str, lines: Sequence[Span]) -> Table | None:
    """The table that the lines of a text are, its cells without their quotation marks; None where they are none.

    Commas stand in every text: they part cells only where one column has hardly anything but numbers and Latin letters
    in it. Cost is linear in the text.
    """
    if len(lines) < _ROWS:
        return None
    begin, end = lines[0][0], lines[-1][1]
    said = _SAID.match(raw, begin, end)
    for separator in ("\t", ","):
        rows = [row for row in _rows(raw, said.end() if said else begin, end, separator) if any(a < b for a, b in row)]
        if len(rows) < _ROWS:
            continue
        widths = sorted(len(row) for row in rows)
        width = widths[len(widths) // 2]
        odd = sum(count != width for count in widths)
        if width > 1 and odd <= _ODD * len(rows) and (separator == "\t" or _has_keys(raw, rows, width)):
            return Table(rows)
    return None


def _rows(raw: str, at: int, end: int, separator: str) -> Iterator[list[Span]]:
    """The rows of a table with their cells."""
    cell = re.compile(rf"(?:{_QUOTED}|[^{separator}\r\n]*)(?={separator}|\r?\n|\r|\Z)")
    row: list[Span] = []
    while at <= end:
        match = cell.match(raw, at, end)
        stop = match.end() if match else _to_the_edge(raw, at, end, separator)
        quoted = stop - at >= 2 and raw[at] == raw[stop - 1] == '"'
        row.append((at + 1, stop - 1) if quoted else (at, stop))
        if raw[stop : stop + 1] == separator and stop < end:
            at = stop + 1
            continue
        yield row
        row, at = [], stop + (2 if raw.startswith("\r\n", stop) else 1)


def _to_the_edge(raw: str, at: int, end: int, separator: str) -> int:
    """The next edge of a cell, where a quotation mark stands that closes nothing."""
    edge = re.compile(rf"[{separator}\r\n]").search(raw, at, end)
    return edge.start() if edge else end


def _has_keys(raw: str, rows: Sequence[Sequence[Span]], width: int) -> bool:
    """Whether in some column hardly any cell below the first is no number or Latin word."""
    below = [row for row in rows[1:] if len(row) == width]
    return any(_are_keys([raw[a:b] for a, b in column if a < b]) for column in zip(*below, strict=True))


def _are_keys(words: Sequence[str]) -> bool:
    others = sum(re.fullmatch(r"[\w.\- ]{1,24}", word, re.A) is None for word in words)
    return len(words) - others >= _KEYS and others <= (_NO_KEYS * len(words) if len(words) > _LONG else 0)
