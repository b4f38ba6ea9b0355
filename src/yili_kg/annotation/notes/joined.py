"""Where the next word of the text begins with its own meaning though no break shows it: 告 | 寧安 in 謁告寧安."""

from __future__ import annotations

from yili_kg.annotation.notes.phrases import words
from yili_kg.annotation.notes.tokens import NoteTokens

__all__ = ["next_word"]

# Numbers of graphs, of how words stand joined in the notes of 鄭玄.
#: So far behind its own beginning a meaning may go over into the next word.
_NEAR = 4
#: The longest meaning before a last word with a meaning of one graph (閾閫也).
_BEFORE_LAST = 4
#: So far apart words of one build may stand (大祀天地, 次祀日月星辰).
_OF_ONE_BUILD = 12


def next_word(tokens: NoteTokens, start: int, begin: int, end: int, *, closed: bool) -> int | None:
    """Where in a meaning at `begin`–`end` of a term at `start` the next word begins; None where it is one meaning.

    `closed`: a final particle stands behind it.
    """
    for place in range(begin + 1, min(begin + _NEAR, end - 1)):
        if _word_of_the_text(tokens, place) and (
            _last_pair(start, begin, place, end) or _thing_anew(tokens, start, begin, place, end)
        ):
            return place
    if closed and _later_in_the_text(tokens, start, begin, end):
        return end - 2
    return _of_one_build(tokens, start, begin, end)


def _word_of_the_text(tokens: NoteTokens, place: int) -> bool:
    """A graph of the text, with meaning of its own, that does not stand twice."""
    word = tokens.graphs[place]
    return word not in words("grammar") and tokens.in_base(word) and word != tokens.graphs[place + 1]


def _last_pair(start: int, begin: int, place: int, end: int) -> bool:
    """謁告 | 寧安: single graphs with meanings of a single graph."""
    return begin - start == 1 and place == begin + 1 and end - place == 2


def _thing_anew(tokens: NoteTokens, start: int, begin: int, place: int, end: int) -> bool:
    """瓦大瓦尊 | 豐承尊器: behind a meaning that takes up the term a thing of the text begins anew."""
    if place < begin + 2 or end - place < 3:
        return False
    alike = not set(tokens.graphs[start:begin]).isdisjoint(tokens.graphs[begin:place])
    return alike and tokens.graphs[place] in tokens.things and tokens.graphs[place - 1 : place + 1] not in tokens.things


def _later_in_the_text(tokens: NoteTokens, start: int, begin: int, end: int) -> bool:
    """闑門橛 | 閾閫也: the next word of the text, further on in it, with a meaning of one graph."""
    place, word = end - 2, tokens.graphs[end - 2]
    if not 2 <= place - begin <= _BEFORE_LAST or word in words("grammar") | words("people"):
        return False
    if tokens.graphs[place - 1 : end] in tokens.things:
        return False
    return tokens.in_base_behind(tokens.graphs[start:begin], word)


def _of_one_build(tokens: NoteTokens, start: int, begin: int, end: int) -> int | None:
    """大祀天地 | 次祀日月星辰: words of one build, each with its own meaning."""
    length = begin - start
    for place in range(begin + 2, min(begin + _OF_ONE_BUILD, end - length)) if length > 1 else ():
        word = tokens.graphs[place : place + length]
        if word[-1] == tokens.graphs[begin - 1] and word != tokens.graphs[start:begin] and tokens.in_base(word):
            return place
    return None
