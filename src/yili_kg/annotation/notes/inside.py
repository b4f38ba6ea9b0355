"""Glosses in the middle of a stretch without punctuation, and at its very end: 緇帶 | 黑繒帶也, 乃絕其末 | 嚌嘗也."""

from __future__ import annotations

from yili_kg.annotation.notes.meaning import SHORT, Saying, is_rejected
from yili_kg.annotation.notes.pairs import Pair, made
from yili_kg.annotation.notes.phrases import words
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import NoteTokens

__all__ = ["at_the_end", "inside"]

#: The longest description, in graphs, of a thing named in the middle of a sentence.
_DESCRIPTION = 16
#: The longest name, in graphs, of such a thing.
_NAME = 4


def inside(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """A gloss that begins in the middle of a stretch with a thing of the text: 緇帶 | 黑繒帶也, 卦者 | 有司主畫地識爻者也."""
    last = end - (tokens.graphs[end - 1] == "也")
    governing = words("governing")
    for place in range(max(start + 2, last - _DESCRIPTION - _NAME - 1), end - 3):
        if tokens.graphs[place - 1] in governing or not tokens.in_base(tokens.graphs[place]):
            continue
        for stop in range(place + _NAME, place, -1):
            begin = stop + (tokens.graphs[stop : stop + 1] == "者")
            if begin >= last or not tokens.in_base(tokens.graphs[place:stop]):
                continue
            if not _names_a_thing(tokens, place, stop, tokens.graphs[begin:last]):
                continue
            pair = Pair(place, stop, begin, last, end)
            if _describes(tokens, pair.saying(tokens)):
                return [pair.gloss()]
    return []


def _names_a_thing(tokens: NoteTokens, place: int, stop: int, definition: str) -> bool:
    """Whether a term at graphs `place`–`stop` names a thing, or has two graphs and one of them in a meaning of two."""
    term = tokens.graphs[place : stop - (stop - place > 1 and tokens.graphs[stop - 1] == "者")]
    return term in tokens.things or (len(term) == 2 and len(definition) == 2 and definition[0] == term[0])


def _describes(tokens: NoteTokens, saying: Saying) -> bool:
    """Whether words in the middle of a sentence say what the thing named before them is."""
    term, definition = saying.term, saying.definition
    of_one_head = len(term) == 2 and definition[0] == term[0]
    described = saying.marked and definition[-1] == "者" and len(definition) <= _DESCRIPTION
    compound = len(term) > 1 and len(definition) <= SHORT
    if saying.closed:
        # 緇帶黑繒帶也: the meaning is a compound on the same word.
        compound = compound and len(definition) > 1 and (definition[-1] == term[-1] or of_one_head)
    else:
        compound = compound and term[-1] in definition
    return (described or compound) and not is_rejected(saying)


def at_the_end(tokens: NoteTokens, start: int, end: int) -> list[FoundGloss]:
    """A gloss at the end of a longer stretch, 嚌嘗也 behind 乃絕其末: its word is one graph, and no part of a compound."""
    if tokens.graphs[end - 1] != "也":
        return []
    for length in (1, 2):
        at = end - 2 - length
        if at - start < 2:
            break
        if _ends_with(tokens, at, end - 1) and (length == 1 or tokens.graphs[at] in tokens.things):
            return [made(at, end, (at, at + 1), (at + 1, end - 1))]
    return []


def _ends_with(tokens: NoteTokens, at: int, last: int) -> bool:
    """Whether graph `at` is a word of the text by itself, and what stands behind it up to `last` its meaning."""
    before, term, definition = tokens.graphs[at - 1], tokens.graphs[at], tokens.graphs[at + 1 : last]
    if term in words("grammar") | words("people") or definition[0] in words("grammar") or before in words("governing"):
        return False
    if not tokens.in_base(term) or tokens.in_base(before + term) or tokens.in_base(term + definition[0]):
        return False
    if {before + term, term + definition, term + definition[0]} & tokens.things:
        return False
    if tokens.has(definition + term) or tokens.in_base(definition + term):
        return False
    return not is_rejected(Saying(term=term, definition=definition, marked=False, closed=True, things=tokens.things))
