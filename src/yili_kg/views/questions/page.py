"""`questions.html`: the named questions and SPARQL of one's own, answered in the page or by the server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.views.page import render
from yili_kg.views.questions.asked import MOST_SUGGESTED, listed_questions, suggestions, terms_of
from yili_kg.views.questions.packed import ENGINE, Packed
from yili_kg.views.site import ALONE, Site

__all__ = ["EDITOR", "SCRIPTS", "questions_page"]

#: The editor: a script and a stylesheet that others made.
EDITOR = ("yasqe.min.js", "yasqe.min.css")
#: The scripts of the page itself.
SCRIPTS = ("questions-engine.js", "questions-query.js", "questions-meant.js", "questions-page.js")


def questions_page(store: ox.Store, packed: Iterable[Packed], *, engine_size: int, site: Site = ALONE) -> str:
    """The page's HTML. `packed` are the files of the graph, `engine_size` the bytes of the engine's file."""
    told: dict[str, Any] = {
        "questions": listed_questions(),
        "suggest": suggestions(store),
        "most": MOST_SUGGESTED,
        "terms": terms_of(store),
        "prefixes": [[prefix, space] for prefix, space in PREFIXES.items()],
        "base": BASE,
        "engine": [ENGINE, engine_size],
        "graph": [[p.file, p.quads, len(p.text)] for p in packed],
    }
    return render(
        "questions.html", page="questions", site=site, scripts=(EDITOR[0], *SCRIPTS), stylesheet=EDITOR[1], data=told
    )
