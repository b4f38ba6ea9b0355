"""What the pages have in common: names of the others, both languages, one source each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest

import yili_kg
from tests.browser import Visitor
from yili_kg.data import data_folder
from yili_kg.graph.store import open_store
from yili_kg.tables import types
from yili_kg.tables.pages import build_files, pages
from yili_kg.views.graph_page import graph_page
from yili_kg.views.network import network_of
from yili_kg.views.page import stylesheet
from yili_kg.views.site import Site, file_of, site_of_build, site_of_folder

VIEWS = Path(yili_kg.__file__).parent / "views"
FILES = ("index.html", "graph.html", "citations.html", "glossary.html", "rite-04.html", "ontology.html")


def test_a_page_leads_to_the_pages_there_are_and_to_no_others() -> None:
    site = Site(("graph.html", "rite-04.html", "rite-10.html"))
    rites, network = site.links("rite-10.html")
    assert (network.href, network.zh, network.here) == ("graph.html", "圖", False)
    assert [(r.href, r.zh, r.here) for r in rites.under] == [
        ("rite-04.html", "鄉飲酒禮", False),
        ("rite-10.html", "覲禮", True),
    ]
    assert rites.here
    assert Site().links("graph.html") == ()


def test_a_server_has_pages_of_its_own() -> None:
    assert [link.href for link in Site(("graph.html",), served=True).links("/sparql")] == ["/graph.html", "/sparql"]


def test_pages_of_a_build_and_of_a_folder(tmp_path: Path) -> None:
    assert file_of("rite", chapter="04") == "rite-04.html"
    made = site_of_build(["10", "04"])
    assert {"index.html", "graph.html", "citations.html", "glossary.html", "ontology.html"} <= set(made.files)
    assert [f for f in made.files if f.startswith("rite-")] == ["rite-04.html", "rite-10.html"], (
        "in the order of the chapters"
    )
    read = site_of_build(["04"], {"04": ("04.001", "04.080")})
    assert [f for f in read.files if f.startswith("read-")] == ["read-04.html", "read-04-2.html"]
    assert sorted(site_of_folder([*made.files, "other.html", "concept-觶.html"]).files) == sorted(made.files)


def test_every_page_and_file_is_told_in_both_languages() -> None:
    for page in pages().values():
        assert all((page.zh, page.en, page.tells_zh, page.tells_en)), page.place
    for file in build_files():
        assert all((file.media, file.tells_zh, file.tells_en)), file.place


@pytest.mark.parametrize("path", sorted(VIEWS.glob("*.py")), ids=lambda p: p.stem)
def test_a_page_is_written_from_the_records_or_from_the_graph_not_from_both(path: Path) -> None:
    if path.stem == "pages":
        return  # It gives each page what it is written from.
    imported = {
        f"{node.module}.{name.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    graph = {"yili_kg.graph.store.select", "yili_kg.graph.shapes.load_constraints"} & imported
    assert not (graph and "yili_kg.models.Annotated" in imported)


@pytest.fixture
def new_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A table of types with a row that no Python knows."""
    told = (data_folder("extraction") / "tables" / "types.tsv").read_text(encoding="utf-8")
    header = next(line for line in told.splitlines() if line.startswith("type\t"))
    row = dict.fromkeys(header.split("\t"), "") | {"type": "animal", "folder": "animals", "noun": "thing"}
    row |= {"class_": "crm:E55_Type", "zh": "鳥獸", "en": "animal", "en_scheme": "animals", "colour": "#123456"}
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "types.tsv").write_text(told + "\t".join(row.values()) + "\n", encoding="utf-8")
    monkeypatch.setattr("yili_kg.tables.types.data_folder", lambda name: tmp_path)
    for known in (types.mention_types, stylesheet):
        known.cache_clear()
    yield
    monkeypatch.undo()
    for known in (types.mention_types, stylesheet):
        known.cache_clear()


@pytest.mark.usefixtures("new_type")
def test_a_new_type_is_a_row_of_the_table_and_nothing_else() -> None:
    store = ox.Store()
    store.load(
        """PREFIX c: <https://w3id.org/yili/concept/> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
        c:鴈 a skos:Concept ; skos:inScheme c:animals ; skos:prefLabel "鴈"@lzh , "wild goose"@en .
        c:此 a skos:Concept ; skos:inScheme c:others ; skos:prefLabel "此"@lzh , "other"@en .""".encode(),
        format=ox.RdfFormat.TURTLE,
    )
    graph = network_of(store)
    assert dict(graph.nodes(data="kind")) == {"鴈": "animals"}
    html = graph_page(graph, title="x")
    assert '<input type="checkbox" class="kind" value="animals" checked>' in html
    assert "--type-animal: #123456;" in html
    assert "鳥獸" in html


def test_kinds_of_the_network_are_those_of_the_table(corpus: Path) -> None:
    graph: nx.Graph = network_of(open_store(corpus / "yili.trig"))
    assert set(dict(graph.nodes(data="kind")).values()) <= {row.folder for row in types.mention_types().values()}


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("file", FILES)
def test_every_page_is_read_without_network_at_both_widths(visit: Visitor, corpus: Path, file: str, width: int) -> None:
    opened = visit((corpus / "site" / file).as_uri(), width=width, locale="zh-TW", dark=width == 390)
    page = opened.page
    assert page.get_attribute("html", "lang") == "zh-Hant"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("header.site nav a[aria-current=page]").count() == int(file != "index.html")
    addresses = page.locator("header.site nav a").evaluate_all("links => links.map(a => a.getAttribute('href'))")
    assert len(addresses) > 5
    page.click("#tongue")
    assert page.get_attribute("html", "lang") == "en"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.asked_outside == []
    assert opened.wrong == []


@pytest.mark.browser
@pytest.mark.parametrize("file", FILES)
def test_the_language_is_chosen_by_keyboard_and_goes_with_the_reader(visit: Visitor, corpus: Path, file: str) -> None:
    opened = visit((corpus / "site" / file).as_uri(), locale="zh-TW")
    page = opened.page
    assert page.locator("header.site .zh:visible").count() > 3
    assert page.locator("header.site .en:visible").count() == 0
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "tongue":
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", "the focus is seen"
    page.keyboard.press("Enter")
    assert page.get_attribute("html", "lang") == "en"
    assert page.locator("header.site .zh:visible").count() == 0
    assert "lang=en" in page.url
    other = "graph.html" if file != "graph.html" else "ontology.html"
    page.click(f"header.site nav a[href^='{other}']")
    page.wait_for_selector("html[lang=en]")
    assert other in page.url
    page.goto((corpus / "site" / file).as_uri() + "?lang=zh")
    assert page.get_attribute("html", "lang") == "zh-Hant", "the address says more than what was chosen before"
    assert opened.wrong == []


@pytest.mark.browser
def test_the_menu_of_rites_opens_and_closes_by_keyboard(visit: Visitor, corpus: Path) -> None:
    page = visit((corpus / "site" / "graph.html").as_uri()).page
    page.focus(".menu:has(a[href^='rite-04']) summary")
    page.keyboard.press("Enter")
    assert page.is_visible(".menu a[href^='rite-04']")
    page.keyboard.press("Escape")
    assert not page.is_visible(".menu a[href^='rite-04']")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True])
def test_a_reader_who_wants_pages_dark_gets_them_so(visit: Visitor, corpus: Path, dark: bool) -> None:
    page = visit((corpus / "site" / "rite-04.html").as_uri(), dark=dark).page
    light = "(node) => { const [r, g, b] = getComputedStyle(node).backgroundColor.match(/\\d+/g); return +r + +g + +b > 384; }"
    assert page.locator("body").evaluate(light) is not dark
    assert page.locator("#stage").evaluate(light), "the plan is drawn on light paper"
