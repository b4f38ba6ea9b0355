"""Opening a built graph: as a pyoxigraph store, or as an rdflib dataset over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyoxigraph as ox
import rdflib

from yili_kg.errors import QueryError
from yili_kg.graph.output import settle
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["as_rdflib", "drop_doubtful", "is_doubtful", "load", "open_store", "select", "without_doubt"]

_HEAD = "".join(f"PREFIX {p}: <{iri}>\n" for p, iri in PREFIXES.items())

_DOUBTFUL = PREFIXES["g"] + "unsure/"
_FORMATS = {
    ".trig": ox.RdfFormat.TRIG,
    ".nq": ox.RdfFormat.N_QUADS,
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
}


def open_store(place: Path, *, doubtful: bool = False) -> ox.Store:
    """The store of a build's folder (its TriG) or of one RDF file. Raises QueryError where there is none.

    What is doubtful (the graphs `unsure/…`) is in it only where it is asked for.
    """
    if place.is_dir():
        settle(place)
    path = place / "yili.trig" if place.is_dir() else place
    if not path.is_file():
        raise QueryError("there is no graph here", where=str(place), advice="make one with `yili-kg build -o DIR`")
    kind = _FORMATS.get(path.suffix)
    if kind is None:
        raise QueryError(f"no RDF file that yili-kg reads ({', '.join(_FORMATS)})", where=str(path))
    store = ox.Store()
    try:
        store.bulk_load(path=str(path), format=kind)
    except (SyntaxError, ValueError, OSError) as error:
        raise QueryError(f"the graph is damaged: {error}", where=str(path), advice="build it again") from error
    if not doubtful:
        drop_doubtful(store)
    return store


def is_doubtful(graph: str) -> bool:
    """Whether a named graph (its IRI) holds what is doubtful."""
    return graph.startswith(_DOUBTFUL)


def without_doubt() -> str:
    """The update by which a store loses what is doubtful."""
    return (
        "DELETE { GRAPH ?g { ?s ?p ?o } } "
        f'WHERE {{ GRAPH ?g {{}} FILTER(STRSTARTS(STR(?g), "{_DOUBTFUL}")) GRAPH ?g {{ ?s ?p ?o }} }}'
    )


def load(store: ox.Store, data: bytes, form: ox.RdfFormat) -> None:
    """Put statements as they are written into a store in memory, nodes without a name under those that they have there.

    It takes two thirds of the time of `bulk_load`; but either gives such nodes other names each time.
    """
    if b"_:" in data:
        store.bulk_extend(ox.parse(data, format=form))
    else:
        store.load(data, format=form)


def drop_doubtful(store: ox.Store) -> None:
    """Take what is doubtful out of a store."""
    for graph in list(store.named_graphs()):
        if is_doubtful(graph.value):
            store.remove_graph(graph)


def as_rdflib(store: ox.Store) -> rdflib.Dataset:
    """The same store for rdflib, without a copy."""
    from oxrdflib import OxigraphStore

    return rdflib.Dataset(store=OxigraphStore(store=store), default_union=True)


def select(store: ox.Store, query: str, *, about: str = "") -> list[dict[str, str]]:
    """The rows of a SELECT of the project's own over all graphs, prefixes known; unbound variables are left out.

    `about` is an IRI to be put for the variable `n`.
    """
    bound: Any = {ox.Variable("n"): ox.NamedNode(about)} if about else None
    result = store.query(_HEAD + query, use_default_graph_as_union=True, substitutions=bound)
    assert isinstance(result, ox.QuerySolutions)
    names = [v.value for v in result.variables]
    return [
        {n: str(getattr(v, "value", v)) for n, v in zip(names, row, strict=True) if v is not None} for row in result
    ]
