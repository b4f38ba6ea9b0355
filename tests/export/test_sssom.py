from __future__ import annotations

import csv

import pyoxigraph as ox
import pytest
import yaml

from yili_kg.authorities import load_links
from yili_kg.export import export
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.knowledge import concept_quads
from yili_kg.graph.lift_links import link_quads


@pytest.fixture(scope="module")
def store() -> ox.Store:
    store = ox.Store()
    store.extend(as_quads([*concept_quads(), *link_quads()]))
    return store


def test_sssom_has_a_row_a_link_and_a_head_that_tells_its_prefixes(store: ox.Store) -> None:
    lines = export(store, "sssom").splitlines()
    head = yaml.safe_load("\n".join(line[1:] for line in lines if line.startswith("#")))
    rows = list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))
    assert len(rows) == len(load_links())
    expanded = set()
    for row in rows:
        prefix, _, name = row["object_id"].partition(":")
        expanded.add(head["curie_map"][prefix] + name)
        assert row["subject_id"].startswith("c:")
        assert row["predicate_id"] in {"skos:exactMatch", "skos:closeMatch"}
        assert row["mapping_justification"] == "semapv:ManualMappingCuration"
        assert all(row.values()), row
    assert expanded == {link.uri for link in load_links()}
