"""Getting the archive of a book over HTTPS: what was begun goes on, what fails for a while is tried again."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from yili_kg import __version__
from yili_kg.errors import SourceError

__all__ = ["MOST", "address_of", "get"]

#: The most bytes of an archive.
MOST = 200_000_000
#: Statuses after which another try may do.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
Report = Callable[[int, int], None]


class _Passing(Exception):
    """Something that may be over at the next try."""


def address_of(pattern: str, book: str) -> str:
    """The address of a book's archive: `pattern` with the book in place of {id}, or `ID.zip` below it."""
    return pattern.replace("{id}", book) if "{id}" in pattern else f"{pattern.rstrip('/')}/{book}.zip"


def get(
    address: str, part: Path, *, tries: int = 4, pause: float = 1.0, report: Report = lambda done, total: None
) -> Path:
    """The file at an address (or path), whole, at `part`; what of it lies there already is not asked for again.

    `report` is told bytes done and in all (0: not known). Only HTTPS is spoken, and plain HTTP with this machine itself;
    a server that sends one elsewhere has to keep to that. Raises SourceError where it cannot be had: nothing is lost of
    what came so far.
    """
    part.parent.mkdir(parents=True, exist_ok=True)
    if "://" not in address:
        return _copied(Path(address), part)
    _speakable(address)
    said = ""
    for number in range(tries):
        if number:
            time.sleep(pause * 2 ** (number - 1))
        try:
            return _asked(address, part, report)
        except (httpx.TooManyRedirects, httpx.InvalidURL) as error:
            raise SourceError(f"cannot be fetched: {error}", where=address, advice=_offline(address)) from error
        except (httpx.TransportError, _Passing) as error:
            said = f"{type(error).__name__.lstrip('_')}: {error}" if isinstance(error, httpx.HTTPError) else str(error)
    raise SourceError(f"cannot be fetched, {tries} tries: {said}", where=address, advice=_offline(address))


def _asked(address: str, part: Path, report: Report) -> Path:
    """One try: from the beginning, or from where the last one ended if the server still has the same file."""
    note = part.with_name(part.name + ".json")
    have, mark = _begun(part, note)
    headers = {"User-Agent": f"yili-kg/{__version__}", "Accept-Encoding": "identity"}
    if have:
        headers |= {"Range": f"bytes={have}-", "If-Range": mark}
    with (
        httpx.Client(timeout=60, follow_redirects=True, event_hooks={"request": [_watch]}) as client,
        client.stream("GET", address, headers=headers) as answer,
    ):
        if answer.status_code in _PASSING:
            raise _Passing(f"HTTP {answer.status_code}")
        if answer.status_code == 416:  # what lies there is longer than what the server has
            part.unlink(missing_ok=True)
            raise _Passing("the file has changed")
        if not answer.is_success:
            raise SourceError(f"HTTP {answer.status_code}", where=address, advice=_offline(address))
        goes_on = answer.status_code == 206 and have > 0
        before = have if goes_on else 0
        note.write_text(json.dumps({"mark": answer.headers.get("etag", "")}), encoding="utf-8")
        total = before + int(answer.headers.get("content-length") or 0)
        _take(answer, part, before, total, report)
    if total > before and part.stat().st_size != total:
        raise _Passing("the connection ended early")
    note.unlink(missing_ok=True)
    return part


def _take(answer: httpx.Response, part: Path, before: int, total: int, report: Report) -> None:
    done = before
    with part.open("ab" if before else "wb") as held:
        for piece in answer.iter_raw():
            done += len(piece)
            if done > MOST:
                raise SourceError(f"is larger than {MOST:,} bytes: no book", where=str(answer.url))
            held.write(piece)
            report(done, max(total, 0))


def _begun(part: Path, note: Path) -> tuple[int, str]:
    """How many bytes lie there, and the server's mark of the file they are from: 0 where it gave none."""
    try:
        mark = str(json.loads(note.read_text(encoding="utf-8"))["mark"])
        return (part.stat().st_size, mark) if mark and not mark.startswith("W/") else (0, "")
    except (OSError, ValueError, KeyError, TypeError):
        return 0, ""


def _copied(source: Path, part: Path) -> Path:
    if not source.is_file():
        raise SourceError("there is no such file", where=str(source), advice="--from names a folder with KR….zip")
    shutil.copyfile(source, part)
    return part


def _watch(request: httpx.Request) -> None:
    """Refuses to be sent to an address without HTTPS."""
    _speakable(str(request.url))


def _speakable(address: str) -> None:
    try:
        parts = httpx.URL(address)
        allowed = (parts.scheme == "https" and bool(parts.host)) or (parts.scheme == "http" and parts.host in _HERE)
    except httpx.InvalidURL:
        allowed = False
    if not allowed:
        raise SourceError("is no HTTPS address", where=address, advice="https://… with {id} for the book")


def _offline(address: str) -> str:
    proxy = " (a proxy is taken from HTTPS_PROXY)" if not os.environ.get("HTTPS_PROXY") else ""
    return (
        f"what came so far is kept: the same command goes on with it{proxy}. Without network: get {address} elsewhere, "
        "name it as the book (KR1d0028.zip), and fetch with --from FOLDER"
    )
