from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest

from tests.commands import run
from yili_kg.errors import ServeError
from yili_kg.export.push import push
from yili_kg.graph.vocabulary import node
from yili_kg.serve.engine import engine_path


def small() -> ox.Store:
    store = ox.Store()
    for n in range(5):
        store.add(
            ox.Quad(
                node("c", f"爵{n}"),
                node("skos", "prefLabel"),
                ox.Literal("爵", language="lzh"),
                node("g", f"x/{n % 2}"),
            )
        )
    store.add(ox.Quad(node("c", "d"), node("rdf", "type"), node("skos", "Concept"), ox.DefaultGraph()))
    return store


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """An `oxigraph serve` as anybody runs it: in memory, to be written to."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([engine_path(), "serve", "--bind", f"127.0.0.1:{port}"], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            httpx.get(address)
            break
        except httpx.HTTPError:
            time.sleep(0.05)
    yield address
    process.kill()
    process.wait()


def everything(address: str) -> set[ox.Quad]:
    got = httpx.get(f"{address}/store", headers={"Accept": "application/n-quads"})
    return set(ox.parse(got.content, format=ox.RdfFormat.N_QUADS))


def test_push_to_an_oxigraph_server(server: str) -> None:
    store = small()
    done = push(store, f"{server}/store")
    assert [(p.graph, p.statements) for p in done] == [
        ("", 1),
        (node("g", "x/0").value, 3),
        (node("g", "x/1").value, 2),
    ]
    assert everything(server) == set(store)
    store.remove(next(iter(store.quads_for_pattern(None, None, None, node("g", "x/0")))))
    push(store, f"{server}/store")
    assert everything(server) == set(store)
    push(small(), f"{server}/store", add=True)
    assert everything(server) == set(small())


def test_push_by_the_command(server: str, tmp_path: Path) -> None:
    (tmp_path / "x.nq").write_bytes(ox.serialize(small(), format=ox.RdfFormat.N_QUADS) or b"")
    done = run("push", f"{server}/store", "-g", tmp_path / "x.nq")
    assert done.returncode == 0
    assert "3 graphs, 6 statements" in done.stdout
    wrong = run("push", f"{server}/query", "-g", tmp_path / "x.nq")
    assert wrong.returncode == 2
    assert "refuses" in wrong.stderr
    assert "→" in wrong.stderr
    assert "no address" in run("push", "localhost:3030", "-g", tmp_path / "x.nq").stderr


class Scripted(BaseHTTPRequestHandler):
    """Answers with the statuses that it is told, and remembers who asked."""

    elsewhere = ""
    statuses: list[int] = []  # noqa: RUF012 - a test puts them in
    seen: list[str] = []  # noqa: RUF012

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append(self.headers.get("Authorization", ""))
        self.send_response(self.statuses.pop(0) if self.statuses else 204)
        if self.elsewhere:
            self.send_header("Location", self.elsewhere)
        self.end_headers()

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def scripted() -> Iterator[str]:
    Scripted.statuses, Scripted.seen, Scripted.elsewhere = [], [], ""
    server = HTTPServer(("127.0.0.1", 0), Scripted)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/data"
    server.shutdown()
    server.server_close()


def test_push_tries_again_where_the_reason_passes(scripted: str) -> None:
    Scripted.statuses = [503, 429, 204]
    assert len(push(small(), scripted, pause=0.01)) == 3
    assert len(Scripted.seen) == 5
    Scripted.statuses = [503] * 4
    with pytest.raises(ServeError, match="in 4 tries: HTTP 503"):
        push(small(), scripted, pause=0.01)


def test_push_gives_up_at_once_where_it_is_refused(scripted: str) -> None:
    Scripted.statuses = [401]
    with pytest.raises(ServeError, match="refuses the default graph: HTTP 401") as caught:
        push(small(), scripted, pause=0.01)
    assert "YILI_PUSH_USER" in str(caught.value)
    assert len(Scripted.seen) == 1


def test_push_that_is_sent_on_without_its_statements_is_none(scripted: str) -> None:
    Scripted.statuses, Scripted.elsewhere = [302], "/other"
    with pytest.raises(ServeError, match="without its statements") as caught:
        push(small(), scripted, pause=0.01)
    assert "/other" in str(caught.value)


@pytest.mark.parametrize("address", ["http://host:x/", "http://host/\x01", "http:///store"])
def test_push_to_what_is_no_address(address: str) -> None:
    with pytest.raises(ServeError, match="no address"):
        push(small(), address, tries=1)


def test_push_says_who_asks(scripted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YILI_PUSH_USER", "me")
    monkeypatch.setenv("YILI_PUSH_PASSWORD", "secret")
    push(small(), scripted)
    monkeypatch.setenv("YILI_PUSH_TOKEN", "abc")
    push(small(), scripted)
    assert Scripted.seen[0] == "Basic bWU6c2VjcmV0"
    assert Scripted.seen[-1] == "Bearer abc"


def test_push_to_nobody(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="in 2 tries"):
        push(small(), "http://127.0.0.1:9/store", tries=2, pause=0.01)
