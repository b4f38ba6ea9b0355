"""Graphs for tests: what a build would put together, without files; what is known is made once."""

from __future__ import annotations

from functools import cache

import pyoxigraph as ox

from yili_kg.analyse import analyse_text
from yili_kg.graph.assemble import edition_quads, known_quads, sum_quads
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.vocabulary import node
from yili_kg.graph.write import in_order
from yili_kg.models import Annotated

__all__ = ["about", "known", "of_editions", "quads_of", "some_of_each_class", "store_of", "store_of_text"]


#: What leads from a book to everything in it.
_PARTS = (node("lrm", "R5_has_component"), node("lrm", "R15_has_fragment"))


@cache
def known() -> tuple[ox.Quad, ...]:
    """What is known before any source is read."""
    return tuple(as_quads(known_quads()))


def quads_of(*editions: Annotated) -> list[ox.Quad]:
    """All statements of some editions, with what is known."""
    return in_order(
        [*known(), *(q for e in editions for q in as_quads(edition_quads(e))), *as_quads(sum_quads(editions))]
    )


def store_of(*editions: Annotated) -> ox.Store:
    """A store of some editions, with what is known."""
    store = ox.Store()
    store.extend(quads_of(*editions))
    return store


def store_of_text(text: str) -> ox.Store:
    """A store of one text."""
    return store_of(analyse_text(text))


def about(store: ox.Store, *nodes: ox.NamedNode) -> ox.Store:
    """The part of a store that says something of some nodes, of what they point at, and so on; but not all parts of a book.

    pyshacl looks at each node: on a part it takes a blink, on the whole half a minute.
    """
    part = ox.Store()
    seen: set[ox.NamedNode] = set()
    edge = set(nodes)
    while edge:
        found = [q for n in sorted(edge, key=str) for q in _said(store, n)]
        part.extend(found)
        seen |= edge
        edge = {q.object for q in found if isinstance(q.object, ox.NamedNode)} - seen
    return part


def _said(store: ox.Store, one: ox.NamedNode) -> list[ox.Quad]:
    """What is said of a node, with the first of its parts only."""
    found = sorted(store.quads_for_pattern(one, None, None, None), key=str)
    first = {q.predicate: q for q in reversed(found) if q.predicate in _PARTS}
    return [q for q in found if q.predicate not in first or first[q.predicate] is q]


def some_of_each_class(store: ox.Store, *, most: int = 2) -> list[ox.NamedNode]:
    """The first few nodes of each class that a store knows, in the order of their names."""
    found: dict[object, list[ox.NamedNode]] = {}
    for quad in store.quads_for_pattern(None, node("rdf", "type"), None, None):
        if isinstance(quad.subject, ox.NamedNode):
            found.setdefault(quad.object, []).append(quad.subject)
    return [one for of in found.values() for one in sorted(of, key=str)[:most]]


def of_editions(store: ox.Store) -> ox.Store:
    """The part of a store that its editions made, with what of the known it points at."""
    own = {q.subject for q in store} - {q.subject for q in known()}
    return about(store, *(n for n in own if isinstance(n, ox.NamedNode)))
