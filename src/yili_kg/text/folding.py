"""Folding: one key a graph, so that simplified, traditional and variant graphs match; the length never changes.

Tables: opencc's simplified → traditional characters, below `extraction/rules/folding.tsv`, which keeps the
simplified graphs that are words of their own in these texts (几 云 后 …) and adds the variants of the old prints.
"""

from __future__ import annotations

import csv
import unicodedata
from functools import cache

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError

__all__ = ["fold", "folding_table", "simplify", "traditional"]

_IDEOGRAPHS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00), (0x20000, 0x32000))


@cache
def _converter(name: str):  # type: ignore[no-untyped-def]
    import opencc

    return opencc.OpenCC(name)


def _opencc_table() -> dict[int, int]:
    """Graph → traditional graph, for every ideograph that opencc maps to one other graph."""
    table: dict[int, int] = {}
    graphs = [chr(c) for a, b in _IDEOGRAPHS for c in range(a, b)]
    # One call over lines, since a call a graph costs seconds; a line end keeps neighbours from forming phrases.
    converted = _converter("s2t").convert("\n".join(graphs)).split("\n")
    for graph, key in zip(graphs, converted, strict=True):
        if len(key) == 1 and key != graph:
            table[ord(graph)] = ord(key)
    for code in (*range(0xF900, 0xFAFF), *range(0x2F800, 0x2FA1E)):  # compatibility ideographs of old encodings
        unified = unicodedata.normalize("NFC", chr(code))
        if len(unified) == 1 and unified != chr(code):
            table[code] = ord(unified)
    return table


@cache
def folding_table() -> dict[int, int]:
    """Code point → key, for every graph that is not its own key. Raises DataError on a broken table."""
    path = data_folder("extraction") / "rules" / "folding.tsv"
    own: dict[int, int] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if number == 1 or not row or row[0].startswith("#"):
                continue
            if len(row) < 3 or len(row[0]) != 1 or len(row[1]) != 1:
                raise DataError("a row is graph, key (one character each) and reason", where=where(path, number))
            own[ord(row[0])] = ord(row[1])
    table = {**_opencc_table(), **own}
    # A key's own key is the key: chains (𤣥 → 玄 → …) are followed to their end.
    for graph in list(table):
        seen = {graph}
        while table.get(table[graph], table[graph]) != table[graph] and table[graph] not in seen:
            seen.add(table[graph])
            table[graph] = table[table[graph]]
    return {graph: key for graph, key in table.items() if graph != key}


def fold(text: str) -> str:
    """The text with every graph replaced by its key; same number of code points."""
    return text.translate(folding_table())


def simplify(text: str) -> str:
    """The text in simplified characters, for labels."""
    return str(_converter("t2s").convert(text))


def traditional(text: str) -> str:
    """The text in traditional characters, graph for graph (same length), for names and targets."""
    return fold(text)
