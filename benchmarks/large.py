"""One large build: python -m benchmarks.large [FILE…] [--jobs 2] [--no-site] (none named: all of $YILI_SHARED/texts and reference).

Prints characters, seconds by the clock and by stage, statements, and the most memory that all its processes had at a time.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from benchmarks.bench.builds import built
from benchmarks.revisions import ROOT

SHARED = Path(os.environ.get("YILI_SHARED", ROOT.parent / "shared"))


def main() -> None:
    """Build, and print what it took."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("files", nargs="*", type=Path, metavar="FILE")
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--no-site", action="store_true", help="without pages")
    given = asked.parse_args()
    files = [f.resolve() for f in given.files]
    files = files or sorted(f for kind in ("texts", "reference") for f in SHARED.glob(f"{kind}/*/*_[0-9]*.txt"))
    characters = sum(len(f.read_text(encoding="utf-8", errors="replace")) for f in files)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        done = built(files, out, jobs=given.jobs, site=not given.no_site, cwd=Path(folder))
    print(f"{len(files)} files, {characters:,} characters, {done.statements:,} statements, {given.jobs} jobs")
    print(f"{done.seconds:,.0f} s, {characters / done.seconds:,.0f} characters a second, {done.memory:,.0f} MB")
    print(", ".join(f"{name} {seconds:,.0f} s" for name, seconds in done.stages.items()))


if __name__ == "__main__":
    main()
