"""The site of a build: every page, each written from one side.

| from the records of the editions | from the graph |
|---|---|
| `citations.html`, `glossary.html`, `rite-NN.html`: they show words at their places in a text, which records have | `graph.html`, `ontology.html`, the server's pages of nodes: they show what is stated of nodes |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.models import Annotated
from yili_kg.views.anchors import word_files
from yili_kg.views.citation_page import citation_page
from yili_kg.views.front_page import front_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.graph_page import graph_page
from yili_kg.views.network import network_of
from yili_kg.views.page import STYLESHEET, asset, assets, site_script, stylesheet
from yili_kg.views.rite_page import rite_page, rites_of
from yili_kg.views.simplified import GRAPHS, graphs_script
from yili_kg.views.site import Site, file_of, site_of_build
from yili_kg.views.told import Told

__all__ = ["site_of", "write_site"]


def site_of(editions: Sequence[Annotated]) -> Site:
    """The pages that a build of some editions has: which rites and which 篇 there are hangs on what was read."""
    return site_of_build(rites_of(editions))


def write_site(
    folder: Path, editions: Sequence[Annotated], store: ox.Store, *, account: Mapping[str, Any], ontology: str
) -> None:
    """Write all pages of a site into `folder`, which is empty; the arguments are those of `Told`."""
    told = Told(editions=editions, store=store, account=account, site=site_of(editions), ontology=ontology)
    for write in (_shared, _front, _notes, _rites, _graph):
        write(folder, told)
    _put(folder / GRAPHS, graphs_script(*(p.read_text(encoding="utf-8") for p in sorted(folder.iterdir()))))


def _shared(folder: Path, told: Told) -> None:
    """What all pages share."""
    _put(folder / STYLESHEET, stylesheet())
    _put(folder / "site.js", site_script(told.site))
    for name in assets():
        _put(folder / name, asset(name))
    for name, script in word_files(told.editions):
        _put(folder / name, script)


def _front(folder: Path, told: Told) -> None:
    _put(folder / file_of("home"), front_page(told))
    _put(folder / file_of("ontology"), told.ontology)


def _notes(folder: Path, told: Told) -> None:
    for name, page in (("citations", citation_page), ("glossary", glossary_page)):
        apart: dict[str, str] = {}
        _put(folder / file_of(name), page(told.editions, site=told.site, apart=apart))
        for file, script in apart.items():
            _put(folder / file, script)


def _rites(folder: Path, told: Told) -> None:
    for chapter, annotated in rites_of(told.editions).items():
        _put(folder / file_of("rite", chapter=chapter), rite_page(annotated, chapter, site=told.site))


def _graph(folder: Path, told: Told) -> None:
    _put(folder / file_of("graph"), graph_page(network_of(told.store), site=told.site))


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
