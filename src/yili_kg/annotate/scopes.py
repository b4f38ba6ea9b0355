"""Words that are spoken of and mean no thing: stretches that a sub-commentary names, and graphs as graphs.

自此盡有司, 自主婦反籩至受加于肵 say how far an explanation reaches; 古文皆作某, 甲讀為乙, 甲之言乙 speak of graphs.
"""

from __future__ import annotations

import re

from yili_kg.text.folding import fold

__all__ = ["scope_spans"]

#: Layers of those who explain in stretches, and of those who speak of graphs.
_STRETCHES = ("疏", "述註")
_GRAPHS = ("注", "疏", "述註", "音義", "互註")
_SCOPE = re.compile(
    "自此(?:[已以]下)?(?:盡|至).{2,14}?(?=論|亦論|明|此|言|總|一節|○|。)"
    "|(?:(?<=註曰)|(?<=疏曰)|(?<=[○。])|^)自(?!此).{2,9}?至.{2,9}?(?=此|亦異|亦與|亦言|論|皆)"
)
_G = "[㐀-鿿]"
_GRAPH = re.compile(
    fold(
        rf"(?:古文|今文|故書)(?:曰)?{_G}{{1,2}}(?:皆|或|亦)*(?:作|為){_G}"
        rf"|(?![鄭玄農君春融舊夫仲衆]){_G}(?:皆|或|亦)?(?:讀(?:從|[為曰如若])|當[為作]|或[為作]|之言){_G}(?:{_G}之{_G})?"
    )
)


def scope_spans(text: str, layer: str) -> list[tuple[int, int]]:
    """The spans of a text whose words name no thing, in order."""
    spans: list[tuple[int, int]] = []
    if layer in _GRAPHS:
        spans += [m.span() for m in _GRAPH.finditer(fold(text))]
    if layer in _STRETCHES:
        spans += [m.span() for m in _SCOPE.finditer(text)]
    return sorted(spans)
