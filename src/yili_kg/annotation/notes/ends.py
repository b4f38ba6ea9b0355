"""Where a meaning ends that goes on to the next break, or that no particle closes."""

from __future__ import annotations

from itertools import islice

from yili_kg.annotation.notes.phrases import turn, words
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["before_the_next", "cut_meaning"]

# Numbers of graphs.
#: What is longer than this is no meaning of one who argues, but runs on.
_LONGEST = 24
#: So many words of the text in a row are taken up from it, and do not stand there by chance.
_TAKEN_UP = 4
#: How long words for somebody are that end in 者.
_SOMEBODY = (2, 3)


def cut_meaning(tokens: NoteTokens, begin: int, stop: int, term: str) -> int:
    """Where the meaning of a term ends of one who argues, though only at `stop` anything shows that something ends.

    次謂設帷帳為更衣之次 | 在東堂下: it is over where it has taken up the term, with 者, or with a kind of thing.
    """
    if tokens.punctuated or tokens.layer not in layers().reason:
        return stop
    over = (match.start() for match in turn("meaning-ends").finditer(tokens.graphs, begin, stop - 1))
    ends = [*islice((end for end in over if not _names_somebody(tokens, end)), 1)]
    again = tokens.graphs.find("之" + term, begin + 1, stop - 1)
    if again >= 0 and tokens.graphs[again + 1 + len(term)] not in words("goes-on-behind-a-name"):
        ends.append(again + 1 + len(term))
    if not ends and stop - begin > _LONGEST:
        leads_on = turn("meaning-is-over").search(tokens.graphs, begin + 2, stop)
        ends = [leads_on.start()] if leads_on else []
    return min((end for end in ends if end > begin + 1), default=stop)


def _names_somebody(tokens: NoteTokens, end: int) -> bool:
    """己受命日夕幣之前使者 | 及介: the 者 of a word for somebody closes nothing."""
    return any(tokens.graphs[end - length : end] in tokens.things for length in _SOMEBODY)


def before_the_next(tokens: NoteTokens, begin: int, stop: int) -> int:
    """The end of a meaning at `begin`–`stop` that no particle closes, less what belongs to what is said next.

    無束帛 | 此; 聘享 | 未有以待之謂: words of the text that stand across its end are taken up there.
    """
    if tokens.punctuated:
        return stop
    if stop - begin > 2 and tokens.layer in layers().reason and tokens.graphs[stop - 1] in words("begins-the-next"):
        return stop - 1
    for place in range(max(begin + 2, stop - _TAKEN_UP), stop):
        if stop + 1 < len(tokens.graphs) and tokens.repeats(place, max(stop + 2, place + _TAKEN_UP)):
            return place
    return stop
