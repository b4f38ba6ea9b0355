"""Kinds of records that need no lift of their own: each field of the model becomes a statement.

A kind is lifted so where its row in `extraction/tables/kinds.tsv` says `plain`: its class, its place in the source, its
rule and speaker, and `yl:FIELD` for every other field that is filled, in the graph `plain/{edition}`. The ontology has to
know `yl:FIELD`; a test says so where it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.iris import concept_iri, graph_iri, local, named, segment_iri, source_iri
from yili_kg.graph.place import place_quads
from yili_kg.graph.speakers import speaker_iri
from yili_kg.graph.vocabulary import Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.models import Annotated
from yili_kg.tables.kinds import Kind, kinds

__all__ = ["plain_quads"]

#: Fields that every record has, and the statements that they are lifted to.
_PLACED = frozenset(("start", "end", "text", "segment", "layer", "rule", "speaker"))


def plain_quads(annotated: Annotated) -> Iterator[Statement]:
    """The statements of all kinds that are lifted field by field."""
    document = annotated.edition.document
    graph, source = graph_iri(f"plain/{local(document.name)}"), source_iri(document.sha256)
    for kind in kinds():
        if kind.lifted == "plain":
            yield from lifted(kind, getattr(annotated, kind.field), graph, source)


def lifted(kind: Kind, found: tuple[Any, ...], graph: ox.NamedNode, source: ox.NamedNode) -> Iterator[Statement]:
    """The statements of the records of one kind; an IRI is the kind, the segment and the number there."""
    numbers: dict[str, int] = {}
    for one in found:
        numbers[one.segment] = numbers.get(one.segment, 0) + 1
        iri = named(f"{kind.kind}.{one.segment}.{numbers[one.segment]}")
        yield iri, T.a, node(*kind.class_.split(":")), graph
        yield iri, T.in_segment, segment_iri(one.segment), graph
        yield from place_quads(iri, one, source, graph)
        yield iri, T.rule, concept_iri(f"rule-{one.rule}"), graph
        if getattr(one, "speaker", ""):
            yield iri, T.speaker, speaker_iri(one.speaker), graph
        for field in fields(one):
            value = getattr(one, field.name)
            if field.name not in _PLACED and value not in ("", None, ()):
                yield iri, node("yl", field.name), _literal(value), graph


def _literal(value: object) -> ox.Literal:
    if isinstance(value, bool | int | float):
        return ox.Literal(value)
    return ox.Literal(str(value), language="lzh")
