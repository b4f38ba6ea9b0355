"""What stands behind the IRIs of the graph: a page for people, Turtle and its kin for machines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from yili_kg.errors import YiliError
from yili_kg.graph.iris import short
from yili_kg.graph.vocabulary import BASE
from yili_kg.serve.describe import Terms, describe
from yili_kg.serve.endpoint import failure, page_headers, unless_left
from yili_kg.serve.negotiate import GRAPHS, choose, without_controls
from yili_kg.serve.pool import Pool
from yili_kg.views.page import render
from yili_kg.views.site import Site, file_of

__all__ = ["iri_of", "resource"]

#: Endings that ask for a form without an Accept header.
_ENDINGS = {
    ".ttl": "text/turtle",
    ".nt": "application/n-triples",
    ".jsonld": "application/ld+json",
    ".rdf": "application/rdf+xml",
    ".html": "text/html",
}
_ILLEGAL = re.compile(r"[\x00-\x20<>\"{}|\\^`\x7f-\x9f\ud800-\udfff\ufffd]")


def iri_of(path: str) -> str:
    """The IRI that a path on this server stands for (NFC); empty where it can be none.

    >>> iri_of("concept/觶")
    'https://w3id.org/yili/concept/觶'
    >>> iri_of("concept/a b")
    ''
    """
    name = unicodedata.normalize("NFC", path.strip("/")).replace("·", ".")
    return "" if not name or len(name) > 500 or _ILLEGAL.search(name) else BASE + name


async def resource(request: Request) -> Response:
    """The answer to a request for an IRI: 200 with its statements, 404 where the graph has none."""
    return await unless_left(request, _resource(request))


async def _resource(request: Request) -> Response:
    pool: Pool = request.app.state.pool
    path: str = request.path_params["path"]
    ending = next((e for e in _ENDINGS if path.endswith(e)), "")
    accept = _ENDINGS[ending] if ending else request.headers.get("accept", "")
    media = choose(accept, ("text/html", *GRAPHS)) or "text/html"
    iri = iri_of(path.removesuffix(ending) if ending else path)
    try:
        if iri and media != "text/html":
            found = await _statements(pool, iri, media)
        elif iri:
            found = await _page(pool, iri, request)
        else:
            found = None
    except YiliError as error:
        return failure(error)
    return found or _missing(path, media, request.app.state.site, request.state.nonce)


async def _statements(pool: Pool, iri: str, media: str) -> Response | None:
    """What the graph says of a node, with the labels of what it names; of a named graph, all that it holds."""
    form: dict[str, str | list[str]] = {"union-default-graph": ""}
    if iri.startswith(f"{BASE}graph/"):
        form["query"] = f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH <{iri}> {{ ?s ?p ?o }} }}"
    else:
        label = "<http://www.w3.org/2000/01/rdf-schema#label>|<http://www.w3.org/2004/02/skos/core#prefLabel>"
        form["query"] = (
            f"CONSTRUCT {{ <{iri}> ?p ?o . ?o <http://www.w3.org/2000/01/rdf-schema#label> ?l }} "
            f"WHERE {{ <{iri}> ?p ?o OPTIONAL {{ ?o {label} ?l }} }}"
        )
    answered = await pool.ask(form, "application/n-triples")
    if not answered.body.strip():
        return None
    import pyoxigraph as ox

    from yili_kg.graph.vocabulary import PREFIXES

    triples = sorted(ox.parse(answered.body, format=ox.RdfFormat.N_TRIPLES), key=str)
    kind = ox.RdfFormat.from_media_type(media)
    assert kind is not None
    body = ox.serialize((q.triple for q in triples), format=kind, prefixes=PREFIXES)
    headers = {"Vary": "Accept", "Link": f'<{_path(iri)}.html>; rel="alternate"; type="text/html"'}
    assert body is not None
    return Response(without_controls(media, body), media_type=media, headers=headers)


async def _page(pool: Pool, iri: str, request: Request) -> Response | None:
    found = await describe(pool, iri)
    if found is None:
        return None
    site: Site = request.app.state.site
    nonce: str = request.state.nonce
    page = render(
        "resource.html",
        site=site,
        nonce=nonce,
        iri=iri,
        path=_path(iri),
        found=found,
        link=_link,
        shown=_shown,
        short=short,
        page_there=_page_there(iri, request.app.state.files),
    )
    return HTMLResponse(page, headers=page_headers(nonce))


def _page_there(iri: str, files: Collection[str]) -> str:
    """The page of the site on which a place is read or a concept described; empty where there is none."""
    kind, _, name = iri.removeprefix(BASE).partition("/")
    if kind == "seg" and file_of("read", chapter=name[:2]) in files:
        return f"/{file_of('read', chapter=name[:2])}#{quote(name)}"
    file = f"concept-{name}.html"
    return f"/{quote(file)}" if kind == "concept" and file in files else ""


def _missing(path: str, media: str, site: Site, nonce: str) -> Response:
    if media == "text/html":
        page = render("missing.html", site=site, nonce=nonce, path=path[:500])
        return HTMLResponse(page, status_code=404, headers=page_headers(nonce))
    return Response(f"the graph says nothing of {path[:500]}\n", status_code=404, media_type="text/plain")


def _path(iri: str) -> str:
    """The address on this server of an IRI under the base.

    >>> _path("https://w3id.org/yili/concept/觶")
    '/concept/%E8%A7%B6'
    """
    return "/" + quote(iri[len(BASE) :], safe="/:@!$&'()*+,;=~-._")


def _link(term: Mapping[str, str]) -> str:
    """Where a term leads: into this server, outside, or nowhere (empty)."""
    value = term["value"]
    if term["type"] != "uri":
        return ""
    if value.startswith(f"{BASE}ontology#"):
        return "/ontology#" + quote(value.partition("#")[2])
    if value.startswith(BASE):
        return _path(value)
    return value if value.startswith(("http://", "https://")) else ""


def _shown(term: Mapping[str, str], labels: Terms) -> str:
    value = term["value"]
    if term["type"] != "uri":
        return value
    label = labels.get(value, "")
    return f"{short(value)} {label}" if label and label not in short(value) else short(value)
