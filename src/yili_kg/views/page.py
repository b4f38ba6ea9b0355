"""What the pages share: their templates with palette, layers and types at hand, scripts, and data that can stand in a script."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from yili_kg.plan.draw import STYLE
from yili_kg.tables.layers import layers
from yili_kg.tables.pages import pages
from yili_kg.tables.palette import palette
from yili_kg.tables.types import mention_types
from yili_kg.views.simplified import graphs_script
from yili_kg.views.site import ALONE, Site
from yili_kg.views.vendored import vendored

__all__ = ["STYLESHEET", "asset", "assets", "embedded", "phrases", "render", "site_script", "stylesheet"]

#: The one stylesheet of all pages, and the script that says which pages there are.
STYLESHEET, SITE_SCRIPT = "yili.css", "site.js"
#: The scripts that every page runs, before its own.
_EVERYWHERE = (SITE_SCRIPT, "base.js", "simplified.js")
_ASSETS = Path(__file__).parent / "assets"
#: Stands in a page without others beside it where the graphs that it can simplify are told; no text can hold it.
_HERE_GRAPHS = "<!--graphs-->"


@cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )


def render(
    template: str,
    *,
    page: str = "",
    here: str = "",
    site: Site = ALONE,
    nonce: str = "",
    scripts: Sequence[str] = (),
    data: Any = None,
    **values: Any,
) -> str:
    """The page that a template gives; a name that the template wants and does not get is an error.

    `page` is its name in the table of pages, `here` its file or address if that is not the table's, `site` the pages
    beside it, `nonce` what a server allows scripts by. `scripts` are files of `views/assets`, run in this order behind
    `base.js`; `data` is what they find as `DATA`. A page of a site leads to stylesheet and scripts, one that stands
    alone holds them.
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
        "style_of_site": _style_of(site),
        "base_scripts": _scripts((*_EVERYWHERE, *(("find.js",) if site.files else ())), site, nonce)
        + Markup("" if site.files else _HERE_GRAPHS),
        "page_scripts": _scripts(scripts, site, nonce),
        "data": Markup(embedded(data)) if data is not None else "",
    }
    html = _templates().get_template(template).render({**shared, **values})
    if site.files:
        return html
    return html.replace(_HERE_GRAPHS, _running(graphs_script([html]), nonce), 1)


def _style_of(site: Site) -> Markup:
    if site.files:
        return Markup('<link rel="stylesheet" href="{}">').format(site.address(STYLESHEET))
    return Markup("<style>\n") + Markup(stylesheet()) + Markup("</style>")


def _scripts(names: Sequence[str], site: Site, nonce: str) -> Markup:
    """The elements that run scripts, by address or with the scripts themselves."""
    if site.files:
        return Markup("\n").join(Markup('<script src="{}"></script>').format(site.address(name)) for name in names)
    code = (site_script(site) if name == SITE_SCRIPT else asset(name) for name in names)
    return Markup("\n").join(_running(text, nonce) for text in code)


def _running(code: str, nonce: str) -> Markup:
    allowed = Markup(' nonce="{}"').format(nonce) if nonce else Markup("")
    return Markup("<script") + allowed + Markup(">\n" + code + "\n</script>")


def assets() -> tuple[str, ...]:
    """The names of all scripts of `views/assets`."""
    return tuple(sorted(path.name for path in _ASSETS.glob("*.js")))


@cache
def asset(name: str) -> str:
    """The text of a script of `views/assets`, or of one that others made (`views/vendored.py`)."""
    path = _ASSETS / name
    return path.read_text(encoding="utf-8") if path.is_file() else vendored(name)


@cache
def stylesheet() -> str:
    """The stylesheet, with the colours of the palette, of the layers and of the types."""
    values = {"palette": palette(), "layers": layers(), "types": mention_types(), "plan_style": STYLE}
    return _templates().get_template("style.css.html").render(values)


def site_script(site: Site) -> str:
    """The script that tells all others of the site: names of layers and types, the 篇 and on which pages they are read."""
    told = {
        "layers": [[layer.layer, layer.zh, layer.en] for layer in layers().rows],
        "types": [[t.type, t.folder, t.zh, t.en] for t in mention_types().values()],
        "chapters": site.chapters(),
        "ways": {how: list(names) for how, names in ways().items()},
        "files": [f for f in site.files if not f.startswith("concept-")],
    }
    return f"const SITE = {embedded(told)};"


@cache
def ways() -> dict[str, tuple[str, str]]:
    """The ways in which a statement was decided (`by-hand`, `by-rule`, `unsure`), each with its names in both languages."""
    return dict(vars(_templates().get_template("say.html").module)["ways"])


@cache
def phrases(template: str) -> dict[str, str]:
    """The words in both languages that a template sets, by name, as HTML: for pages that are joined and not rendered."""
    exported = vars(_templates().get_template(template).module)
    return {name: str(words) for name, words in exported.items() if isinstance(words, Markup)}


def embedded(value: Any) -> str:
    """JSON that can stand in a script element."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")
