"""What the pages share: their templates with palette, layers and types at hand, and data that can stand in a script."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from yili_kg.tables.layers import layers
from yili_kg.tables.pages import pages
from yili_kg.tables.palette import palette
from yili_kg.tables.types import mention_types
from yili_kg.views.site import ALONE, Site

__all__ = ["embedded", "render"]


@cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )


def render(template: str, *, page: str = "", here: str = "", site: Site = ALONE, nonce: str = "", **values: Any) -> str:
    """The page that a template gives; a name that the template wants and does not get is an error.

    `page` is its name in the table of pages, `here` its file or address if that is not the table's, `site` the pages
    beside it, `nonce` what a server allows scripts by.
    """
    row = pages().get(page)
    shared = {
        "row": row,
        "here": here or (row.file if row else ""),
        "site": site,
        "nonce": nonce,
        "title": "",
        "palette": palette(),
        "layers": layers(),
        "types": mention_types(),
        "layer_names": embedded([[layer.layer, layer.zh, layer.en] for layer in layers().rows]),
    }
    return _templates().get_template(template).render({**shared, **values})


def embedded(value: Any) -> str:
    """JSON that can stand in a script element."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")
