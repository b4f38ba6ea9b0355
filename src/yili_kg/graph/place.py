"""Where in a source something stands, as statements: every lift says it in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Protocol

import pyoxigraph as ox

from yili_kg.graph.iris import graph_iri, local
from yili_kg.graph.vocabulary import Statement, slot_confidence
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["Placed", "literal", "place_quads", "sure_quads", "unsure_graph"]

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


def place_quads(iri: ox.NamedNode, found: Placed, source: ox.NamedNode, graph: ox.NamedNode) -> Iterable[Statement]:
    """Source, first code point, code point behind the last, and the words."""
    return (
        (iri, T.context, source, graph),
        (iri, T.begin, literal(found.start), graph),
        (iri, T.end, literal(found.end), graph),
        (iri, T.anchor, literal(found.text), graph),
    )


def unsure_graph(edition: str) -> ox.NamedNode:
    """The graph of what is doubtful in an edition: no part of the Turtle, nor of what is asked unless one asks for all."""
    return graph_iri(f"unsure/{local(edition)}")


@lru_cache(maxsize=1 << 10)
def _decimal(value: float) -> ox.Literal:
    return ox.Literal(f"{value:.2f}", datatype=ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal"))


def sure_quads(
    iri: ox.NamedNode, confidence: float | None, sure_of: Iterable[tuple[str, float]], graph: ox.NamedNode
) -> Iterator[Statement]:
    """How sure a statement is and, where that is less or more, what it is tied to or what fills its slots."""
    if confidence is not None:
        yield iri, T.confidence, _decimal(confidence), graph
    for slot, value in sure_of:
        if value != confidence:
            yield iri, slot_confidence(slot), _decimal(value), graph
