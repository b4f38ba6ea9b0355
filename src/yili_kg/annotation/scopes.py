"""Words that are spoken of and mean no thing: stretches that a sub-commentary names, and graphs as graphs.

自此盡有司, 自主婦反籩至受加于肵 say how far an explanation reaches; 古文皆作某, 甲讀為乙, 甲之言乙 speak of graphs; a
heading that counts volumes repeats the title of the book. The turns of phrase are those of `extraction/rules/scopes.yaml`.
"""

from __future__ import annotations

from functools import cache

from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["scope_spans"]


@cache
def _speaking_of_graphs() -> frozenset[str]:
    """Layers in which graphs are spoken of: those that are read for readings, and those of sounds."""
    return frozenset((*layers().read, *layers().sounds))


def scope_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text whose words name no thing, in order."""
    names = [
        *(["graph-as-graph"] if layer in _speaking_of_graphs() else []),
        *(["stretch"] if layer in layers().argues else []),
        *(["volume-of-the-book"] if layer in layers().silent else []),
    ]
    folded = fold(text) if names else ""
    return sorted(m.span() for name in names for m in load_patterns("scopes")[name].finditer(folded))
