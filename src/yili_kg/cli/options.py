"""What commands share: options that mean the same everywhere, and where output goes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from yili_kg.errors import QueryError

__all__ = [
    "BUILT",
    "Corrections",
    "Encoding",
    "Everything",
    "Graph",
    "Jobs",
    "Output",
    "OwnReading",
    "Raw",
    "Reader",
    "as_text",
    "write_out",
]

#: Where a build goes, and where a graph is looked for, when nobody says.
BUILT = Path("graphs/build")

Reader = Annotated[str, typer.Option(help="Read with this reader instead of choosing one by the look of the text.")]
Encoding = Annotated[str | None, typer.Option(help="The encoding of the sources, where it is not UTF-8.")]
Graph = Annotated[Path, typer.Option("--graph", "-g", help="A build's folder, or one RDF file.")]
Corrections = Annotated[
    Path | None, typer.Option("--corrections", "-c", help="A table of corrections by hand (docs/corrections.md).")
]
OwnReading = Annotated[
    Path | None, typer.Option("--reading", help="A folder of readings by hand (docs/review.md), before all others.")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write here instead of to the screen.")]

Raw = Annotated[
    bool,
    typer.Option("--raw", help="In CSV, leave values alone that a spreadsheet would run as formulas (SECURITY.md)."),
]

Jobs = Annotated[
    int,
    typer.Option(
        help="How many processes work at once; 0: as many as there are cores. The outcome is the same.", min=0
    ),
]

Everything = Annotated[bool, typer.Option("--all", help="What is doubtful too (docs/confidence.md).")]


def as_text(words: str) -> str:
    """What was typed, as UTF-8 whatever the locale is. Raises QueryError for bytes that are none."""
    try:
        return words.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError as error:
        raise QueryError(
            "the query is no UTF-8",
            advice="set a terminal and a locale with UTF-8, or put the query into a file of UTF-8 that ends in .rq",
        ) from error


def write_out(parts: Iterable[str], output: Path | None) -> None:
    """Text to a file or to the screen. Raises QueryError where the file cannot be written."""
    if output is None:
        for part in parts:
            sys.stdout.write(part)
        return
    try:
        output.write_text("".join(parts), encoding="utf-8")
    except OSError as error:
        raise QueryError(
            f"cannot be written: {error.strerror}", where=str(output), advice="name another place"
        ) from error
