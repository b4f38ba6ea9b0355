"""The server: routes, limits and headers in front of the engines, and its start and end."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from yili_kg.errors import ServeError, YiliError
from yili_kg.graph.output import settle
from yili_kg.queries import questions
from yili_kg.serve.connections import Doors, FewLines, Turns, bounded, raise_file_limit
from yili_kg.serve.endpoint import page_headers, sparql
from yili_kg.serve.engine import fill_store
from yili_kg.serve.pool import Limits, Pool
from yili_kg.serve.resources import resource
from yili_kg.serve.room import temporary_room
from yili_kg.serve.site_files import SITE_HEADERS, counts_of, file_of_site, file_sent, files_of_site
from yili_kg.tables.pages import build_files, pages
from yili_kg.views.page import render
from yili_kg.views.site import Site, file_of, site_of_folder

__all__ = ["make_app", "serve"]


#: What leads from a page of a build to another.
_ABSOLUTE = re.compile(r'(href|src)="([^"/#:?]+\.(?:html|js|css))')


class _Nonce:
    """Gives each request a nonce for the scripts of its page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope.setdefault("state", {})["nonce"] = secrets.token_urlsafe(12)
        await self.app(scope, receive, send)


def make_app(build: Path, store: Path, limits: Limits, *, ready: Callable[[YiliError | None], None]) -> Starlette:
    """The application over a build's folder and a filled store on disk.

    `ready` is called when it answers, or with the error for which it does not.
    """
    pool = Pool(store, limits)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        try:
            await pool.open()
            ready(None)
        except YiliError as error:
            ready(error)
        try:
            yield
        finally:
            await pool.close()

    files = files_of_site(build)
    site = site_of_folder(files, served=True)
    page = file_of_site(files)
    routes = [
        *([Route("/", page, methods=["GET"])] if "index.html" in files else []),
        Route("/data" if "index.html" in files else "/", _home(build, site), methods=["GET"]),
        Route("/sparql", sparql, methods=["GET", "POST"]),
        Route("/sparql/", lambda request: RedirectResponse("/sparql", 308), methods=["GET", "POST"]),
        Route("/robots.txt", lambda request: PlainTextResponse("User-agent: *\nDisallow: /sparql\n")),
        *(Route(f"/{f.file}", file_sent(build / f.file, f.media)) for f in build_files() if (build / f.file).is_file()),
        *_description(build),
        *_ontology(build, files),
        Route("/{path}", page, methods=["GET"]),
        Route("/{path:path}", resource, methods=["GET"]),
    ]
    cors = Middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["GET", "POST", "HEAD", "OPTIONS"],
        allow_headers=["*"],
        expose_headers=["Link"],
        max_age=86400,
    )
    app = Starlette(routes=routes, middleware=[cors, Middleware(_Nonce)], lifespan=life)
    app.state.pool = pool
    app.state.site = site
    app.state.files = frozenset(files)
    return app


def _home(build: Path, site: Site) -> Callable[[Request], Response]:
    shown: dict[str, Any] = {
        "counts": [(k, f"{v:,}") for k, v in counts_of(build).items()],
        "questions": list(questions().values()),
        "files": [f for f in build_files() if (build / f.file).is_file()],
        "tells": {page.zh: (page.tells_zh, page.tells_en) for page in pages().values()},
    }

    def home(request: Request) -> Response:
        nonce: str = request.state.nonce
        page = render("home.html", site=site, here="/", nonce=nonce, **shown)
        return HTMLResponse(page, headers=page_headers(nonce))

    return home


def _description(build: Path) -> list[Route]:
    """The description of the data set where VoID wants it to be looked for; none where the build has none."""
    from yili_kg.serve.negotiate import choose

    files = {"text/turtle": build / "dataset.ttl", "application/ld+json": build / "dataset.jsonld"}
    there = {media: path for media, path in files.items() if path.is_file()}

    def described(request: Request) -> Response:
        media = choose(request.headers.get("accept", ""), tuple(there)) or next(iter(there))
        return FileResponse(there[media], media_type=media, headers={"Vary": "Accept"})

    return [Route("/.well-known/void", described)] if there else []


def _ontology(build: Path, files: Mapping[str, Path]) -> list[Route]:
    """The ontology under its IRI and its version's: the page to people, Turtle to machines."""
    from yili_kg.data import data_folder
    from yili_kg.serve.negotiate import choose

    turtle = (data_folder("ontology") / "yili.ttl").read_bytes()
    page = files.get(file_of("ontology"))
    # Below an address of more than one part the names of the other files would lead astray.
    shown = _ABSOLUTE.sub(r'\1="/\2', page.read_text(encoding="utf-8")) if page else ""

    def ontology(request: Request) -> Response:
        wanted = choose(request.headers.get("accept", ""), ("text/html", "text/turtle"))
        if wanted == "text/turtle" or not shown:
            return Response(turtle, media_type="text/turtle", headers={"Vary": "Accept"})
        return HTMLResponse(shown, headers={**SITE_HEADERS, "Vary": "Accept"})

    def as_turtle(request: Request) -> Response:
        return Response(turtle, media_type="text/turtle")

    version = re.search(rb"owl:versionIRI <[^>]*/ontology/([^>/]+)>", turtle)
    versioned = [Route(f"/ontology/{version[1].decode()}", ontology)] if version else []
    return [Route("/ontology", ontology), Route("/ontology.ttl", as_turtle), *versioned]


def serve(
    build: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 7878,
    limits: Limits | None = None,
    turns: Turns | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> None:
    """Serve a build's folder until interrupted. Raises ServeError where the port is taken or the graph cannot be loaded,
    QueryError where the files are of two builds."""
    limits = limits or replace(Limits(), engines=max(2, min(8, os.cpu_count() or 2)))
    trig = build / "yili.trig" if build.is_dir() else build
    if not trig.is_file():
        raise ServeError("there is no graph here", where=str(build), advice="make one with `yili-kg build -o DIR`")
    settle(trig.parent)
    turns = turns or Turns()
    doors = Doors(replace(turns, places=raise_file_limit(2 * turns.places) // 2))
    listener = _listen(host, port)
    with listener, temporary_room() as place:
        say(f"loading {trig}")
        fill_store(trig, place / "store")
        failed: list[YiliError] = []

        def ready(error: YiliError | None) -> None:
            if error:
                failed.append(error)
                server.should_exit = True
            else:
                say(f"http://{shown}:{number}/  (SPARQL at /sparql, {limits.seconds:g} s a query; Ctrl+C ends it)")

        app = make_app(trig.parent, place / "store", limits, ready=ready)
        config = uvicorn.Config(
            app,
            http=bounded(doors),
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        few = FewLines()
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addFilter(few)
        shown, number = f"[{host}]" if ":" in host else host, listener.getsockname()[1]
        server = uvicorn.Server(config)
        # uvicorn ends its work in good order and then raises the signal once more.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    if failed:
        raise failed[0]
    say("ended")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:  # a name may be none that can be asked for
        said = getattr(error, "strerror", None) or error
        raise ServeError(f"no such host: {said}", where=host, advice="take 127.0.0.1") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        advice = "take another with --port, or end what runs there"
        raise ServeError(f"the port cannot be had: {error.strerror}", where=f"{host}:{port}", advice=advice) from error
    return listener
