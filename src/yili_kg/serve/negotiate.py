"""Which form of an answer is sent: by the Accept header (RFC 9110, 12.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["BINDINGS", "GRAPHS", "choose"]

#: Forms of a table of answers, the preferred one first.
BINDINGS = (
    "application/sparql-results+json",
    "application/sparql-results+xml",
    "text/csv",
    "text/tab-separated-values",
)
#: Forms of a graph, the preferred one first.
GRAPHS = (
    "text/turtle",
    "application/n-triples",
    "application/ld+json",
    "application/rdf+xml",
    "application/n-quads",
    "application/trig",
    "text/n3",
)
#: What clients say for one of them.
_SAME = {
    "application/json": "application/sparql-results+json",
    "application/xml": "application/sparql-results+xml",
    "text/xml": "application/sparql-results+xml",
    "application/x-turtle": "text/turtle",
    "text/plain": "application/n-triples",
}


def choose(accept: str, offered: Sequence[str]) -> str | None:
    """The offered media type that the header wants most, None where it wants none of them.

    >>> choose("text/csv;q=0.5, application/json", BINDINGS)
    'application/sparql-results+json'
    >>> choose("image/png", GRAPHS) is None
    True
    """
    if not accept.strip():
        return offered[0]
    best: tuple[float, int, int] | None = None
    chosen: str | None = None
    for place, (name, quality) in enumerate(_wanted(accept)):
        names = {name, _SAME.get(name, name)}
        for rank, media in enumerate(offered):
            exact = media in names
            if exact or name == "*/*" or (name.endswith("/*") and media.startswith(name[:-1])):
                score = (quality if exact else quality - 1e-6, -place if exact else -1000, -rank)
                if quality > 0 and (best is None or score > best):
                    best, chosen = score, media
    return chosen


def _wanted(accept: str) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for part in accept.split(",")[:50]:
        name, *params = (p.strip() for p in part.split(";"))
        quality = 1.0
        for param in params:
            key, _, value = param.partition("=")
            if key.strip().lower() == "q":
                try:
                    quality = min(1.0, max(0.0, float(value)))
                except ValueError:
                    quality = 0.0
        if name:
            found.append((name.lower(), quality))
    return found
