"""Graphs: which characters of a text count when texts are compared (Chinese graphs and the signs of lost ones)."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["LOST", "is_graph", "occurrences", "stream"]

#: Signs that editions print for a graph that they lost or cannot print.
LOST = "●■□○◎"

_GRAPH = re.compile(
    r"&[A-Za-z0-9-]{2,12};|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\ue000-\uf8ff●■□]"
)


def is_graph(character: str) -> bool:
    """Whether a character is a Chinese graph, a private-use graph or the sign of a lost one."""
    return _GRAPH.fullmatch(character) is not None


def stream(text: str) -> tuple[str, list[int]]:
    """The graphs of a text without punctuation and the place of each in the text.

    An entity (`&KR0871;`) and the sign of a lost graph count as one graph, `□`.
    """
    graphs: list[str] = []
    places: list[int] = []
    for match in _GRAPH.finditer(text):
        graph = match.group()
        graphs.append("□" if len(graph) > 1 or graph in LOST else graph)
        places.append(match.start())
    return "".join(graphs), places


def occurrences(words: str, text: str) -> Iterator[int]:
    """The places in a text at which some words begin, those that overlap too."""
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + 1)
