"""Writing the files of a build: TriG, Turtle, tables, JSON; the same quads give the same bytes."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import count
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.vocabulary import PREFIXES

__all__ = [
    "CARD",
    "KNOWLEDGE",
    "MADE",
    "in_order",
    "is_knowledge",
    "sort_quads",
    "write_card",
    "write_joined",
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


#: The named graph in which the data set is described.
CARD = PREFIXES["g"] + "dataset"
#: The named graph that says how the build was made.
MADE = PREFIXES["g"] + "build"


@cache
def is_knowledge(graph: str) -> bool:
    """Whether the Turtle of the knowledge holds a named graph (its IRI)."""
    name = graph.partition("/graph/")[2]
    return name in KNOWLEDGE or name.partition("/")[0] in KNOWLEDGE


def _key(quad: ox.Quad) -> tuple[str, str, str, str]:
    return str(quad.graph_name), str(quad.subject), str(quad.predicate), str(quad.object)


def write_trig(path: Path, quads: Iterable[ox.Quad]) -> None:
    """All quads, in the order in which they come, as TriG."""
    with path.open("wb") as file:
        ox.serialize(quads, file, format=ox.RdfFormat.TRIG, prefixes=PREFIXES)


def write_turtle(path: Path, triples: Iterable[ox.Triple]) -> int:
    """Triples, in the order in which they come, as Turtle; how many there are."""
    number = count()  # a step for each triple
    with path.open("wb") as file:
        counted = map(itemgetter(0), zip(triples, number, strict=False))
        ox.serialize(counted, file, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES)
    return next(number)


def write_card(folder: Path, quads: Iterable[ox.Quad]) -> None:
    """The description of the data set apart, as `dataset.ttl` and `dataset.jsonld`; `quads` are those of its graph and of how it was made."""
    card = [q.triple for q in quads]
    for name, form in (("dataset.ttl", ox.RdfFormat.TURTLE), ("dataset.jsonld", ox.RdfFormat.JSON_LD)):
        with (folder / name).open("wb") as file:
            ox.serialize(card, file, format=form, prefixes=PREFIXES)


def write_joined(path: Path, parts: Iterable[Path]) -> None:
    """Files one behind the other as one."""
    with path.open("wb") as file:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, file)


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
