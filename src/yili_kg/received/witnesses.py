"""Variations between editions that are known before any source is read: `extraction/passages/collation.tsv`.

The table keeps facts of editions that are not shipped (which graphs differ, and where), so that the graph of the shipped
texts has its variants and its lost graphs have their proposals. `yili-kg collate` makes such a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pydantic import field_validator

from yili_kg.data import data_folder
from yili_kg.models import Variation, Witness
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["COLUMNS", "known_variations", "load_variations", "table_rows"]

COLUMNS = ("passage", "layer", "kind", "before", "after", "witnesses", "proposal")


def table_rows(variations: Iterable[Variation]) -> list[tuple[str, ...]]:
    """Variations as rows of the table; a witness is `edition:words`, several parted by `|`."""
    return [
        (
            v.passage,
            v.layer,
            v.kind,
            v.before,
            v.after,
            "|".join(f"{w.edition}:{w.text}" for w in v.witnesses),
            v.proposal,
        )
        for v in variations
    ]


class _Row(Row):
    """A row of the table; `witnesses` as `table_rows` writes them."""

    passage: Filled
    layer: Filled
    kind: Filled
    before: str = ""
    after: str = ""
    witnesses: str
    proposal: str = ""

    @field_validator("witnesses")
    @classmethod
    def _are_editions_with_words(cls, witnesses: str) -> str:
        if not all(":" in witness for witness in witnesses.split("|")):
            raise ValueError("a witness is edition:words")
        return witnesses


def load_variations(path: Path) -> tuple[Variation, ...]:
    """The variations of a table. Raises DataError for a row that is none."""
    return tuple(
        Variation(
            passage=row.passage,
            layer=row.layer,
            kind=row.kind,
            before=row.before,
            after=row.after,
            witnesses=tuple(
                Witness(edition=edition, text=words)
                for edition, _, words in (witness.partition(":") for witness in row.witnesses.split("|"))
            ),
            proposal=row.proposal,
        )
        for row in read_table(path, _Row)
    )


@cache
def known_variations() -> tuple[Variation, ...]:
    """The variations that come with yili-kg, in the order of the received text."""
    return load_variations(data_folder("extraction") / "passages" / "collation.tsv")
