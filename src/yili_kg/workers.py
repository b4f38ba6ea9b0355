"""Work on many things side by side, in processes: a process that is killed costs its one thing, not the others.

Each process has one thing at a time, so that it is known which one it was at when it ended, and no more lie in memory than
there are processes. An interrupt ends all of them. A process that has grown large (words once looked up are kept) is
followed by a new one, so that many things take no more memory than few.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from yili_kg.errors import BuildError

__all__ = ["LARGE", "Died", "as_many_as_cores", "forks", "outcome", "side_by_side"]

#: Bytes by which a process may grow; one that has grown more is not given another thing.
LARGE = 320_000_000

Task = TypeVar("Task")
Result = TypeVar("Result")


class Died(Exception):
    """The process that was at a thing ended before it was done with it."""


def outcome(found: Any, what: str) -> Any:
    """What a task gave, which was to write `what`. Raises what it raised, BuildError where its process ended."""
    if isinstance(found, Died):
        raise BuildError(f"{what} could not be written: {found}", advice="try fewer --jobs")
    if isinstance(found, Exception):
        raise found
    return found


def as_many_as_cores() -> int:
    """How many processes may compute at once on this machine."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def forks() -> bool:
    """Whether processes are forked here, so that they have what this one has loaded."""
    return sys.platform.startswith("linux") and threading.active_count() == 1


def side_by_side(
    do: Callable[[Task], Result], tasks: Sequence[Task], *, jobs: int
) -> Generator[tuple[int, Result | Exception], None, None]:
    """What `do` gives for each task, with its number, in the order in which they are done; Died for one whose process ended.

    With one job, or one task, all is done here, one after the other. What `do` raises comes as a result if it is an
    Exception; an interrupt ends everything. Tasks and results must be such that they can be sent to a process.
    """
    if jobs <= 1 or len(tasks) <= 1:
        yield from _one_by_one(do, tasks)
        return
    waiting = list(enumerate(tasks))[::-1]
    at_work: dict[Connection, tuple[BaseProcess, int]] = {}
    try:
        while waiting or at_work:
            while waiting and len(at_work) < jobs:
                line, process = _begun(do, list(at_work))
                at_work[line] = process, _given(line, waiting)
            for line in [line for line in wait(list(at_work)) if isinstance(line, Connection)]:
                process, number = at_work.pop(line)
                found, large = _heard(line, process)
                if not large and waiting:
                    at_work[line] = process, _given(line, waiting)
                else:
                    _end(line, process)
                yield number, found
    finally:
        for line, (process, _) in at_work.items():
            process.terminate()
            _end(line, process)


def _one_by_one(
    do: Callable[[Task], Result], tasks: Sequence[Task]
) -> Generator[tuple[int, Result | Exception], None, None]:
    """The same in this process."""
    for number, task in enumerate(tasks):
        yield number, _done(do, task)


def _begun(do: Callable[[Any], Any], others: list[Connection]) -> tuple[Connection, BaseProcess]:
    """A process that waits for things to do. It is forked where that is safe, since then it need load nothing.

    `others` are the lines to processes that are there already: a fork has to close them, so that they end with this one.
    """
    is_fork = forks()
    context = multiprocessing.get_context("fork" if is_fork else "spawn")
    here, there = context.Pipe()
    process = context.Process(  # type: ignore[attr-defined]
        target=_work, args=(there, [*others, here] if is_fork else [], do), daemon=True
    )
    process.start()
    there.close()
    return here, process


def _given(line: Connection, waiting: list[tuple[int, Any]]) -> int:
    number, task = waiting.pop()
    with suppress(BrokenPipeError):  # it ended already; that is seen when it is listened to
        line.send((task,))
    return number


def _heard(line: Connection, process: BaseProcess) -> tuple[Any, bool]:
    """What a process says, and whether it is to be given nothing more."""
    try:
        found: tuple[Any, bool] = line.recv()
        return found
    except (EOFError, OSError):
        process.join()
        code = process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return Died(f"the process that was at work on it was ended ({how})"), True


def _end(line: Connection, process: BaseProcess) -> None:
    with suppress(OSError):
        line.send(None)
    line.close()
    process.join()


def _work(line: Connection, others: list[Connection], do: Callable[[Any], Any]) -> None:
    """What a process does: one thing after the other until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asked is interrupted, and ends this
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in others:
        other.close()
    begin = _size()
    gc.freeze()  # what was there before the fork is not looked through, and so not copied
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while (given := line.recv()) is not None:
            found = _done(do, *given)
            gc.collect()
            gc.freeze()
            line.send((found, _size() - begin >= LARGE))


def _size() -> int:
    """Bytes of memory of this process; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _done(do: Callable[[Any], Any], task: Any) -> Any:
    """What a thing gives. Rings of objects are looked for when it is done, not on the way (in a process of its own only among
    what it made): tables and caches, which stay, are so many that looking through them again and again takes a fifth of the
    time."""
    looking = gc.isenabled()
    gc.disable()
    try:
        return do(task)
    except Exception as error:
        return error
    finally:
        if looking:
            gc.enable()
