"""Another's words that a commentator cites: 立如齊鄭云齊謂祭祀時, 釋宮曰柣謂之閾.

They are read as a note of their own, on the words that were cited before them: behind 云 or 曰 something begins, and the
words that it explains stand before it or in the text that the commentator explains himself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from yili_kg.annotation.notes.formulas import plain_formula
from yili_kg.annotation.notes.phrases import voice, without_finals, words
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import STRONG, Base, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["Stretch", "cited_stretches", "entry_of", "said_of_a_topic"]

# Numbers of graphs.
#: No further than this another's words are followed; what he explains stands so far before them at most.
_FOLLOWED, _BEFORE = 60, 40
#: So many of the texts that the commentator explains are known to the other as well.
_SHARED = 2
#: The longest word before another's words, and the longest meaning that they give it.
_TERM, _MEANING = 4, 12


class Stretch(NamedTuple):
    """The words of another: they begin at graph `start` of the note, and `tokens` are theirs alone.

    `opened` is where the words begin that say who speaks. `explains`: he explains words, as notes and glossaries do; of
    another text only what has a formula is a gloss.
    """

    opened: int
    start: int
    tokens: NoteTokens
    explains: bool


class _Opening(NamedTuple):
    """The words with which another begins to speak, from graph `begin` on up to where he does."""

    begin: int
    start: int
    explains: bool


def cited_stretches(tokens: NoteTokens) -> Iterator[Stretch]:
    """The stretches of a note in which another speaks, in order."""
    openings = sorted(_openings(tokens))
    back = [match.start() for match in voice("voice-comes-back").finditer(tokens.graphs)]
    for number, (opened, start, explains) in enumerate(openings):
        following = openings[number + 1].begin if number + 1 < len(openings) else len(tokens.graphs)
        place = bisect_left(back, start)
        returns = back[place] if place < len(back) else len(tokens.graphs)
        end = min(following, returns, start + _FOLLOWED, len(tokens.graphs))
        if end > start + 1:
            before = tokens.graphs[max(0, start - _BEFORE) : start]
            cited = (Base(segment="", graphs=before, places=()), *tokens.base[:_SHARED])
            part = tokens.part(start, end, base=cited, layer=layers().named("note"))
            yield Stretch(opened, start, part, explains)


def said_of_a_topic(
    tokens: NoteTokens, stretch: Stretch, last: FoundGloss | None, found: Sequence[FoundGloss]
) -> FoundGloss | None:
    """What another says first, if it is the meaning of the word before him: 霤者說文曰屋水流也.

    That is a word that 者 marks, or the word of the gloss `last` cited, which ends where he begins (門側之堂謂之塾郭氏曰
    夾門堂也). `found` are the glosses in his own words; one with a formula, or of the same word, says what he means.
    """
    part = stretch.tokens
    # A glossary explains words of its own, an annotator those before him.
    glossary = tokens.graphs[stretch.opened : stretch.start - 1].endswith(tuple(words("glossaries")))
    topic = _topic(tokens, stretch, None if glossary else last)
    end = part.ahead(0, STRONG)
    begin = 1 if part.graphs[0] in words("leads-to-a-meaning") else 0
    stop = without_finals(part.graphs, begin, end)
    if topic is None or not stretch.explains or not begin < stop <= begin + _MEANING or stop == end:
        return None
    word = tokens.graphs[slice(*topic)]
    plain = plain_formula()
    own = (g for g in found if g.start < end and (g.rule != plain.id or part.graphs[slice(*g.term)] == word))
    if next(own, None) is not None or part.graphs.startswith(word):
        return None
    first = stretch.start + begin
    return FoundGloss(
        start=topic[0] if topic[1] + 1 == stretch.opened else first,
        end=stretch.start + end,
        term=topic,
        definition=(first, stretch.start + stop),
        formula=plain.formula,
        rule=plain.id,
    )


def entry_of(tokens: NoteTokens, stretch: Stretch) -> FoundGloss | None:
    """What a dictionary says at its beginning of the graph that heads its entry, if 也 closes it: 說文云優饒也, 玉篇云摟亦曳也."""
    opening = tokens.graphs[stretch.opened : stretch.start - 1].rstrip("".join(words("again-in-a-book")))
    part = stretch.tokens
    if not opening.endswith(tuple(words("dictionaries"))) or part.graphs[0] in words("grammar"):
        return None
    end = part.ahead(0, STRONG)
    begin = 1 + (part.graphs[1:2] in words("again-in-a-book"))
    last = without_finals(part.graphs, begin, end)
    if not begin < last <= begin + _MEANING or last == end or part.graphs[begin] in words("marks-a-reading"):
        return None
    plain = plain_formula()
    first = stretch.start
    return FoundGloss(
        start=first,
        end=first + end,
        term=(first, first + 1),
        definition=(first + begin, first + last),
        formula=plain.formula,
        rule=plain.id,
    )


def _topic(tokens: NoteTokens, stretch: Stretch, last: FoundGloss | None) -> tuple[int, int] | None:
    """The word before another's words that he explains: marked with 者, or of the gloss that ends there."""
    place = stretch.opened
    if last is not None and last.end == place:
        return last.term
    if not place or tokens.graphs[place - 1] not in words("topic"):
        return None
    begin = max(tokens.back(place - 1), place - 1 - _TERM)
    known = (p for p in range(begin, place - 1) if tokens.in_base(tokens.graphs[p : place - 1]))
    first = next(known, -1)
    return (first, place - 1) if first >= 0 else None


def _openings(tokens: NoteTokens) -> Iterator[_Opening]:
    """Where another begins to speak: behind the word for a note or a book, behind a name, with 云 or 曰."""
    found: set[int] = set()
    for match in voice("voice-of-a-book").finditer(tokens.graphs):
        found.add(match.end())
        begin = tokens.named.get(match.end() - 1, match.start())
        yield _Opening(begin, match.end(), voice("voice-that-explains").search(match.group()) is not None)
    for place, begin in tokens.named.items():
        if tokens.graphs[place : place + 1] in words("saying") and place + 1 not in found:
            yield _Opening(begin, place + 1, True)
