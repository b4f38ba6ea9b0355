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
from yili_kg.views.citation_page import citation_page
from yili_kg.views.front_page import front_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.graph_page import RELATIONS, SCRIPTS, graph_page, relations_file
from yili_kg.views.network import network_of
from yili_kg.views.page import STYLESHEET, asset, site_script, stylesheet
from yili_kg.views.questions import page as questions
from yili_kg.views.questions.packed import ENGINE, engine_file, packed_graph
from yili_kg.views.rite_page import rite_page, rites_of
from yili_kg.views.site import Site, file_of, site_of_build
from yili_kg.views.told import Told

__all__ = ["site_of", "write_site"]

#: The scripts that every page or several pages run.
_SCRIPTS = ("base.js",)


def site_of(editions: Sequence[Annotated]) -> Site:
    """The pages that a build of some editions has: which rites and which 篇 there are hangs on what was read."""
    return site_of_build(rites_of(editions))


def write_site(
    folder: Path, editions: Sequence[Annotated], store: ox.Store, *, account: Mapping[str, Any], ontology: str
) -> None:
    """Write all pages of a site into `folder`, which is empty; the arguments are those of `Told`."""
    told = Told(editions=editions, store=store, account=account, site=site_of(editions), ontology=ontology)
    for write in (_shared, _front, _notes, _rites, _graph, _questions):
        write(folder, told)


def _shared(folder: Path, told: Told) -> None:
    """What all pages share."""
    _put(folder / STYLESHEET, stylesheet())
    _put(folder / "site.js", site_script(told.site))
    for name in _SCRIPTS:
        _put(folder / name, asset(name))


def _front(folder: Path, told: Told) -> None:
    _put(folder / file_of("home"), front_page(told))
    _put(folder / file_of("ontology"), told.ontology)


def _notes(folder: Path, told: Told) -> None:
    _put(folder / file_of("citations"), citation_page(told.editions, site=told.site))
    _put(folder / file_of("glossary"), glossary_page(told.editions, site=told.site))


def _rites(folder: Path, told: Told) -> None:
    for chapter, annotated in rites_of(told.editions).items():
        _put(folder / file_of("rite", chapter=chapter), rite_page(annotated, chapter, site=told.site))


def _graph(folder: Path, told: Told) -> None:
    network = network_of(told.store, passages=0)
    _put(folder / file_of("graph"), graph_page(network, site=told.site))
    _put(folder / RELATIONS, relations_file(network, told.editions))
    for name in SCRIPTS:
        _put(folder / name, asset(name))


def _questions(folder: Path, told: Told) -> None:
    engine, packed = engine_file(), list(packed_graph(told.store))
    page = questions.questions_page(told.store, packed, engine_size=len(engine), site=told.site)
    _put(folder / file_of("questions"), page)
    _put(folder / ENGINE, engine)
    for piece in packed:
        _put(folder / piece.file, piece.text)
    for name in (*questions.EDITOR, *questions.SCRIPTS):
        _put(folder / name, asset(name))


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
