"""What runs tasks side by side: processes of this machine, or a Dask cluster. Both give the same, in another order."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from yili_kg.batch.one import Outcome, Task, annotate_one, is_marked, ready
from yili_kg.errors import BuildError
from yili_kg.workers import side_by_side

__all__ = ["ENGINES", "outcomes"]

ENGINES = ("local", "dask")
Found = Generator[tuple[int, Outcome | Exception], None, None]
#: How often a document is begun anew whose worker was killed at it.
_TRIES = 2
#: So many tasks are with the cluster at once, for each of its threads.
_AHEAD = 50


def outcomes(tasks: Sequence[Task], *, engine: str, jobs: int, scheduler: str = "") -> Found:
    """What became of each task, with its number, as they are done; an Exception for one whose worker died at it each time.

    `jobs` are the processes; `scheduler` is the address of a Dask scheduler, empty: a cluster on this machine.
    """
    if engine == "dask":
        yield from _on_dask(tasks, jobs, scheduler)
    else:
        yield from _here(tasks, jobs)


def _here(tasks: Sequence[Task], jobs: int) -> Found:
    """In processes of this machine. A document at which one died is begun anew: it need not have been its fault."""
    from yili_kg.workers import Died

    left = list(range(len(tasks)))
    if jobs > 1 and len(tasks) > jobs and not is_marked(tasks[0]):
        ready()  # processes that are forked have it then
    for again in range(_TRIES + 1):
        dead: list[int] = []
        for at, found in side_by_side(annotate_one, [tasks[n] for n in left], jobs=jobs):
            if isinstance(found, Died) and again < _TRIES:
                dead.append(left[at])
            else:
                yield left[at], found
        left = sorted(dead)


def _on_dask(tasks: Sequence[Task], jobs: int, scheduler: str) -> Found:
    from distributed import as_completed

    with _client(jobs, scheduler) as client:
        most = _AHEAD * max(1, sum(client.nthreads().values()))
        numbers = iter(range(len(tasks)))

        def begin() -> Iterator[Any]:
            for n in numbers:
                future = client.submit(annotate_one, tasks[n], key=f"yili-kg-{n}-{tasks[n].name}", pure=False)
                number[future.key] = n
                yield future
                return

        number: dict[Any, int] = {}
        first = [future for _ in range(min(most, len(tasks))) for future in begin()]
        running = as_completed(first)
        for future in running:
            error = future.exception()
            yield number.pop(future.key), future.result() if error is None else error
            for more in begin():
                running.add(more)


@contextmanager
def _client(jobs: int, scheduler: str) -> Iterator[Any]:
    """A client of the cluster at an address, or of one made here that ends with it. Raises BuildError."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise BuildError("dask is not installed", advice="pip install yili-kg[dask]") from error
    if scheduler:
        try:
            client = Client(scheduler, timeout=20)
        except (OSError, TimeoutError, ValueError) as error:
            raise BuildError(f"no scheduler answers: {error}", where=scheduler, advice="check its address") from error
        with client:
            yield client
        return
    settings = {"distributed.scheduler.allowed-failures": _TRIES, "distributed.worker.daemon": True}
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client
