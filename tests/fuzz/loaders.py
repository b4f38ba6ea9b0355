"""The loaders of the data files, found in the package itself, and which files each reads: to run them on changed files.

A loader is a cached function without arguments, or `load_patterns` and its like with the name of a file.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yili_kg
from yili_kg.data import data_folder
from yili_kg.errors import YiliError
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["PALETTE", "files", "refusals", "text_of"]

#: What is put into a line of a data file.
PALETTE = (
    *("", " ", "\t", "\n", "\r", "\x00", "#", ":", "- ", "[", "]", "{", "}", '"', "'", "|", ",", "?", "*", "(", ")", "\\", "&a ", "*a"),
    *("!!python/object:x ", "!!binary ", "<<: ", "0", "-1", "1.5", "true", "null", "~", "2020-01-01", "爵", "者", "id", "reason", "x"),
    *("(?P<a>", "(?&han)", "(?&none)", "[[]]", "%", "@", "`", "\ufeff", "\u2028", "\U00020000", "---\n", "...\n", "9" * 20, "words: 5"),
)  # fmt: skip
_ROOT = data_folder("extraction").parent
_opened: list[str] = []


def _note(event: str, details: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(details[0], str | os.PathLike):
        _opened.append(os.fspath(details[0]))


@cache
def _found() -> tuple[tuple[str, Callable[[], object]], ...]:
    """All loaders by name."""
    for part in pkgutil.walk_packages(yili_kg.__path__, "yili_kg."):
        if not part.name.endswith("__main__"):
            importlib.import_module(part.name)
    loaders: dict[str, Callable[[], object]] = {}
    for name, module in sorted(sys.modules.items()):
        if not name.startswith("yili_kg."):
            continue
        for value in vars(module).values():
            bare = getattr(value, "__wrapped__", None)
            if bare is None or not hasattr(value, "cache_info") or bare.__module__ != name:
                continue
            if bare.__code__.co_argcount == 0 and (bare.__name__ != "data_folder"):
                loaders[f"{name}.{bare.__name__}"] = bare
    for path in sorted((_ROOT / "extraction" / "rules").rglob("*.yaml")):
        name = str(path.relative_to(_ROOT / "extraction" / "rules").with_suffix(""))
        for load in (load_patterns, load_word_lists):
            try:
                load(name)
            except YiliError:
                continue
            loaders[f"{load.__name__} {name}"] = lambda load=load, name=name: load.__wrapped__(name)  # type: ignore[misc]
    return tuple(loaders.items())


@cache
def _readers() -> dict[str, tuple[Callable[[], object], ...]]:
    """For each data file the loaders that read it."""
    sys.addaudithook(_note)
    found: dict[str, list[Callable[[], object]]] = {}
    for _, load in _found():
        load()  # with all that it calls in memory
        _opened.clear()
        load()
        for name in dict.fromkeys(_opened):
            path = Path(name)
            if path.is_relative_to(_ROOT / "extraction") or path.is_relative_to(_ROOT / "ontology"):
                found.setdefault(str(path.relative_to(_ROOT)), []).append(load)
    return {name: tuple(loads) for name, loads in sorted(found.items()) if (_ROOT / name).stat().st_size < 200_000}


def files() -> list[str]:
    """The data files that a loader reads, as `extraction/…`."""
    return list(_readers())


@cache
def text_of(name: str) -> str:
    """A data file as it stands."""
    return (_ROOT / name).read_text(encoding="utf-8")


@cache
def _copied(folder: Path) -> Path:
    for name in ("extraction", "ontology"):
        shutil.copytree(_ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.jsonl"))
    return folder


def refusals(name: str, text: str, folder: Path) -> Iterator[YiliError]:
    """What the loaders of a file say where it holds `text`; a copy of all data lies in `folder` meanwhile."""
    path = _copied(folder) / name
    before = os.environ.get("YILI_DATA")
    path.write_text(text, encoding="utf-8", newline="")
    os.environ["YILI_DATA"] = str(folder)
    data_folder.cache_clear()
    try:
        for load in _readers()[name]:
            try:
                load()
            except YiliError as error:
                yield error
    finally:
        path.write_text(text_of(name), encoding="utf-8", newline="")
        os.environ.pop("YILI_DATA")
        if before is not None:
            os.environ["YILI_DATA"] = before
        data_folder.cache_clear()
