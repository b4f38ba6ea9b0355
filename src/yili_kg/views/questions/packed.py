"""The graph and its engine as files of a site: a browser may read no other files of a folder, so that they are scripts.

The graph is without what is doubtful, with its named graphs; each is Turtle, packed, in letters (base64).
"""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.errors import DataError
from yili_kg.graph.store import is_doubtful
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.views.page import embedded
from yili_kg.views.vendored import published, vendored

__all__ = ["ENGINE", "SINGLE", "Packed", "engine_file", "packed_graph"]

#: The file with the engine: Oxigraph as published for browsers.
ENGINE = "oxigraph.js"
#: Named graphs that few questions want: single mentions, where statements come from, shapes.
SINGLE = ("mentions", "references", "prov", "shapes")
_EXPORTED = re.compile(r"^export (?=class|function)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """One file of a packed graph: its name, how many statements are in it, and its text."""

    file: str
    quads: int
    text: str


def packed_graph(trig: Path) -> Iterator[Packed]:
    """The graph of a build in two files: what nearly all questions want, then the rest (`SINGLE`).

    What is read in the order in which it was written is answered in the same order.
    """
    pieces: dict[str, tuple[int, str]] = {}
    names: list[str] = []
    quads: Iterator[ox.Quad] = iter(ox.parse(path=str(trig), format=ox.RdfFormat.TRIG))
    for graph, found in groupby(quads, key=lambda quad: str(quad.graph_name)[1:-1]):
        if is_doubtful(graph):
            continue
        names.append(graph)
        counted = _Counted(quad.triple for quad in found)
        told = ox.serialize(_renamed(counted, f"b{len(names) - 1}n"), format=ox.RdfFormat.TURTLE, prefixes=PREFIXES)
        turtle = _letters(gzip.compress(_steady(told or b""), 6, mtime=0))
        pieces[graph] = counted.number, embedded([graph, counted.number, turtle])
    for file, rest in (("triples.js", False), ("mentions.js", True)):
        here = [pieces[name] for name in sorted(pieces) if _is_single(name) is rest]
        text = ",\n".join(piece for _, piece in here)
        yield Packed(file=file, quads=sum(number for number, _ in here), text=f'given("{file}", [\n{text}\n]);\n')


class _Counted:
    """Triples that are counted as they pass."""

    def __init__(self, triples: Iterable[ox.Triple]) -> None:
        self._triples, self.number = triples, 0

    def __iter__(self) -> Iterator[ox.Triple]:
        for triple in self._triples:
            self.number += 1
            yield triple


def _is_single(graph: str) -> bool:
    return graph.partition("/graph/")[2].partition("/")[0] in SINGLE


def _renamed(triples: Iterable[ox.Triple], before: str) -> Iterator[ox.Triple]:
    """Triples with their blank nodes numbered, behind the letters `before`: a store names them anew when it is filled."""
    numbers: dict[str, ox.BlankNode] = {}

    def steady(term: Any) -> Any:
        return numbers.setdefault(term.value, ox.BlankNode(f"{before}{len(numbers)}")) if _is_blank(term) else term

    for t in triples:
        known = not (_is_blank(t.subject) or _is_blank(t.object))
        yield t if known else ox.Triple(steady(t.subject), t.predicate, steady(t.object))


def _is_blank(term: Any) -> bool:
    return isinstance(term, ox.BlankNode)


def _steady(turtle: bytes) -> bytes:
    """Turtle with its prefixes in order: they are written in another each time."""
    lines = turtle.splitlines(keepends=True)
    number = next((n for n, line in enumerate(lines) if not line.startswith(b"@prefix ")), len(lines))
    return b"".join((*sorted(lines[:number]), *lines[number:]))


def engine_file() -> str:
    """The script that gives the engine: a function that makes it, and its WebAssembly, packed.

    As published it is a module, which a page of a folder cannot load; what makes it one is taken away. Raises DataError
    where it is not written as expected.
    """
    module = vendored("oxigraph-web.js")
    code, _, _ = _EXPORTED.sub("", module).rpartition("export {")
    code = code.replace("new URL('web_bg.wasm', import.meta.url)", "undefined")
    if "import.meta" in code or re.search(r"^(?:export|import)\b", code, re.MULTILINE):
        raise DataError("oxigraph-web.js is no module as expected", advice="fit views/questions/packed.py to it")
    wasm = _letters(gzip.compress(published("oxigraph-web_bg.wasm.gz"), 9, mtime=0))
    return f'given("{ENGINE}", {{make: function () {{\n{code}\nreturn {{initSync, Store}};\n}}, wasm: "{wasm}"}});\n'


def _letters(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
