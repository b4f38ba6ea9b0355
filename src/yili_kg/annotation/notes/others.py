"""Another's words that a commentator cites: 立如齊鄭云齊謂祭祀時, 釋宮曰柣謂之閾.

They are read as a note of their own, on the words that were cited before them: behind 云 or 曰 something begins, and the
words that it explains stand before it or in the text that the commentator explains himself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from yili_kg.annotation.notes.phrases import voice, words
from yili_kg.annotation.notes.tokens import Base, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["Stretch", "cited_stretches"]

# Numbers of graphs.
#: No further than this another's words are followed; what he explains stands so far before them at most.
_FOLLOWED, _BEFORE = 60, 40
#: So many of the texts that the commentator explains are known to the other as well.
_SHARED = 2


class Stretch(NamedTuple):
    """The words of another: they begin at graph `start` of the note, and `tokens` are theirs alone.

    `explains`: he explains words, as notes and glossaries do; of another text only what has a formula is a gloss.
    """

    start: int
    tokens: NoteTokens
    explains: bool


class _Opening(NamedTuple):
    """The words with which another begins to speak, from graph `begin` on up to where he does."""

    begin: int
    start: int
    explains: bool


def cited_stretches(tokens: NoteTokens) -> Iterator[Stretch]:
    """The stretches of a note in which another speaks, in order."""
    openings = sorted(_openings(tokens))
    back = [match.start() for match in voice("voice-comes-back").finditer(tokens.graphs)]
    for number, (_, start, explains) in enumerate(openings):
        following = openings[number + 1].begin if number + 1 < len(openings) else len(tokens.graphs)
        place = bisect_left(back, start)
        returns = back[place] if place < len(back) else len(tokens.graphs)
        end = min(following, returns, start + _FOLLOWED, len(tokens.graphs))
        if end > start + 1:
            before = tokens.graphs[max(0, start - _BEFORE) : start]
            cited = (Base(segment="", graphs=before, places=()), *tokens.base[:_SHARED])
            yield Stretch(start, tokens.part(start, end, base=cited, layer=layers().named("note")), explains)


def _openings(tokens: NoteTokens) -> Iterator[_Opening]:
    """Where another begins to speak: behind the word for a note or a book, behind a name, with 云 or 曰."""
    found: set[int] = set()
    for match in voice("voice-of-a-book").finditer(tokens.graphs):
        found.add(match.end())
        begin = tokens.named.get(match.end() - 1, match.start())
        yield _Opening(begin, match.end(), voice("voice-that-explains").search(match.group()) is not None)
    for place, begin in tokens.named.items():
        if tokens.graphs[place : place + 1] in words("saying") and place + 1 not in found:
            yield _Opening(begin, place + 1, True)
