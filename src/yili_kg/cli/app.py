"""The root of the command line: the groups of commands, and errors as plain words.

Exit codes: 0 done, 1 done in part (some sources could not be built, a check found something), 2 not done.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from yili_kg import __version__
from yili_kg.cli import asking, exchange, fetching, graphs, library, many, review, rites, service, texts
from yili_kg.data import own_data, whose_fault
from yili_kg.errors import DataError, YiliError
from yili_kg.terminal import errors

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="An open knowledge graph of the 儀禮 and of its commentaries. 儀禮及其注疏之知識圖譜。",
)

for group in (texts, many, fetching, asking, rites, graphs, exchange, service):
    app.add_typer(group.commands)
app.add_typer(library.library, name="reference")
app.add_typer(review.review, name="review")


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """An open knowledge graph of the 儀禮 and of its commentaries."""
    if version:
        typer.echo(f"yili-kg {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line; errors that the user can mend are printed in plain words."""
    gc.set_threshold(200_000, 20, 50)  # what a run makes it keeps: looking for garbage often took a fifth of the time
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    try:
        app()
    except YiliError as error:
        errors.print(f"yili-kg: {error}", markup=False)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            errors.print(f"yili-kg: {error.filename}: the name is too long\n  → check the path", markup=False)
            sys.exit(2)
        if not own_data():
            raise
        errors.print(f"yili-kg: {_unforeseen(error)}", markup=False)
        sys.exit(2)
    except KeyboardInterrupt:
        errors.print("yili-kg: interrupted; what was there before is unchanged", markup=False)
        sys.exit(2)


def _unforeseen(error: Exception) -> DataError:
    """What is said where data of the user's own do not fit together in a way that no reader of tables looks for."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return DataError(
        f"the data do not fit together: {type(error).__name__}: {error} (at {Path(at.filename).name}:{at.lineno})",
        where=own_data(),
        advice=whose_fault(),
    )
