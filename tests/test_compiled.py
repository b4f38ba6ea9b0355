"""Which modules a build compiles where it is asked to (hatch_build.py), and that nothing else depends on it."""

from __future__ import annotations

import ast
import importlib
import shutil
import sysconfig
from pathlib import Path
from typing import Any

import hatch_build
import pytest
from benchmarks.compiled import found, laid_out
from pydantic import BaseModel

from tests.conftest import SHARED, seed

ROOT = Path(__file__).resolve().parents[1]
MODULES = hatch_build.modules()
HEADERS = Path(sysconfig.get_paths()["include"]) / "Python.h"


def test_every_module_that_is_to_be_compiled_is_there_and_named_once() -> None:
    assert [path for path in MODULES if not (ROOT / "src" / path).is_file()] == []
    assert len(set(MODULES)) == len(MODULES)


@pytest.mark.parametrize("path", MODULES)
def test_compiled_modules_make_no_models_of_pydantic(path: str) -> None:
    """A compiled class keeps of `Literal["a", "b"]` only that it is some type."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    made = [m for m in vars(module).values() if isinstance(m, type) and m.__module__ == module.__name__]
    assert [m.__name__ for m in made if issubclass(m, BaseModel)] == []


@pytest.mark.parametrize("path", MODULES)
def test_compiled_modules_are_written_so_that_mypyc_takes_them(path: str) -> None:
    """It cannot ask whether something is in a tuple or a list that is put together with a star."""
    tree = ast.parse((ROOT / "src" / path).read_text(encoding="utf-8"))
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    pairs = [pair for node in compared for pair in zip(node.ops, node.comparators, strict=True)]
    asked = [side for operator, side in pairs if isinstance(operator, ast.In | ast.NotIn)]
    starred = [s.lineno for s in asked if isinstance(s, ast.Tuple | ast.List) and any(map(_is_starred, s.elts))]
    assert starred == []


def _is_starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)


def test_nothing_is_compiled_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    none: Any = None
    for said, needed in (("", []), ("0", []), ("1", hatch_build.NEEDED)):
        monkeypatch.setenv(hatch_build.ASKED, said)
        hook = hatch_build.CompiledModules(str(ROOT), {}, none, none, "", "wheel")
        assert hook.dependencies() == needed
    monkeypatch.setenv(hatch_build.ASKED, "")
    told: dict[str, object] = {}
    hook.initialize("standard", told)
    assert told == {}


def test_what_cannot_be_compiled_is_refused_in_clear_words(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"YILI_COMPILE.* C compiler"):
        hatch_build.compiled(tmp_path)


@pytest.mark.shared
@pytest.mark.skipif(not (shutil.which("gcc") and HEADERS.is_file()), reason="no C compiler, or no headers of Python")
def test_what_is_compiled_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiled module raises where a value is not of the type that its signature says: all kinds of text are read."""
    monkeypatch.setenv("YILI_SHARED", str(SHARED.resolve()))  # the books beside a checkout, of the copy too
    laid_out(tmp_path, level="0")
    texts = [seed(1), seed(2), SHARED / "texts/KR1d0028/KR1d0028_005.txt", SHARED / "texts/KR1d0039/KR1d0039_001.txt"]
    assert found(tmp_path, texts) == found(ROOT, texts)
