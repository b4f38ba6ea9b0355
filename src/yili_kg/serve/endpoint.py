"""`/sparql`: the SPARQL 1.1 protocol, read only, and a page to type queries in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterable
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from yili_kg.errors import QueryError, ServeError, YiliError
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.queries import questions
from yili_kg.queries.guard import as_typed, prepared, query_kind
from yili_kg.serve.negotiate import BINDINGS, GRAPHS, choose, why_broken_off, without_controls
from yili_kg.serve.pool import Answered, Busy, Pool, TooLarge, TooLong
from yili_kg.views.page import embedded, render

__all__ = ["failure", "page_headers", "sparql", "unless_left"]

_DESCRIPTION = """@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix formats: <http://www.w3.org/ns/formats/> .
[] a sd:Service ; sd:endpoint <> ; sd:supportedLanguage sd:SPARQL11Query ; sd:feature sd:UnionDefaultGraph ;
  sd:resultFormat formats:SPARQL_Results_JSON, formats:SPARQL_Results_XML, formats:SPARQL_Results_CSV,
    formats:SPARQL_Results_TSV, formats:Turtle, formats:N-Triples, formats:RDF_XML, formats:JSON-LD .
"""


_PIECE = 1 << 16  # bytes that are handed over at once


class _Refused(QueryError):
    """A request that is no query: HTTP status and message."""

    def __init__(self, status: int, message: str, advice: str = "") -> None:
        super().__init__(message, advice=advice)
        self.status = status


def page_headers(nonce: str = "") -> dict[str, str]:
    """Headers of a page: nothing is loaded from elsewhere, and only our own scripts run."""
    script = f"'self' 'nonce-{nonce}'" if nonce else "'self'"
    policy = (
        f"default-src 'none'; style-src 'self' 'unsafe-inline'; script-src {script}; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    return {"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Vary": "Accept"}


def failure(error: YiliError) -> Response:
    """A plain message with the status that fits the error."""
    status = 400
    if isinstance(error, _Refused):
        status = error.status
    elif isinstance(error, TooLong | ServeError):
        status = 503
    elif isinstance(error, TooLarge):
        status = 507
    headers = {"Retry-After": "60"} if isinstance(error, Busy) else {}
    return PlainTextResponse(f"{error}\n", status_code=status, headers=headers)


async def sparql(request: Request) -> Response:
    """The endpoint."""
    pool: Pool = request.app.state.pool
    try:
        fields = await _fields(request, pool.limits.request)
        if "query" not in fields:
            return _without_query(request)
        return await unless_left(request, _answer(pool, fields, request.headers.get("accept", "")))
    except YiliError as error:
        return failure(error)


async def unless_left(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """The answer, unless the client leaves before: then the work is stopped, a little later, if it has not ended by then.

    The body of the request has been read, or there is none.
    """
    pool: Pool = request.app.state.pool
    asking = asyncio.create_task(work)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            await asyncio.wait((asking,), timeout=pool.limits.grace)
        if asking.done():
            return asking.result()
        return PlainTextResponse("the client has left\n", status_code=499)
    finally:
        leaving.cancel()
        asking.cancel()
        await asyncio.gather(asking, leaving, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class _InPieces(Response):
    """An answer sent piece by piece, as fast as the client reads, and counted as long as it is on its way."""

    def __init__(self, pool: Pool, body: bytes, media: str) -> None:
        super().__init__(b"", media_type=media, headers={"Vary": "Accept"})
        self.pool, self.body = pool, body
        self.raw_headers = [h for h in self.raw_headers if h[0] != b"content-length"]
        self.raw_headers.append((b"content-length", str(len(body)).encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        self.pool.on_the_way += len(self.body)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for start in range(0, len(self.body), _PIECE):
                piece = self.body[start : start + _PIECE]
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self.pool.on_the_way -= len(self.body)


async def _answer(pool: Pool, fields: dict[str, list[str]], accept: str) -> Response:
    if len(fields["query"]) != 1:
        raise _Refused(400, "there is more than one query", "send one")
    text = fields["query"][0]
    kind = query_kind(text)
    offered = BINDINGS if kind.gives == "bindings" else GRAPHS
    media = choose(accept, offered)
    if media is None:
        raise _Refused(406, f"the answer can be had as {', '.join(offered)}", "ask for one of them with Accept")
    form: dict[str, str | list[str]] = {"query": prepared(text)}
    for name in ("default-graph-uri", "named-graph-uri"):
        if name in fields:
            form[name] = fields[name]
    if len(form) == 1 and not kind.names_graphs:
        form["union-default-graph"] = ""
    answered = await pool.ask(form, media)
    _refuse_failed(answered, media, text)
    if pool.on_the_way + len(answered.body) > pool.limits.sending:
        raise Busy("too many large answers are on their way", advice="try again in a minute, or add a LIMIT")
    sent_as = answered.media or media
    return _InPieces(pool, without_controls(sent_as, answered.body), sent_as)


def _refuse_failed(answered: Answered, media: str, text: str) -> None:
    """Raises _Refused for what the engine could not answer, or began to answer and broke off."""
    broken = why_broken_off(answered.media or media, answered.body) if answered.status == 200 else ""
    if broken or answered.status >= 500:
        said = broken or answered.body.decode("utf-8", "replace").strip()
        raise _Refused(
            400, f"the query cannot be answered: {said}", "it may ask another server, which is not available"
        )
    if answered.status >= 400:
        said = as_typed(answered.body.decode("utf-8", "replace").strip(), text)
        raise _Refused(answered.status, f"the query cannot be run: {said}", "check its SPARQL; the prefixes are known")


async def _fields(request: Request, largest: int) -> dict[str, list[str]]:
    """The parameters of a request, from its address and its body. Raises _Refused for what is no query."""
    fields = _parsed(request.url.query)
    if request.method == "POST":
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > largest:
                raise _Refused(413, f"the request is larger than {largest:,} bytes", "send a shorter query")
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            raise _Refused(400, "the request is not UTF-8") from None
        if media == "application/sparql-query":
            fields["query"] = [*fields.get("query", []), text]
        elif media == "application/x-www-form-urlencoded":
            for name, values in _parsed(text).items():
                fields.setdefault(name, []).extend(values)
        elif media == "application/sparql-update":
            raise _Refused(403, "updates are not available: the graph is only read")
        else:
            raise _Refused(
                415,
                f"a query does not come as {media or 'nothing'}",
                "send it as application/sparql-query or as a form",
            )
    if "update" in fields or "using-graph-uri" in fields:
        raise _Refused(403, "updates are not available: the graph is only read")
    return fields


def _parsed(text: str) -> dict[str, list[str]]:
    try:
        return parse_qs(text, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        raise _Refused(400, "the request has too many fields") from None


def _without_query(request: Request) -> Response:
    accept = request.headers.get("accept", "")
    if request.method == "POST":
        raise _Refused(400, "the request has no query")
    if choose(accept, ("text/turtle", "text/html")) == "text/html" and "html" in accept:
        nonce: str = request.state.nonce
        page = render(
            "sparql.html",
            page="sparql",
            site=request.app.state.site,
            nonce=nonce,
            questions=_listed(),
            prefixes=embedded(PREFIXES),
            base=embedded(BASE),
        )
        return HTMLResponse(page, headers=page_headers(nonce))
    return Response(_DESCRIPTION, media_type="text/turtle", headers={"Vary": "Accept"})


def _listed() -> Iterable[dict[str, Any]]:
    return [
        {
            "name": q.name,
            "title": q.title,
            "tells": q.tells,
            "data": json.dumps(
                {"text": q.text, "params": [list(p) for p in q.params], "name": q.name}, ensure_ascii=False
            ),
        }
        for q in questions().values()
    ]
