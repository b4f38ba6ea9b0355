"""Where the next word of the text begins with its own meaning though no break shows it: 告 | 寧安 in 謁告寧安."""

from __future__ import annotations

from yili_kg.annotate.notes.phrases import words
from yili_kg.annotate.notes.strip import Strip

__all__ = ["next_word"]

# Numbers of graphs, of how words stand joined in the notes of 鄭玄.
#: So far behind its own beginning a meaning may go over into the next word.
_NEAR = 4
#: The longest meaning before a last word with a meaning of one graph (閾閫也).
_BEFORE_LAST = 4
#: So far apart words of one build may stand (大祀天地, 次祀日月星辰).
_OF_ONE_BUILD = 12


def next_word(strip: Strip, start: int, begin: int, end: int, *, closed: bool) -> int | None:
    """Where in a meaning at `begin`–`end` of a term at `start` the next word begins; None where it is one meaning.

    `closed`: a final particle stands behind it.
    """
    for place in range(begin + 1, min(begin + _NEAR, end - 1)):
        if _word_of_the_text(strip, place) and (
            _last_pair(start, begin, place, end) or _thing_anew(strip, start, begin, place, end)
        ):
            return place
    if closed and _later_in_the_text(strip, start, begin, end):
        return end - 2
    return _of_one_build(strip, start, begin, end)


def _word_of_the_text(strip: Strip, place: int) -> bool:
    """A graph of the text, with meaning of its own, that does not stand twice."""
    word = strip.graphs[place]
    return word not in words("grammar") and strip.in_base(word) and word != strip.graphs[place + 1]


def _last_pair(start: int, begin: int, place: int, end: int) -> bool:
    """謁告 | 寧安: single graphs with meanings of a single graph."""
    return begin - start == 1 and place == begin + 1 and end - place == 2


def _thing_anew(strip: Strip, start: int, begin: int, place: int, end: int) -> bool:
    """瓦大瓦尊 | 豐承尊器: behind a meaning that takes up the term a thing of the text begins anew."""
    if place < begin + 2 or end - place < 3:
        return False
    alike = not set(strip.graphs[start:begin]).isdisjoint(strip.graphs[begin:place])
    return alike and strip.graphs[place] in strip.things and strip.graphs[place - 1 : place + 1] not in strip.things


def _later_in_the_text(strip: Strip, start: int, begin: int, end: int) -> bool:
    """闑門橛 | 閾閫也: the next word of the text, further on in it, with a meaning of one graph."""
    place, word = end - 2, strip.graphs[end - 2]
    if not 2 <= place - begin <= _BEFORE_LAST or word in words("grammar") | words("people"):
        return False
    if strip.graphs[place - 1 : end] in strip.things:
        return False
    return strip.in_base_behind(strip.graphs[start:begin], word)


def _of_one_build(strip: Strip, start: int, begin: int, end: int) -> int | None:
    """大祀天地 | 次祀日月星辰: words of one build, each with its own meaning."""
    length = begin - start
    for place in range(begin + 2, min(begin + _OF_ONE_BUILD, end - length)) if length > 1 else ():
        word = strip.graphs[place : place + length]
        if word[-1] == strip.graphs[begin - 1] and word != strip.graphs[start:begin] and strip.in_base(word):
            return place
    return None
