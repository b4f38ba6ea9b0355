"""Each data file made wrong in many ways: whoever reads it says which file is wrong, or can do with what is left.

Which function reads which file is found out: all that are cached and want no arguments are called once, and the stack is
looked at whenever a file of data is opened. Whole commands on tampered data: `python -m benchmarks.tampered`.
"""

from __future__ import annotations

import functools
import gc
import importlib
import inspect
import os
import pkgutil
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import yili_kg
from tests.tampering import DATA, ROOT, WAYS, data_files, tampered
from yili_kg.data import data_folder
from yili_kg.errors import YiliError
from yili_kg.plan.sayings import sayings
from yili_kg.reading.load import load_readers, read_chapter
from yili_kg.reference.works import divisions
from yili_kg.sources.corpus import load_corpus
from yili_kg.tables.patterns import read_patterns
from yili_kg.tables.rulebook import load_yaml
from yili_kg.tables.turtle import read_turtle
from yili_kg.tables.wordlists import read_word_lists

Load = Callable[[], object]


def _named_things(path: Path) -> object:
    """Patterns or lists, which are read by name when a text wants them."""
    good = ROOT / path.relative_to(data_folder("extraction").parent)
    return read_word_lists(path) if _holds(good) == "words" else read_patterns(path)


def _holds(path: Path) -> str:
    """What a file of the project holds that is no family of rules."""
    return "words" if isinstance(load_yaml(path), dict) else "patterns"


#: Files that no cached function without arguments reads, and who does.
OTHERS: dict[str, Callable[[Path], object]] = {
    "extraction/reference/divisions.tsv": lambda path: divisions("chapter"),
    "extraction/rules/plan/sentences.tsv": lambda path: sayings("sentences"),
    "extraction/reading": lambda path: read_chapter(path.parent, load_readers()),
    ".jsonl": load_corpus,
    ".yaml": _named_things,
    ".ttl": read_turtle,
}
#: So many ways at least for each file; a loader of many files meets all ways, each file its share. A table of more
#: bytes than `LARGE` meets the least, as the small ones of the same reader meet all.
LEAST, LARGE = 4, 60_000


def _cached() -> list[Any]:
    """All cached functions of the package."""
    for module in pkgutil.walk_packages(yili_kg.__path__, "yili_kg."):
        importlib.import_module(module.name)
    kind = type(data_folder)
    return [f for f in gc.get_objects() if isinstance(f, kind) and f.__module__.startswith("yili_kg.")]


def _wants_nothing(function: Any) -> bool:
    return all(p.default is not p.empty for p in inspect.signature(function).parameters.values())


class _Openings:
    """Which cached functions were at work when a file below a folder was opened."""

    def __init__(self) -> None:
        self.root = ""
        self.functions: dict[Any, Any] = {}
        self.found: dict[str, list[Any]] = defaultdict(list)
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or not self.root or not isinstance(arguments[0], str | os.PathLike):
            return
        path = os.fspath(arguments[0])
        if not isinstance(path, str) or not path.startswith(self.root):
            return
        frame: Any = sys._getframe(1)
        while frame is not None:
            function = self.functions.get(frame.f_code)
            if function is not None and function not in self.found[path]:
                self.found[path].append(function)
            frame = frame.f_back


_openings = _Openings()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the data that the program takes for the user's own; afterwards all is read anew."""
    root = tmp_path_factory.mktemp("own")
    for name in DATA:
        shutil.copytree(ROOT / name, root / name)
    cached = _cached()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YILI_DATA", str(root))
        patch.setenv("YILI_REFERENCE", "")
        for function in cached:
            function.cache_clear()
        yield root
    for function in cached:
        function.cache_clear()


@pytest.fixture(scope="module")
def loaders(place: Path) -> dict[str, list[Any]]:
    """File → the cached functions that read it, the innermost first."""
    cached = _cached()
    _openings.functions = {f.__wrapped__.__code__: f for f in cached}
    _openings.root = str(place)
    for function in cached:
        if _wants_nothing(function):
            with suppress(YiliError):
                function()
    _openings.root = ""
    return {os.path.relpath(path, place): found for path, found in _openings.found.items()}


def _calls(file: str, place: Path, loaders: dict[str, list[Any]]) -> list[Load]:
    """What reads a file, each call fresh."""
    calls: list[Load] = [f for f in loaders.get(file, ()) if _wants_nothing(f)]
    folder = "/".join(file.split("/")[:2])
    other = OTHERS.get(file) or OTHERS.get(folder) or OTHERS.get(Path(file).suffix)
    return calls or ([functools.partial(other, place / file)] if other else [])


def test_tampered_every_file_has_a_reader(place: Path, loaders: dict[str, list[Any]]) -> None:
    assert [file for file in data_files() if not _calls(file, place, loaders)] == []


@pytest.mark.parametrize("file", data_files())
def test_tampered_file_is_named_by_who_reads_it(file: str, place: Path, loaders: dict[str, list[Any]]) -> None:
    calls = _calls(file, place, loaders)
    beside = [f for f in data_files() if loaders.get(f, [None])[0] == loaders.get(file, [0])[0]] or [file]
    share = LEAST if (ROOT / file).stat().st_size > LARGE else max(LEAST, len(WAYS) // len(beside))
    turn = beside.index(file) * share
    ways = [list(WAYS)[(turn + n) % len(WAYS)] for n in range(min(share, len(WAYS)))]
    faults = []
    for way in ways:
        with tampered(place, file, way):
            for call in calls:
                for function in (*loaders.get(file, ()), divisions, sayings):
                    function.cache_clear()
                try:
                    call()
                except YiliError as error:
                    if not any(name in str(error) for name in (file, *DATA)):
                        faults.append(f"{way}: names no file: {error}")
                except (Exception, RecursionError) as error:
                    faults.append(f"{way}: {type(error).__name__}: {error}")
    for function in loaders.get(file, ()):
        function.cache_clear()
    assert not faults, "\n".join(faults)
