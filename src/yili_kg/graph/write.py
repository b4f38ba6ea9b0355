"""Writing the files of a build: TriG, Turtle, tables, JSON; the same quads give the same bytes."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.vocabulary import PREFIXES

__all__ = [
    "KNOWLEDGE",
    "in_order",
    "is_knowledge",
    "sort_quads",
    "write_card",
    "write_json",
    "write_table",
    "write_trig",
    "write_turtle",
]

#: Named graphs that the Turtle of the knowledge holds; the rest (single mentions, shapes) is in the TriG only.
KNOWLEDGE = (
    "ontology",
    "concepts",
    "text/received",
    "summary",
    "citations",
    "rites",
    "glosses",
    "readings",
    "claims",
    "norms",
    "collation",
    "dataset",
)


@cache
def is_knowledge(graph: str) -> bool:
    """Whether the Turtle of the knowledge holds a named graph (its IRI)."""
    name = graph.partition("/graph/")[2]
    return name in KNOWLEDGE or name.partition("/")[0] in KNOWLEDGE


def _key(quad: ox.Quad) -> tuple[str, str, str, str]:
    return str(quad.graph_name), str(quad.subject), str(quad.predicate), str(quad.object)


def write_trig(path: Path, quads: list[ox.Quad]) -> None:
    """All quads, sorted, as TriG."""
    with path.open("wb") as file:
        ox.serialize(quads, file, format=ox.RdfFormat.TRIG, prefixes=PREFIXES)


def write_turtle(path: Path, quads: Iterable[ox.Quad], wanted: Callable[[str], bool]) -> int:
    """The triples of the graphs that are wanted (by the name after `graph/`), sorted, as Turtle; how many there are."""
    keep: set[ox.Triple] = set()
    names: dict[object, bool] = {}
    for quad in quads:
        graph = quad.graph_name
        if graph not in names:
            names[graph] = wanted(str(graph)[1:-1])
        if names[graph]:
            keep.add(quad.triple)
    triples = sorted(keep, key=lambda t: (str(t.subject), str(t.predicate), str(t.object)))
    with path.open("wb") as file:
        ox.serialize(triples, file, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES)
    return len(triples)


def write_card(folder: Path, quads: Iterable[ox.Quad]) -> None:
    """The description of the data set apart, as `dataset.ttl` and `dataset.jsonld`."""
    card = [q.triple for q in quads if getattr(q.graph_name, "value", "") == PREFIXES["g"] + "dataset"]
    for name, form in (("dataset.ttl", ox.RdfFormat.TURTLE), ("dataset.jsonld", ox.RdfFormat.JSON_LD)):
        with (folder / name).open("wb") as file:
            ox.serialize(card, file, format=form, prefixes=PREFIXES)


def in_order(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """The quads without repetition, a graph after the other, in each in the order in which they were made.

    They are made in the order of the texts and of the data files, so that the same input gives the same bytes.
    """
    names: dict[object, str] = {}
    return sorted(dict.fromkeys(quads), key=lambda q: names.setdefault(q.graph_name, str(q.graph_name)))


def sort_quads(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """The quads of a store, which keeps no order, without repetition and sorted."""
    return sorted(set(quads), key=_key)


def write_table(path: Path, columns: Sequence[str], rows: Iterable[object]) -> None:
    """A table with TAB between the columns: the attributes `columns` of each row."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, escapechar="\\")
        writer.writerow(columns)
        writer.writerows([getattr(row, c) for c in columns] for row in rows)


def write_json(path: Path, value: Any) -> None:
    """A value as JSON that people can read, ended by a line end; what is no text in UTF-8 (a file's name) as `\\udcff`."""
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
