"""Glosses whose description stands first and whose name follows the marker: 肉謂之羹, 八尺曰尋."""

from __future__ import annotations

import re

from yili_kg.annotate.notes.formulas import Formula
from yili_kg.annotate.notes.found import FINAL, FoundGloss
from yili_kg.annotate.notes.strip import Strip

__all__ = ["read_named"]

#: Words that are no names.
_PARTICLES = frozenset("之者也而以於于其乃則亦不無有在自從此是如若凡吾我女爾")
#: What stands before 謂之 without describing anything.
_NOBODY = frozenset("或又亦此是故今彼則皆")
#: Words before a description that are no part of it.
_LEAD = re.compile("[此則故而亦又云](?=..)")
#: Where a description begins that no break shows: a number, 在, 凡, 有 …, 執之, 大.
_BEGINS = re.compile(
    "(?:[一二三四五六七八九十再][^一二三四五六七八九十再]{0,4}|[在凡從][^在凡從]{1,6}|[有無].之?.|.在.{1,2}|.之|[大小內外])$"
)
#: What ends in these before 曰 speaks or is a title, unless it begins as a description does.
_SPEAKS = re.compile("[云曰問使謂]|.?[對告答]")
_TITLE = re.compile("(?:職|記|傳|注|禮|詩|書|易|經|儀|語|辭|子|氏|公|王|[問對答告命祝])$")
_DESCRIBES = re.compile("在|自|從|於|再|三")
_OPENING = re.compile("[“「『‘]")


def read_named(
    strip: Strip, formula: Formula, begin: int, at: int, end: int, following: int
) -> FoundGloss | str | None:
    """The gloss of a marker at `at`–`end` whose description begins at `begin` at the earliest.

    The reason why it cannot be read where it is one and cannot, None where it is none (speech, a title).
    """
    speech = formula.formula == "曰"
    if end >= len(strip.graphs) or (speech and at in strip.speech):
        return None
    if _OPENING.search(strip.text[strip.places[end - 1] : strip.places[end]]):
        return None
    if not strip.punctuated and at - begin > formula.longest[1] // 2:
        near = _BEGINS.search(strip.graphs[begin:at])
        begin += near.start() if near else 0
    else:
        lead = _LEAD.match(strip.graphs, begin, at)
        begin = lead.end() if lead else begin
    if begin >= at or at - begin > formula.longest[1] * 2 or strip.graphs[begin:at] in _NOBODY:
        return "no description stands before it"
    term = _name(strip, formula, end, following)
    if term is None:
        return "no name stands after it"
    if speech and not _describes(strip, begin, at, term):
        return None
    return FoundGloss(begin, term[1], term, (begin, at), formula.formula, formula.id)


def _describes(strip: Strip, begin: int, at: int, term: tuple[int, int]) -> bool:
    """Whether 曰 names what is described before it: speech and titles have the same word."""
    words = strip.graphs[begin:at]
    if _SPEAKS.search(words) or (_TITLE.search(words) and not _DESCRIBES.match(words)):
        return False
    return strip.in_base(strip.graphs[term[0] : term[1]]) or term[1] - term[0] <= 2


def _name(strip: Strip, formula: Formula, begin: int, following: int) -> tuple[int, int] | None:
    """The name that begins at `begin`: up to the next break if that is near, else the longest known word."""
    longest = formula.longest[0]
    for place in range(begin + 1, min(len(strip.graphs), begin + longest + 2) + 1):
        if strip.at_break(place) and (strip.punctuated or place <= begin + 3):
            tail = FINAL.search(strip.graphs[begin:place])
            end = begin + tail.start() if tail and tail.start() else place
            if end - begin <= longest:
                return begin, end
            break
    if strip.punctuated:
        return None
    # 再辭而許曰固辭: the name takes up a word of the description.
    taken_up = begin + 1 < len(strip.graphs) and strip.graphs[begin + 1] in strip.graphs[max(0, begin - 5) : begin - 1]
    if taken_up and following > begin + 3:
        return begin, begin + 2
    # The term of the next formula is not part of the name.
    room = min(longest, len(strip.graphs) - begin, max(1, following - 1 - begin))
    for length in range(room, 1, -1):
        words, after = strip.graphs[begin : begin + length], begin + length
        closed = strip.at_break(after) or strip.graphs[after] in "也者"
        if words in strip.things or (closed and strip.in_base(words)):
            return begin, after
    return (begin, begin + 1) if begin < len(strip.graphs) and strip.graphs[begin] not in _PARTICLES else None
