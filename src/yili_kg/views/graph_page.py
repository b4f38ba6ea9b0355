"""`graph.html`: the network of concepts as one page without a single address outside it; all of it is from the graph."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import networkx as nx
import pyvis
from pyvis.network import Network

from yili_kg.received.chapters import chapter_rows
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types
from yili_kg.views.layout import spread
from yili_kg.views.network import best_connected
from yili_kg.views.page import embedded, render
from yili_kg.views.site import ALONE, Site

__all__ = ["graph_page"]

#: What the page tells of a concept that is chosen.
_TOLD = ("label", "en", "pinyin", "kind", "counts", "passages")


def graph_page(graph: nx.Graph, *, title: str = "", nodes: int = 300, site: Site = ALONE) -> str:
    """The page's HTML. Positions are computed here (networkx, fixed seed), so that the page stands still at once.

    `site` are the pages beside it.
    """
    part = best_connected(graph, nodes=nodes)
    made, edges = _drawn(part)
    details = {name: {key: data[key] for key in _TOLD} for name, data in part.nodes(data=True)}
    counted = {tuple(key.split("|")) for told in details.values() for key in told["counts"]}
    return render(
        "graph.html",
        page="graph",
        site=site,
        title=title,
        script=(Path(pyvis.__file__).parent / "lib" / "vis-9.1.2" / "vis-network.min.js").read_text(encoding="utf-8"),
        nodes=embedded(made),
        edges=embedded(edges),
        details=embedded(details),
        kinds={row.folder: row.type for row in mention_types().values()},
        shown_layers=sorted({layer for _, layer in counted}, key=lambda name: (layers().order(name), name)),
        chapters=_named({chapter for chapter, _ in counted}),
        shown=len(part),
        total=sum(1 for n in graph if graph.degree(n) > 0),
    )


def _drawn(part: nx.Graph) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The nodes and edges as the page draws them: the better connected a concept, the larger; without colours."""
    places = spread(part)
    net = Network()
    top = max((data["rank"] for _, data in part.nodes(data=True)), default=1)
    for name, data in part.nodes(data=True):
        x, y = places[name]
        size = 9 + 26 * (data["rank"] / top) ** 0.5
        net.add_node(name, label=data["label"], size=round(size, 1), x=x, y=y)
    for one, other, data in part.edges(data=True):
        net.add_edge(one, other, value=data["weight"])
    made, edges, *_ = net.get_network_data()
    for node in made:
        # The page gives each kind its colour.
        node.pop("color", None)
    return made, edges


def _named(chapters: Iterable[str]) -> list[tuple[str, str, str]]:
    """Number, Chinese and English name of each 篇; no names for what is of none."""
    names = {row["chapter"]: (row["name"], row["en"]) for row in chapter_rows()}
    return [(chapter, *names.get(chapter, ("", ""))) for chapter in sorted(chapters)]
