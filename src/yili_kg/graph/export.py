"""A graph in another form."""

from __future__ import annotations

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.write import sort_quads
from yili_kg.queries.run import as_csv, run

__all__ = ["export_graph"]

_MENTIONS = """SELECT ?mention ?surface ?concept ?label ?kind ?segment ?layer ?start ?end ?rule WHERE {
  ?mention a yl:Mention ; nif:anchorOf ?surface ; its:taIdentRef ?concept ; yl:inSegment ?segment ;
    nif:beginIndex ?start ; nif:endIndex ?end ; yl:rule ?rule .
  ?segment yl:layer ?layer . OPTIONAL { ?concept skos:prefLabel ?label . FILTER(LANG(?label) = "lzh") }
  OPTIONAL { ?concept skos:inScheme ?kind } } ORDER BY ?segment ?start"""


def export_graph(store: ox.Store, form: str) -> str:
    """The whole graph as turtle, trig, nquads or ntriples, sorted, or its mentions as csv."""
    if form == "csv":
        return as_csv(run(store, _MENTIONS))
    kinds = {
        "turtle": ox.RdfFormat.TURTLE,
        "trig": ox.RdfFormat.TRIG,
        "nquads": ox.RdfFormat.N_QUADS,
        "ntriples": ox.RdfFormat.N_TRIPLES,
    }
    if form not in kinds:
        raise QueryError(f"no form {form}", advice=f"one of {', '.join(kinds)}, csv")
    quads = sort_quads(store)
    if form in ("trig", "nquads"):
        data = ox.serialize(quads, format=kinds[form], prefixes=PREFIXES)
    else:
        triples = sorted({ox.Triple(q.subject, q.predicate, q.object) for q in quads}, key=str)
        data = ox.serialize(triples, format=kinds[form], prefixes=PREFIXES)
    assert data is not None
    return data.decode("utf-8")
