"""`cards.js`: what a page tells of a concept in a few words, when a reader points at its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yili_kg.lexicon import Entry, headword
from yili_kg.tables.layers import layers
from yili_kg.views.concepts.gathered import Saying, Use
from yili_kg.views.page import embedded

__all__ = ["best_gloss", "cards"]

#: So many glosses are told, each so long at most.
_SAYS, _LONG = 5, 60


def cards(uses: Mapping[str, Use], entries: Mapping[str, Entry]) -> str:
    """The script that gives the card of each concept that has a page, by the concept's name."""
    told = {name: _card(name, use, entries.get(name)) for name, use in uses.items()}
    return f'given("cards.js", {embedded(told)});\n'


def _card(name: str, use: Use, entry: Entry | None) -> dict[str, Any]:
    return {
        "type": entry.type if entry else use.type,
        "zh": headword(name),
        "pinyin": entry.said if entry else "",
        "en": entry.meaning if entry else "",
        "gloss": best_gloss(use),
        "total": use.total,
        "says": [_says(saying) for saying in _apart(use.sayings)],
    }


def best_gloss(use: Use) -> str:
    """The gloss that most voices give, of those the oldest; of the sure ones only."""
    voices: dict[str, set[str]] = {}
    first: dict[str, str] = {}
    for saying in use.sayings:
        if saying.sure and saying.segment.layer not in layers().base:
            meaning = saying.meaning
            voices.setdefault(meaning, set()).add(saying.voice)
            first.setdefault(meaning, saying.gloss.definition)
    best = max(voices, key=lambda meaning: len(voices[meaning]), default="")
    return first.get(best, "")[:_LONG]


def _apart(sayings: list[Saying]) -> list[Saying]:
    """Glosses of different voice or meaning, in turn."""
    told: dict[tuple[str, str], Saying] = {}
    for saying in sayings:
        if len(told) == _SAYS:
            break
        told.setdefault((saying.voice, saying.meaning), saying)
    return list(told.values())


def _says(saying: Saying) -> list[Any]:
    """Speaker, layer, definition, segment, how sure it is."""
    gloss = saying.gloss
    return [saying.voice, saying.segment.layer, gloss.definition[:_LONG], gloss.segment, gloss.confidence]
