"""Which form of an answer is sent: by the Accept header (RFC 9110, 12.5.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["BINDINGS", "GRAPHS", "choose", "why_broken_off", "without_controls"]

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

#: How closely a type is meant that is named.
_BY_NAME = 3
#: How a whole answer ends; all other forms end with a line end.
_ENDS = {
    "application/sparql-results+json": b"}",
    "application/sparql-results+xml": b"</sparql>",
    "application/ld+json": b"]",
    "application/rdf+xml": b"</rdf:RDF>",
}


def why_broken_off(media: str, body: bytes) -> str:
    """Why an answer ends before its end, in the engine's words; empty for a whole one.

    The engine begins to send before it knows how the query ends, and writes what then goes wrong into the answer itself.

    >>> why_broken_off("text/csv", b"a,b\\r\\nPermission denied (os error 13)")
    'Permission denied (os error 13)'
    >>> why_broken_off("text/csv", b"a,b\\r\\n1,2\\r\\n")
    ''
    """
    media = media.partition(";")[0].strip()
    if not body.strip() or body in (b"true", b"false") or body.rstrip().endswith(_ENDS.get(media, b"\0")):
        return ""
    if media not in _ENDS and body.endswith(b"\n"):
        return ""
    tail = re.search(r"[^\[\]{}>\n]*\Z", body[-500:].decode("utf-8", "replace"))
    return (tail.group().strip() if tail else "") or "the answer broke off"


#: UTF-8 of what XML 1.0 has no way to write: control characters, U+FFFE, U+FFFF, and references to them.
_CONTROLS = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|[xX]0*(?:[0-8BbCcEeFf]|1[0-9a-fA-F]));"
)


def without_controls(media: str, body: bytes) -> bytes:
    """An answer in XML with U+FFFD for each character that XML cannot hold; any other answer as it is.

    >>> without_controls("application/rdf+xml", b"<a>\\x01</a>").decode()
    '<a>\ufffd</a>'
    """
    if media.partition(";")[0].strip() not in ("application/sparql-results+xml", "application/rdf+xml"):
        return body
    return _CONTROLS.sub("\ufffd".encode(), body)


def choose(accept: str, offered: Sequence[str]) -> str | None:
    """The offered media type that the header wants most, None where it wants none of them.

    What it says of a type by name goes before what it says of all.

    >>> choose("text/csv;q=0.5, application/json", BINDINGS)
    'application/sparql-results+json'
    >>> choose("image/png", GRAPHS) is None
    True
    >>> choose("text/turtle;q=0, */*", GRAPHS)
    'application/n-triples'
    """
    if not accept.strip():
        return offered[0]
    best: tuple[float, int, int] | None = None
    chosen: str | None = None
    wanted = _wanted(accept)
    for rank, media in enumerate(offered):
        said = ((_closeness(name, media), quality, -place) for place, (name, quality) in enumerate(wanted))
        closeness, quality, place = max(said, default=(0, 0.0, 0))
        exact = closeness == _BY_NAME
        score = (quality if exact else quality - 1e-6, place if exact else -1000, -rank)
        if closeness and quality > 0 and (best is None or score > best):
            best, chosen = score, media
    return chosen


def _closeness(name: str, media: str) -> int:
    """How closely a name of the header means a media type: by name, by its kind (`text/*`), as any; 0: not at all."""
    if media in (name, _SAME.get(name, name)):
        return _BY_NAME
    if name == "*/*":
        return 1
    return 2 if name.endswith("/*") and media.startswith(name[:-1]) else 0


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
