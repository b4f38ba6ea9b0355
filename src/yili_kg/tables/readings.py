"""Readings that the dictionary of readings lacks, `extraction/tables/readings.tsv`, and whether pinyin can be a word's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import pypinyin

from yili_kg.data import data_folder
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["Reading", "readings", "syllables"]

_GRAPH = re.compile(r"[\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")


class Reading(Row):
    """A graph, or a whole headword, with a reading that the dictionary lacks and why it is read so."""

    word: Filled
    reading: Filled
    reason: Filled


@cache
def readings() -> dict[str, tuple[str, ...]]:
    """The readings of the table by graph or headword."""
    found: dict[str, tuple[str, ...]] = {}
    rows = read_table(data_folder("extraction") / "tables" / "readings.tsv", Reading, unique=("word", "reading"))
    for row in rows:
        found[row.word] = (*found.get(row.word, ()), row.reading)
    return found


def syllables(word: str, pinyin: str) -> tuple[str, ...]:
    """The syllables of the graphs of a headword in its pinyin; none where the pinyin cannot be that of the word.

    Pinyin is written together, in lower case, with tones, a `·` where the headword has one and an apostrophe before a
    vowel within a word. Each graph has a reading of pypinyin, with its tone, or one of the table; a headword with a
    reading of its own in the table has just that, as one piece.
    """
    if pinyin in readings().get(word, ()):
        return (pinyin,)
    graphs = [c for c in word.partition("（")[0] if _GRAPH.match(c) or c == "·"]
    return next(_parted(graphs, pinyin), ())


def _parted(graphs: list[str], pinyin: str) -> Iterator[tuple[str, ...]]:
    if not graphs:
        if not pinyin:
            yield ()
        return
    for reading in _of_graph(graphs[0]):
        if pinyin.startswith(reading):
            rest, after = graphs[1:], pinyin[len(reading) :]
            if rest and after.startswith("'") and _vowel(after[1:]):
                after = after[1:]
            elif rest and reading != "·" and _vowel(after):
                continue
            for found in _parted(rest, after):
                yield (reading, *found)


def _vowel(text: str) -> bool:
    return unicodedata.normalize("NFD", text[:1])[:1] in ("a", "e", "o")


@cache
def _of_graph(graph: str) -> tuple[str, ...]:
    """The readings of a graph, those without a tone left out."""
    if graph == "·":
        return (graph,)
    told = pypinyin.pinyin(graph, heteronym=True, errors="ignore")
    made = [unicodedata.normalize("NFC", r) for r in (*(told[0] if told else ()), *readings().get(graph, ()))]
    return tuple(dict.fromkeys(r for r in made if any(map(unicodedata.combining, _without_umlaut(r)))))


def _without_umlaut(reading: str) -> str:
    return unicodedata.normalize("NFD", reading).replace("\u0308", "").replace("\u0302", "")
