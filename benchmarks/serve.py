"""Clients at once against a served graph: python benchmarks/serve.py BUILD [--clients 50] [--seconds 60].

Each client asks the named questions in turn, as fast as it gets answers. An answer is lost if it does not come, is no 200,
or differs from the first answer to the same question. With `--runaways 2` that many clients more send a query that would
run for minutes; it must be cut off (503), and nobody else may lose an answer by it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import time

import httpx

from yili_kg.queries import filled, questions

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


async def main() -> None:
    """Start the server, let the clients ask, count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--runaways", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=10)
    options = parser.parse_args()
    command = [sys.executable, "-c", "from yili_kg.cli import main; main()", "serve", options.build, "--port", "0"]
    process = subprocess.Popen([*command, "--timeout", str(options.timeout)], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    address = next(line.split()[0].rstrip("/") for line in process.stderr if line.startswith("http"))
    times: list[float] = []
    lost: list[str] = []
    cut: list[int] = []
    first: dict[str, bytes] = {}
    until = time.monotonic() + options.seconds
    clients = [client(address, n, until, times, lost, first) for n in range(options.clients)]
    await asyncio.gather(*clients, *(runaway(address, until, cut) for _ in range(options.runaways)))
    process.terminate()
    process.wait()
    times.sort()
    print(f"{options.clients} clients, {options.seconds:g} s: {len(times)} answers, {len(lost)} lost")
    print(
        f"median {statistics.median(times):.3f} s, 95 % under {times[int(len(times) * 0.95)]:.3f} s, longest {times[-1]:.3f} s"
    )
    if options.runaways:
        print(f"{len(cut)} queries cut off, {sum(c != 503 for c in cut)} of them with another status than 503")
    for line in lost[:5]:
        print(line)


asyncio.run(main())
