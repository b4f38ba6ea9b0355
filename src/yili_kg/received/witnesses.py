"""Variations between editions that are known before any source is read: `extraction/passages/collation.tsv`.

The table keeps facts of editions that are not shipped (which graphs differ, and where), so that the graph of the shipped
texts has its variants and its lost graphs have their proposals. `yili-kg collate` makes such a table.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.models import Variation, Witness

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


def load_variations(path: Path) -> tuple[Variation, ...]:
    """The variations of a table. Raises DataError for a row that is none."""
    found: list[Variation] = []
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if number == 1 or not row or row[0].startswith("#"):
                continue
            if len(row) != len(COLUMNS) or not all(":" in w for w in row[5].split("|")):
                raise DataError(f"a row is {', '.join(COLUMNS)}; a witness is edition:words", where=where(path, number))
            passage, layer, kind, before, after, witnesses, proposal = row
            parted = (w.partition(":") for w in witnesses.split("|"))
            read = tuple(Witness(edition=edition, text=words) for edition, _, words in parted)
            found.append(
                Variation(
                    passage=passage,
                    layer=layer,
                    kind=kind,
                    before=before,
                    after=after,
                    witnesses=read,
                    proposal=proposal,
                )
            )
    return tuple(found)


@cache
def known_variations() -> tuple[Variation, ...]:
    """The variations that come with yili-kg, in the order of the received text."""
    return load_variations(data_folder("extraction") / "passages" / "collation.tsv")
