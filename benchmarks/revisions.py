"""A revision of this repository laid out in a folder, so that it can be measured beside the working tree."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_WHAT = ("src", "extraction", "ontology", "pyproject.toml")


@contextmanager
def laid_out(revision: str) -> Iterator[Path]:
    """The code and data of a revision in a folder, taken away again; ends the program for one that is not there."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        asked = ["git", "-C", str(ROOT), "archive", revision, *_WHAT]
        done = subprocess.run(asked, capture_output=True, check=False)
        if done.returncode:
            sys.exit(f"no revision {revision}: {done.stderr.decode().strip()}")
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
            archive.extractall(tree, filter="data")
        declare(tree)
        yield tree


def declare(tree: Path) -> None:
    """What the package of a tree is called and offers to spaCy, beside its code: what is installed offers its own."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = tree / "src" / f"yili_kg-{project['version']}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: yili-kg\nVersion: {project['version']}\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in offered.items())
        for group, offered in project.get("entry-points", {}).items()
    ]
    (told / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
