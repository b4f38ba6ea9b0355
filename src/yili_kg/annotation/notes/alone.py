"""Clauses that begin with words of the text and stand alone: 再拜拜賓許也 between the ends of two sentences.

Rules tell reasons, places and acts from meanings by single words, and are wrong more often where nothing else stands in
the clause. What no other rule took there is proposed; its signs, among them what spoke against it, say how sure it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from yili_kg.annotation.notes.meaning import is_rejected
from yili_kg.annotation.notes.pairs import Pair
from yili_kg.annotation.notes.phrases import without_finals, words
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import STRONG, WEAK, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["ALONE", "glosses_alone"]

#: The name of this rule.
ALONE = "gloss-alone"
# Numbers of graphs.
#: The longest term, and the longest meaning.
_TERM, _MEANING = 8, 24


def glosses_alone(
    tokens: NoteTokens, found: Sequence[FoundGloss], reports: Sequence[tuple[int, int]]
) -> list[FoundGloss]:
    """What may be glosses in the clauses of a note in which nothing was `found` and no reading is reported."""
    if tokens.layer not in layers().notes:
        return []
    taken = bytearray(len(tokens.graphs))
    for start, end in (*((g.start, g.end) for g in found), *reports):
        taken[start:end] = b"\1" * (end - start)
    return [gloss for start, end in _clauses(tokens, taken) if (gloss := _gloss(tokens, start, end)) is not None]


def _clauses(tokens: NoteTokens, taken: bytearray) -> Iterator[tuple[int, int]]:
    """The clauses behind the ends of sentences, up to the next break."""
    for start in sorted({0, *tokens.ends}):
        if start >= len(tokens.graphs):
            continue
        end = tokens.ahead(start, STRONG if tokens.punctuated else WEAK)
        if not any(taken[start:end]) and tokens.heard(start, end):
            yield start, end


def _gloss(tokens: NoteTokens, start: int, end: int) -> FoundGloss | None:
    """The clause as a gloss of the longest words of the text with which it begins."""
    last = without_finals(tokens.graphs, start, end)
    lengths = range(min(last - 1 - start, _TERM), 0, -1)
    stop = next((start + n for n in lengths if tokens.in_base(tokens.graphs[start : start + n])), start)
    if stop == start:
        return None
    pair = Pair(start, stop, stop + (tokens.graphs[stop] == "者"), last, end)
    begins = tokens.graphs[pair.begin : pair.begin + 1]
    if not pair.begin < last <= pair.begin + _MEANING or begins in words("goes-on-with-an-act"):
        return None
    if tokens.repeats(start, last) or is_rejected(pair.saying(tokens), firmly=True):
        return None
    return replace(pair.gloss(), rule=ALONE)
