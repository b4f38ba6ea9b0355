"""Every version of Python that pyproject.toml names understands every module; asked of those that are on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSIONS = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", c)]


def python_of(version: str) -> str | None:
    """An interpreter of a version: one that uv knows, one of pyenv, or one in the path; none is downloaded."""
    if uv := shutil.which("uv"):
        command = [uv, "python", "find", "--no-python-downloads", "--no-project", version]
        found = subprocess.run(command, capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.strip()
    of_pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return str(of_pyenv[-1]) if of_pyenv else shutil.which(f"python{version}")


def test_the_versions_are_those_that_are_asked_for() -> None:
    assert VERSIONS
    assert PROJECT["requires-python"] == f">={VERSIONS[0]}"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_python_understands_every_module(version: str, tmp_path: Path) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    command = [python, "-W", "error", "-m", "compileall", "-q", str(ROOT / "src")]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert any(tmp_path.rglob("*.pyc"))
