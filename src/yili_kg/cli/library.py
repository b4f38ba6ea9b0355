"""`yili-kg reference`: the books that quotations are checked against."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from yili_kg.errors import SourceError
from yili_kg.terminal import busy, errors

__all__ = ["library"]

library = typer.Typer(
    no_args_is_help=True,
    help="The reference library: the books that commentaries cite, against which quotations are checked.",
)


@library.command("add")
def reference_add(
    paths: Annotated[list[Path], typer.Argument(help="Folders of Kanripo files, folders of such, TEI files.")],
) -> None:
    """Add books; one that is there already is renewed. Exit code 1 where some could not be read.

    Example: `yili-kg reference add KR1d0052 KR1d0054 tls-texts/`
    """
    from yili_kg.reference.library import add_books, user_library

    library = user_library()
    with busy("reading books"):
        added, failed = add_books(paths, library)
    for entry in added:
        typer.echo(
            f"{entry.id} {entry.work}: {entry.divisions} divisions, {entry.text:,} graphs of text, {entry.note:,} of notes"
        )
    for message in failed:
        errors.print(f"yili-kg: {message}", markup=False)
    typer.echo(f"{library}: {len(added)} books added")
    if failed:
        raise typer.Exit(1 if added else 2)


@library.command("list")
def reference_list() -> None:
    """List the books of the library that is in use.

    Example: `yili-kg reference list`
    """
    from yili_kg.reference.library import library_path, list_books, user_library

    library = library_path()
    if library is None:
        typer.echo(f"no library: quotations stay unchecked (yili-kg reference add puts books into {user_library()})")
        return
    table = Table("id", "work", "title", "divisions", "text", "notes")
    for entry in list_books(library):
        table.add_row(entry.id, entry.work, entry.title, str(entry.divisions), f"{entry.text:,}", f"{entry.note:,}")
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    typer.echo(str(library))


@library.command("remove")
def reference_remove(
    ids: Annotated[list[str], typer.Argument(help="Ids of books, as `reference list` has them.")],
) -> None:
    """Take books out of the library.

    Example: `yili-kg reference remove KR1d0052`
    """
    from yili_kg.reference.library import remove_books, user_library

    library = user_library()
    if not library.is_file():
        raise SourceError("there is no library", where=str(library), advice="yili-kg reference add makes one")
    typer.echo(f"{library}: removed {', '.join(remove_books(ids, library))}")
