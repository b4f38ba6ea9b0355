"""Characters analysed in a second of processor time, by stage: python -m benchmarks.throughput FILE… [--against REV] [--times 4].

Each round is a process of its own, one core: a first file (`--warm`, else the first one) is analysed to load the tables,
then each file once, and what each stage of the analysis took is told. With `--against` a revision is laid out in a folder
of its own, and both are measured in turn, since a machine shared with others is now faster and now slower; the share is
that of the medians. What is measured is only as good as the machine is quiet: the spread is told beside it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.revisions import ROOT, laid_out

#: The stages of `yili_kg.analyse`, in their order, as far as a revision has them.
STAGES = ("read", "edit", "annotate", "check", "resolve_short_citations", "take_over", "decide", "sure")
ALL = "all"


def measured(files: list[Path], warm: Path) -> dict[str, float]:
    """Seconds of processor time a stage, in this process."""
    gc.set_threshold(200_000, 20, 50)  # as the command line does
    from yili_kg import analyse

    analyse.analyse_file(warm)
    took = dict.fromkeys((ALL, *STAGES), 0.0)
    for name in STAGES:
        if hasattr(analyse, name):
            setattr(analyse, name, _timed(getattr(analyse, name), name, took))
    whole = _timed(analyse.analyse_file, ALL, took)
    for path in files:
        whole(path)
    return {name: seconds for name, seconds in took.items() if seconds}


def _timed(stage: Callable[..., Any], name: str, took: dict[str, float]) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        begin = time.process_time()
        try:
            return stage(*given, **named)
        finally:
            took[name] += time.process_time() - begin

    return timed


def in_a_process(tree: Path, files: list[Path], warm: Path) -> dict[str, float]:
    """The same in a process of its own, with the package of a tree."""
    command = [sys.executable, "-m", "benchmarks.throughput", "--child", "--warm", str(warm), *map(str, files)]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def table(rounds: list[dict[str, float]], before: list[dict[str, float]], characters: int) -> Iterator[str]:
    """A line a stage: characters a second, from – to, and what share of the speed before that is."""
    for name in (ALL, *STAGES):
        speeds = [characters / r[name] for r in rounds if name in r]
        if not speeds:
            continue
        line = f"{name:24}{median(speeds):12,.0f}{min(speeds):12,.0f} –{max(speeds):12,.0f}"
        old = [characters / r[name] for r in before if name in r]
        yield line + (f"{median(old):14,.0f}{median(speeds) / median(old):8.2f}" if old else "")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--against", default="", help="a revision to compare with")
    parser.add_argument("--times", type=int, default=4, help="rounds")
    parser.add_argument("--warm", type=Path, help="the file with which tables are loaded, untimed")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    files = [path.resolve() for path in given.files]
    warm = (given.warm or files[0]).resolve()
    if given.child:
        print(json.dumps(measured(files, warm)))
        return
    characters = sum(len(path.read_text(encoding="utf-8", errors="replace")) for path in files)
    now: list[dict[str, float]] = []
    before: list[dict[str, float]] = []
    if given.against:
        with laid_out(given.against) as tree:
            for _ in range(given.times):
                before.append(in_a_process(tree, files, warm))
                now.append(in_a_process(ROOT, files, warm))
    else:
        now = [in_a_process(ROOT, files, warm) for _ in range(given.times)]
    print(f"{characters:,} characters; a second of processor time:")
    print(f"{'stage':24}{'median':>12}{'from':>12}  {'to':>12}" + (f"{'before':>14}{'share':>8}" if before else ""))
    print("\n".join(table(now, before, characters)))


if __name__ == "__main__":
    main()
