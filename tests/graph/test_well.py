"""What is surely well by its table breaks no shape in a store; each bad example is not surely well."""

from __future__ import annotations

import dataclasses

import pyoxigraph as ox
import pytest

from tests.graph.test_shapes import GOOD, HERE, NAMES
from yili_kg.graph.blocks import Blocks
from yili_kg.graph.check import check_quickly
from yili_kg.graph.conform import Known
from yili_kg.graph.shapes import load_constraints
from yili_kg.graph.table import Table, Tables
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.vocabulary import node
from yili_kg.graph.well import surely_well

GRAPH = node("g", "x")
RDF_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")


def table(quads: list[ox.Quad]) -> Table:
    return Table(Blocks.of(ox.Quad(q.subject, q.predicate, q.object, GRAPH) for q in quads))


def test_the_good_examples_are_surely_well() -> None:
    assert surely_well(table(list(GOOD)), Known.of(GOOD))


@pytest.mark.parametrize("name", NAMES)
def test_no_bad_example_is_surely_well(name: str) -> None:
    bad = list(ox.parse((HERE / "bad" / f"{name}.ttl").read_bytes(), format=ox.RdfFormat.TURTLE))
    store = ox.Store()
    store.bulk_extend([*GOOD, *bad])
    assert check_quickly(store)
    assert not surely_well(table([*GOOD, *bad]), Known.of(GOOD))


def test_a_table_tells_values_as_a_store_does() -> None:
    said = Tables(table([ox.Quad(node("r", "a"), T.anchor, ox.Literal('one "two"\n\\', language="lzh"))]))
    assert said.values_of(T.anchor) == {node("r", "a").value: 'one "two"\n\\'}
    assert said.all_of(T.anchor) == {node("r", "a").value: ['one "two"\n\\']}


def test_what_cannot_be_told_is_not_surely_well() -> None:
    first = next(c for c in load_constraints() if c.kind == "pattern")
    asked = dataclasses.replace(first, target="?s a <urn:a>", path=T.anchor.value, value="^[^b]*$")
    said = [
        ox.Quad(node("r", "a"), RDF_TYPE, ox.NamedNode("urn:a")),
        ox.Quad(node("r", "a"), T.anchor, ox.Literal("a\nb")),
    ]
    assert not surely_well(table(said), Known.of(GOOD), [asked])
    odd = dataclasses.replace(asked, target="?s ?p ?o . ?o ?q ?r")
    assert not surely_well(table(said), Known.of(GOOD), [odd])
