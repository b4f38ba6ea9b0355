"""The pages of a build, beside the graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox

from yili_kg.models import Annotated
from yili_kg.views.citation_page import citation_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.graph_page import graph_page
from yili_kg.views.network import network_of
from yili_kg.views.rite_page import rite_page, rites_of

__all__ = ["write_pages"]


def write_pages(folder: Path, editions: Sequence[Annotated], store: ox.Store) -> None:
    """Write the pages of some editions and of the graph made from them into `folder`, a file each."""
    _write(folder / "citations.html", citation_page(editions, title="儀禮 引書"))
    _write(folder / "glossary.html", glossary_page(editions, title="儀禮 訓詁"))
    rites = rites_of(editions)
    for chapter, annotated in rites.items():
        _write(folder / f"rite-{chapter}.html", rite_page(annotated, chapter))
    _write(folder / "graph.html", graph_page(network_of(store), title="儀禮 yili-kg", rites=list(rites)))


def _write(path: Path, page: str) -> None:
    path.write_text(page, encoding="utf-8")
