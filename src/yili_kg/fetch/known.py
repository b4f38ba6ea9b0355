"""The books that can be fetched, and where from: the tables `extraction/fetch/`."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cache
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import SourceError
from yili_kg.tables.table import Row, read_table

__all__ = ["KnownBook", "Server", "known_books", "servers", "wanted_books"]


class KnownBook(Row):
    """A book: its id and title, what it is for, how many files and code points it had when they were counted."""

    id: str = Field(pattern=r"^KR[1-6][a-z][0-9]{4}$")
    title: str = Field(min_length=1)
    use: Literal["text", "cited"]
    recommended: Literal["yes", ""] = ""
    files: int = Field(ge=1)
    size: int = Field(ge=1)
    licence: str = Field(min_length=1)


class Server(Row):
    """Where books lie: `address` is an HTTPS address in which {id} stands for the book."""

    name: str = Field(min_length=1)
    address: str = Field(pattern=r"^https://[^\s{}]+/.*\{id\}")
    reason: str = Field(min_length=1)


@cache
def known_books() -> dict[str, KnownBook]:
    """The books by their ids. Raises DataError for a broken table."""
    rows = read_table(data_folder("extraction") / "fetch" / "books.tsv", KnownBook, unique=("id",))
    return {row.id: row for row in rows}


@cache
def servers() -> tuple[Server, ...]:
    """Where books are fetched from, the first one first. Raises DataError for a broken table."""
    return read_table(data_folder("extraction") / "fetch" / "servers.tsv", Server, unique=("name",))


def wanted_books(ids: Sequence[str], *, recommended: bool) -> list[KnownBook]:
    """The books that are asked for, each once, in order. Raises SourceError for an id that is not known."""
    known = known_books()
    chosen = [known[_meant(i)] for i in ids]
    chosen += [book for book in known.values() if recommended and book.recommended]
    return list({book.id: book for book in chosen}.values())


def _meant(name: str) -> str:
    """The id of a book by its id, however it is written, or by its title."""
    known = known_books()
    by_name = {i.casefold(): i for i in known} | {book.title: i for i, book in known.items()}
    found = by_name.get(name.strip().casefold()) or by_name.get(name.strip())
    if found:
        return found
    near = difflib.get_close_matches(name.casefold(), by_name, n=3, cutoff=0.6)
    meant = f"did you mean {', '.join(f'{by_name[n]} {known[by_name[n]].title}' for n in near)}? " if near else ""
    raise SourceError(f"no such book is known: {name}", advice=f"{meant}`yili-kg fetch --list` has them all")
