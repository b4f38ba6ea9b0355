"""RDF as pyoxigraph writes it, sorted."""

from __future__ import annotations

import pyoxigraph as ox

from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.write import sort_quads

__all__ = ["nquads", "ntriples", "trig", "turtle"]


def trig(store: ox.Store) -> str:
    """All statements with their graphs as TriG."""
    return _text(ox.serialize(sort_quads(store), format=ox.RdfFormat.TRIG, prefixes=PREFIXES))


def nquads(store: ox.Store) -> str:
    """All statements with their graphs as N-Quads."""
    return _text(ox.serialize(sort_quads(store), format=ox.RdfFormat.N_QUADS))


def turtle(store: ox.Store) -> str:
    """All statements without their graphs as Turtle."""
    return _text(ox.serialize(_triples(store), format=ox.RdfFormat.TURTLE, prefixes=PREFIXES))


def ntriples(store: ox.Store) -> str:
    """All statements without their graphs as N-Triples."""
    return _text(ox.serialize(_triples(store), format=ox.RdfFormat.N_TRIPLES))


def _triples(store: ox.Store) -> list[ox.Triple]:
    return sorted({q.triple for q in store}, key=lambda t: (str(t.subject), str(t.predicate), str(t.object)))


def _text(data: bytes | None) -> str:
    assert data is not None
    return data.decode("utf-8")
