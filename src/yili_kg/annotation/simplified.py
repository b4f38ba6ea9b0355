"""Graphs that stand for another one in simplified print and are a thing of these texts as well: 后 for 後.

Folding keeps such a graph apart from the other, since in traditional print it is a word of its own (`folding.tsv`). A
segment in simplified print, which its other graphs show, has the other word wherever nothing around it speaks for the
thing. The turns of phrase are those of `extraction/rules/simplified.yaml`.
"""

from __future__ import annotations

from functools import cache

from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import simplified_share
from yili_kg.text.needed import Asked

__all__ = ["other_graphs"]

#: So much of the graphs of a segment in simplified print are simplified, short ones apart; of traditional print, which has
#: a few of them (无, 礼, 横), one in a thousand.
_SIMPLIFIED = 0.04


def other_graphs(text: str, folded: str) -> list[tuple[int, int]]:
    """The graphs of a text, folded too, that stand for another one in simplified print: spans that hold no mention."""
    found = [m.span() for pattern, _ in _asked().of(folded) for m in pattern.finditer(folded)]
    return sorted(found) if found and simplified_share(text) >= _SIMPLIFIED else []


@cache
def _asked() -> Asked[str]:
    patterns = load_patterns("simplified")
    return Asked((patterns[name], name) for name in patterns)
