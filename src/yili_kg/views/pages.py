"""The site of a build: every page, each written from one side.

| from the records of the editions | from the graph |
|---|---|
| `citations.html`, `glossary.html`, `rite-NN.html`: they show words at their places in a text, which records have | `graph.html`, `ontology.html`, the server's pages of nodes: they show what is stated of nodes |
"""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated
from yili_kg.records.kept import only
from yili_kg.views.anchors import word_files
from yili_kg.views.citation_page import citation_page
from yili_kg.views.concepts.write import concept_files, shown
from yili_kg.views.front_page import DATA, TURTLE, front_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.graph_page import RELATIONS, SCRIPTS, graph_page, relations_file
from yili_kg.views.network import NAMED_TOGETHER, network_of
from yili_kg.views.ontology_page import ontology_page
from yili_kg.views.page import STYLESHEET, asset, assets, site_script, stylesheet
from yili_kg.views.questions import page as questions
from yili_kg.views.questions.packed import ENGINE, engine_file, packed_graph
from yili_kg.views.reader import Parts, parts_of, share_files, shared_file
from yili_kg.views.rite_page import rite_page, rites_of
from yili_kg.views.search.index import search_files
from yili_kg.views.search.page import search_page
from yili_kg.views.shares import Share, shares
from yili_kg.views.sifted import sifted, store_of
from yili_kg.views.simplified import GRAPHS, graphs_script
from yili_kg.views.site import Site, file_of, site_of_build
from yili_kg.views.told import Told
from yili_kg.workers import outcome, side_by_side

__all__ = ["site_of", "write_site"]

#: Tasks: the pages that want the graph, that of its network, the graph packed for a browser, the page of a rite, the pages of
#: some 篇.
_ASKED, _NETWORK, _PACKED, _RITE, _READ = "asked", "network", "packed", "rite", "read"

#: Files in which graphs stand that no source has: names and words of ours.
_TELLS_GRAPHS = (STYLESHEET, "index.html", "ontology.html", "questions.html", "cards.js", "site.js", *assets())


def site_of(editions: Sequence[Annotated], *, jobs: int = 1) -> Site:
    """The pages that a build of some editions has: which rites and which 篇 there are hangs on what was read."""
    return site_of_build(rites_of(editions), _parts(editions, shares(editions), jobs).firsts)


def _parts(editions: Sequence[Annotated], parted: Sequence[Share], jobs: int) -> Parts:
    parts = Parts()
    with closing(side_by_side(partial(parts_of, editions), parted, jobs=jobs)) as done:
        for _, found in done:
            parts.add(outcome(found, "the pages"))
    return parts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pages:
    """What the pages are written from, and where."""

    folder: Path
    editions: Sequence[Annotated]
    account: Mapping[str, Any]
    site: Site
    shares: Sequence[Share]
    places: Mapping[str, Sequence[int]]
    rites: Mapping[str, int]
    graph: Path

    def told(self, store: ox.Store) -> Told:
        return Told(editions=self.editions, store=store, account=self.account, site=self.site, graph=self.graph)

    def write(self, task: tuple[str, str]) -> Any:
        """Do a task: pages that want the graph as a store, those of a rite, or others, by the name of their writer.

        What the page of the questions is made of is given back.
        """
        name, chapter = task
        if name == _ASKED:
            return self._asked()
        if name == _NETWORK:
            return _graph(self.folder, self.told(store_of(self.graph / "yili.trig", NAMED_TOGETHER)))
        if name == _PACKED:
            return _packed(self.folder, self.graph)
        if name == _RITE:
            rite = self.editions[self.rites[chapter]]
            return _put(self.folder / file_of("rite", chapter=chapter), rite_page(rite, chapter, site=self.site))
        if name == _READ:
            share = self.shares[int(chapter)]
            return _put_all(self.folder, share_files(self.told(ox.Store()), share, self.places))
        return _WRITERS[name](self.folder, self.told(ox.Store()))

    def _asked(self) -> dict[str, Any]:
        """The pages that ask the graph."""
        graph = sifted(self.graph / "yili.trig")
        uses = shown(self.editions, self.shares)
        _put_all(self.folder, concept_files(uses, graph.store, site=self.site))
        _put_all(self.folder, search_files(self.editions, uses, self.shares))
        _put(self.folder / file_of("search"), search_page(site=self.site))
        _put(self.folder / file_of("ontology"), ontology_page(graph.terms, site=self.site))
        return questions.asked_of(graph)


def write_site(
    folder: Path,
    editions: Sequence[Annotated],
    *,
    account: Mapping[str, Any],
    graph: Path,
    jobs: int = 1,
) -> None:
    """Write all pages of a site into `folder`, which is empty, from the records of a build and from its `graph`.

    `account` is what the build says of itself, `jobs` is how many processes work at once. Raises OSError.
    """
    load_lexicon()  # before there are processes: each that is forked has it then
    parted, played = shares(editions), rites_of(editions)
    parts = _parts(editions, parted, jobs)
    site = site_of_build(played, parts.firsts)
    numbers = {chapter: next(n for n, a in enumerate(editions) if a is rite) for chapter, rite in played.items()}
    work = _Pages(
        folder=folder,
        editions=editions,
        account=account,
        site=site,
        shares=parted,
        places=parts.places,
        rites=numbers,
        graph=graph,
    )
    tasks = [
        (_ASKED, ""),
        (_NETWORK, ""),
        (_PACKED, ""),
        *((_READ, str(number)) for number in range(len(parted))),
        *((_RITE, chapter) for chapter in played),
        *((name, "") for name in _WRITERS),
    ]
    with closing(side_by_side(work.write, tasks, jobs=jobs)) as done:
        told = {tasks[number]: outcome(found, "the pages") for number, found in done}
    _questions(folder, told[_ASKED, ""], told[_PACKED, ""], site)
    # The graphs of all text and of all names: whatever else a page shows is made of these.
    telling = (folder / name for name in sorted(_TELLS_GRAPHS))
    texts = (path.read_text(encoding="utf-8") for path in telling if path.is_file())
    _put(folder / GRAPHS, graphs_script(chain(texts, (a.edition.document.raw for a in editions))))


def _shared(folder: Path, told: Told) -> None:
    """What all pages share."""
    _put(folder / STYLESHEET, stylesheet())
    name, script = shared_file()
    _put(folder / name, script)
    _put(folder / "site.js", site_script(told.site))
    for name in assets():
        _put(folder / name, asset(name))
    for name, script in word_files(told.editions):
        _put(folder / name, script)


def _front(folder: Path, told: Told) -> None:
    _put(folder / file_of("home"), front_page(told))


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


#: The fields that the pages of notes are made from, which go over them several times.
_NOTED = {"citations": ("citations", "unsure"), "glossary": ("glosses", "readings", "norms", "claims", "unsure")}


def _notes(folder: Path, told: Told) -> None:
    for name, page in (("citations", citation_page), ("glossary", glossary_page)):
        apart: dict[str, str] = {}
        editions = only(told.editions, _NOTED[name])
        _put(folder / file_of(name), page(editions, site=told.site, apart=apart))
        for file, script in apart.items():
            _put(folder / file, script)


def _graph(folder: Path, told: Told) -> None:
    network = network_of(told.store, passages=0)
    _put(folder / file_of("graph"), graph_page(network, site=told.site))
    _put(folder / RELATIONS, relations_file(network, told.editions))
    for name in SCRIPTS:
        _put(folder / name, asset(name))


def _packed(folder: Path, graph: Path) -> list[list[Any]]:
    """The graph and its engine, for the questions that are asked in a browser: each file, its statements, its length."""
    engine = engine_file()
    _put(folder / ENGINE, engine)
    told: list[list[Any]] = [[ENGINE, 0, len(engine)]]
    for piece in packed_graph(graph / "yili.trig"):
        _put(folder / piece.file, piece.text)
        told.append([piece.file, piece.quads, len(piece.text)])
    return told


def _questions(folder: Path, asked: Mapping[str, Any], packed: Sequence[Sequence[Any]], site: Site) -> None:
    engine, *files = packed
    _put(folder / file_of("questions"), questions.questions_page(asked, files, engine=engine[2], site=site))
    for name in (*questions.EDITOR, *questions.SCRIPTS):
        _put(folder / name, asset(name))


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _put_all(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    for name, text in files:
        _put(folder / name, text)


#: What writes the pages that need no store, the longest work first.
_WRITERS: dict[str, Callable[[Path, Told], None]] = {
    "notes": _notes,
    "data": _data,
    "shared": _shared,
    "front": _front,
}
