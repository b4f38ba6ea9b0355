"""What readers found in the passages that a comment speaks of, and in their chapter: the words that it will repeat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain

from yili_kg.reading.load import load_chapter
from yili_kg.reading.rows import MentionRow
from yili_kg.reading.words import ENDS
from yili_kg.text.folding import fold

__all__ = ["NOTHING", "Known", "known_of"]

#: A segment on more passages than this speaks of none in particular.
_MOST = 12

_Word = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """Words, each a folded form and a type, that were read in the passages: their concepts and how often; and in the chapter."""

    words: dict[_Word, str] = field(default_factory=dict)
    here: Counter[_Word] = field(default_factory=Counter)
    chapter: Counter[_Word] = field(default_factory=Counter)
    given: bool = False


#: Of a text of which no passage is known.
NOTHING = Known()


@cache
def _read(chapter: str) -> tuple[dict[str, list[tuple[_Word, str]]], Counter[_Word]]:
    """The words of a chapter by passage, and all of them counted."""
    by_passage: dict[str, list[tuple[_Word, str]]] = {}
    for part in load_chapter(chapter).values():
        for anchored in part.of("mentions"):
            row = anchored.row
            if isinstance(row, MentionRow) and ENDS not in row.words:
                by_passage.setdefault(part.row.passage, []).append(((fold(row.words), row.type), row.concept))
    return by_passage, Counter(word for word, _ in chain.from_iterable(by_passage.values()))


@lru_cache(maxsize=512)
def known_of(passages: tuple[str, ...]) -> Known:
    """What readers found in these passages (`04.013`); nothing where there are none or too many."""
    if not passages or len(passages) > _MOST:
        return NOTHING
    here = [found for p in passages for found in _read(p.partition(".")[0])[0].get(p, ())]
    chapter = _read(passages[0].partition(".")[0])[1]
    return Known(dict(here), Counter(word for word, _ in here), chapter, True)
