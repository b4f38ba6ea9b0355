"""The part of a graph that the pages load holds what they ask for: they are the same as made of the whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from networkx.utils import graphs_equal

from yili_kg.graph.store import open_store
from yili_kg.pipeline import EDITIONS
from yili_kg.records.kept import Editions
from yili_kg.views.concepts.write import concept_files, shown
from yili_kg.views.network import network_of
from yili_kg.views.pages import site_of
from yili_kg.views.questions.page import asked_of
from yili_kg.views.sifted import Sifted, sifted


@pytest.fixture(scope="module")
def parts(small_build: Path) -> tuple[Sifted, Sifted]:
    """What is loaded, and the same with the whole graph."""
    loaded = sifted(small_build / "yili.trig")
    whole = replace(loaded, store=open_store(small_build))
    assert 0 < len(loaded.store) < len(whole.store)
    return loaded, whole


def test_the_fields_of_the_questions_are_those_of_the_whole_graph(parts: tuple[Sifted, Sifted]) -> None:
    loaded, whole = (asked_of(part) for part in parts)
    assert loaded == whole


def test_the_graph_of_relations_is_that_of_the_whole_graph(parts: tuple[Sifted, Sifted]) -> None:
    loaded, whole = (network_of(part.store, passages=0) for part in parts)
    assert len(loaded) > 2
    assert graphs_equal(loaded, whole)


def test_the_pages_of_concepts_are_those_of_the_whole_graph(parts: tuple[Sifted, Sifted], small_build: Path) -> None:
    editions = Editions(small_build / EDITIONS)
    site, uses = site_of(editions), shown(editions)
    loaded, whole = (dict(concept_files(uses, part.store, site=site)) for part in parts)
    assert loaded.keys() == whole.keys()
    assert [name for name in loaded if loaded[name] != whole[name]] == []
