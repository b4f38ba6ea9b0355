"""Places that no list exhausts, known by their last graph: counties, and what is said to lie in one (長垣縣, 清亭, 沈國).

Notes on geography name them by the hundred: a county behind its commandery or behind 在 and 今 (在陳留長垣縣西南), a pavilion,
a town, a hill or a river behind 有 in a county (縣東有清亭), a state that lies somewhere (沈國今汝南平輿縣). The turns of phrase
are those of `extraction/rules/named-places.yaml`; commanderies and states are those of the lexicon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from yili_kg.annotation.spans import Found, covered
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.needed import Asked

__all__ = ["COUNTY", "LIES_THERE", "STATE", "named_places"]

#: The rule of a county behind its commandery, or said to be where something lies.
COUNTY = "county-of-a-commandery"
#: The rule of a place that is said to lie in a county.
LIES_THERE = "place-that-lies-there"
#: The rule of a state that is said to lie somewhere.
STATE = "state-that-lies-somewhere"
#: Names have no more graphs, and so many have the names of commanderies and of the kingdoms beside them (梁國寧陵縣).
_LONGEST, _REGION = 2, 2
#: The lists of what commanderies and states are kinds of in the lexicon.
_COMMANDERY, _STATE = "commanderies", "states"


def named_places(folded: str, layer: str, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The places of a segment that their last graph tells, in order, but those that touch what is `taken`."""
    if layer in layers().base:
        return []
    named = {place for _, find in _kinds().of(folded) for place in find(folded)}
    if not named:
        return []
    inside = covered(len(folded), taken)
    found: list[Found] = []
    for place in sorted(named):
        if not any(inside[place.start : place.end]):
            found.append(place)
            inside[place.start : place.end] = b"\1" * (place.end - place.start)
    return found


@cache
def _kinds() -> Asked[Callable[[str], Iterator[Found]]]:
    """What finds the places of each kind, with the turn of phrase by which it knows them."""
    patterns = load_patterns("named-places")
    known = (("county", _counties), ("named-there", _lying_there), ("state-that-lies", _states))
    return Asked((patterns[name], find) for name, find in known)


def _counties(folded: str) -> Iterator[Found]:
    """陳留長垣縣: one graph or two behind a commandery; 在緱氏縣東南: two behind 在, which says where something lies."""
    patterns = load_patterns("named-places")
    for last in patterns["county"].finditer(folded):
        for size in range(min(_LONGEST, last.start()), 0, -1):
            start = last.start() - size
            if not patterns["name"].fullmatch(folded, start, last.start()):
                continue
            region = folded[max(0, start - _REGION) : start]
            behind = region in _kinds_of_place(_COMMANDERY) or region in _kinds_of_place(_STATE)
            if behind or (size == _LONGEST and patterns["says-where"].search(folded, max(0, start - 1), start)):
                yield Found(start, last.start() + 1, "place", _concept(folded[last.start()]), COUNTY)
                break


def _lying_there(folded: str) -> Iterator[Found]:
    """縣東有清亭: what 有 names in a county."""
    for there in load_patterns("named-places")["named-there"].finditer(folded):
        yield Found(*there.span("place"), "place", _concept(there.group("head")), LIES_THERE)


def _states(folded: str) -> Iterator[Found]:
    """沈國今汝南平輿縣: a state of the lexicon and 國."""
    for last in load_patterns("named-places")["state-that-lies"].finditer(folded):
        for size in range(min(_LONGEST, last.start()), 0, -1):
            start = last.start() - size
            if folded[start : last.start()] in _kinds_of_place(_STATE):
                yield Found(start, last.end(), "place", _concept(folded[last.start()]), STATE)
                break


@cache
def _kinds_of_place(kind: str) -> frozenset[str]:
    """The forms, plain and checked, of the words that are of a kind."""
    lexicon, heads = load_lexicon(), _heads(kind)
    return frozenset(
        form.text
        for forms in lexicon.forms.values()
        for form in forms
        if form.type == "place" and lexicon.entries[form.concept].broader in heads
    )


def _concept(head: str) -> str:
    """The headword for places that end with a graph; where the lexicon has no such word, that for named places."""
    lexicon = load_lexicon()
    named = (form.concept for form in lexicon.forms.get(head, ()) if form.type == "place")
    return next(named, lexicon.entries[_heads(_STATE)[0]].broader)


def _heads(kind: str) -> tuple[str, ...]:
    """The headwords of a list of kinds."""
    return load_word_lists("named-places-words")[kind].words
