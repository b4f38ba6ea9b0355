"""Traditional graphs and what is written for them in simplified script: what a reader is shown, never data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

from yili_kg.text.folding import simplify

__all__ = ["GRAPHS", "graphs_script", "pairs"]

#: The file of a site that tells its graphs; `simplified.js` loads it when a reader first wants them.
GRAPHS = "graphs.js"
#: Nothing below it is an ideograph.
_FIRST = "\u3400"


def pairs(texts: Iterable[str]) -> str:
    """Every graph of some texts that is written otherwise in simplified script, each followed by that, in order.

    >>> pairs(["賓主"])
    '賓宾'
    """
    used: set[str] = set()
    for text in texts:
        used.update(text)
    return "".join(graph + found for graph in sorted(used) if (found := _simple(graph)))


def graphs_script(texts: Iterable[str]) -> str:
    """The script that tells the graphs of some texts to the pages."""
    return f"given({json.dumps(GRAPHS)}, {json.dumps(pairs(texts), ensure_ascii=False)});"


@cache
def _simple(graph: str) -> str:
    """One graph in simplified script, each graph by itself; empty where it is the same, or is none."""
    if graph < _FIRST:
        return ""
    found = simplify(graph)
    return found if found != graph and len(found) == 1 else ""
