"""Quotations whose ends are printed: in 「」, 『』, “” or ‘’ behind a title, and what goes on behind it; a whole note."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.tables.patterns import load_patterns

__all__ = ["OPENING", "Span", "between_marks", "entry_of_a_catalogue", "trimmed"]

Span = tuple[int, int]

_PAIRS = {"「": "」", "『": "』", "“": "”", "‘": "’", '"': '"'}
#: The marks that open a quotation.
OPENING = "".join(_PAIRS)
_TRIM = ' 　\n,，。、;；:：︰?？!！」』”’"'

# All in code points. `_LEAD` holds the longest phrase that stood between a title and its marks in the shared texts
# (三等之下云, 詩美宣王之室云) with room to spare; `_JOINT` the longest between two quotations of one text.
_LEAD, _JOINT = 24, 16
#: Behind the preface of a poem the poem itself, or 彼云, was never quoted later than this.
_FAR = 130
#: A mark that is not closed within this many code points was never meant to be: no quotation in the texts is half as long.
_LONGEST_MARKED = 400
#: So much before a title tells whether it stands at the head of a chapter, in code points.
_HEADING = 12
#: The place in the orders stands no further, in code points, behind the rites to which a chapter belongs (大小戴及別錄皆第二).
_ORDERS = 36
#: Less than two graphs quote nothing that could be held against a book.
_LEAST = 2


def trimmed(folded: str, start: int, end: int) -> list[Span]:
    """The span without the marks and blanks around it; nothing where less than two code points beyond ASCII remain."""
    while start < end and folded[start] in _TRIM + OPENING:
        start += 1
    while end > start and folded[end - 1] in _TRIM:
        end -= 1
    return [(start, end)] if sum(not c.isascii() for c in folded[start:end]) >= _LEAST else []


def between_marks(folded: str, start: int, titles: Sequence[int]) -> list[Span] | None:
    """The quotations between marks behind a title that ends at `start`; None where no mark opens.

    The next `titles` begin at these places: what a later mark brings belongs to them.
    """
    patterns = load_patterns("quotations/patterns")
    opened = patterns["marked-words-follow"].match(folded, start, min(len(folded), start + _LEAD))
    if opened is None:
        return None
    quotes: list[Span] = []
    place = opened.end()
    while 0 <= place < len(folded) and folded[place] in _PAIRS:
        close = _closing(folded, place)
        if close < 0:
            break
        quotes += trimmed(folded, place + 1, close)
        stop = next((t for t in titles if t > close), len(folded))
        place = _next_mark(folded, start, close, stop) if close < stop else -1
    return quotes


def entry_of_a_catalogue(folded: str, title: int) -> list[Span] | None:
    """What the catalogue named at `title` says of a chapter; None where it says nothing of one.

    At the head of the chapter it reaches to the end of the note (or a ring in it), or to the place of the chapter in the
    three orders, elsewhere to that place, or to which of the five rites the chapter belongs.
    """
    patterns = load_patterns("quotations/patterns")
    at_the_head = patterns["head-of-a-chapter"].search(folded[max(0, title - _HEADING) : title])
    found = patterns["entry-of-a-catalogue" if at_the_head else "entry-in-passing"].match(folded, title)
    if found is None:
        return None
    begin, end = found.span("entry")
    reach = end if at_the_head else end + _ORDERS
    orders = [m.end() for m in patterns["place-in-the-order"].finditer(folded, begin, reach)]
    return trimmed(folded, begin, orders[-1] if orders else end)


def _next_mark(folded: str, start: int, close: int, stop: int) -> int:
    """Where the same text goes on between marks, behind the mark at `close`; -1 where it does not.

    What stands behind the next title, at `stop`, is that one's (通典云「…」,白虎通云「…」), but for a bare 記云 or 詩云.
    """
    patterns = load_patterns("quotations/patterns")
    reach = len(folded) if patterns["same-text-by-its-kind"].match(folded, stop) else stop
    found = patterns["marked-words-go-on"].match(folded, close + 1, min(reach, close + _JOINT))
    if found is None:
        # 《四牡》序云「…」 … 經云「…」: the poem itself after its preface; 彼經云 in any case.
        preface = folded.startswith("序", start + (folded[start : start + 1] == "》"))
        further = patterns["poem-itself-further" if preface else "that-text-further"]
        found = further.search(folded, close + 1, min(stop, close + _FAR))
    return found.end() if found else -1


def _closing(folded: str, place: int) -> int:
    """Where the quotation mark that opens at `place` is closed, marks of the same kind nested; -1 if nowhere."""
    mark, close, depth = folded[place], _PAIRS[folded[place]], 0
    if mark == close:
        return folded.find(close, place + 1, place + _LONGEST_MARKED)
    for i in range(place, min(len(folded), place + _LONGEST_MARKED)):
        if folded[i] == mark:
            depth += 1
        elif folded[i] == close:
            depth -= 1
            if depth == 0:
                return i
    return -1
