"""Graphs that stand for another one in simplified print and are a thing of these texts as well: 后 for 後.

Folding keeps such a graph apart from the other, since in traditional print it is a word of its own (`folding.tsv`). A
segment in simplified print, which its other graphs show, has the other word wherever nothing around it speaks for the
thing. The turns of phrase are those of `extraction/rules/simplified.yaml`. Where a word of the lexicon is written with such a
graph (谷梁, 洪范, 干肉), the graphs around it tell which word it is: it is read as that one.
"""

from __future__ import annotations

import re
from functools import cache

from yili_kg.annotation.title_marks import in_title_marks
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.lost_in_print import with_lost_graphs
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold, simplified_share, simplify
from yili_kg.text.needed import Asked

__all__ = ["folded_in_print", "other_graphs"]

#: So much of the graphs of a segment in simplified print are simplified, short ones apart; of traditional print, which has
#: a few of them (无, 礼, 横), one in a thousand.
_SIMPLIFIED = 0.04


def other_graphs(text: str, folded: str) -> list[tuple[int, int]]:
    """The graphs of a text, folded too, that stand for another one in simplified print: spans that hold no mention."""
    found = [m.span() for pattern, _ in _asked().of(folded) for m in pattern.finditer(folded)]
    return sorted(found) if found and simplified_share(text) >= _SIMPLIFIED else []


def folded_in_print(text: str) -> str:
    """The folded copy of a segment's text, same length, with titles between 《 and 》 whatever marks they are printed in.

    In simplified print words of the lexicon are as traditional print has them (穀梁 for 谷梁).
    """
    folded = in_title_marks(fold(text))
    if simplified_share(text) < _SIMPLIFIED:  # first, since texts in traditional print never need the words
        return folded
    return _words_in_print().sub(lambda word: _in_print()[word.group()], folded)


@cache
def _words_in_print() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, _in_print()), key=lambda word: (-len(word), word))))


@cache
def _in_print() -> dict[str, str]:
    """Words of the lexicon by their folded simplified print, where folding alone does not bring it home.

    A word that is the print of two is left alone, and so is what is a word itself, of one graph or checked by rules.
    """
    forms = load_lexicon().forms
    words = [word for word, claims in forms.items() if len(word) > 1 and not all(form.checked for form in claims)]
    found: dict[str, str] = dict(with_lost_graphs(forms))
    for word, printed in zip(words, map(fold, simplify("\n".join(words)).split("\n")), strict=True):
        if printed != word and printed not in forms and len(printed) == len(word) and not _two_words(printed):
            found[printed] = "" if printed in found else word
    return {printed: word for printed, word in found.items() if word}


def _two_words(printed: str) -> bool:
    """Whether two graphs are as likely two words: one that stands alone before any other (云 says, 余 I) goes first."""
    return len(printed) == 2 and printed[0] in load_word_lists("sources/words")["alone-before-others"].words


@cache
def _asked() -> Asked[str]:
    patterns = load_patterns("simplified")
    return Asked((patterns[name], name) for name in patterns)
