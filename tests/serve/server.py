"""A server of a built graph for tests: the command itself, on a free port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。《周禮》大司徒之職。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。主人爵,賓爵。
"""


#: The library's own door: limits that are no options of the command.
LIBRARY = """
import sys
from pathlib import Path
from yili_kg.serve.app import serve
from yili_kg.serve.connections import Turns
from yili_kg.serve.pool import Limits
serve(Path(sys.argv[1]), port=0, limits=Limits({limits}), turns=Turns({turns}),
      say=lambda line: print(line, file=sys.stderr, flush=True))
"""


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold; the seconds are those after which nobody would wait on, not a measure."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.1)
    return holds()


@contextmanager
def serving(
    build: Path, *options: str, limits: str = "", turns: str = "", said: Path | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a running server without a slash at its end, and its process.

    With `limits` or `turns`, as Python writes them, the library serves and not the command. What is logged after the start
    goes into the file `said`.
    """
    if limits or turns:
        command = [sys.executable, "-c", LIBRARY.format(limits=limits, turns=turns), str(build)]
    else:
        command = [sys.executable, "-c", "from yili_kg.cli import main; main()", "serve", str(build), "--port", "0"]
    process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True, encoding="utf-8")
    assert process.stderr is not None
    try:
        begun = ""
        for line in process.stderr:
            begun += line
            if match := re.match(r"(http://[^/]+)/", line):
                break
        else:
            raise AssertionError(begun)
        rest = threading.Thread(target=_keep, args=(process.stderr, said), daemon=True)
        rest.start()
        yield match[1], process
    finally:
        process.terminate()
        process.wait(120)


def _keep(lines: Iterable[str], said: Path | None) -> None:
    """Read on, so that the server can write; into a file where there is one."""
    with (said or Path(os.devnull)).open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(line)
