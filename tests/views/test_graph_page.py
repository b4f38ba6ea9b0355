from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest

from tests.browser import Visit, Visitor
from yili_kg.models import Annotated
from yili_kg.pipeline import EDITIONS
from yili_kg.records.whole import read_editions
from yili_kg.views.graph_page import RELATIONS, graph_page, relations_file
from yili_kg.views.layout import spread
from yili_kg.views.network import best_connected
from yili_kg.views.relations.statements import HAND, RULE, UNSURE, fullest, statements_of

READY = "window.yili && yili.shown.nodes.length > 0"


@pytest.fixture(scope="module")
def editions(corpus: Path) -> list[Annotated]:
    return read_editions(corpus / EDITIONS)


@pytest.fixture(scope="module")
def told(corpus: Path) -> dict[str, Any]:
    text = (corpus / "site" / RELATIONS).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(re.fullmatch(r'given\("relations\.js", (.*)\);\n', text, re.DOTALL)[1])  # type: ignore[index]
    return found


def open_graph(visit: Visitor, build: Path, behind: str = "", **how: Any) -> Visit:
    opened = visit((build / "site" / "graph.html").as_uri() + behind, **how)
    opened.page.wait_for_function(READY)
    return opened


def clean(opened: Visit) -> None:
    assert opened.asked_outside == []
    assert opened.wrong == []


def whom_of_the_drinking_rite(editions: list[Annotated]) -> Counter[tuple[str, str, str]]:
    """Who does what to whom in 鄉飲酒禮, counted from the steps themselves, without the module that is tested."""
    edition = next(a for a in editions if any(s.chapter == "04" for s in a.steps))
    found: Counter[tuple[str, str, str]] = Counter()
    for step in edition.steps:
        if step.chapter != "04" or {"agent", "recipient", "bows_to"} & set(step.doubtful):
            continue
        agents = {name for f in step.agent for name in (f.concept.split() or [f.text])}
        others = {name for f in (*step.recipient, *step.bows_to) for name in (f.concept.split() or [f.text])}
        found.update((one, step.verb, other) for one in agents for other in others)
    return found


# ---------------------------------------------------------------- what is told


def test_statements_say_how_they_were_decided(editions: list[Annotated]) -> None:
    found = list(statements_of(editions))
    assert {s.how for s in found} == {RULE, HAND, UNSURE}
    assert {s.kind for s in found} == {"whom", "thing", "place", "gloss", "cites", "quotes"}
    cup = [s for s in found if (s.source, s.verb, s.target, s.chapter) == ("主人", "獻", "賓", "04")]
    assert [s.segment for s in cup] == ["04.029.zhushu.jing.1"]
    assert any((s.kind, s.source, s.verb, s.target) == ("gloss", "酬", "鄭玄", "周") for s in found)
    assert any((s.kind, s.source, s.target) == ("cites", "賈公彥", "周禮") for s in found)


def test_the_fullest_edition_of_a_chapter(editions: list[Annotated]) -> None:
    for chapter, number in fullest(editions).items():
        counts = [sum(s.chapter == chapter for s in a.steps) for a in editions]
        assert counts[number] == max(counts) > 0


def test_told_relations_are_those_of_the_steps(editions: list[Annotated], told: dict[str, Any]) -> None:
    names = [node["id"] for node in told["nodes"]]
    said = told["said"]
    found: Counter[tuple[str, str, str]] = Counter()
    for at in range(0, len(said), 4):
        source, target, kind, verb, *_ = told["edges"][said[at]]
        chapter, _, edition = told["sections"][said[at + 1]]
        if kind == "whom" and chapter == "04" and edition == told["fullest"]["04"] and said[at + 3] != UNSURE:
            found[names[source], verb, names[target]] += 1
    assert found == whom_of_the_drinking_rite(editions)
    assert sum(found.values()) > 100
    assert len(told["segments"]) == len(set(told["segments"]))


def test_the_same_records_give_the_same_file(editions: list[Annotated], corpus: Path) -> None:
    graph = nx.Graph()
    assert relations_file(graph, editions) == relations_file(graph, editions)
    assert (corpus / "site" / RELATIONS).stat().st_size < 1_500_000
    assert (corpus / "site" / "graph.html").stat().st_size < 100_000


def test_graph_page_cannot_be_broken_by_a_text() -> None:
    graph = nx.Graph()
    evil = "</script><img src=x onerror=alert(1)>"
    for name in ("甲", "乙"):
        graph.add_node(name, label=name, en=evil, pinyin="", kind="objects", counts={"04|經": 1}, passages=[])
    graph.add_edge("甲", "乙", weight=3)
    html = graph_page(graph, title=evil)
    assert evil not in html
    assert "cdn" not in html.lower().replace("cdna", "")[:20000]


def test_best_connected_keeps_the_strongest() -> None:
    graph = nx.complete_graph(20)
    nx.set_edge_attributes(graph, {(a, b): a + b for a, b in graph.edges}, "weight")
    part = best_connected(nx.relabel_nodes(graph, str), nodes=5, edges=2)
    assert sorted(part) == sorted(str(n) for n in range(15, 20))
    assert all(part.degree(n) <= 4 for n in part)


def test_spread_is_steady_and_keeps_labels_apart() -> None:
    graph = nx.gnm_random_graph(120, 300, seed=3)
    graph = nx.relabel_nodes(graph, str)
    at = spread(graph)
    assert at == spread(graph)
    close = [
        (a, b) for a in at for b in at if a < b and abs(at[a][0] - at[b][0]) < 40 and abs(at[a][1] - at[b][1]) < 30
    ]
    assert len(close) <= 3
    assert spread(nx.Graph()) == {}


# ---------------------------------------------------------------- the page in a browser


@pytest.mark.browser
def test_relations_of_a_chapter_are_those_of_its_steps(visit: Visitor, corpus: Path, editions: list[Annotated]) -> None:
    opened = open_graph(visit, corpus, "?chapter=04&kinds=whom")
    opened.page.click("summary:has-text('more filters')")
    opened.page.select_option("#most", "300")
    shown = opened.page.evaluate(
        "yili.shown.edges.map(f => [f.edge.from, f.edge.verb, f.edge.to, f.edge.no, f.count, [...f.places.keys()]])"
    )
    found: Counter[tuple[str, str, str]] = Counter()
    for source, verb, target, _, count, places in shown:
        found[source, verb, target] += count
        assert all(place.startswith("04.") for place in places)
    assert found == whom_of_the_drinking_rite(editions)
    clean(opened)


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_page_begins_with_persons_of_one_chapter(visit: Visitor, corpus: Path, width: int) -> None:
    opened = open_graph(visit, corpus, width=width)
    page = opened.page
    assert page.evaluate("yili.shown.edges.every(f => f.edge.kind === 'whom')")
    assert page.input_value("#chapter") == "07", "the chapter of which most is told"
    assert re.fullmatch(r"25 of \d+ nodes, \d+ statements", page.inner_text("#status"))
    assert page.locator("#panel .link").count() > 10, "the list says the same in words"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clean(opened)


@pytest.mark.browser
def test_filters_leave_what_they_say_and_the_view_fits_it(visit: Visitor, corpus: Path) -> None:
    opened = open_graph(visit, corpus, "?chapter=04&kinds=whom")
    page = opened.page
    whole = page.evaluate("yili.shown.edges.length")
    page.select_option("#section", "主人獻介")
    part = page.evaluate("yili.shown.edges.map(f => [...f.places.keys()]).flat()")
    assert 0 < page.evaluate("yili.shown.edges.length") < whole
    assert set(part) <= {f"04.{n:03}.zhushu.jing.1" for n in range(53, 62)}
    page.select_option("#verb", "獻")
    assert page.evaluate("yili.shown.edges.map(f => [f.edge.from, f.edge.verb, f.edge.to])") == [["主人", "獻", "介"]]
    assert page.inner_text("#status").startswith("2 of ")
    # Both nodes stand inside the canvas: the view fits what is left.
    inside = """() => { const box = document.querySelector('#net').getBoundingClientRect();
      return yili.shown.nodes.every(id => { const p = yili.network.canvasToDOM(yili.network.getPositions([id])[id]);
        return p.x > 0 && p.y > 0 && p.x < box.width && p.y < box.height; }); }"""
    assert page.evaluate(inside)
    page.select_option("#verb", "")
    page.select_option("#section", "")
    page.check(".relation[value=place]")
    assert page.evaluate("new Set(yili.shown.edges.map(f => f.edge.kind)).size") == 2
    page.uncheck(".relation[value=whom]")
    assert page.evaluate("yili.shown.edges.every(f => f.edge.kind === 'place')")
    sure = page.evaluate("yili.shown.edges.reduce((n, f) => n + f.count, 0)")
    page.evaluate("document.querySelector('#doubt').click()")
    assert page.evaluate("yili.shown.edges.reduce((n, f) => n + f.count, 0)") >= sure
    page.select_option("#chapter", "")
    assert page.is_disabled("#section")
    clean(opened)


@pytest.mark.browser
def test_the_panel_of_a_node_obeys_the_filters(visit: Visitor, corpus: Path) -> None:
    opened = open_graph(visit, corpus, "?chapter=04&kinds=whom")
    page = opened.page
    page.evaluate("yili.show('主人')")
    panel = page.inner_text("#panel")
    assert "what it does or says" in panel
    assert "what is done to it" in panel
    before = page.locator("#panel details").count()
    page.select_option("#verb", "獻")
    assert "獻" in page.inner_text("#panel")
    assert 0 < page.locator("#panel details").count() < before
    page.evaluate("document.querySelectorAll('#panel details').forEach(d => { d.open = true; })")
    assert page.locator("#panel .at > *").first.inner_text().startswith("04.")
    page.click("#panel [data-back]")
    page.click("#panel [data-line]")
    assert "獻" in page.inner_text("#panel")
    clean(opened)


@pytest.mark.browser
@pytest.mark.parametrize("word", ["觶", "觯", "zhi", "zhì", "goblet"])
def test_a_node_is_found_by_whatever_one_calls_it(visit: Visitor, corpus: Path, word: str) -> None:
    opened = open_graph(visit, corpus, "?kinds=thing&chapter=04")
    page = opened.page
    page.fill("#search", word)
    button = page.locator("#near button[data-node='觶']")
    if button.count():
        button.focus()
        page.keyboard.press("Enter")
    assert page.inner_text("#panel h2").startswith("觶")
    assert "zhì" in page.inner_text("#panel")
    clean(opened)


@pytest.mark.browser
def test_the_address_opens_a_concept_a_passage_a_chapter(visit: Visitor, corpus: Path) -> None:
    opened = open_graph(visit, corpus, "?concept=觶")
    page = opened.page
    assert page.evaluate("yili.shown.edges.every(f => [f.edge.from, f.edge.to].includes('觶'))")
    assert page.evaluate("yili.shown.edges.length") > 50
    assert page.inner_text("#panel h2").startswith("觶")
    page.click("#chips button")
    assert page.evaluate("!yili.shown.edges.every(f => [f.edge.from, f.edge.to].includes('觶'))")
    opened = open_graph(visit, corpus, "#04.013")
    page = opened.page
    told = page.evaluate("yili.shown.edges.map(f => [f.edge.from, f.edge.verb, f.edge.to]).sort()")
    assert told == [["主人", "拜", "介"], ["主人", "拜", "賓"], ["介", "答拜", "主人"], ["賓", "答拜", "主人"]]
    page.evaluate("location.hash = '#10'")
    page.wait_for_function("document.querySelector('#chapter').value === '10'")
    assert page.evaluate("yili.shown.edges.every(f => [...f.places.keys()].every(id => id.startsWith('10.')))")
    clean(opened)


@pytest.mark.browser
def test_what_is_shown_is_saved(visit: Visitor, corpus: Path, tmp_path: Path) -> None:
    opened = open_graph(visit, corpus, "?chapter=04&kinds=whom")
    page = opened.page
    shown = set(page.evaluate("yili.shown.nodes"))
    page.click("summary:has-text('save')")
    for kind in ("png", "svg", "gexf"):
        with page.expect_download() as download:
            page.click(f"#{kind}")
        download.value.save_as(tmp_path / f"graph.{kind}")
    assert (tmp_path / "graph.png").read_bytes().startswith(b"\x89PNG")
    svg = ElementTree.fromstring((tmp_path / "graph.svg").read_text(encoding="utf-8"))
    texts = [node.text for node in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"主人", "賓", "介"} <= set(texts)
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == len(shown)
    gexf = ElementTree.fromstring((tmp_path / "graph.gexf").read_text(encoding="utf-8"))
    space = "{http://gexf.net/1.3}"
    assert {node.get("id") for node in gexf.iter(f"{space}node")} == shown
    offered = [(e.get("source"), e.get("target")) for e in gexf.iter(f"{space}edge") if e.get("label") == "獻"]
    assert ("主人", "賓") in offered
    clean(opened)


@pytest.mark.browser
def test_a_text_with_markup_is_text(visit: Visitor, evil_build: Path) -> None:
    opened = open_graph(visit, evil_build, "?kinds=whom.thing.place.gloss.cites.quotes.together")
    page = opened.page
    for id_ in page.evaluate("yili.shown.nodes"):
        page.evaluate("id => yili.show(id)", id_)
    page.fill("#search", "<img src=x onerror=alert(1)>")
    page.wait_for_timeout(200)
    assert page.locator("#main img").count() == 0
    clean(opened)


@pytest.mark.browser
def test_a_page_alone_holds_everything(visit: Visitor, corpus: Path, editions: list[Annotated], tmp_path: Path) -> None:
    graph = nx.Graph()
    (tmp_path / "one.html").write_text(graph_page(graph, editions, title="一"), encoding="utf-8")
    opened = visit((tmp_path / "one.html").as_uri())
    opened.page.wait_for_function(READY)
    assert opened.asked == [(tmp_path / "one.html").as_uri()]
    clean(opened)
