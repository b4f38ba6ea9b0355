"""What was judged one by one: the tables of `tests/gold/judged/`, and what of them a source still gives."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from yili_kg.analyse import analyse_file
from yili_kg.models import Annotated
from yili_kg.tables.table import RowT, read_table

__all__ = ["FOLDER", "folder_asked", "judged", "still_given", "told"]

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "gold" / "judged"

Place = TypeVar("Place")


class _Judged(Protocol):
    @property
    def source(self) -> str: ...


def folder_asked(description: str | None) -> Path | None:
    """The folder with `texts/` that the command line names behind --check, if it does."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", type=Path)
    folder: Path | None = parser.parse_args().check
    return folder


def judged(name: str, schema: type[RowT]) -> Sequence[RowT]:
    """The rows of a table, each with a place of its own. Raises DataError for a broken one."""
    return read_table(FOLDER / f"{name}.tsv", schema, unique=("source", "start"))


def still_given(
    root: Path, rows: Iterable[_Judged], given: Callable[[Annotated], Iterable[Place]]
) -> set[tuple[str, Place]]:
    """What is `given` of the sources of some rows as they are read now, each with its source."""
    sources = sorted({row.source for row in rows})
    return {(source, place) for source in sources for place in given(analyse_file(root / source))}


def told(right: int, whole: int) -> str:
    """How many are right of how many."""
    return f"{right} of {whole} right ({right / max(1, whole):.2f})"
