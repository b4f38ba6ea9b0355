"""Clients at once against a served graph: python benchmarks/serve.py BUILD [--clients 50] [--seconds 60].

Each client asks the named questions in turn, as fast as it gets answers. An answer is lost if it does not come, is no 200,
or differs from the first answer to the same question. With `--runaways 2` that many clients more send a query that would
run for minutes; it must be cut off (503), and nobody else may lose an answer by it. With `--leavers 60` so many send such
a query and leave, again and again; with `--half-open 1200` so many connections are held that never ask. All of it goes to
the server that this program starts, on this machine, and ends with `--seconds`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TextIO

import httpx

from yili_kg.queries import filled, questions
from yili_kg.serve.connections import raise_file_limit

RUNAWAY = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"


async def client(
    address: str, number: int, until: float, times: list[float], lost: list[str], first: dict[str, bytes]
) -> None:
    """Ask until the time is over."""
    names = sorted(questions())
    async with httpx.AsyncClient(base_url=address, timeout=120) as own:
        while time.monotonic() < until:
            name = names[number % len(names)]
            number += 1
            own_mark = random.random()  # so that no answer comes from those that the server keeps
            begin = time.monotonic()
            try:
                got = await own.post(
                    "/sparql",
                    data={"query": f"{filled(questions()[name], {})}# {own_mark}"},
                    headers={"Accept": "text/csv"},
                )
            except httpx.HTTPError as error:
                lost.append(f"{name}: {error!r}")
                continue
            times.append(time.monotonic() - begin)
            body = b"\n".join(sorted(got.content.splitlines()))
            if got.status_code != 200 or first.setdefault(name, body) != body:
                lost.append(f"{name}: {got.status_code} {got.text[:200]}")


async def runaway(address: str, until: float, cut: list[int]) -> None:
    """Send what would run for minutes, again and again."""
    async with httpx.AsyncClient(base_url=address, timeout=120) as own:
        while time.monotonic() < until:
            cut.append((await own.post("/sparql", data={"query": RUNAWAY})).status_code)


async def leaver(address: str, until: float, left: list[int]) -> None:
    """Send what would run for minutes and leave, again and again."""
    while time.monotonic() < until:
        async with httpx.AsyncClient(base_url=address, timeout=0.5) as own:
            try:
                await own.post("/sparql", data={"query": f"{RUNAWAY} # {random.random()}"})
            except httpx.HTTPError:
                left.append(1)
        await asyncio.sleep(1)


async def half_open(address: str, number: int, until: float, made: list[int]) -> None:
    """Hold so many connections that begin a request and never end it; those that are closed are opened again."""
    host, port = address.removeprefix("http://").split(":")
    held: list[asyncio.StreamWriter] = []
    while time.monotonic() < until:
        held = [w for w in held if not w.is_closing()]
        while len(held) < number and time.monotonic() < until:
            try:
                _, writer = await asyncio.open_connection(host, int(port))
                writer.write(b"GET /sparql HTTP/1.1\r\nHost: ")
                held.append(writer)
                made.append(1)
            except OSError:
                break
        await asyncio.sleep(1)
    for writer in held:
        writer.close()


def memory_of(pid: int) -> float:
    """MB of memory that a process holds (Linux; elsewhere 0)."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


async def main() -> None:
    """Start the server, let the clients ask, count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--runaways", type=int, default=0)
    parser.add_argument("--leavers", type=int, default=0, choices=range(201), metavar="0…200")
    parser.add_argument("--half-open", type=int, default=0, choices=range(3001), metavar="0…3000")
    parser.add_argument("--timeout", type=float, default=10)
    options = parser.parse_args()
    command = [sys.executable, "-c", "from yili_kg.cli import main; main()", "serve", options.build, "--port", "0"]
    seconds = min(options.seconds, 600.0)
    raise_file_limit(options.half_open + options.clients)
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen([*command, "--timeout", str(options.timeout)], stderr=log, text=True)
        try:
            while not (address := next((x for x in written(log) if x.startswith("http")), "")):
                await asyncio.sleep(0.1)
            await ask(options, address.split()[0].rstrip("/"), seconds, process.pid)
        finally:
            process.terminate()
            process.wait()
        print(f"{sum(map(len, written(log))):,} characters of log")


def written(log: TextIO) -> list[str]:
    """The lines of a log so far."""
    log.seek(0)
    return log.readlines()


async def ask(options: argparse.Namespace, address: str, seconds: float, pid: int) -> None:
    """Let the clients ask, and count."""
    times: list[float] = []
    lost: list[str] = []
    cut: list[int] = []
    first: dict[str, bytes] = {}
    left: list[int] = []
    made: list[int] = []
    before = memory_of(pid)
    until = time.monotonic() + seconds
    clients = [client(address, n, until, times, lost, first) for n in range(options.clients)]
    await asyncio.gather(
        *clients,
        *(runaway(address, until, cut) for _ in range(options.runaways)),
        *(leaver(address, until, left) for _ in range(options.leavers)),
        *([half_open(address, options.half_open, until, made)] if options.half_open else []),
    )
    times.sort()
    print(f"{options.clients} clients, {seconds:g} s: {len(times)} answers, {len(lost)} lost")
    if not times:
        return
    print(
        f"median {statistics.median(times):.3f} s, 95 % under {times[int(len(times) * 0.95)]:.3f} s, longest {times[-1]:.3f} s"
    )
    if options.runaways:
        print(f"{len(cut)} queries cut off, {sum(c != 503 for c in cut)} of them with another status than 503")
    if left or made:
        print(f"{len(left)} clients left before their answer, {len(made)} connections were opened that never asked")
    print(f"memory of the server {before:.0f} MB before, {memory_of(pid):.0f} MB after")
    for line in lost[:5]:
        print(line)


asyncio.run(main())
