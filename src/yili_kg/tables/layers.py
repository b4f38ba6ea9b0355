"""The table of layers, `extraction/tables/layers.tsv`: what each layer is, in what order, under what name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.tables.table import Row, read_table

__all__ = ["KnownLayer", "Layer", "LayerRole", "Layers", "layers"]

LayerRole = Literal["base", "note", "sub", "later", "sounds", "parallels", "collation", "heading", "essay"]


class Layer(Row):
    """One layer with its traits; the header of the table explains them."""

    layer: str
    slug: str
    role: LayerRole
    course: Literal["", "yes"] = ""
    read: Literal["", "yes"] = ""
    argues: Literal["", "yes"] = ""
    gathers: Literal["", "yes"] = ""
    zh: str
    en: str
    colour: str


class Layers:
    """The layers in order of display, and the sets that the stages ask for."""

    def __init__(self, rows: tuple[Layer, ...]) -> None:
        self.rows = rows
        self.by_name = {row.layer: row for row in rows}
        self._order = {row.layer: number for number, row in enumerate(rows)}
        #: The text that all others explain.
        self.base = self._of("base")
        #: Base text in which a rite is told in the order in which it is done.
        self.course = tuple(r.layer for r in rows if r.course)
        #: The old notes on it.
        self.notes = self._of("note")
        #: Layers in which glosses, readings and claims are read.
        self.read = tuple(r.layer for r in rows if r.read)
        #: Layers that repeat words of text and note before they explain them.
        self.argues = tuple(r.layer for r in rows if r.argues)
        #: Layers that take up all passages since the last of their kind.
        self.gathers = tuple(r.layer for r in rows if r.gathers)
        #: Everything that explains something.
        self.comments = self._of("note", "sub", "later", "sounds", "parallels", "collation")
        #: Layers that name things and say nothing of them: only mentions are looked for.
        self.silent = self._of("heading")
        #: Layers that belong to no passage of the base text.
        self.apart = self._of("heading", "collation", "essay")
        #: Of these the ones that part the comments behind them from the text above; a collator speaks in the midst of both.
        self.parting = self._of("heading", "essay")
        self.sounds = self._of("sounds")
        #: What collators report of editions.
        self.collation = self._of("collation")
        #: Text of no layer.
        self.essays = self._of("essay")
        #: Commentators after the sub-commentary.
        self.later = self._of("later")
        #: Layers whose authors reason about words: those who argue, and essays.
        self.reason = (*self.argues, *self.essays)
        #: Of these the ones that explain words freely: commentators after the sub-commentary, and essays.
        self.free = (*self.later, *self.essays)
        self.sub = self._of("sub")
        self._named = {row.role: row.layer for row in reversed(rows)}
        #: Base text and note in one stream, as a reader leaves them to those who know the received text.
        self.running = self.named("base") + self.named("note")

    def _of(self, *roles: str) -> tuple[str, ...]:
        return tuple(r.layer for r in self.rows if r.role in roles)

    def named(self, role: LayerRole) -> str:
        """The layer that a reader gives to words of a role: the first one of it in the table. Raises DataError without."""
        if role not in self._named:
            raise DataError(f"there is no layer of the role {role}", where=where(_path()))
        return self._named[role]

    def slug(self, layer: str) -> str:
        """The name of a layer in the ids of segments; that of a text of no layer where it is unknown."""
        row = self.by_name.get(layer)
        return row.slug if row else next(r.slug for r in self.rows if r.role == "essay")

    def order(self, layer: str) -> int:
        """Where a layer stands among the others; behind all of them where it is unknown."""
        return self._order.get(layer, len(self.rows))


def _path() -> Path:
    return data_folder("extraction") / "tables" / "layers.tsv"


@cache
def layers() -> Layers:
    """The layers that yili-kg knows."""
    return Layers(read_table(_path(), Layer, unique=("layer",)))


def _known(layer: str) -> str:
    if layer not in layers().by_name:
        raise ValueError(f"no layer {layer}: they are {', '.join(layers().by_name)}")
    return layer


#: In a schema: a layer of the table.
KnownLayer = Annotated[str, AfterValidator(_known)]
