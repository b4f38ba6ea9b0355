"""The graph and its engine as files of a site: a browser may read no other files of a folder, so that they are scripts.

The graph is without what is doubtful, with its named graphs; each is Turtle, packed, in letters (base64).
"""

from __future__ import annotations

import base64
import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from yili_kg.errors import DataError
from yili_kg.graph import written
from yili_kg.graph.bodies import head
from yili_kg.graph.store import is_doubtful
from yili_kg.views.page import embedded
from yili_kg.views.vendored import published, vendored

__all__ = ["ENGINE", "SINGLE", "Packed", "engine_file", "packed_graph"]

#: The file with the engine: Oxigraph as published for browsers.
ENGINE = "oxigraph.js"
#: Named graphs that few questions want: single mentions, where statements come from, shapes.
SINGLE = ("mentions", "references", "prov", "shapes")
#: A literal, or a blank node.
_BLANK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|(?<![^\t\n ])_:\S+')
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
    for token, found in groupby(written.stretches(trig), key=lambda stretch: stretch.graph):
        graph = written.named(token)
        if is_doubtful(graph):
            continue
        names.append(graph)
        packed = _Packing(f"b{len(names) - 1}n")
        for stretch in found:
            packed.take(stretch)
        pieces[graph] = packed.number, embedded([graph, packed.number, _letters(packed.done())])
    for file, rest in (("triples.js", False), ("mentions.js", True)):
        here = [pieces[name] for name in sorted(pieces) if _is_single(name) is rest]
        text = ",\n".join(piece for _, piece in here)
        yield Packed(file=file, quads=sum(number for number, _ in here), text=f'given("{file}", [\n{text}\n]);\n')


class _Packing:
    """A named graph that is packed as Turtle while its lines come: in TriG they are the same behind a TAB.

    Its blank nodes are numbered, behind the letters `before`: a store names them anew when it is filled.
    """

    def __init__(self, before: str) -> None:
        self.number = 0
        self._before = before
        self._numbers: dict[bytes, bytes] = {}
        self._packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        self._packed = [self._packer.compress(b"".join(sorted(head().splitlines(keepends=True))))]

    def take(self, stretch: written.Stretch) -> None:
        """Some more lines of its body."""
        self.number += stretch.number()
        turtle = stretch.text[2:].replace(b"\n\t", b"\n")
        if b"_:" in turtle:
            turtle = _BLANK.sub(self._steady, turtle)
        self._packed.append(self._packer.compress(turtle))

    def done(self) -> bytes:
        """All of it, packed."""
        return b"".join((*self._packed, self._packer.flush()))

    def _steady(self, match: re.Match[bytes]) -> bytes:
        found = match.group()
        if found[:1] == b'"':
            return found
        return self._numbers.setdefault(found, f"_:{self._before}{len(self._numbers)}".encode())


def _is_single(graph: str) -> bool:
    return graph.partition("/graph/")[2].partition("/")[0] in SINGLE


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
