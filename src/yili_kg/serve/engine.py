"""The engine: `oxigraph` processes that read one store on disk, started and killed by us, on loopback ports."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import httpx

from yili_kg.errors import ServeError
from yili_kg.graph.store import without_doubt
from yili_kg.queries.offline import can_cut_off, cut_off, die_with_parent

__all__ = ["Engine", "EngineGone", "engine_path", "fill_store"]

_STARTS_WITHIN = 20.0  # seconds


class EngineGone(Exception):
    """The engine went away before it had answered."""


def engine_path() -> str:
    """The `oxigraph` program that came with the package of this name. Raises ServeError where it is missing."""
    found = shutil.which("oxigraph", path=sysconfig.get_path("scripts")) or shutil.which("oxigraph")
    if not found:
        raise ServeError("the oxigraph server is not installed", advice="pip install oxigraph")
    return found


def fill_store(trig: Path, place: Path) -> None:
    """A store on disk at `place` with the statements of a TriG file, but for what is doubtful.

    Raises ServeError where they cannot be loaded.
    """
    for what in (["load", "--file", str(trig)], ["update", "--update", without_doubt()], ["optimize"]):
        command = [engine_path(), what[0], "--location", str(place), *what[1:]]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise ServeError(f"the graph cannot be loaded: {last}", where=str(trig), advice="build it again")


def _bound() -> None:
    """In the engine, before it starts (Linux): it ends when this process ends in whatever way, and it asks nobody."""
    die_with_parent()
    if can_cut_off():
        cut_off()


def _limit_memory(pid: int, limit: int) -> None:
    """On Linux an engine that wants more than `limit` bytes ends, instead of the machine."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (limit, limit))


def _port_of(pid: int) -> int:
    """The port at which a process of ours listens, 0 while it does not (Linux).

    The system chooses the port when the engine binds it, so that nobody can take it in between.
    """
    sockets = set()
    with contextlib.suppress(OSError):
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                sockets.add(os.readlink(handle))
        for line in Path(f"/proc/{pid}/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                return int(fields[1].partition(":")[2], 16)
    return 0


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Engine:
    """One process of the engine. `running` counts its queries; a `retired` one takes no more."""

    def __init__(self, process: asyncio.subprocess.Process, client: httpx.AsyncClient) -> None:
        self.process, self.client = process, client
        self.running = 0
        self.retired = False

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self.process.returncode is not None

    async def gave_up(self) -> bool:
        """Of an engine that went away: whether it ended itself, for want of memory, and was not killed from outside."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self.process.wait()
        return self.process.returncode not in (None, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)

    @classmethod
    async def start(cls, place: Path, *, memory: int) -> Engine:
        """An engine over the store at `place`, ready to answer, with at most `memory` bytes of its own."""
        given = 0 if sys.platform == "linux" else _free_port()
        can_cut_off()  # tried out here, as the new process must not start threads before it is the engine
        with tempfile.TemporaryFile() as said:
            process = await asyncio.create_subprocess_exec(
                engine_path(),
                "serve-read-only",
                "--location",
                str(place),
                "--bind",
                f"127.0.0.1:{given}",
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=said,
                preexec_fn=_bound if sys.platform == "linux" else None,
            )
            _limit_memory(process.pid, memory)
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=16)
            client = httpx.AsyncClient(timeout=None, limits=limits, trust_env=False)
            engine = cls(process, client)
            clock = asyncio.get_running_loop().time
            until = clock() + _STARTS_WITHIN
            try:
                while clock() < until and process.returncode is None:
                    if port := given or _port_of(process.pid):
                        client.base_url = httpx.URL(f"http://127.0.0.1:{port}")
                        with contextlib.suppress(httpx.HTTPError):
                            if (await client.get("/")).status_code == 200 and process.returncode is None:
                                return engine
                    await asyncio.sleep(0.02)
            except asyncio.CancelledError:
                await engine.kill()
                raise
            await engine.kill()
            said.seek(0)
            raise ServeError(f"the engine does not start: {said.read(2000).decode('utf-8', 'replace').strip()}")

    async def post(self, form: dict[str, str | list[str]], accept: str, *, largest: int) -> tuple[int, str, bytes]:
        """Status, media type and body of the answer to a query. Raises EngineGone, and OverflowError if it is too large."""
        self.running += 1
        try:
            async with self.client.stream("POST", "/query", data=form, headers={"Accept": accept}) as answer:
                parts: list[bytes] = []
                size = 0
                async for part in answer.aiter_bytes():
                    size += len(part)
                    if size > largest:
                        raise OverflowError(size)
                    parts.append(part)
                return answer.status_code, answer.headers.get("content-type", ""), b"".join(parts)
        except httpx.HTTPError as error:
            raise EngineGone(str(error)) from error
        finally:
            self.running -= 1

    async def kill(self) -> None:
        """End the process, and with it whatever it is doing."""
        self.retired = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        await self.client.aclose()
