"""Glosses without a formula: a word of the text explained, with its meaning beside it (榮屋翼也, 謁告寧安也).

In notes without punctuation nothing but the text explained shows where a word ends and its meaning begins; what reads
as a reason, a consequence or a place is left alone (`extraction/rules/notes/no-gloss.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.annotate.notes.formulas import Formula, load_formulas, load_no_glosses
from yili_kg.annotate.notes.found import FINAL, FoundGloss
from yili_kg.annotate.notes.strip import ARGUING, NONE, Strip

__all__ = ["plain_glosses"]

_SHORT = 6
#: Words that are no terms and no meanings when a gloss is sought in the middle of a sentence.
_GRAMMAR = frozenset("之者也而以於于其乃則亦不無有為為所與及皆又自從在此是如若曰云言謂可當將故因凡")
_PEOPLE = frozenset("人主賓公士君臣子民尸祝")
#: Ends of meanings that name what a thing is.
_NOMINAL = re.compile("(?:貌|貌|之[^之]{1,2}|者|[士官吏人長]之屬)$")
#: A measure is a meaning: 畺五百里.
_MEASURE = re.compile("[一二三四五六七八九十百千有半]+[里尺寸步升斗斛人歲日月年物等]")
_THING_MARK = re.compile("者(?![之也謂與皆亦必當一二三])")


@cache
def _plain() -> Formula:
    return next(f for f in load_formulas() if f.shape == "plain")


def plain_glosses(strip: Strip, start: int, end: int, before: Sequence[FoundGloss]) -> Iterator[FoundGloss]:
    """The glosses in a stretch that no formula took; `before` are the glosses found so far.

    A stretch 告也 right behind 戒警也 is a second meaning of 戒.
    """
    last = max((g for g in before if g.end <= start), default=None, key=lambda g: g.end)
    words = strip.graphs[start:end]
    chained = last is not None and last.end == start and last.formula in ("也", "猶", "之言")
    if chained and last is not None and words.endswith("也") and len(words) == 2 and not strip.in_base(words[0]):
        term = strip.graphs[last.term[0] : last.term[1]]
        if not _rejected(strip, term, words[:-1]):
            yield _made(start, end, last.term, (start, end - 1))
            return
    yield from _stretch(strip, start, end)


def _made(start: int, end: int, term: tuple[int, int], definition: tuple[int, int]) -> FoundGloss:
    return FoundGloss(start, end, term, definition, _plain().formula, _plain().id)


def _stretch(strip: Strip, start: int, end: int) -> list[FoundGloss]:
    """The glosses of a stretch: from its beginning, behind a first clause, or at its very end."""
    arguing = strip.layer in ARGUING
    read = [] if arguing else _several(strip, start, end) or _pairs(strip, start, end)
    read = read or _beside(strip, start, end)
    if read or strip.punctuated or arguing:
        return read
    # 肺離之 | 本端厚大者: a clause that ends in 之 comes first.
    clause = re.match(".{1,2}之", strip.graphs[start:end])
    if clause and end - start - clause.end() >= 3 and strip.in_base(strip.graphs[start + clause.end()]):
        read = _beside(strip, start + clause.end(), end)
    return read or _inside(strip, start, end) or _tail(strip, start, end)


def _several(strip: Strip, start: int, end: int) -> list[FoundGloss]:
    """令吉皆善也: two words with one meaning."""
    match = re.match("([^皆]{2,4}?)皆(.{1,3})也?$", strip.graphs[start:end])
    if match is None or strip.in_base(match.group(1)) or not all(map(strip.in_base, match.group(1))):
        return []
    meaning = (start + match.start(2), start + match.end(2))
    terms = [(start + n, start + n + 1) for n in range(len(match.group(1)))]
    if any(_rejected(strip, strip.graphs[a:b], match.group(2)) for a, b in terms):
        return []
    return [_made(start, end, term, meaning) for term in terms]


def _pairs(strip: Strip, start: int, end: int) -> list[FoundGloss]:
    """矢誓靡無之至也: words of one graph, each with a meaning of one graph, in the order of the text."""
    if strip.punctuated:
        return []
    last = end - (strip.graphs[end - 1] == "也")
    if (last - start) % 2 or last - start < 4:
        return []
    words = strip.graphs[start:last:2]
    if not any(_in_order(words, base.graphs) for base in strip.base):
        return []
    pairs = [(place, place + 1) for place in range(start, last, 2)]
    for term, meaning in pairs:
        one, other = strip.graphs[term], strip.graphs[meaning]
        if (
            one == other
            or other in _GRAMMAR - {"無", "有"}
            or strip.in_base(one + other)
            or one + other in strip.things
        ):
            return []
        if _rejected(strip, one, other):
            return []
    return [_made(term, meaning + 1, (term, term + 1), (meaning, meaning + 1)) for term, meaning in pairs]


def _beside(strip: Strip, start: int, end: int, *, series: bool = False) -> list[FoundGloss]:
    """Word and meaning side by side from `start` on: the longest term of the base text that leaves a meaning.

    `series`: a gloss of the same build stands before it.
    """
    for term_end, begin in _terms(strip, start, end):
        term = strip.graphs[start:term_end]
        for stop in _ends(strip, begin, end):
            tail = FINAL.search(strip.graphs[begin:stop])
            last = begin + tail.start() if tail else stop
            definition = strip.graphs[begin:last]
            if not definition or definition == term or len(definition) > _plain().longest[1]:
                continue
            if strip.in_base(term + definition) or strip.in_base(strip.graphs[start:last]):
                continue  # the text itself, told again
            split = (
                None
                if strip.punctuated or strip.layer in ARGUING
                else _split(strip, start, begin, last, closed=bool(tail))
            )
            before = strip.graphs[begin:split] if split is not None else ""
            if split is not None and before not in _GRAMMAR and not _rejected(strip, term, before):
                first = _made(start, split, (start, term_end), (begin, split))
                return [first, *_beside(strip, split, end, series=True)]
            again = bool(tail) and term in definition and len(definition) <= 2 * _SHORT  # 扱以柶扱其鉶菜也
            if not again and _rejected(strip, term, definition, marked=begin > term_end):
                if stop == end:
                    return []
                continue
            if series or again or _means(strip, term, definition, marked=begin > term_end, closed=bool(tail)):
                found = _made(start, stop, (start, term_end), (begin, last))
                return [found, *(_stretch(strip, stop, end) if stop < end else [])]
    return []


def _ends(strip: Strip, begin: int, end: int) -> Iterator[int]:
    """Where a meaning that begins at `begin` may end: behind 者, where one stands in an unpunctuated note, or at the end."""
    if not strip.punctuated:
        measure = _MEASURE.match(strip.graphs, begin, end)
        if measure and measure.end() < end:
            rest = strip.graphs[measure.end() : end]
            if strip.in_base(rest[:2]) or _MEASURE.search(rest):
                yield measure.end()
        closed = strip.graphs[end - 1] == "也"
        for match in _THING_MARK.finditer(strip.graphs, begin + 1, end):
            if match.end() < end and (not closed or _beside(strip, match.end(), end)):
                yield match.end()
    yield end


def _terms(strip: Strip, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a term that begins at `start` may end, and where its meaning begins then."""
    longest = _plain().longest[0]
    if strip.punctuated:
        comma = next((p for p in range(start + 1, end) if strip.gaps[p] > NONE), end)
        if comma < end:
            marked = strip.graphs[comma - 1] == "者" and comma - start > 1 and strip.graphs[start] != "所"
            last = comma - 1 if marked else comma
            if strip.in_base(strip.graphs[start:last]) and last - start <= longest:
                yield last, comma
            return
    stops = [
        stop
        for stop in range(min(end - 1, start + longest), start, -1)
        if (strip.graphs[stop - 1] != "者" or strip.graphs[start] == "所") and strip.in_base(strip.graphs[start:stop])
    ]
    for stop in stops:
        yield stop, stop + 1 if strip.graphs[stop] == "者" and stop + 1 < end else stop


def _split(strip: Strip, start: int, begin: int, end: int, *, closed: bool) -> int | None:
    """Where inside a meaning the next word of the text begins with its own: 告 | 寧安 in 謁告寧安."""
    length = begin - start
    for place in range(begin + 1, min(begin + 4, end - 1)):
        word = strip.graphs[place]
        if word in _GRAMMAR or not strip.in_base(word) or word == strip.graphs[place + 1]:
            continue
        if length == 1 and place == begin + 1 and end - place == 2:
            return place
        # 瓦大瓦尊 | 豐承尊器: a thing of the text begins anew.
        inside = strip.graphs[place - 1 : place + 1]
        alike = set(strip.graphs[start:begin]) & set(strip.graphs[begin:place])
        if alike and word in strip.things and inside not in strip.things and place >= begin + 2 and end - place >= 3:
            return place
    # 闑門橛 | 閾閫也: the next word of the text, further on in it, with a meaning of one graph.
    place, word = end - 2, strip.graphs[end - 2]
    apart = word not in _GRAMMAR | _PEOPLE and strip.graphs[place - 1 : end] not in strip.things
    if closed and apart and 2 <= place - begin <= 4 and strip.in_base_behind(strip.graphs[start:begin], word):
        return place
    if length < 2:
        return None
    # 大祀天地 | 次祀日月星辰: words of one build, each with its own meaning.
    for place in range(begin + 2, min(begin + 12, end - length)):
        word = strip.graphs[place : place + length]
        if word[-1] == strip.graphs[begin - 1] and word != strip.graphs[start:begin] and strip.in_base(word):
            return place
    return None


def _inside(strip: Strip, start: int, end: int) -> list[FoundGloss]:
    """A gloss that begins in the middle of a stretch with a thing of the text: 緇帶 | 黑繒帶也, 卦者 | 有司主畫地識爻者也."""
    closed = strip.graphs[end - 1] == "也"
    for place in range(start + 2, end - 3):
        if strip.graphs[place - 1] in "之其所不而以為於與有無":
            continue
        for length in range(4, 0, -1):
            stop = place + length
            term, marked = strip.graphs[place:stop], strip.graphs[stop : stop + 1] == "者"
            begin = stop + marked
            last = end - closed
            definition = strip.graphs[begin:last]
            if not definition or not strip.in_base(term):
                continue
            if term not in strip.things and not (length == 2 and len(definition) == 2 and definition[0] == term[0]):
                continue
            alike = length > 1 and 1 < len(definition) <= _SHORT
            alike = alike and (definition[-1] == term[-1] or (length == 2 and definition[0] == term[0]))
            described = marked and definition[-1] == "者" and len(definition) <= 16
            repeats = length > 1 and term[-1] in definition and len(definition) <= _SHORT
            if (described or (alike if closed else repeats)) and not _rejected(
                strip, term, definition, marked=bool(marked)
            ):
                return [_made(place, end, (place, stop), (begin, last))]
    return []


def _tail(strip: Strip, start: int, end: int) -> list[FoundGloss]:
    """A gloss at the end of a longer stretch, 嚌嘗也 behind 乃絕其末: its word is one graph, and no part of a compound."""
    if strip.graphs[end - 1] != "也":
        return []
    for length in (1, 2):
        at = end - 2 - length
        if at - start < 2:
            break
        term, definition = strip.graphs[at], strip.graphs[at + 1 : end - 1]
        around = strip.graphs[at - 1 : at + 1]
        if term in _GRAMMAR | _PEOPLE or definition[0] in _GRAMMAR or strip.graphs[at - 1] in "之其所不而以為於無有與":
            continue
        if (
            not strip.in_base(term)
            or strip.in_base(around)
            or {around, term + definition, term + definition[0]} & strip.things
        ):
            continue
        if strip.in_base(term + definition[0]) or _rejected(strip, term, definition):
            continue
        if definition + term in strip.graphs or strip.in_base(definition + term):
            continue
        if length == 1 or term in strip.things:
            return [_made(at, end, (at, at + 1), (at + 1, end - 1))]
    return []


def _in_order(term: str, definition: str) -> bool:
    """Whether the graphs of the term come again in its meaning, in their order."""
    graphs = iter(definition)
    return all(graph in graphs for graph in term)


def _names_thing(strip: Strip, term: str) -> bool:
    return term in strip.things or term[-2:] in strip.things or term[-1] in strip.things


def _rejected(strip: Strip, term: str, definition: str, *, marked: bool = False) -> bool:
    thing = _names_thing(strip, term)
    return any(rule.fits(term, definition, thing=thing, marked=marked) for rule in load_no_glosses())


def _means(strip: Strip, term: str, definition: str, *, marked: bool, closed: bool) -> bool:
    """Whether the words after a term are its meaning rather than the rest of a sentence that begins with it."""
    thing = _names_thing(strip, term)
    if strip.layer in ARGUING:
        if len(definition) > _SHORT or not closed or not (thing or len(term) == 1):
            return False
        if not strip.punctuated:
            return marked or len(definition) == 1
    if len(definition) <= 3 and (closed or len(term) <= 2):
        return True
    # 復位復西階上位: the words of the text, filled up.
    if definition[0] == term[0] and len(definition) <= 2 * _SHORT and _in_order(term, definition):
        return marked or closed or len(term) > 1 or len(definition) <= _SHORT
    if _NOMINAL.search(definition) and len(definition) <= (20 if definition[-1] in "者貌" else 9):
        return True
    if re.match("所以|狀如|形如", definition) and (thing or closed):
        return True
    if _MEASURE.fullmatch(definition):
        return True
    if marked:
        return (thing and len(definition) <= 24) or len(definition) <= _SHORT or definition[0] in "以所有"
    if not thing and len(definition) >= 3 and definition[:2] in strip.things:
        return False  # 致夫人命: an act with what it is done to
    if closed:
        return len(definition) <= (12 if thing else 8)
    named = definition[-2:] in strip.things or definition[-1] in strip.things
    if term in strip.things and len(term) > 1 and len(definition) > 3 and not named:
        return False  # 主人拜賓至此堂: somebody acts
    return thing and len(definition) <= 8 and definition[-1] != "之"
