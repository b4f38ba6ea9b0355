"""The compiled package beside the plain one: python -m benchmarks.compiled FILE… [--times 4] [--keep FOLDER].

Compiles the working tree in a folder of its own, as YILI_COMPILE=1 does (minutes); `--keep` names one that is kept and
taken again as it is. Then asks both for all that they find in the files, which must be the same to the last byte, and
measures both in turn as `benchmarks.throughput` does. Ends with 1 where they differ.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import hatch_build
from benchmarks.revisions import ROOT, declare
from benchmarks.throughput import in_a_process, table


def laid_out(tree: Path, *, level: str = hatch_build.OPTIMISED) -> None:
    """A copy of the working tree, compiled; `level` is how far it is optimised. Raises RuntimeError where it cannot be."""
    for name in ("src", "extraction", "ontology"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.dist-info"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    declare(tree)
    hatch_build.compiled(tree / "src", level=level)


def found(tree: Path, files: list[Path]) -> str:
    """The digest of all that the package of a tree finds in some files, asked of a process of its own."""
    command = [sys.executable, "-m", "benchmarks.compiled", "--child", *map(str, files)]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _digest(files: list[Path]) -> str:
    from yili_kg.analyse import analyse_file
    from yili_kg.records import records

    told = hashlib.sha256()
    for path in files:
        for one in records(analyse_file(path)):
            told.update(json.dumps(one, ensure_ascii=False).encode() + b"\n")
    return told.hexdigest()


def main() -> None:
    """Compare, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("files", nargs="+", type=Path)
    asked.add_argument("--times", type=int, default=4, help="rounds")
    asked.add_argument("--keep", type=Path, help="the folder of the compiled tree, kept")
    asked.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    files = [path.resolve() for path in given.files]
    if given.child:
        print(_digest(files))
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = (given.keep or Path(folder) / "tree").resolve()
        if not tree.exists():
            laid_out(tree)
        same = found(tree, files) == found(ROOT, files)
        print(f"the same records: {'yes' if same else 'no'}")
        before, now = [], []
        for _ in range(given.times):
            before.append(in_a_process(ROOT, files, files[0]))
            now.append(in_a_process(tree, files, files[0]))
    characters = sum(len(path.read_text(encoding="utf-8", errors="replace")) for path in files)
    print(f"{characters:,} characters; a second of processor time:")
    print(f"{'stage':24}{'compiled':>12}{'from':>12}  {'to':>12}{'plain':>14}{'share':>8}")
    print("\n".join(table(now, before, characters)))
    sys.exit(not same)


if __name__ == "__main__":
    main()
