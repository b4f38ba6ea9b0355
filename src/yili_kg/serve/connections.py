"""Connections with an end: how many there may be, how long one may take to ask and to read, how much is logged of them.

uvicorn waits for ever for the head of a request, for its body, and for a client that does not read; nothing of that is
an option of its. A connection is in one of four states; in each but `working`, where the query's own limit holds, it is
the client's turn, and that turn has an end. When all places are taken, the client makes room that has let us wait
longest, those first that never asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import fcntl
    import termios
except ImportError:  # not a Unix
    fcntl = None  # type: ignore[assignment]

__all__ = ["Doors", "FewLines", "Turns", "bounded", "raise_file_limit"]

_TICK = 0.5  # seconds between two looks at the connections


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """How many connections there may be, and the seconds that a client has: to begin and end the head of a request, to
    send its body, and to read on when its system takes no more.

    In a rush a client that came less than `fresh` seconds ago is not sent away: what it asks may not have been read yet.
    For so long there may be twice as many connections.
    """

    places: int = 500
    fresh: float = 2.0
    head: float = 10.0
    body: float = 30.0
    reading: float = 30.0


class Doors:
    """The connections of one server and whose turn it is in each."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self._open: dict[Connection, tuple[str, object, float]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many connections there are."""
        return len(self._open)

    def enter(self, connection: Connection) -> None:
        """A new connection; one that waits gives way if there is no place left, or else the new one does."""
        while len(self._open) >= self.turns.places:
            self._look()
            rush = len(self._open) < 2 * self.turns.places
            gone = self._longest_waiting(least=self.turns.fresh if rush else 0.0)
            if gone is None and rush:
                break
            gone = gone or connection
            gone.transport.abort()
            if gone is connection:
                return
            self.leave(gone)
        self._open[connection] = ("head", None, time.monotonic())
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_TICK, self._tick)

    def _longest_waiting(self, *, least: float) -> Connection | None:
        """Who waits longest, `least` seconds or more; first those who never asked: a good client may ask again."""
        now = time.monotonic()
        waiting = [
            (c.cycle is not None, since, n, c)
            for n, (c, (state, _, since)) in enumerate(self._open.items())
            if state != "working" and now - since >= least
        ]
        return min(waiting)[3] if waiting else None

    def leave(self, connection: Connection) -> None:
        """A connection has ended."""
        self._open.pop(connection, None)

    def _look(self) -> None:
        """Note whose turn it is now, and since when."""
        now = time.monotonic()
        for connection, (state, what, _) in self._open.items():
            found = (connection.state(), connection.at())
            if found != (state, what):
                self._open[connection] = (*found, now)

    def _tick(self) -> None:
        self._look()
        now = time.monotonic()
        allowed = {"head": self.turns.head, "body": self.turns.body, "reading": self.turns.reading}
        for connection, (state, _, since) in list(self._open.items()):
            if state in allowed and now - since > allowed[state]:
                connection.transport.abort()
                self.leave(connection)
        again = asyncio.get_running_loop().call_later(_TICK, self._tick) if self._open else None
        self._timer = again


class Connection(H11Protocol):
    """uvicorn's protocol, watched by `doors`."""

    doors: Doors

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.paused = 0  # how often the client's system took no more; odd: it does so now

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As uvicorn's."""
        super().connection_made(transport)
        self.doors.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn's."""
        self.doors.leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """As uvicorn's."""
        self.paused += 1
        super().pause_writing()

    def resume_writing(self) -> None:
        """As uvicorn's."""
        self.paused += 1
        super().resume_writing()

    def state(self) -> str:
        """Whose turn it is: the client's to send a `head`, a `body` or to go on `reading`, or ours: `working`."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return "reading" if self.transport.get_write_buffer_size() else "head"
        if self.paused % 2:
            return "reading"
        return "body" if cycle.more_body else "working"

    def at(self) -> object:
        """What changes when the client has got on: another request, or another piece read."""
        return (id(self.cycle), self.paused, _unread(self.transport))


def _unread(transport: asyncio.Transport) -> int:
    """Bytes that the system has taken for a client and not yet given it; 0 where the system does not say.

    The system asks for more only when a good part of what it keeps, some megabytes, has gone: a client that reads slowly
    would seem not to read at all.
    """
    if fcntl is None:
        return 0
    number = bytearray(4)
    with contextlib.suppress(OSError, AttributeError):
        fcntl.ioctl(transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, number)
    return int.from_bytes(number, sys.byteorder)


def bounded(doors: Doors) -> type[Connection]:
    """uvicorn's protocol for one server."""
    return type("Connection", (Connection,), {"doors": doors})


class FewLines(logging.Filter):
    """Lets so many lines of a log pass in a minute; the next one that passes says how many did not."""

    def __init__(self, most: int = 30, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.most, self.clock = most, clock
        self._begin, self._passed, self._held = clock(), 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line passes."""
        now = self.clock()
        if now - self._begin >= 60:
            if self._held:
                record.msg, record.args = f"({self._held:,} lines left out) {record.getMessage()}", ()
            self._begin, self._passed, self._held = now, 0, 0
        if self._passed >= self.most:
            self._held += 1
            return False
        self._passed += 1
        return True


def raise_file_limit(places: int) -> int:
    """Have the system allow as many open files as so many connections want; how many connections it allows in the end."""
    try:
        import resource
    except ImportError:
        return places
    spare = 200  # engines, files of the build, connections to the engines
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = places + spare
    if soft != resource.RLIM_INFINITY and soft < wanted:
        top = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (top, hard))
            soft = top
        return max(8, min(places, soft - spare))
    return places
