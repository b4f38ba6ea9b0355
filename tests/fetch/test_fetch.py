"""Books over HTTP from a server on this machine: whole or not at all, what broke off goes on, nothing else is let in."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.commands import run
from yili_kg.errors import SourceError
from yili_kg.fetch.archive import MARK, is_whole
from yili_kg.fetch.books import fetch_books
from yili_kg.fetch.get import address_of
from yili_kg.fetch.known import known_books, wanted_books

BOOK = "KR1d0039"
TEXT = (
    "# -*- mode: mandoku-view; -*-\n#+TITLE: 儀禮商\n#+PROPERTY: ID KR1d0039\n#+PROPERTY: BASEEDITION WYG\n"
    "<pb:KR1d0039_WYG_001-1a>¶\n　儀禮商卷一¶\n主人戒賓賓拜辱¶\n"
)


def packed(files: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return held.getvalue()


WHOLE = packed({f"{BOOK}-master/{BOOK}_001.txt": TEXT.encode(), f"{BOOK}-master/.git/config": b"x"})


@dataclass
class Shelf:
    """What the server has, what it was asked, and how often it breaks off or refuses first."""

    address: str = ""
    held: dict[str, bytes] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    break_off: int = 0
    refuse: list[int] = field(default_factory=list)
    elsewhere: str = ""


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    has = Shelf()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            book = self.path.rpartition("/")[2].removesuffix(".zip")
            has.asked.append((book, self.headers.get("Range", "")))
            if has.refuse:
                self.send_error(has.refuse.pop(0))
                return
            if has.elsewhere:
                self.send_response(302)
                self.send_header("Location", has.elsewhere)
                self.end_headers()
                return
            content = has.held.get(book)
            if content is None:
                self.send_error(404)
                return
            start = 0
            asked = self.headers.get("Range", "")
            if asked and self.headers.get("If-Range") == '"one"':
                start = int(asked.removeprefix("bytes=").rstrip("-"))
                self.send_response(206)
            else:
                self.send_response(200)
            body = content[start:]
            self.send_header("ETag", '"one"')
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if has.break_off:
                has.break_off -= 1
                self.wfile.write(body[: len(body) // 2])
                return
            self.wfile.write(body)

        def log_message(self, *given: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    has.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield has
    server.shutdown()
    server.server_close()


def fetched(shelf: Shelf, folder: Path, *ids: str, tries: int = 3, again: bool = False) -> tuple[list[str], list[str]]:
    books = wanted_books(ids or [BOOK], recommended=False)
    got = fetch_books(books, folder, address=shelf.address, tries=tries, pause=0, again=again)
    return [path.name for path in got.folders], got.failed


def test_a_book_is_there_as_a_folder_that_can_be_built(shelf: Shelf, tmp_path: Path) -> None:
    shelf.held[BOOK] = WHOLE
    assert fetched(shelf, tmp_path) == ([BOOK], [])
    assert (tmp_path / BOOK / f"{BOOK}_001.txt").read_text(encoding="utf-8") == TEXT
    assert sorted(p.name for p in (tmp_path / BOOK).iterdir()) == [f"{BOOK}_001.txt", MARK]
    assert json.loads((tmp_path / BOOK / MARK).read_text())["from"] == f"{shelf.address}/{BOOK}.zip"
    assert not (tmp_path / ".fetch").exists()


def test_what_is_there_whole_is_not_asked_for_and_what_is_not_is(shelf: Shelf, tmp_path: Path) -> None:
    shelf.held[BOOK] = WHOLE
    fetched(shelf, tmp_path)
    fetched(shelf, tmp_path)
    assert len(shelf.asked) == 1
    (tmp_path / BOOK / f"{BOOK}_001.txt").write_text("other", encoding="utf-8")
    assert not is_whole(tmp_path / BOOK)
    fetched(shelf, tmp_path)
    assert len(shelf.asked) == 2
    assert is_whole(tmp_path / BOOK)
    assert (tmp_path / f"{BOOK}.kept" / f"{BOOK}_001.txt").read_text(encoding="utf-8") == "other"
    (tmp_path / BOOK / "mine.txt").write_text("mine", encoding="utf-8")
    fetched(shelf, tmp_path, again=True)
    assert [p.name for p in (tmp_path / f"{BOOK}.kept-2").iterdir()] == ["mine.txt"]
    fetched(shelf, tmp_path, again=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == [BOOK, f"{BOOK}.kept", f"{BOOK}.kept-2"]


def test_what_broke_off_goes_on_where_it_was(shelf: Shelf, tmp_path: Path) -> None:
    shelf.held[BOOK], shelf.break_off = WHOLE, 1
    assert fetched(shelf, tmp_path, tries=1)[0] == []
    part = tmp_path / ".fetch" / f"{BOOK}.zip"
    assert 0 < part.stat().st_size < len(WHOLE)
    assert fetched(shelf, tmp_path, tries=1) == ([BOOK], [])
    assert shelf.asked[-1][1] == f"bytes={len(WHOLE) // 2}-"


def test_a_passing_refusal_is_tried_again_and_a_lasting_one_is_not(shelf: Shelf, tmp_path: Path) -> None:
    shelf.held[BOOK], shelf.refuse = WHOLE, [503, 429]
    assert fetched(shelf, tmp_path) == ([BOOK], [])
    folders, failed = fetched(shelf, tmp_path, "KR1d0031")
    assert folders == []
    assert "404" in failed[0]
    assert len([a for a in shelf.asked if a[0] == "KR1d0031"]) == 1


def test_one_that_fails_does_not_stop_the_others(shelf: Shelf, tmp_path: Path) -> None:
    shelf.held |= {BOOK: WHOLE, "KR1d0031": b"no archive"}
    folders, failed = fetched(shelf, tmp_path, "KR1d0031", BOOK)
    assert folders == [BOOK]
    assert "no whole archive" in failed[0]
    assert not (tmp_path / "KR1d0031").exists()
    assert not (tmp_path / ".fetch").exists(), "a broken archive is fetched anew"


@pytest.mark.parametrize(
    "name", ["../../KR1d0039_001.txt", "/etc/KR1d0039_001.txt", "a/b/c/KR1d0039_001.txt", "..\\KR1d0039_001.txt"]
)
def test_an_archive_writes_nowhere_else(shelf: Shelf, tmp_path: Path, name: str) -> None:
    shelf.held[BOOK] = packed({name: TEXT.encode(), "x/KR1d0039_002.txt": TEXT.encode()})
    folder = tmp_path / "deep" / "down"
    fetched(shelf, folder)
    files = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()}
    assert {f.rpartition("/")[0] for f in files} == {f"deep/down/{BOOK}"}


def test_an_archive_larger_than_a_book_is_refused(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yili_kg.fetch.archive.MOST_FILE", 1_000)
    shelf.held[BOOK] = packed({f"{BOOK}_001.txt": b"0" * 1_001})
    folders, failed = fetched(shelf, tmp_path)
    assert folders == []
    assert "larger than a book" in failed[0]
    monkeypatch.setattr("yili_kg.fetch.get.MOST", 100)
    shelf.held[BOOK] = WHOLE
    assert "no book" in fetched(shelf, tmp_path)[1][0]


def test_a_folder_that_somebody_else_made_is_left_alone(shelf: Shelf, tmp_path: Path) -> None:
    shelf.held[BOOK] = WHOLE
    (tmp_path / BOOK).mkdir()
    (tmp_path / BOOK / "mine.txt").write_text("mine", encoding="utf-8")
    folders, failed = fetched(shelf, tmp_path)
    assert folders == []
    assert "was not fetched" in failed[0]
    assert [p.name for p in (tmp_path / BOOK).iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "address",
    ["http://example.org/{id}", "ftp://example.org/{id}", "file:///etc/{id}", "https://host:x/{id}", "https:///{id}"],
)
def test_only_https_is_spoken(tmp_path: Path, address: str) -> None:
    got = fetch_books(wanted_books([BOOK], recommended=False), tmp_path, address=address, tries=1)
    assert "no HTTPS address" in got.failed[0]


def test_a_server_cannot_send_one_to_where_there_is_no_https(shelf: Shelf, tmp_path: Path) -> None:
    shelf.elsewhere = "http://example.org/KR1d0039.zip"
    folders, failed = fetched(shelf, tmp_path)
    assert folders == []
    assert "no HTTPS address" in failed[0]


def test_a_server_that_sends_one_in_a_circle_is_told_of(shelf: Shelf, tmp_path: Path) -> None:
    shelf.elsewhere = f"{shelf.address}/{BOOK}.zip"
    assert "redirects" in fetched(shelf, tmp_path)[1][0]


def test_without_network_it_is_said_what_to_do(tmp_path: Path) -> None:
    got = fetch_books(wanted_books([BOOK], recommended=False), tmp_path, address="http://127.0.0.1:9", tries=2, pause=0)
    assert "--from FOLDER" in got.failed[0]
    (tmp_path / "got").mkdir()
    (tmp_path / "got" / f"{BOOK}.zip").write_bytes(WHOLE)
    again = fetch_books(wanted_books([BOOK], recommended=False), tmp_path, address=str(tmp_path / "got"))
    assert [p.name for p in again.folders] == [BOOK]


def test_a_slip_in_a_name_is_said_and_meant(tmp_path: Path) -> None:
    assert [b.id for b in wanted_books(["kr1d0028", "儀禮注疏", "KR1d0031"], recommended=False)] == [
        "KR1d0028",
        "KR1d0031",
    ]
    with pytest.raises(SourceError, match="did you mean KR1d0028"):
        wanted_books(["KR1d00289"], recommended=False)


def test_address_has_the_book_in_it() -> None:
    assert address_of("https://example.org/{id}/zip", "KR1d0028") == "https://example.org/KR1d0028/zip"
    assert address_of("https://example.org/books/", "KR1d0028") == "https://example.org/books/KR1d0028.zip"


def test_recommended_are_the_cited_books() -> None:
    books = wanted_books([], recommended=True)
    assert {b.id for b in books} >= {b.id for b in known_books().values() if b.use == "cited"}
    assert len(books) > 20


def test_command_fetches_into_the_library(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YILI_REFERENCE", str(tmp_path / "library.sqlite"))
    text = TEXT.replace("KR1d0039", "KR1f0001").replace("儀禮商", "孝經").encode()
    shelf.held["KR1f0001"] = packed({"KR1f0001-master/KR1f0001_001.txt": text})
    done = run("fetch", "KR1f0001", "--library", "-o", str(tmp_path / "books"), "--from", shelf.address)
    assert done.returncode == 0, done.stderr
    assert "1 books added" in done.stdout
    assert run("fetch", "KR9z9999").returncode == 2
    assert "KR1d0028" in run("fetch", "--list").stdout
