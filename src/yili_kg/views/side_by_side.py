"""What one commentator says of a word at a passage, and whether those after him agree, differ or are silent there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from yili_kg.models import Annotated
from yili_kg.tables.layers import layers
from yili_kg.views.dictionary import Headword, Said

__all__ = ["AGREES", "DIFFERS", "FIRST", "SILENT", "STANDS", "Voices", "compared", "voices"]

#: How a commentator stands to the first who explains a word at a passage.
STANDS = FIRST, AGREES, DIFFERS, SILENT = "first", "agrees", "differs", "silent"

#: Passage → who comments on it, the older layers first.
Voices = Mapping[str, tuple[str, ...]]


def voices(editions: Iterable[Annotated]) -> Voices:
    """Who comments on each passage: the speakers of the segments behind its base text, in the order of the layers."""
    found: dict[str, dict[str, int]] = {}
    for annotated in editions:
        for segment in annotated.edition.segments:
            if segment.speaker and segment.layer not in layers().base:
                for passage in segment.passages:
                    rank = layers().order(segment.layer)
                    known = found.setdefault(passage, {})
                    known[segment.speaker] = min(rank, known.get(segment.speaker, rank))
    return {p: tuple(sorted(known, key=lambda s: (known[s], s))) for p, known in found.items()}


def compared(word: Headword, places: Mapping[str, str], speakers: Voices) -> list[list[Any]]:
    """The passages at which somebody explains a word: passage, then of each who comments on it who, how he stands, meanings.

    Who comes first is held to be the measure. To agree is to give a meaning that he gives, in the same graphs, or one
    that holds the whole of it or is held by it, if that is more than a graph (推手 and 皆以推手); to differ is to give
    others only. `places` are the passages of segments. A passage with one commentator is left out.
    """
    said: dict[str, dict[str, list[str]]] = {}
    for sense in word.senses:
        for one in sense.said:
            where = _passage(one, places)
            if where and one.found.speaker:
                meanings = said.setdefault(where, {}).setdefault(one.found.speaker, [])
                if sense.meaning not in meanings:
                    meanings.append(sense.meaning)
    return [row for where, by in sorted(said.items()) if len((row := _row(where, by, speakers))[1]) > 1]


def _passage(said: Said, places: Mapping[str, str]) -> str:
    found = said.found
    return places.get(found.target_segment, "") or next(iter(said.segment.passages), "")


def _row(where: str, by: Mapping[str, list[str]], speakers: Voices) -> list[Any]:
    present = dict.fromkeys((*speakers.get(where, ()), *by))
    first = next(s for s in present if s in by)
    return [where, [[s, _stands(by.get(s, ()), by[first], is_first=s == first), by.get(s, [])] for s in present]]


def _stands(meanings: Iterable[str], measure: Iterable[str], *, is_first: bool) -> str:
    if is_first:
        return FIRST
    own = set(meanings)
    if not own:
        return SILENT
    return AGREES if any(_same(mine, his) for mine in own for his in measure) else DIFFERS


def _same(one: str, other: str) -> bool:
    """Whether two meanings are the same, or the longer has the whole of the shorter, which is more than a graph."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) > 1 and short in long)
