"""Classes and properties of a graph by the names that people give them: `skos:broader`, `broader`, `Mention`, `citation`.

A name is the term's own with its prefix, its last part alone, or, of a class, the kind of record (`citation` is
`cito:Citation`). One that the graph does not have is an error that names those that it has.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.iris import short
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.tables.kinds import kinds

__all__ = ["class_named", "full", "property_named"]

_CLASSES = "SELECT DISTINCT ?n WHERE { ?s a ?n }"
_PROPERTIES = "SELECT DISTINCT ?n WHERE { ?s ?n ?o }"
#: So many names are told.
_TOLD = 40


def full(name: str) -> str:
    """An IRI written as `prefix:name` in full; any other name as it is."""
    prefix, colon, rest = name.partition(":")
    return PREFIXES[prefix] + rest if colon and prefix in PREFIXES else name


def property_named(store: ox.Store, name: str) -> ox.NamedNode:
    """The property of a name. Raises QueryError for one that no statement of the graph has."""
    if ":" in name and next(store.quads_for_pattern(None, ox.NamedNode(full(name)), None, None), None):
        return ox.NamedNode(full(name))
    return _named(name, (row["n"] for row in select(store, _PROPERTIES)), "property")


def class_named(store: ox.Store, name: str) -> ox.NamedNode:
    """The class of a name or of a kind of record (`gloss`). Raises QueryError for one of which the graph has no member.

    A kind of record that is known is never an error in a graph that has records; of one the graph may well have none.
    """
    known = {row["n"] for row in select(store, _CLASSES)}
    kind = next((k.class_ for k in kinds() if k.class_ and k.kind == name.casefold()), "")
    if kind:
        if full(kind) not in known and PREFIXES["yl"] + "Mention" not in known:
            raise QueryError(
                f"the graph has no record of the kind {name.casefold()}",
                advice="single records are in a build's folder and in its yili.trig, not in yili.ttl",
            )
        return ox.NamedNode(full(kind))
    if full(name) in known:
        return ox.NamedNode(full(name))
    return _named(name, known, "class")


def _named(name: str, known: Iterable[str], what: str) -> ox.NamedNode:
    """The one of the `known` IRIs with this last part. Raises QueryError where there is not just one."""
    by_name: dict[str, list[str]] = {}
    for iri in sorted(known):
        by_name.setdefault(_last(iri), []).append(iri)
    wanted = _last(full(name))
    fits = by_name.get(wanted) or [
        i for n, found in by_name.items() if n.casefold() == wanted.casefold() for i in found
    ]
    if len(fits) == 1 and ":" not in name:
        return ox.NamedNode(fits[0])
    near = fits or [i for n in get_close_matches(wanted, by_name, n=5, cutoff=0.75) for i in by_name[n]]
    if near:
        shown = ", ".join(sorted(map(short, near)))
        raise QueryError(f"the graph has no {what} of just the name {name}", advice=f"did you mean {shown}?")
    every = sorted(short(i) for found in by_name.values() for i in found)
    more = f", and {len(every) - _TOLD} more" if len(every) > _TOLD else ""
    raise QueryError(f"the graph has no {what} {name}", advice=f"it has {', '.join(every[:_TOLD])}{more}")


def _last(iri: str) -> str:
    return iri.replace("#", "/").rstrip("/").rpartition("/")[2].rpartition(":")[2]
