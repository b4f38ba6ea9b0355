"""`index.html`: what this is, the 篇 with what there is of each, the doors to all other pages, how good it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from yili_kg.confidence.scores import Score, load_scores
from yili_kg.received.chapters import chapter_rows
from yili_kg.tables.layers import layers
from yili_kg.tables.pages import Page, pages
from yili_kg.views.page import render
from yili_kg.views.site import file_of
from yili_kg.views.told import Told

__all__ = ["DATA", "TURTLE", "front_page"]

#: Where the front page lists the 篇.
_CHAPTERS = "#chapters"
#: The files of the build that lie in its site too: the description of the data set, and the knowledge graph, compressed.
DATA = ("dataset.ttl", "dataset.jsonld")
TURTLE = "yili.ttl.gz"


def front_page(told: Told) -> str:
    """The page's HTML, from the records of the editions and from what the build says of itself."""
    return render(
        "front.html",
        page="home",
        site=told.site,
        chapters=_chapters(told),
        sources=told.account.get("sources", ()),
        counts=[(name, f"{number:,}") for name, number in told.account.get("counts", {}).items()],
        doors=_doors(told.site.files),
        version=told.account.get("yili-kg", ""),
        scores=_scores(),
        turtle=TURTLE,
        descriptions=DATA,
    )


def _doors(files: Collection[str]) -> list[tuple[Page, str]]:
    """Each page that the head names, with where it is; what there is of each 篇 is in the table of these."""
    told = [(page, _CHAPTERS if "{" in page.file else page.file) for page in pages().values() if page.zh != "-"]
    return [(page, place) for page, place in told if place == _CHAPTERS or place in files]


def _scores() -> list[tuple[str, str, Score | None, Score | None]]:
    """Each kind of statement with its names, and how good it is on passages set aside and on those that rules were made with."""
    by_key = {(s.kind, s.passages): s for s in load_scores()}
    names = {s.kind: (s.zh, s.en) for s in load_scores()}
    return [(*names[k], by_key.get((k, "apart")), by_key.get((k, "made-with"))) for k in names]


def _chapters(told: Told) -> list[dict[str, Any]]:
    """Each 篇 in order: its names, its pages, and how many code points of each layer there are."""
    counts: dict[str, Counter[str]] = {}
    for annotated in told.editions:
        for segment in annotated.edition.segments:
            counts.setdefault(segment.chapter, Counter())[segment.layer] += len(segment.text)
    files = told.site.files
    rows = []
    for row in chapter_rows():
        found = counts.get(row["chapter"], Counter())
        read, rite = (file_of(page, chapter=row["chapter"]) for page in ("read", "rite"))
        rows.append(
            {
                **row,
                "read": read if read in files else "",
                "rite": rite if rite in files else "",
                "layers": sorted(found.items(), key=lambda item: layers().order(item[0])),
                "total": sum(found.values()),
            }
        )
    return rows
