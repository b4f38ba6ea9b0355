"""`graph.html`: who does what with whom, what explains what, who cites what, and what is named together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx

from yili_kg.models import Annotated
from yili_kg.views.page import embedded, render
from yili_kg.views.relations.told import told_relations
from yili_kg.views.site import ALONE, Site
from yili_kg.views.vendored import VIS

__all__ = ["RELATIONS", "SCRIPTS", "graph_page", "relations_file"]

#: The file of the site with the relations, and the scripts of the page.
RELATIONS = "relations.js"
SCRIPTS = (VIS, "graph-save.js", "graph-page.js")


def graph_page(
    graph: nx.Graph, editions: Sequence[Annotated] = (), *, title: str = "", nodes: int = 300, site: Site = ALONE
) -> str:
    """The page's HTML. Positions of the whole are computed in Python (networkx, fixed seed), so that it stands still.

    `graph` is the network of concepts that are named together, `editions` are the records that tell relations; of the
    network `nodes` concepts are shown. `site` are the pages beside it: then the relations stand in a file of their own
    (`relations_file`), and a page alone holds them itself.
    """
    data: dict[str, Any] = {} if site.files else told_relations(graph, editions, nodes=nodes)
    return render("graph.html", page="graph", site=site, title=title, scripts=SCRIPTS, data=data)


def relations_file(graph: nx.Graph, editions: Sequence[Annotated]) -> str:
    """The script that gives the page of a site its relations."""
    return f'given("{RELATIONS}", {embedded(told_relations(graph, editions))});\n'
