"""The command line for tests: in this process, where what is asked is what it does; in one of its own, where that matters."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yili_kg.cli import main

__all__ = ["COMMAND", "run", "run_apart"]

#: What starts the command line in a process of its own.
COMMAND = (sys.executable, "-c", "from yili_kg.cli import main; main()")

Done = subprocess.CompletedProcess[str]


def run_apart(*args: str | Path, environment: dict[str, str] | None = None) -> Done:
    """The command line in a process of its own, with these additions to its environment."""
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | (environment or {}),
        check=False,
    )


def run(*args: str | Path) -> Done:
    """The command line as `main` runs it, here: what it reads once it need not read again for each test."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code = 0
    with _in_place_of(["yili-kg", *map(str, args)], out, err):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    said = [stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err)]
    return subprocess.CompletedProcess(["yili-kg", *map(str, args)], code, *said)


@contextmanager
def _in_place_of(arguments: list[str], out: io.TextIOWrapper, err: io.TextIOWrapper) -> Iterator[None]:
    """Arguments and streams of this process, as those of the command."""
    kept, often = (sys.argv, sys.stdout, sys.stderr), gc.get_threshold()
    sys.argv, sys.stdout, sys.stderr = arguments, out, err
    try:
        yield
    finally:
        sys.argv, sys.stdout, sys.stderr = kept
        gc.set_threshold(*often)
