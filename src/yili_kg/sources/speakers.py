"""Who speaks in a comment: 註曰 … ○疏曰 … ○楊氏曰 …, by the marks of `extraction/rules/speakers.tsv`."""

from __future__ import annotations

import re
from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = [
    "Speaker",
    "begins_comment",
    "begins_voice",
    "by_surname",
    "full_name",
    "load_speakers",
    "names_layer",
    "opening",
    "says_here",
]

_VOICES = "sources/voices"


class Speaker(Row):
    """A mark (註, 楊氏) with who speaks after it, in which layer, and the book that is meant where it is clear."""

    mark: FoldedWord
    speaker: str
    layer: Filled
    book: str = ""
    reason: Filled


@cache
def load_speakers() -> dict[str, Speaker]:
    """Speakers by folded mark; raises DataError on a broken row."""
    rows = read_table(data_folder("extraction") / "rules" / "speakers.tsv", Speaker, unique=("mark",))
    return {row.mark: row for row in rows}


@cache
def _opening() -> re.Pattern[str]:
    marks = "|".join(re.escape(m) for m in sorted(load_speakers(), key=lambda m: (-len(m), m)))
    voices = load_patterns(_VOICES)
    return re.compile(rf"○?(?:({marks})\s*{voices['says'].pattern}|({voices['own-remark'].pattern}))")


def begins_comment(line: str) -> bool:
    """Whether a folded line begins as a comment does (註曰, ○疏曰, 楊氏曰)."""
    return _opening().match(line.lstrip(" 　\t")) is not None


def begins_voice(words: str, at: int) -> bool:
    """Whether at `at` in folded words somebody begins to speak, whom the table knows or the author himself."""
    return _opening().match(words, at) is not None


def opening(words: str, at: int = 0) -> Speaker | None:
    """Who begins to speak at `at` in folded words (○疏曰, 楊氏云), where the table knows the mark."""
    match = _opening().match(words, at)
    return load_speakers().get(match.group(1)) if match and match.group(1) else None


def full_name(words: str, at: int = 0) -> Speaker | None:
    """Who begins to speak at `at` in folded words, named in full (鄭氏康成曰); a later commentator by default."""
    match = load_patterns(_VOICES)["full-name"].match(words, at)
    if match is None:
        return None
    (surname, personal), later = match.groups(), layers().named("later")
    mark, name = match.group()[match.start(1) - match.start() : match.end(2) - match.start()], surname + personal
    known = load_speakers().get(mark) or _named(name)
    return known or Speaker(mark=mark, speaker=name, layer=later, reason="named in full")


def _named(name: str) -> Speaker | None:
    return next((s for s in load_speakers().values() if fold(s.speaker) == name), None)


def by_surname(words: str, at: int = 0) -> str:
    """Who begins to speak at `at` in folded words after a circle, by his surname alone (○應氏曰); or empty."""
    match = load_patterns(_VOICES)["by-surname"].match(words, at)
    return match.group(1) if match else ""


def says_here(line: str) -> int:
    """Where within a folded line of base text a note begins (…拜送注曰…), or -1."""
    match = load_patterns(_VOICES)["note-within"].search(line)
    return match.start() if match else -1


def names_layer(text: str) -> Speaker | None:
    """The speaker of a comment that opens with a name and a layer, without 曰 (鄭注戒警也)."""
    known = load_speakers().get(text[:2])
    return known if known is not None and known.mark[1:] in load_speakers() else None
