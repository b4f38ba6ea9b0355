"""The files of a build's site and of the build itself, as they are sent: whole, compressed where a browser takes that."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from yili_kg.graph.manifest import read_manifest
from yili_kg.graph.output import SITE
from yili_kg.serve.resources import resource

__all__ = ["SITE_HEADERS", "counts_of", "file_of_site", "file_sent", "files_of_site"]

_MEDIA = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".gz": "application/gzip",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".ttl": "text/turtle",
    ".jsonld": "application/ld+json",
}
#: A page runs the scripts of its own site alone and loads nothing from elsewhere. WebAssembly is for the questions, which
#: a page answers by itself where there is no server.
_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'self'; frame-src 'self'; frame-ancestors 'self'"
)
#: The headers of a page of the site.
SITE_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
#: Shorter files (bytes) are not compressed.
_SHORT = 1400
#: Longer ones neither: it would take more time than it spares.
_LONG = 20_000_000
_PACKED = (".gz", ".png")


def files_of_site(build: Path) -> dict[str, Path]:
    """Name → file of the site in a build's folder: those that its manifest names and that are there as files."""
    folder = build / SITE
    found = read_manifest(folder) if folder.is_dir() else None
    names = sorted(found.files) if found else []
    return {n: folder / n for n in names if not (folder / n).is_symlink() and (folder / n).is_file()}


def file_of_site(files: dict[str, Path]) -> Callable[[Request], Awaitable[Response]]:
    """What answers for an address of one part: the file of this name, else the node of the graph."""

    async def send(request: Request) -> Response:
        name: str = request.path_params.get("path") or "index.html"
        path = files.get(name)
        if path is None or path.is_symlink() or not path.is_file():  # it was one when the server began
            return await resource(request)
        return await _threaded(request, path)

    return send


async def _threaded(request: Request, path: Path) -> Response:
    from starlette.concurrency import run_in_threadpool

    return await run_in_threadpool(_sent, request, path, _MEDIA.get(path.suffix, "application/octet-stream"))


def file_sent(path: Path, media: str) -> Callable[[Request], Response]:
    """What answers for one file of the graph: as it lies there, piece by piece, however large it is."""
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}
    return lambda request: FileResponse(path, media_type=media, headers=headers)


def _sent(request: Request, path: Path, media: str) -> Response:
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}
    if media == "text/html":
        headers |= SITE_HEADERS
    if path.suffix in _PACKED or not _SHORT < path.stat().st_size < _LONG:
        return FileResponse(path, media_type=media, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if not _takes_gzip(request.headers.get("accept-encoding", "")):
        return FileResponse(path, media_type=media, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(gzip.compress(path.read_bytes(), 5, mtime=0), media_type=media, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    """Whether who asks takes gzip (RFC 9110, 12.5.3): by its name, else as any other; with a weight of 0 he does not.

    >>> _takes_gzip("br, gzip;q=0.5"), _takes_gzip("gzip;q=0, *"), _takes_gzip("*;q=0.1"), _takes_gzip("identity")
    (True, False, True, False)
    """
    told = {}
    for one in accepted.lower().split(","):
        coding, _, weight = (part.strip() for part in one.partition(";"))
        told[coding] = re.fullmatch(r"q\s*=\s*0(\.0*)?", weight) is None
    return told.get("gzip", told.get("x-gzip", told.get("*", False)))


def counts_of(build: Path) -> dict[str, int]:
    """The counts that a build gives of itself; empty where its manifest cannot be read."""
    try:
        counts = json.loads((build / "manifest.json").read_text(encoding="utf-8"))["counts"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return counts if isinstance(counts, dict) else {}
