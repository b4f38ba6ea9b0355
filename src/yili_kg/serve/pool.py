"""Several engines over one store: queries are shared out among them, and one that runs too long is really stopped.

The engine's own time limit does not reach a sort or a count, so a query is stopped by ending its engine. Others that ran
beside it lose nothing: an answer is sent on only when it is whole, and theirs is asked for again in an engine apart,
where one query runs at a time, so that one which brings its engine down does so alone.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yili_kg.errors import QueryError, ServeError
from yili_kg.serve.engine import Engine, EngineGone

__all__ = ["Answered", "Busy", "Limits", "Pool", "TooLarge", "TooLong"]


class TooLong(QueryError):
    """A query was stopped at the time limit."""


class TooLarge(QueryError):
    """An answer is larger than what is sent, or wants more memory than there is."""


class Busy(ServeError):
    """Too many queries are waiting."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a query may take: seconds, bytes of its answer and of its text, bytes of memory of an engine.

    `known` is how many bytes of answers are kept; `each` how many queries an engine runs at once; `waiting` for how many
    seconds one waits for its turn, `queue` how many may; `grace` how many seconds a query goes on whose client has left,
    or beside one that is stopped; `sending` how many bytes of answers may be on their way at once.
    """

    seconds: float = 30.0
    answer: int = 64_000_000
    request: int = 200_000
    memory: int = 3_000_000_000
    engines: int = 2
    each: int = 4
    waiting: float = 60.0
    queue: int = 300
    grace: float = 1.0
    known: int = 50_000_000
    sending: int = 500_000_000


@dataclass(frozen=True, slots=True)
class Answered:
    """What an engine said: HTTP status, media type, body."""

    status: int
    media: str
    body: bytes


class Pool:
    """Engines over the store at `place`."""

    def __init__(self, place: Path, limits: Limits) -> None:
        self.place, self.limits = place, limits
        self._engines: list[Engine] = []
        self._apart: Engine | None = None
        self._slots = asyncio.Semaphore(limits.engines * limits.each)
        self._one = asyncio.Lock()
        self._renewing = asyncio.Lock()
        self._known: OrderedDict[str, Answered] = OrderedDict()
        self._size = 0
        self._queue = 0
        self.on_the_way = 0  # bytes of answers that clients are reading
        self._ends: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start the engines."""
        started = [self._start() for _ in range(self.limits.engines)]
        self._engines = list(await asyncio.gather(*started))
        for engine in self._engines:
            self._later(self._watch(engine))

    async def close(self) -> None:
        """End all engines."""
        for task in list(self._ends):
            task.cancel()
        await asyncio.gather(*self._ends, return_exceptions=True)
        engines = [*self._engines, *([self._apart] if self._apart else [])]
        await asyncio.gather(*(e.kill() for e in engines))

    async def ask(self, form: dict[str, str | list[str]], accept: str) -> Answered:
        """The whole answer to a query. Raises TooLong, TooLarge, Busy.

        The graph does not change while it is served: what was asked before is answered from memory.
        """
        key = repr((sorted(form.items(), key=lambda item: item[0]), accept))
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        answered = await self._fresh(form, accept)
        if (
            key not in self._known
            and answered.status == 200
            and len(answered.body) + len(key) <= self.limits.known // 50
        ):
            self._known[key] = answered
            self._size += len(answered.body) + len(key)
            while self._size > self.limits.known:
                old, gone = self._known.popitem(last=False)
                self._size -= len(gone.body) + len(old)
        return answered

    async def _fresh(self, form: dict[str, str | list[str]], accept: str) -> Answered:
        if self._queue >= self.limits.queue:
            raise Busy("too many queries are waiting", advice="try again in a minute")
        self._queue += 1
        try:
            async with asyncio.timeout(self.limits.waiting):
                await self._slots.acquire()
        except TimeoutError as error:
            raise Busy("too many queries are waiting", advice="try again in a minute") from error
        finally:
            self._queue -= 1
        try:
            engine = await self._free()
            try:
                return await self._ask(engine, form, accept)
            except EngineGone:
                await self._renew(engine)
            async with self._one:
                return await self._ask_alone(form, accept)
        finally:
            self._slots.release()

    async def _free(self) -> Engine:
        """The engine with the least to do; those that have ended are replaced before anybody is sent to them."""
        for engine in [e for e in self._engines if e.dead]:
            await self._renew(engine)
        if all(e.retired for e in self._engines):
            async with self._renewing:  # new ones are just being started
                pass
        return min(self._engines, key=lambda e: (e.retired, e.running))

    async def _ask_alone(self, form: dict[str, str | list[str]], accept: str) -> Answered:
        """Ask in the engine apart. If that one was killed from outside, a new one is asked once more."""
        for last in (False, True):
            if self._apart is None or self._apart.retired or self._apart.dead:
                self._apart = await self._start()
            apart = self._apart
            try:
                return await self._ask(apart, form, accept)
            except EngineGone as error:
                gave_up = await apart.gave_up()
                await apart.kill()
                if last or gave_up:
                    raise TooLarge(
                        "the query wants more memory than there is and was stopped",
                        advice="narrow it: more conditions, no sorting of everything, a LIMIT within",
                    ) from error
        raise AssertionError

    async def _ask(self, engine: Engine, form: dict[str, str | list[str]], accept: str) -> Answered:
        try:
            async with asyncio.timeout(self.limits.seconds):
                return Answered(*await engine.post(form, accept, largest=self.limits.answer))
        except asyncio.CancelledError:
            # Whoever asked has left: the engine would work on for nobody, so it is replaced like one that is stuck.
            engine.retired = True
            self._later(self._renew(engine))
            raise
        except TimeoutError as error:
            await self._renew(engine)
            raise TooLong(
                f"the query was stopped: it took longer than {self.limits.seconds:g} s",
                advice="narrow it (name a graph, a class, a chapter; add a LIMIT within), or build the graph yourself",
            ) from error
        except OverflowError as error:
            raise TooLarge(
                f"the answer is larger than {self.limits.answer // 1_000_000:,} MB",
                advice="add a LIMIT, or take the whole graph: /yili.trig",
            ) from error

    async def _renew(self, engine: Engine) -> None:
        """Put a new engine in the place of one that is stuck or gone; the old one ends soon, whatever it does."""
        engine.retired = True
        async with self._renewing:
            if engine in self._engines:
                fresh = await self._start()
                self._engines = [fresh if e is engine else e for e in self._engines]
                self._later(self._watch(fresh))
                self._later(self._end(engine))
            elif engine is self._apart:
                self._apart = None
                self._later(self._end(engine))

    async def _watch(self, engine: Engine) -> None:
        """Replace an engine as soon as it has ended, also while nobody asks."""
        await engine.process.wait()
        await self._renew(engine)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside; what fails there is found again where it matters."""

        async def quietly() -> None:
            with contextlib.suppress(ServeError):
                await work

        task = asyncio.create_task(quietly())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    async def _end(self, engine: Engine) -> None:
        """Let those beside the stuck query finish if they do so at once, then kill the engine."""
        try:
            clock = asyncio.get_running_loop().time
            until = clock() + self.limits.grace
            while engine.running and engine.process.returncode is None and clock() < until:
                await asyncio.sleep(0.02)
        finally:
            await engine.kill()

    async def _start(self) -> Engine:
        """A new engine; one that is killed while it starts is started again."""
        for _ in range(2):
            with contextlib.suppress(ServeError):
                return await Engine.start(self.place, memory=self.limits.memory)
        return await Engine.start(self.place, memory=self.limits.memory)
