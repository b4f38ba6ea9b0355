"""Notes that say what the word above them means and do not repeat it: 甥 | 姊妹之子, 膮 | 豕臛也, 執饌 | 東方之饌.

A note that is set right behind a single word has nothing else to explain; one that ends as the text above it does, with a word
that belongs to it, says which is meant. Other notes leave open what they speak of.
"""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.notes.formulas import plain_formula
from yili_kg.annotation.notes.phrases import turn, without_finals
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import WEAK, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["ABOVE", "glosses_above"]

#: The name of this rule.
ABOVE = "gloss-of-the-word-above"
# Numbers of graphs.
#: The longest word that stands alone above a note, and the longest meaning.
_WORD, _MEANING = 3, 14


def glosses_above(
    tokens: NoteTokens, found: Sequence[FoundGloss], reports: Sequence[tuple[int, int]]
) -> list[FoundGloss]:
    """The first words of a note or a later comment as the meaning of the word above, if nothing was `found` in them."""
    if tokens.layer not in (*layers().notes, *layers().later) or not tokens.base or not tokens.base[0].segment:
        return []
    start, begin, formula = _head(tokens)
    if begin >= len(tokens.graphs):
        return []
    end = tokens.ahead(begin, WEAK)
    last = without_finals(tokens.graphs, begin, end)
    taken = (*((g.start, g.end) for g in found), *reports)
    if any(a < end and start < b for a, b in taken) or not begin < last <= begin + _MEANING:
        return []
    word = _word_above(tokens, begin, last, whole=last < end or end == len(tokens.graphs))
    if not word:
        return []
    return [
        FoundGloss(
            start=start, end=end, term=(begin, begin), definition=(begin, last), formula=formula, rule=ABOVE, word=word
        )
    ]


def _head(tokens: NoteTokens) -> tuple[int, int, str]:
    """Where behind its speaker and its sound a note begins, where what it says behind 謂 and the like, and the formula."""
    start = next((place for place in range(len(tokens.graphs)) if place not in tokens.silent), len(tokens.graphs))
    sound = turn("sound-at-the-head").match(tokens.graphs, start)
    start = sound.end() if sound else start
    marker = turn("means-the-word-above").match(tokens.graphs, start)
    plain = plain_formula().formula
    return (start, marker.end(), marker.group("means") or plain) if marker else (start, start, plain)


def _word_above(tokens: NoteTokens, begin: int, last: int, *, whole: bool) -> str:
    """The word at the end of the text above that a meaning explains; empty for none."""
    text, meaning = tokens.base[0].graphs, tokens.graphs[begin:last]
    if not whole or not tokens.heard(begin, last) or turn("not-of-the-word-above").search(meaning) or meaning in text:
        return ""
    if len(text) <= _WORD and text in tokens.things:
        return "" if meaning.startswith(text) else text
    again = turn("the-same-in-full").fullmatch(meaning)
    named = again is not None and text.endswith(again.group("word")) and meaning.count(text[-1:]) == 1
    return text[-1:] if named else ""
