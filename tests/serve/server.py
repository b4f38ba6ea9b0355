"""A server of a built graph for tests: the command itself, on a free port."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。《周禮》大司徒之職。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。主人爵,賓爵。
"""


@contextmanager
def serving(build: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a running server without a slash at its end, and its process."""
    command = [
        sys.executable,
        "-c",
        "from yili_kg.cli import main; main()",
        "serve",
        str(build),
        "--port",
        "0",
        *options,
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    assert process.stderr is not None
    try:
        said = ""
        for line in process.stderr:
            said += line
            if match := re.match(r"(http://[^/]+)/", line):
                break
        else:
            raise AssertionError(said)
        yield match[1], process
    finally:
        process.terminate()
        process.wait(20)
        process.stderr.close()
