"""Whole builds, each in a process of its own: seconds by the clock, by stage, and the memory of all its processes together."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil

__all__ = ["Built", "built"]

#: Seconds between two looks at the memory.
LOOK = 0.1


class Built(NamedTuple):
    """A build as it was measured: seconds by the clock, most memory at one time in MB, statements, seconds by stage."""

    seconds: float
    memory: float
    statements: int
    stages: dict[str, float]
    hashes: dict[str, str]


def built(sources: Sequence[Path], out: Path, *, jobs: int, site: bool, cwd: Path) -> Built:
    """Build the sources into `out`. Raises RuntimeError with what the command said where it ends with an error."""
    command = [
        sys.executable,
        "-c",
        "from yili_kg.cli import main; main()",
        "build",
        "--force",
        "--jobs",
        str(jobs),
        "-o",
        str(out),
    ]
    command += [] if site else ["--no-site"]
    begin = time.perf_counter()
    child = subprocess.Popen(
        [*command, *map(str, sources)], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    looked = _Looked(child.pid)
    looked.start()
    said, _ = child.communicate()
    seconds = time.perf_counter() - begin
    looked.join()
    if child.returncode:
        raise RuntimeError(said)
    manifest: dict[str, Any] = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    stages = json.loads((out / "timings.json").read_text(encoding="utf-8"))
    return Built(seconds, looked.most, manifest["counts"]["quads"], stages, manifest["files"])


class _Looked(threading.Thread):
    """Looks at a process and all it has begun, as long as it is there; what they share is counted once."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.most = 0.0
        self._root = psutil.Process(pid)

    def run(self) -> None:
        while self._root.is_running() and self._root.status() != psutil.STATUS_ZOMBIE:
            self.most = max(self.most, sum(map(_own, self._all())) / 1e6)
            time.sleep(LOOK)

    def _all(self) -> list[psutil.Process]:
        try:
            return [self._root, *self._root.children(recursive=True)]
        except psutil.Error:
            return []


def _own(process: psutil.Process) -> float:
    try:
        return float(process.memory_full_info().pss)
    except (psutil.Error, AttributeError):
        return 0.0
