"""Quads of the links to what others keep: each as a match of SKOS, and as a mapping of SSSOM that says who confirmed it."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from yili_kg.authorities import Link, load_authorities, load_links, load_methods
from yili_kg.graph.iris import concept_iri, graph_iri, named
from yili_kg.graph.vocabulary import LinkTerms as L
from yili_kg.graph.vocabulary import Statement, node
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["authority_iri", "link_quads"]

_DATE = ox.NamedNode("http://www.w3.org/2001/XMLSchema#date")


def authority_iri(authority: str) -> ox.NamedNode:
    """A list that others keep, `concept/authority-cbdb`."""
    return concept_iri(f"authority-{authority}")


def link_quads() -> Iterator[Statement]:
    """The lists and all links, in the graph `authorities`."""
    graph = graph_iri("authorities")
    for row in load_authorities().values():
        subject = authority_iri(row.authority)
        yield subject, T.a, T.scheme_class, graph
        yield subject, T.label, ox.Literal(row.zh, language="zh"), graph
        yield subject, T.label, ox.Literal(row.en, language="en"), graph
        yield subject, L.space, ox.Literal(row.uri), graph
        yield subject, L.form, ox.Literal(row.id), graph
        yield subject, L.publisher, ox.NamedNode(row.home), graph
        yield subject, L.rights, ox.Literal(row.terms), graph
    for link in load_links():
        yield from _link(link, graph)


def _link(link: Link, graph: ox.NamedNode) -> Iterator[Statement]:
    subject, match, record = concept_iri(link.concept), node("skos", link.match), ox.NamedNode(link.uri)
    yield subject, match, record, graph
    mapping = named(f"match.{link.concept}.{link.authority}.{link.id}")
    yield mapping, T.a, L.mapping, graph
    yield mapping, L.subject, subject, graph
    yield mapping, L.predicate, match, graph
    yield mapping, L.object, record, graph
    yield mapping, L.object_source, authority_iri(link.authority), graph
    yield mapping, L.justification, L.by_hand, graph
    prefix, _, name = load_methods()[link.method].field.partition(":")
    yield mapping, L.match_field, node(prefix, name), graph
    yield mapping, L.reviewer, concept_iri(f"reader-{link.reviewer}"), graph
    yield mapping, L.date, ox.Literal(link.date, datatype=_DATE), graph
    yield mapping, L.grounds, ox.Literal(link.grounds, language="en"), graph
