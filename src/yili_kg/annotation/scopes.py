"""Words that are spoken of and mean no thing: stretches that a sub-commentary names, and graphs as graphs.

自此盡有司, 自主婦反籩至受加于肵 say how far an explanation reaches; 古文皆作某, 甲讀為乙, 甲之言乙 speak of graphs; a
heading that counts volumes repeats the title of the book. The turns of phrase are those of `extraction/rules/scopes.yaml`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.needed import Asked

__all__ = ["scope_spans"]


@cache
def _speaking_of_graphs() -> frozenset[str]:
    """Layers in which graphs are spoken of: those that are read for readings, and those of sounds."""
    return frozenset((*layers().read, *layers().sounds))


def scope_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text whose words name no thing, in order."""
    folded = fold(text)
    return sorted(m.span() for pattern, _ in _asked(layer).of(folded) for m in pattern.finditer(folded))


@lru_cache(maxsize=64)
def _asked(layer: str) -> Asked[str]:
    """The turns of phrase that are looked for in a layer."""
    names = [
        *(["graph-as-graph"] if layer in _speaking_of_graphs() else []),
        *(["stretch"] if layer in layers().argues else []),
        *(["volume-of-the-book"] if layer in layers().silent else []),
    ]
    return Asked((load_patterns("scopes")[name], name) for name in names)
