"""`questions.html`: the named questions and SPARQL of one's own, answered in the page or by the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.views.page import render
from yili_kg.views.questions.asked import MOST_SUGGESTED, listed_questions, suggestions, terms_of
from yili_kg.views.questions.packed import ENGINE
from yili_kg.views.sifted import Sifted
from yili_kg.views.site import ALONE, Site

__all__ = ["EDITOR", "SCRIPTS", "asked_of", "questions_page"]

#: The editor: a script and a stylesheet that others made.
EDITOR = ("yasqe.min.js", "yasqe.min.css")
#: The scripts of the page itself.
SCRIPTS = ("questions-engine.js", "questions-query.js", "questions-meant.js", "questions-page.js")


def asked_of(graph: Sifted) -> dict[str, Any]:
    """What the page has from the graph: what may be put into its fields, and names that a query may hold."""
    return {"suggest": suggestions(graph), "terms": terms_of(graph.store)}


def questions_page(
    asked: Mapping[str, Any], packed: Iterable[Sequence[Any]], *, engine: int, site: Site = ALONE
) -> str:
    """The page's HTML. `asked` is what `asked_of` gives, `packed` are the files of the graph, each with its statements and
    its length, `engine` the length of the engine's file."""
    told: dict[str, Any] = {
        "questions": listed_questions(),
        "suggest": asked["suggest"],
        "most": MOST_SUGGESTED,
        "terms": asked["terms"],
        "prefixes": [[prefix, space] for prefix, space in PREFIXES.items()],
        "base": BASE,
        "engine": [ENGINE, engine],
        "graph": [list(file) for file in packed],
    }
    return render(
        "questions.html", page="questions", site=site, scripts=(EDITOR[0], *SCRIPTS), stylesheet=EDITOR[1], data=told
    )
