"""`graph.html`: the network of concepts as one page without a single address outside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import networkx as nx
import pyvis
from pyvis.network import Network

from yili_kg.received.chapters import chapter_titles
from yili_kg.views.layout import spread
from yili_kg.views.network import best_connected
from yili_kg.views.page import embedded, render

__all__ = ["COLOURS", "graph_page"]

#: Kind → colour of its nodes, Chinese and English name.
COLOURS = {
    "persons": ("#8e5ea2", "人物", "persons"),
    "roles": ("#c8553d", "角色", "roles"),
    "objects": ("#2a7f9e", "器物", "objects"),
    "places": ("#5b8c3a", "處所", "places"),
    "works": ("#b8860b", "典籍", "works"),
}


def graph_page(graph: nx.Graph, *, title: str, nodes: int = 300, rites: Sequence[str] = ()) -> str:
    """The page's HTML. Positions are computed here (networkx, fixed seed), so that the page stands still at once.

    `rites` are the chapters of which there is a page `rite-04.html` beside it.
    """
    part = best_connected(graph, nodes=nodes)
    places = spread(part)
    net = Network()
    top = max((data["rank"] for _, data in part.nodes(data=True)), default=1)
    for name, data in part.nodes(data=True):
        x, y = places[name]
        size = 9 + 26 * (data["rank"] / top) ** 0.5
        net.add_node(
            name,
            label=data["label"],
            color=COLOURS[data["kind"]][0],
            size=round(size, 1),
            x=x,
            y=y,
        )
    for one, other, data in part.edges(data=True):
        net.add_edge(one, other, value=data["weight"])
    made, edges, *_ = net.get_network_data()
    details = {
        name: {
            "label": data["label"],
            "en": data["en"],
            "pinyin": data["pinyin"],
            "kind": data["kind"],
            "counts": data["counts"],
            "passages": data["passages"],
        }
        for name, data in part.nodes(data=True)
    }
    layers = sorted({key.split("|")[1] for d in details.values() for key in d["counts"]}, key=_layer_order)
    chapters = sorted({key.split("|")[0] for d in details.values() for key in d["counts"]})
    return render(
        "graph.html",
        title=title,
        script=(Path(pyvis.__file__).parent / "lib" / "vis-9.1.2" / "vis-network.min.js").read_text(encoding="utf-8"),
        nodes=embedded(made),
        edges=embedded(edges),
        details=embedded(details),
        kinds=[(k, *v) for k, v in COLOURS.items()],
        layers=layers,
        chapters=[(c, chapter_titles().get(c, "其他 other")) for c in chapters],
        rites=[(c, chapter_titles().get(c, c)) for c in rites],
        shown=len(part),
        total=sum(1 for n in graph if graph.degree(n) > 0),
    )


def _layer_order(layer: str) -> int:
    order = ["經", "記", "注", "疏", "音義", "述註", "互註", "考證", "文"]
    return order.index(layer) if layer in order else len(order)
