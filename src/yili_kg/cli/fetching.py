"""`yili-kg fetch`: books of the Kanseki Repository, to build or for the library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from yili_kg.errors import SourceError
from yili_kg.terminal import bar, errors

__all__ = ["commands"]

commands = typer.Typer()


@commands.command()
def fetch(
    books: Annotated[
        list[str] | None, typer.Argument(help="Books by Kanripo's id (KR1d0028) or by title (儀禮注疏).")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="The folder to put them in (texts; for the library its own).")
    ] = None,
    library: Annotated[bool, typer.Option("--library", help="Put them into the reference library too.")] = False,
    recommended: Annotated[
        bool, typer.Option("--recommended", help="The books that commentaries cite, for the library.")
    ] = False,
    address: Annotated[
        str, typer.Option("--from", help="Another address with {id} for the book, or a folder that holds ID.zip.")
    ] = "",
    again: Annotated[bool, typer.Option("--again", help="Fetch what is there already once more.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="Print the books that are known, and fetch none.")] = False,
) -> None:
    """Fetch books of the Kanseki Repository over HTTPS. What broke off goes on at the next time.

    Only this command, `push` and `annotate-many` of URLs ask the network. Exit code 1 where some could not be fetched, 2 where none could.

    Example: `yili-kg fetch KR1d0028 -o texts` or `yili-kg fetch --recommended`
    """
    from yili_kg.fetch.books import fetch_books
    from yili_kg.fetch.known import wanted_books
    from yili_kg.reference.library import user_library

    if listing:
        _listed()
        return
    wanted = wanted_books(books or [], recommended=recommended)
    if not wanted:
        raise SourceError("no book is named", advice="`yili-kg fetch KR1d0028`, `--recommended`, or `--list`")
    into_library = library or recommended
    folder = out or (user_library().parent / "books" if into_library else Path("texts"))
    with bar() as report:
        got = fetch_books(wanted, folder, address=address, again=again, report=report)
    for message in got.failed:
        errors.print(f"yili-kg: {message}", markup=False)
    told = f", {len(got.before)} of them were there already" if got.before else ""
    typer.echo(f"{folder}: {len(got.folders)} of {len(wanted)} books{told}")
    if got.folders and into_library:
        _added(got.folders)
    if got.failed:
        raise typer.Exit(1 if got.folders else 2)


def _added(folders: list[Path]) -> None:
    from yili_kg.reference.library import add_books, user_library

    library = user_library()
    added, failed = add_books(folders, library)
    for message in failed:
        errors.print(f"yili-kg: {message}", markup=False)
    typer.echo(f"{library}: {len(added)} books added")
    if failed:
        raise typer.Exit(1)


def _listed() -> None:
    from yili_kg.fetch.known import known_books

    table = Table("id", "title", "for", "recommended", "files", "code points", "licence")
    for book in known_books().values():
        table.add_row(book.id, book.title, book.use, book.recommended, str(book.files), f"{book.size:,}", book.licence)
    Console(width=None if sys.stdout.isatty() else 160).print(table)
