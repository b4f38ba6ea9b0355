"""The pages of a build, beside the graph; each is written from one side.

| from the records of the editions | from the graph |
|---|---|
| `citations.html`, `glossary.html`, `rite-NN.html`: they show words at their places in a text, which records have | `graph.html`, `ontology.html`, the server's pages of nodes: they show what is stated of nodes |
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox

from yili_kg.models import Annotated
from yili_kg.views.citation_page import citation_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.graph_page import graph_page
from yili_kg.views.network import network_of
from yili_kg.views.rite_page import rite_page, rites_of
from yili_kg.views.site import Site, file_of, site_of_build

__all__ = ["site_of", "write_pages"]


def site_of(editions: Sequence[Annotated]) -> Site:
    """The pages that a build of some editions has: which rites there are hangs on what was read."""
    return site_of_build(rites_of(editions))


def write_pages(folder: Path, editions: Sequence[Annotated], store: ox.Store) -> None:
    """Write the pages of some editions and of the graph made from them into `folder`, a file each.

    Only the page of the ontology is not among them: it counts statements, and the store has them no longer in order.
    """
    rites = rites_of(editions)
    site = site_of_build(rites)
    _write(folder / file_of("citations"), citation_page(editions, site=site))
    _write(folder / file_of("glossary"), glossary_page(editions, site=site))
    for chapter, annotated in rites.items():
        _write(folder / file_of("rite", chapter=chapter), rite_page(annotated, chapter, site=site))
    _write(folder / file_of("graph"), graph_page(network_of(store), site=site))


def _write(path: Path, page: str) -> None:
    path.write_text(page, encoding="utf-8")
