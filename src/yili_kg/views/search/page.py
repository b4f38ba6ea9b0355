"""`search.html`: all results of a search, by 篇 and layer."""

from __future__ import annotations

from yili_kg.views.page import render
from yili_kg.views.site import Site

__all__ = ["search_page"]


def search_page(*, site: Site) -> str:
    """The page's HTML; what it finds is in the index (`views/search/index.py`)."""
    return render("search.html", page="search", site=site, scripts=("search.js", "search-page.js"))
