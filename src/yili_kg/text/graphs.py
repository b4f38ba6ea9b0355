"""Graphs: which characters of a text count when texts are compared (Chinese graphs and the signs of lost ones)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = [
    "FILLED",
    "LOST",
    "Graphs",
    "as_printed",
    "entities",
    "graph_end",
    "inverse",
    "is_graph",
    "occurrences",
    "stream",
]

#: Signs that editions print for a graph that they lost or cannot print.
LOST = "●■□○◎"
#: What fills up the places of an entity behind its graph in a folded text: no graph, no mark, no space.
FILLED = "\u2063"

_ENTITY = r"&[A-Za-z0-9-]{2,12};"
_ONE = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\ue000-\uf8ff●■□]"
_NAMED = re.compile(_ENTITY)
_GRAPH = re.compile(f"{_ENTITY}|{_ONE}")
#: An entity, or all graphs up to the next mark.
_RUN = re.compile(f"{_ENTITY}|{_ONE}+")
#: A text that is nothing but Chinese graphs.
_ALL = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\ue000-\uf8ff]+")
_SIGN = re.compile(f"[{LOST}]")
_AS_LOST = str.maketrans(dict.fromkeys(LOST, "□"))


def entities() -> re.Pattern[str]:
    """Graphs that a source names since nobody can print them: `&KR0871;`."""
    return _NAMED


def is_graph(character: str) -> bool:
    """Whether a character is a Chinese graph, a private-use graph or the sign of a lost one."""
    return _GRAPH.fullmatch(character) is not None


#: A record of a tuple, without a call of its own.
_made = tuple.__new__


class Graphs(NamedTuple):
    """The graphs of a text, and where each of them stands: `places[i]` is the place of graph `i`, ever greater."""

    graphs: str
    places: Sequence[int]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where graphs `first` to `last` (not included) stand in the text; each is one code point wide."""
        return self.places[first], self.places[last - 1] + 1

    def inside(self, start: int, end: int) -> tuple[int, int]:
        """Which graphs stand between two places of the text: the inverse of `span`.

        >>> stream("坐,取爵。").span(1, 3), stream("坐,取爵。").inside(2, 4)
        ((2, 4), (1, 3))
        """
        return inverse(self.places, start, end)


def graph_end(text: str, place: int) -> int:
    """The place behind the graph that begins at a place of a text: an entity is longer than one code point.

    >>> graph_end("當&KR0925;再", 1), graph_end("當楣再", 1)
    (9, 2)
    """
    return text.index(";", place) + 1 if text[place] == "&" else place + 1


def inverse(places: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Which of some ever greater places lie from `start` to `end` (not included): the first, and the one behind the last."""
    return bisect_left(places, start), bisect_left(places, end)


def stream(text: str) -> Graphs:
    """The graphs of a text without punctuation and the place of each in the text.

    An entity (`&KR0871;`) and the sign of a lost graph count as one graph, `□`.
    """
    if _ALL.fullmatch(text):
        return _made(Graphs, (text, range(len(text))))
    runs: list[str] = []
    places: list[int] = []
    for match in _RUN.finditer(text):
        run = match.group()
        if run[0] == "&":
            runs.append("□")
            places.append(match.start())
        else:
            runs.append(run)
            places.extend(range(*match.span()))
    graphs = "".join(runs)
    return _made(Graphs, (graphs.translate(_AS_LOST) if _SIGN.search(graphs) else graphs, places))


def as_printed(text: str, graphs: Graphs) -> str:
    """The graphs of a folded text as the edition prints it: what it only names (`&KR0764;`) is a lost graph."""
    if "&" not in text:
        return graphs.graphs
    return "".join("□" if text[place] == "&" else graph for graph, place in zip(*graphs, strict=True))


def occurrences(words: str, text: str) -> Iterator[int]:
    """The places in a text at which some words begin, those that overlap too."""
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + 1)
