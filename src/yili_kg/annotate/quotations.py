"""Quotations: where the words that a citation brings begin and end, with quotation marks and without."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

__all__ = ["find_quotes"]

_PAIRS = {"「": "」", "『": "』", "“": "”", "‘": "’"}
_SAYS = r"[》」』”]?(?:之?職|篇|記|經|序|注|註|彼?注|直|亦|又|皆|則|而|特|即)*[》]?\s*(?:云|曰|言)?\s*[:：︰,，]?\s*"
_OPEN = re.compile(_SAYS + "(?:[一-鿿]{0,4})?(?=[「『“‘])")
_BARE = re.compile(
    r"[》」』”]?(?:之?職|篇|昏辭|序)?》?(?:記|經|注|註)?(?:又|亦|皆|直|特)?(?:(?<=[注註])|[云曰]|經書|書)\s*[:：︰]?\s*"
)
# After a full stop 云 begins the commentator's own next lemma, unless it is a note that is quoted.
_NEXT = re.compile(
    r"(?:[。.]?\s*(?:鄭|彼|鄭彼|鄭玄)*(?:注|註|經)(?:又)?[云曰]|[^「『“‘《》。」』”’\n]{0,8}?[云曰]|[,，;；、及]*)\s*[:：︰]?\s*(?=[「『“‘])"
)
_DIRECT = re.compile(r"(?:[案按據見又]|疏曰)[《「]?$")
_OWN_WORDS = re.compile(r"[》」]?(?:[、,，及與之是無言皆不亦有]|主於|諸侯|特言|直言|五等|大夫|天子|者|$)")
_NOTE = re.compile(r"(?:鄭|彼|鄭彼)?[注註][云曰]\s*[:：︰]?")
_TRIM = " 　\n,，。、;；:：︰?？!！」』”’"
#: An unmarked quotation is never longer, in code points.
_LONGEST = 90


class _Ending(Protocol):
    def fires(self, before: str, after: str) -> bool: ...


def find_quotes(
    folded: str, title: int, start: int, stop: int, endings: Sequence[_Ending]
) -> tuple[tuple[int, int], ...]:
    """Spans quoted by a citation whose title stands at `title`–`start`; the next title begins at `stop`."""
    quotes: list[tuple[int, int]] = []
    opened = _OPEN.match(folded, start, min(len(folded), start + 24))
    place = opened.end() if opened else -1
    while place >= 0 and place < len(folded) and folded[place] in _PAIRS:
        close = _closing(folded, place)
        if close < 0:
            break
        span = _trimmed(folded, place + 1, close)
        if span:
            quotes.append(span)
        following = _NEXT.match(folded, close + 1, min(len(folded), close + 16))
        place = following.end() if following and close < stop else -1
    if quotes or opened:
        return tuple(quotes)
    bare = _BARE.match(folded, start)
    begin = bare.end() if bare else -1
    if (
        bare is None
        and _DIRECT.search(folded[max(0, title - 4) : title])
        and not _OWN_WORDS.match(folded[start : start + 4])
    ):
        begin = start + (folded[start : start + 1] in "》」")
        end = _bare_end(folded, begin, min(stop, begin + 40), endings, comma=True)
        span = _trimmed(folded, begin, end)
        return (span,) if span and end < min(stop, begin + 40, len(folded)) else ()
    while 0 <= begin < stop:
        end = _bare_end(folded, begin, stop, endings)
        span = _trimmed(folded, begin, end)
        if not span:
            break
        quotes.append(span)
        note = _NOTE.match(folded, end)
        begin = note.end() if note else -1
    return tuple(quotes)


def _closing(folded: str, place: int) -> int:
    """Where the quotation mark that opens at `place` is closed, marks of the same kind nested; -1 if nowhere."""
    mark, close, depth = folded[place], _PAIRS[folded[place]], 0
    for i in range(place, min(len(folded), place + 400)):
        if folded[i] == mark:
            depth += 1
        elif folded[i] == close:
            depth -= 1
            if depth == 0:
                return i
    return -1


def _bare_end(folded: str, begin: int, stop: int, endings: Sequence[_Ending], *, comma: bool = False) -> int:
    stops = "。○」』”,，" if comma else "。○」』”"
    limit = min(stop, begin + _LONGEST, len(folded))
    for i in range(begin + 2, limit):
        after = folded[i : i + 6]
        if after[0] in stops or any(rule.fires("", after) for rule in endings):
            return i
    return limit


def _trimmed(folded: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and folded[start] in _TRIM + "「『“‘":
        start += 1
    while end > start and folded[end - 1] in _TRIM:
        end -= 1
    return (start, end) if end - start >= 2 else None
