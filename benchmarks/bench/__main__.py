"""All that is measured of speed, in one run: python -m benchmarks.bench [FILE…] [--times 1 2 4 8] [--write].

Ratios first: they hold on other machines, seconds do not. Each figure is from a process of its own. Without files the
corpus that comes with yili-kg is taken. With `--write` docs/speed.md, docs/speed.json and docs/speed.svg are made anew.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.bench.builds import Built, built
from benchmarks.bench.corpora import characters, copies
from benchmarks.bench.told import page, plotted
from benchmarks.throughput import in_a_process

from yili_kg.pipeline import shipped_sources

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
#: How often the corpus is taken, with how many jobs.
TIMES = (1, 2, 4, 8)


@dataclass(slots=True)
class Bench:
    """What was measured: of the analysis, of other tools, of builds by how often the corpus was taken."""

    corpus: str
    characters: int
    stages: dict[str, float] = field(default_factory=dict)
    mentions: dict[str, float] = field(default_factory=dict)
    graph: dict[str, float] = field(default_factory=dict)
    builds: dict[str, dict[str, Any]] = field(default_factory=dict)
    same: bool = True

    def told(self) -> dict[str, Any]:
        """The whole as JSON has it, ratios first."""
        return {
            "ratios": self.ratios(),
            "corpus": self.corpus,
            "characters": self.characters,
            "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
            "library": bool(os.environ.get("YILI_REFERENCE") or os.environ.get("YILI_SHARED")),
            "analysis, characters a second": _rounded(self.stages),
            "mentions, characters a second": _rounded(self.mentions),
            "graph": _rounded(self.graph),
            "builds": self.builds,
        }

    def ratios(self) -> dict[str, float | bool]:
        """What holds on other machines too."""
        found: dict[str, float | bool] = {
            "mentions beside EntityRuler": self.mentions["yili-kg"] / self.mentions["EntityRuler"],
            "mentions beside Aho–Corasick": self.mentions["yili-kg"] / self.mentions["Aho–Corasick"],
            "analysis beside EntityRuler": self.stages["all"] / self.mentions["EntityRuler"],
            "statements loaded beside rdflib": self.graph["yili-kg statements a second"]
            / self.graph["rdflib statements a second"],
            "plain question beside rdflib": self.graph["rdflib question"] / max(self.graph["yili-kg question"], 0.001),
        }
        alone = [b for b in self.builds.values() if b["jobs"] == 1]
        for less, more in pairwise(alone):
            doublings = math.log2(more["times"] / less["times"])
            what = f"{less['times']} to {more['times']} times the corpus"
            found[f"seconds, {what}"] = (more["seconds"] / less["seconds"]) ** (1 / doublings)
            found[f"memory, {what}"] = (more["MB"] / less["MB"]) ** (1 / doublings)
        for times in sorted({b["times"] for b in self.builds.values()}):
            ones = {b["jobs"]: b for b in self.builds.values() if b["times"] == times}
            if {1, 2} <= ones.keys():
                found[f"one job beside two, {times} times the corpus"] = ones[1]["seconds"] / ones[2]["seconds"]
        return {name: round(value, 2) for name, value in found.items()} | {"same bytes with 1 and 2 jobs": self.same}


def measure(files: Sequence[Path], times: Sequence[int], corpus: str) -> Bench:
    """All of it, one after the other."""
    found = Bench(corpus, characters(files))
    found.stages = {
        name: found.characters / seconds for name, seconds in in_a_process(ROOT, list(files), files[0]).items()
    }
    found.mentions = _beside("mentions", *files)
    with tempfile.TemporaryDirectory() as folder:
        for number in times:
            _tell(f"{number} times the corpus")
            held = Path(folder) / f"texts-{number}"
            held.mkdir()
            sources = list(copies(files, number, held))
            hashes = []
            for jobs in (1, 2):
                out = Path(folder) / f"build-{number}-{jobs}"
                one = built(sources, out, jobs=jobs, site=True, cwd=ROOT)
                hashes.append(one.hashes)
                found.builds[f"{number} × with {jobs}"] = _row(one, number, jobs, found.characters * number)
            found.same = found.same and hashes[0] == hashes[1]
        _tell("rdflib")
        found.graph = _beside("graph", Path(folder) / f"build-{times[0]}-1")
    return found


def _row(one: Built, times: int, jobs: int, size: int) -> dict[str, Any]:
    return {
        "times": times,
        "jobs": jobs,
        "characters": size,
        "seconds": round(one.seconds, 1),
        "MB": round(one.memory),
        "statements": one.statements,
        "statements a second": round(one.statements / one.seconds),
        "characters a second": round(size / one.seconds),
        "stages": one.stages,
    }


def _beside(what: str, *paths: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.bench.beside", what, *map(str, paths)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told


def _rounded(found: dict[str, float]) -> dict[str, float]:
    return {name: round(value) if value >= 100 else round(value, 1) for name, value in found.items()}


def _tell(what: str) -> None:
    print(f"… {what}", file=sys.stderr, flush=True)


def main() -> None:
    """Measure, print the table and the JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--times", nargs="+", type=int, default=TIMES, help="how often the corpus is taken")
    parser.add_argument("--write", action="store_true", help="make docs/speed.md, .json and .svg anew")
    parser.add_argument("--json", type=Path, help="write the JSON into this file too")
    given = parser.parse_args()
    files = [path.resolve() for path in given.files] or shipped_sources()
    corpus = f"{len(files)} files, {', '.join(sorted({f.stem.split('_')[0] for f in files}))}"
    told = measure(
        files, sorted(set(given.times)), corpus if given.files else "the corpus that comes with yili-kg"
    ).told()
    text = page(told)
    print(text)
    print(json.dumps(told, ensure_ascii=False, indent=1))
    if given.json:
        given.json.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if given.write:
        (DOCS / "speed.md").write_text(text, encoding="utf-8")
        (DOCS / "speed.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        (DOCS / "speed.svg").write_text(plotted(told), encoding="utf-8")


if __name__ == "__main__":
    main()
