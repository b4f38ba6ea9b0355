"""A server among clients that leave, that never ask, that never read; engines that are killed; what a kill leaves."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.serve.server import serving, within
from yili_kg.serve.connections import FewLines
from yili_kg.serve.room import temporary_room

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

RUNAWAY = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
#: Seconds after which a client gives up; nothing that is asked here comes near.
HANGS = 300
QUICK = "ASK { ?m a yl:Mention }"


@pytest.fixture(scope="module")
def built(small_build: Path) -> Path:
    return small_build


def connect(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=HANGS)


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def clients(address: str) -> int:
    """How many connections the server at an address has that it did not close."""
    port = f":{int(address.rpartition(':')[2]):04X}"
    table = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return sum(row.split()[1].endswith(port) and row.split()[3] == "01" for row in table)


def engines(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text(encoding="utf-8")
        except OSError:
            continue
        if f"\nPPid:\t{pid}\n" in text and "Name:\toxigraph" in text and "\nState:\tZ" not in text:
            found.append(int(status.parent.name))
    return found


def test_endurance_sixty_clients_that_leave_take_nobodys_place(built: Path) -> None:
    """Each sends what would run for minutes and leaves; a good client is answered long before the time limit.

    Without, all eight places would be taken until the time limit, and the good client give up before.
    """
    with serving(built, limits="seconds=1200, engines=2, each=4, grace=0.5") as (address, _):
        ask = f"GET /sparql?query={quote(RUNAWAY)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        gone = [connect(address) for _ in range(60)]
        for connection in gone:
            connection.sendall(ask)
        time.sleep(0.5)
        for connection in gone:
            connection.close()
        got = httpx.get(f"{address}/sparql", params={"query": QUICK}, timeout=HANGS)
        assert got.json()["boolean"] is True


def test_endurance_engines_do_not_work_on_for_clients_that_left(built: Path) -> None:
    with serving(built, limits="seconds=1200, engines=2, each=4, grace=0.3") as (address, process):
        before = set(engines(process.pid))
        with connect(address) as one:
            one.sendall(f"GET /sparql?query={quote(RUNAWAY)} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            time.sleep(0.5)
        assert within(120, lambda: not before <= set(engines(process.pid)))
        assert within(120, lambda: len(engines(process.pid)) == 2)


def test_endurance_half_open_connections_are_closed_and_make_room(built: Path, tmp_path: Path) -> None:
    with serving(built, turns="places=40, head=2", said=tmp_path / "log") as (address, process):
        idle = [connect(address) for _ in range(150)]
        for connection in idle[::3]:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert httpx.get(f"{address}/sparql", params={"query": QUICK}, timeout=HANGS).status_code == 200
        # In a rush those who came just now are spared, up to twice the places; a little later no more than the places.
        assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < 2 * 40 + 60
        for connection in idle[1::3]:  # drop by drop is no better
            try:
                connection.sendall(b"G")
            except OSError:
                continue
        assert within(120, lambda: all(map(is_closed, idle)))
        assert httpx.get(f"{address}/sparql", params={"query": QUICK}, timeout=HANGS).status_code == 200
        for connection in idle:
            connection.close()
    assert (tmp_path / "log").stat().st_size < 5_000


def test_endurance_a_body_that_never_comes_and_an_answer_that_nobody_reads(built: Path) -> None:
    with serving(built, turns="head=2, body=2, reading=2") as (address, _):
        with connect(address) as slow:
            slow.sendall(b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nquery=")
            assert within(120, lambda: is_closed(slow))
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            host, port = address.removeprefix("http://").split(":")
            assert within(120, lambda: not clients(address))
            deaf.connect((host, int(port)))
            everything = quote("SELECT * { GRAPH ?g { ?s ?p ?o } }")  # more than the system keeps for a client
            deaf.sendall(f"GET /sparql?query={everything} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert within(120, lambda: not clients(address)), "the server waits for nobody who never reads"
            deaf.settimeout(HANGS)
            size = 0
            try:
                while piece := deaf.recv(1 << 16):
                    size += len(piece)
            except OSError:
                pass
            whole = httpx.get(
                f"{address}/sparql", params={"query": "SELECT * { GRAPH ?g { ?s ?p ?o } }"}, timeout=HANGS
            )
            assert 0 < size < len(whole.content)


def test_endurance_a_slow_reader_that_reads_is_served(built: Path) -> None:
    """He takes longer in all than the server waits for one who does not read; he never lets it wait so long."""
    with serving(built, turns="reading=10") as (address, _), httpx.Client(timeout=HANGS) as client:
        with client.stream("GET", f"{address}/yili.ttl") as got:
            size = 0
            for number, piece in enumerate(got.iter_raw(65_536)):
                size += len(piece)
                if number < 20:
                    time.sleep(0.6)
        assert size == (built / "yili.ttl").stat().st_size


def test_endurance_killed_engines_are_started_again_and_nobody_hears_of_it(built: Path) -> None:
    with serving(built, limits="seconds=600, engines=2") as (address, process), httpx.Client(timeout=HANGS) as client:

        def ask(number: int) -> int:
            query = f"SELECT (COUNT(?m) AS ?n) {{ ?m a yl:Mention }} # {number}"
            return client.get(f"{address}/sparql", params={"query": query}).status_code

        for turn in range(3):
            for pid in engines(process.pid):
                os.kill(pid, signal.SIGKILL)
            assert [ask(10 * turn + n) for n in range(3)] == [200, 200, 200]
        with ThreadPoolExecutor(8) as many:
            asked = [many.submit(ask, 100 + n) for n in range(60)]
            for _ in range(3):
                for pid in engines(process.pid):
                    os.kill(pid, signal.SIGKILL)
                time.sleep(0.3)
            assert {a.result() for a in asked} == {200}
        assert within(120, lambda: len(engines(process.pid)) >= 2)


def test_endurance_a_killed_engine_is_replaced_though_nobody_asks(built: Path) -> None:
    with serving(built, limits="seconds=600, engines=2") as (_, process):
        before = set(engines(process.pid))
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        assert within(120, lambda: len(set(engines(process.pid)) - before) == 2)


def test_endurance_stores_of_killed_servers_go_at_the_next_start(built: Path, tmp_path: Path) -> None:
    place = {**os.environ, "TMPDIR": str(tmp_path)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", place["TMPDIR"])
        (tmp_path / "yili-kg-serve-of-somebody").mkdir()
        (tmp_path / "yili-kg-serve-of-somebody" / "thesis").touch()
        with serving(built) as (_, first):
            (alive,) = (p for p in tmp_path.glob("yili-kg-serve-*") if p.name != "yili-kg-serve-of-somebody")
            with serving(built) as (_, second):
                assert alive.is_dir()
                second.kill()
                second.wait(HANGS)
            assert len(list(tmp_path.glob("yili-kg-serve-*"))) == 3
            with serving(built):
                assert alive.is_dir()
                assert len(list(tmp_path.glob("yili-kg-serve-*"))) == 3
            first.terminate()
            first.wait(HANGS)
    assert [p.name for p in tmp_path.iterdir()] == ["yili-kg-serve-of-somebody"]


def test_endurance_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "yili-kg-serve-dead").mkdir()
    (tmp_path / "yili-kg-serve-dead" / "made-by-yili-kg").touch()
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "made-by-yili-kg").touch()
    (tmp_path / "yili-kg-serve-link").symlink_to(tmp_path / "target")
    with temporary_room() as one, temporary_room() as two:
        assert one.is_dir()
        assert two.is_dir()
        assert not (tmp_path / "yili-kg-serve-dead").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["target", "yili-kg-serve-link"]


def test_endurance_a_log_does_not_grow_without_bound() -> None:
    now = [0.0]
    few = FewLines(3, clock=lambda: now[0])

    def line() -> str:
        record = logging.LogRecord("x", logging.WARNING, "x", 1, "bad %s", ("thing",), None)
        return record.getMessage() if few.filter(record) else ""

    assert [line() for _ in range(5)] == ["bad thing"] * 3 + [""] * 2
    now[0] = 61.0
    assert line() == "(2 lines left out) bad thing"
    assert line() == "bad thing"


def test_endurance_the_engine_listens_at_the_port_that_the_system_gave_it(built: Path) -> None:
    from yili_kg.serve.engine import _port_of

    with serving(built) as (_, process):
        ports = {_port_of(pid) for pid in engines(process.pid)}
        assert len(ports) == len(engines(process.pid))
        assert 0 not in ports
        assert all(httpx.get(f"http://127.0.0.1:{port}/").status_code == 200 for port in ports)
