"""A small site written by hand into a folder, with its scripts and stylesheet, as a build would: for tests of its pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from yili_kg.models import Annotated
from yili_kg.views.anchors import word_files
from yili_kg.views.citation_page import citation_page
from yili_kg.views.glossary_page import glossary_page
from yili_kg.views.page import STYLESHEET, asset, assets, site_script, stylesheet
from yili_kg.views.rite_page import rite_page, rites_of
from yili_kg.views.simplified import GRAPHS, graphs_script
from yili_kg.views.site import file_of, site_of_build

__all__ = ["write_pages"]


def write_pages(folder: Path, editions: Sequence[Annotated], parts: dict[str, Sequence[str]]) -> Path:
    """Dictionary, citations and rites of some editions; `parts` are the first passages of the pages that are read."""
    rites = rites_of(editions)
    site = site_of_build(rites, parts)
    written = {STYLESHEET: stylesheet(), "site.js": site_script(site), **{name: asset(name) for name in assets()}}
    written |= dict(word_files(editions))
    for name, page in (("citations", citation_page), ("glossary", glossary_page)):
        apart: dict[str, str] = {}
        written[file_of(name)] = page(editions, site=site, apart=apart)
        written |= apart
    for chapter, annotated in rites.items():
        written[file_of("rite", chapter=chapter)] = rite_page(annotated, chapter, site=site)
    works = sorted({c.target.partition("·")[0] for a in editions for c in a.citations})
    cards = json.dumps({work: {} for work in works}, ensure_ascii=False)
    written["cards.js"] = f'given("cards.js", {cards});'
    written[GRAPHS] = graphs_script(written.values())
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
