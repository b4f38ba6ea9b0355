from __future__ import annotations

import re
from pathlib import Path

import networkx as nx
import pytest

from tests.browser import Visitor
from yili_kg.views.graph_page import graph_page
from yili_kg.views.layout import spread
from yili_kg.views.network import best_connected


@pytest.fixture
def page_file(corpus: Path) -> Path:
    return corpus / "site" / "graph.html"


def test_graph_page_needs_no_network(page_file: Path) -> None:
    html = page_file.read_text(encoding="utf-8")
    assert not re.search(r"<(?:script|link|img|iframe)[^>]+(?:src|href)\s*=\s*[\"']?(?:https?:)?//", html)
    assert "cdn" not in html.lower().replace("cdna", "")[:20000]


def test_graph_page_cannot_be_broken_by_a_text() -> None:
    graph = nx.Graph()
    evil = "</script><img src=x onerror=alert(1)>"
    for name in ("甲", "乙"):
        graph.add_node(
            name, label=name, en=evil, pinyin="", kind="objects", counts={"04|經": 1}, passages=[("s", "經", evil)]
        )
    graph.add_edge("甲", "乙", weight=3)
    html = graph_page(graph, title=evil)
    assert evil not in html
    assert html.count("</script>") == html.count("<script")


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


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_graph_page_in_a_browser(visit: Visitor, page_file: Path, width: int) -> None:
    opened = visit(page_file.as_uri(), width=width)
    page = opened.page
    page.wait_for_function("window.yili && yili.nodes.length > 100")
    everything = page.evaluate("yili.nodes.get({filter: n => !n.hidden}).length")
    page.uncheck("input.kind[value=roles]")
    fewer = page.evaluate("yili.nodes.get({filter: n => !n.hidden}).length")
    assert 0 < fewer < everything
    page.check("input.kind[value=roles]")
    page.select_option("#chapter", "10")
    tenth = page.evaluate("yili.nodes.get({filter: n => !n.hidden}).length")
    assert 0 < tenth < everything
    page.select_option("#chapter", "")
    page.select_option("#layer", "記")
    assert 0 < page.evaluate("yili.nodes.get({filter: n => !n.hidden}).length") < everything
    page.select_option("#layer", "")
    page.fill("#search", "觶")
    assert "zhì" in page.inner_text("#panel"), "a word that is just one concept's name shows that concept"
    page.evaluate("yili.show('觶')")
    panel = page.inner_text("#panel")
    assert "zhì" in panel
    assert "goblet" in panel
    assert page.locator("#panel li mark").count() > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.asked_outside == []
    assert opened.wrong == []
