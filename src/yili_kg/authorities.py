"""Links from concepts to records that others keep, each confirmed by a reader: the tables of `extraction/authorities/`.

`authorities.tsv` tells of each list the form of its identifiers and where its records lie, `methods.tsv` how links were
proposed, `links/` the links, `left-out.tsv` what was left out and why, `second-reading.tsv` what a second reader decided.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.reading.load import load_readers
from yili_kg.tables.rulebook import Filled, as_pattern
from yili_kg.tables.table import Row, read_table

__all__ = [
    "Authority",
    "LeftOut",
    "Link",
    "Method",
    "Second",
    "load_authorities",
    "load_left_out",
    "load_links",
    "load_methods",
    "load_second_reading",
]


class Authority(Row):
    """A list that others keep; the header of the table explains the columns."""

    authority: Filled
    prefix: Filled
    zh: Filled
    en: Filled
    id: Filled
    uri: Filled
    home: Filled
    terms: Filled

    def has_form(self, identifier: str) -> bool:
        """Whether that can be an identifier of this list."""
        return re.fullmatch(self.id, identifier) is not None


class Method(Row):
    """How links are proposed: `field` is what of the concept is compared, a property with its prefix."""

    method: Filled
    field: str = Field(pattern=r"^\w+:\w+$")
    zh: Filled
    en: Filled


class Link(Row):
    """A record that is the same as a concept, or close to it; `grounds` is what made the reader confirm it."""

    concept: Filled
    authority: Filled
    id: Filled
    match: Literal["exactMatch", "closeMatch"]
    method: Filled
    grounds: Filled
    reviewer: Filled
    date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")

    @property
    def uri(self) -> str:
        """The address of the record."""
        return load_authorities()[self.authority].uri + self.id

    @property
    def curie(self) -> str:
        """The same, shortened: `CBDB:450758`."""
        return f"{load_authorities()[self.authority].prefix}:{self.id}"


class LeftOut(Row):
    """So many concepts of a kind have no link, or so many records that were proposed are no link, for one reason."""

    kind: Filled
    number: int = Field(gt=0)
    reason: Filled


class Second(Row):
    """What a second reader decided of a link that was drawn: the same record, too little to say, or another."""

    draw: int = Field(ge=1)
    concept: Filled
    authority: Filled
    id: Filled
    match: Literal["exactMatch", "closeMatch"]
    verdict: Literal["same", "unsure", "other"]
    reader: Filled
    date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")


def _folder() -> Path:
    return data_folder("extraction") / "authorities"


@cache
def load_authorities() -> dict[str, Authority]:
    """The lists by id. Raises DataError for a broken table or a form that is no regular expression."""
    rows = read_table(_folder() / "authorities.tsv", Authority, unique=("authority",))
    for row in rows:
        try:
            as_pattern(row.id)
        except re.error as error:
            raise DataError(f"{row.id} is no regular expression: {error}", where=row.place) from error
    return {row.authority: row for row in rows}


@cache
def load_methods() -> dict[str, Method]:
    """How links are proposed, by id. Raises DataError for a broken table."""
    return {row.method: row for row in read_table(_folder() / "methods.tsv", Method, unique=("method",))}


@cache
def load_left_out() -> tuple[LeftOut, ...]:
    """What was left out, and why. Raises DataError for a broken table."""
    return read_table(_folder() / "left-out.tsv", LeftOut)


@cache
def load_second_reading() -> tuple[Second, ...]:
    """The links that were drawn and decided again. Raises DataError for a broken table or a link drawn twice in a draw."""
    return read_table(_folder() / "second-reading.tsv", Second, unique=("draw", "concept", "authority", "id"))


@cache
def load_links(folder: Path | None = None) -> tuple[Link, ...]:
    """All links, in the order of the tables. Raises DataError, with file and line, for one that cannot be.

    That is: a concept, list, method or reader that there is not, an identifier of another form, a concept with two
    records of a list that are exactly it, and a record that is exactly two concepts.
    """
    links: list[Link] = []
    for path in sorted((folder or _folder() / "links").glob("*.tsv")):
        links += read_table(path, Link)
    taken: dict[tuple[str, ...], str] = {}
    for link in links:
        _check(link)
        for key, slip in _claims(link):
            if key in taken:
                raise DataError(f"{slip}, already at {taken[key]}", where=link.place)
            taken[key] = link.place
    return tuple(links)


def _check(link: Link) -> None:
    """Whether all that a link names is known."""
    for name, known, what in (
        (link.concept, load_lexicon().entries, "concept"),
        (link.authority, load_authorities(), "list"),
        (link.method, load_methods(), "method"),
        (link.reviewer, load_readers(), "reader"),
    ):
        if name not in known:
            raise DataError(f"there is no {what} {name}", where=link.place)
    if not load_authorities()[link.authority].has_form(link.id):
        raise DataError(f"{link.id} is no identifier of {link.authority}", where=link.place)


def _claims(link: Link) -> list[tuple[tuple[str, ...], str]]:
    """What no other link may claim, each with what would be wrong."""
    pair = (link.concept, link.authority, link.id)
    claims: list[tuple[tuple[str, ...], str]] = [(("pair", *pair), f"{' '.join(pair)} stands twice")]
    if link.match == "exactMatch":
        claims += [
            (("concept", *pair[:2]), f"{link.concept} is exactly two records of {link.authority}"),
            (("record", *pair[1:]), f"{link.authority} {link.id} is exactly two concepts"),
        ]
    return claims
