"""Compiles the modules that `[tool.yili-kg.compiled]` of pyproject.toml names, where a build is asked to by YILI_COMPILE=1.

Without it nothing is done: the package is plain Python and needs no compiler. With it mypyc turns these modules into one
library for the Python and the machine that build; their sources are packed beside it and are what an error points to.
By hand, where hatchling and mypy are there, python hatch_build.py FOLDER compiles the package that lies in a folder, in place.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
ASKED = "YILI_COMPILE"
#: How far the C compiler optimises.
OPTIMISED = "2"
#: What compiles; setuptools comes with it.
NEEDED = ["mypy[mypyc]>=2.4"]
_ADVICE = f"a C compiler and the headers of Python are needed (Debian: gcc, python3-dev); without {ASKED} neither is"


def modules() -> list[str]:
    """The modules to compile, as paths in the folder of the package, in the order of pyproject.toml."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["yili-kg"]["compiled"]
    return [f"yili_kg/{folder}/{name}.py" for folder, names in told["modules"].items() for name in names]


class CompiledModules(BuildHookInterface[Any]):
    """The hook that hatchling asks when it makes a wheel."""

    def dependencies(self) -> list[str]:
        """What a build needs beside hatchling."""
        return NEEDED if _asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put the libraries among the files of the wheel. Raises RuntimeError where that cannot be done."""
        if not _asked():
            return
        if version == "editable":
            raise RuntimeError(
                f"{ASKED}: an editable install runs the sources as they are; install without -e, or unset it"
            )
        self.folder = tempfile.mkdtemp(prefix="yili-kg-compiled-")
        package = Path(self.folder)
        shutil.copytree(ROOT / "src" / "yili_kg", package / "yili_kg", ignore=shutil.ignore_patterns("__pycache__"))
        try:
            libraries = compiled(package)
        except RuntimeError:
            shutil.rmtree(package, ignore_errors=True)
            raise
        for library in libraries:
            build_data["force_include"][str(library)] = library.relative_to(package).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away the folder in which was compiled."""
        if folder := getattr(self, "folder", ""):
            shutil.rmtree(folder, ignore_errors=True)


def _asked() -> bool:
    return os.environ.get(ASKED, "") not in {"", "0"}


def compiled(folder: Path, *, level: str = OPTIMISED) -> list[Path]:
    """The libraries made, in place, of the package `yili_kg` that lies in a folder. Raises RuntimeError where none could be made.

    `level` is how far the C compiler optimises: `0` takes a third of the time and runs the same.
    """
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), ".", level],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    found = sorted(path for path in folder.rglob("*") if path.suffix in {".so", ".pyd"})
    if done.returncode or not found:
        last = "\n".join(line for line in done.stdout.splitlines()[-12:] if len(line) < 400)
        raise RuntimeError(f"{ASKED}: the modules could not be compiled; {_ADVICE}.\n{last}")
    return found


def _compile(level: str) -> None:
    """Compile the package in the working folder, in place. A C file a module: all in one take the compiler three times as long."""
    from mypyc.build import mypycify
    from setuptools import setup

    Path("mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n", encoding="utf-8")
    extensions = mypycify(
        ["--config-file=mypy.ini", *modules()],
        opt_level=level,
        debug_level="0",
        multi_file=True,
        group_name="yili_kg",
        target_dir="build",
    )
    setup(
        name="yili-kg-compiled", packages=[], ext_modules=extensions, script_args=["--quiet", "build_ext", "--inplace"]
    )
    shutil.rmtree("build", ignore_errors=True)
    Path("mypy.ini").unlink()


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    _compile(*sys.argv[2:] or [OPTIMISED])
