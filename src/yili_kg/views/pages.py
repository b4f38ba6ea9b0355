"""The site of a build: every page, each written from one side.

| from the records of the editions | from the graph |
|---|---|
| `citations.html`, `glossary.html`, `rite-NN.html`: they show words at their places in a text, which records have | `graph.html`, `ontology.html`, the server's pages of nodes: they show what is stated of nodes |
"""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.models import Annotated
from yili_kg.views.anchors import word_files
from yili_kg.views.citation_page import citation_page
from yili_kg.views.concepts.write import concept_files, shown
from yili_kg.views.front_page import DATA, TURTLE, front_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.graph_page import RELATIONS, SCRIPTS, graph_page, relations_file
from yili_kg.views.network import network_of
from yili_kg.views.ontology_page import ontology_page
from yili_kg.views.page import STYLESHEET, asset, assets, site_script, stylesheet
from yili_kg.views.questions import page as questions
from yili_kg.views.questions.packed import ENGINE, engine_file, packed_graph
from yili_kg.views.reader import parts_of, reader_files
from yili_kg.views.rite_page import rite_page, rites_of
from yili_kg.views.search.index import search_files
from yili_kg.views.search.page import search_page
from yili_kg.views.simplified import GRAPHS, graphs_script
from yili_kg.views.site import Site, file_of, site_of_build
from yili_kg.views.told import Told

__all__ = ["site_of", "write_site"]

#: Files in which graphs stand that no source has: names and words of ours.
_TELLS_GRAPHS = (STYLESHEET, "index.html", "ontology.html", "questions.html", "cards.js", "site.js", *assets())


def site_of(editions: Sequence[Annotated]) -> Site:
    """The pages that a build of some editions has: which rites and which 篇 there are hangs on what was read."""
    return site_of_build(rites_of(editions), parts_of(editions))


def write_site(
    folder: Path,
    editions: Sequence[Annotated],
    store: ox.Store,
    *,
    account: Mapping[str, Any],
    graph: Path,
    jobs: int = 1,
) -> None:
    """Write all pages of a site into `folder`, which is empty; the arguments are those of `Told`."""
    told = Told(editions=editions, store=store, account=account, site=site_of(editions), graph=graph)
    for write in (_shared, _front, _ontology, _data, _reader, _notes, _rites, _concepts, _graph, _questions):
        write(folder, told)
    # The graphs of all text and of all names: whatever else a page shows is made of these.
    texts = (p.read_text(encoding="utf-8") for p in sorted(folder.iterdir()) if p.name in _TELLS_GRAPHS)
    _put(folder / GRAPHS, graphs_script(*texts, *(a.edition.document.raw for a in editions)))


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


def _ontology(folder: Path, told: Told) -> None:
    """The page of the ontology, which counts statements in the order in which the graph is written."""
    quads = ox.parse(path=str(told.graph / "yili.trig"), format=ox.RdfFormat.TRIG)
    _put(folder / file_of("ontology"), ontology_page(quads, site=told.site))


def _data(folder: Path, told: Told) -> None:
    """The knowledge graph and its description, for whoever takes the data from the site."""
    for name in DATA:
        if (told.graph / name).is_file():
            shutil.copyfile(told.graph / name, folder / name)
    if (turtle := told.graph / "yili.ttl").is_file():
        with (
            turtle.open("rb") as whole,
            (folder / TURTLE).open("wb") as file,
            gzip.GzipFile("", "wb", 6, file, 0) as packed,
        ):
            shutil.copyfileobj(whole, packed)


def _notes(folder: Path, told: Told) -> None:
    for name, page in (("citations", citation_page), ("glossary", glossary_page)):
        apart: dict[str, str] = {}
        _put(folder / file_of(name), page(told.editions, site=told.site, apart=apart))
        for file, script in apart.items():
            _put(folder / file, script)


def _rites(folder: Path, told: Told) -> None:
    for chapter, annotated in rites_of(told.editions).items():
        _put(folder / file_of("rite", chapter=chapter), rite_page(annotated, chapter, site=told.site))


def _reader(folder: Path, told: Told) -> None:
    for name, text in reader_files(told):
        _put(folder / name, text)


def _concepts(folder: Path, told: Told) -> None:
    """The pages of concepts and their cards, and the search over them and over all text."""
    uses = shown(told.editions)
    for files in (concept_files(uses, told.store, site=told.site), search_files(told.editions, uses)):
        for name, text in files:
            _put(folder / name, text)
    _put(folder / file_of("search"), search_page(site=told.site))


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
