"""Where in a source something stands, as statements: every lift says it in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

import pyoxigraph as ox

from yili_kg.graph.vocabulary import Terms as T

__all__ = ["Placed", "literal", "place_quads"]

#: Small numbers and words come again and again.
literal = lru_cache(maxsize=1 << 18)(ox.Literal)


class Placed(Protocol):
    """Anything found in a source, with its words."""

    @property
    def start(self) -> int:
        """First code point in the source."""

    @property
    def end(self) -> int:
        """Code point behind the last one."""

    @property
    def text(self) -> str:
        """Its words."""


def place_quads(iri: ox.NamedNode, found: Placed, source: ox.NamedNode, graph: ox.NamedNode) -> Iterator[ox.Quad]:
    """Source, first code point, code point behind the last, and the words."""
    yield ox.Quad(iri, T.context, source, graph)
    yield ox.Quad(iri, T.begin, literal(found.start), graph)
    yield ox.Quad(iri, T.end, literal(found.end), graph)
    yield ox.Quad(iri, T.anchor, literal(found.text), graph)
