"""Folding: one key a graph, so that simplified, traditional and variant graphs match; the length never changes.

Tables: opencc's simplified → traditional characters, below `extraction/rules/folding.tsv`, which keeps the
simplified graphs that are words of their own in these texts (几 云 后 …) and adds the variants of the old prints. An entity
(`&KR0871;`) is one graph that nobody can print: its `&` and `;` are no marks, and no rule takes them for some. Which graph
other copies have for it is in `extraction/rules/entities.tsv`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from sys import maxunicode

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table
from yili_kg.text.graphs import FILLED, entities

__all__ = ["Keys", "fold", "folding_table", "simplified_share", "simplify", "traditional"]

#: Texts of more code points are not kept folded.
_SHORT = 1_000
#: The last code point of the basic plane.
_BASIC = 0xFFFF
_IDEOGRAPHS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00), (0x20000, 0x32000))


@cache
def _converter(name: str):  # type: ignore[no-untyped-def]
    import opencc

    return opencc.OpenCC(name)


@cache
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


class _Own(Row):
    """A row of our own table: a graph, its key, and why."""

    graph: str = Field(min_length=1, max_length=1)
    key: str = Field(min_length=1, max_length=1)
    reason: str


class _Named(Row):
    """A row of the table of entities: the name without `&` and `;`, the graph that other copies have, and where."""

    entity: str = Field(pattern=r"^[A-Za-z0-9-]{2,12}$")
    graph: str = Field(min_length=1, max_length=1)
    reason: str


def _own_rows() -> tuple[_Own, ...]:
    return read_table(data_folder("extraction") / "rules" / "folding.tsv", _Own)


@cache
def folding_table() -> dict[int, int]:
    """Code point → key, for every graph that is not its own key. Raises DataError on a broken table."""
    table = {**_opencc_table(), **{ord(row.graph): ord(row.key) for row in _own_rows()}}
    for graph in list(table):
        table[graph] = _last_key(table, graph)
    return {graph: key for graph, key in table.items() if graph != key}


def _last_key(table: dict[int, int], graph: int) -> int:
    """The key of a graph's key is its key: chains (𤣥 → 玄 → …) are followed to their end, or until they come back."""
    key, seen = table[graph], {graph}
    while table.get(key, key) != key and key not in seen:
        seen.add(key)
        key = table[key]
    return key


class Keys:
    """A table of keys by code point, for texts in which few graphs have another key than themselves.

    Those are found by one pattern; `str.translate` looks each graph up, which takes some four times as long.
    """

    def __init__(self, keys: Mapping[int, int]) -> None:
        changed = {chr(code): chr(key) for code, key in keys.items() if code != key}
        self._key = changed.get
        # Beyond the basic plane a pattern would compare graph by graph, so all that stands there is looked up.
        basic = "".join(re.escape(graph) for graph in sorted(changed) if ord(graph) <= _BASIC)
        self._sub = re.compile(f"[{basic}{chr(_BASIC + 1)}-{chr(maxunicode)}]").sub

    def of(self, text: str) -> str:
        """The text with every graph replaced by its key; same number of code points."""
        return self._sub(self._of, text)

    def _of(self, found: re.Match[str]) -> str:
        graph = found[0]
        return self._key(graph, graph)


@cache
def _keys() -> Keys:
    return Keys(folding_table())


@lru_cache(maxsize=1 << 13)
def _kept(text: str) -> str:
    return _folded(text)


def _folded(text: str) -> str:
    keys = _keys().of(text)
    return entities().sub(_as_one, keys) if "&" in keys else keys


@cache
def _named_graphs() -> dict[str, str]:
    """The key of the graph that other copies have for an entity, by its name with `&` and `;`."""
    rows = read_table(data_folder("extraction") / "rules" / "entities.tsv", _Named, unique=("entity",))
    return {f"&{row.entity};": _keys().of(row.graph) for row in rows}


def _as_one(entity: re.Match[str]) -> str:
    """The graph that other copies have, or the sign of a lost one, filled up to the length of the entity."""
    return _named_graphs().get(entity[0], "□").ljust(len(entity[0]), FILLED)


def fold(text: str) -> str:
    """The text with every graph replaced by its key; same number of code points.

    Each stage of an analysis folds the same segments and the same words: those folded last are kept, if they are not long.
    """
    return _kept(text) if len(text) <= _SHORT else _folded(text)


@cache
def _simplified() -> frozenset[str]:
    """The graphs of simplified print alone: those of its character set that the traditional one lacks, and no own rows."""
    own = {row.graph for row in _own_rows()}
    graphs = (chr(code) for code in _opencc_table())
    return frozenset(g for g in graphs if g not in own and _encodes(g, "gb2312") and not _encodes(g, "big5"))


def _encodes(graph: str, charset: str) -> bool:
    try:
        return bool(graph.encode(charset))
    except UnicodeEncodeError:
        return False


def simplified_share(text: str) -> float:
    """How much of the graphs of a text are those of simplified print alone: some .17 there, .001 elsewhere."""
    simplified = _simplified()
    if simplified.isdisjoint(text):
        return 0.0
    graphs = [c for c in text if c.isalpha()]
    return sum(c in simplified for c in graphs) / len(graphs)


def simplify(text: str) -> str:
    """The text in simplified characters, for labels."""
    return str(_converter("t2s").convert(text))


def traditional(text: str) -> str:
    """The text in traditional characters, graph for graph (same length), for names and targets."""
    return fold(text)
