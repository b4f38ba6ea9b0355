"""The table of types of mentions, `extraction/tables/types.tsv`: what each is in a text, a rite, the graph, on a page."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from pydantic import AfterValidator

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table

__all__ = ["KnownType", "MentionType", "mention_types"]


class MentionType(Row):
    """One type with its traits; the header of the table explains them."""

    type: str
    folder: str
    noun: Literal["person", "thing", "place"]
    handled: Literal["", "yes"] = ""
    nominal: Literal["", "yes"] = ""
    speaks: Literal["", "yes"] = ""
    cipher: str = ""
    named: Literal["", "yes", "some"] = ""
    class_: str
    formless: str = ""
    zh: str
    en: str
    en_scheme: str
    colour: str


@cache
def mention_types() -> dict[str, MentionType]:
    """The types by name, in the order in which they are shown."""
    rows = read_table(data_folder("extraction") / "tables" / "types.tsv", MentionType, unique=("type",))
    return {row.type: row for row in rows}


def _known(type_: str) -> str:
    if type_ not in mention_types():
        raise ValueError(f"the type is one of {', '.join(mention_types())}")
    return type_


#: In a schema: a type of the table.
KnownType = Annotated[str, AfterValidator(_known)]
