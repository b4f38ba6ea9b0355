"""Statements as lines of N-Quads, made once: what is written, checked and asked of a source is read from these.

A line is cut where a space must stand: subject and property hold none, and the named graph is the last thing in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import pyoxigraph as ox

from yili_kg.graph.bodies import body_of
from yili_kg.graph.vocabulary import BASE

__all__ = ["Lines", "by_subject", "subject_of", "thing_of"]

_OURS = f"<{BASE}".encode()
#: So many statements are turned into lines at once.
_PIECE = 20_000


@dataclass(frozen=True, slots=True)
class Lines:
    """Named graph (its IRI), by name → its statements, each once, in the order in which they were made.

    `bodies` are the same as pieces of TriG (graph/bodies.py), where they are all of what was made.
    """

    graphs: dict[str, list[bytes]]
    bodies: dict[str, list[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, quads: Iterable[ox.Quad]) -> Lines:
        """The lines of statements, each of which is in a named graph."""
        found: dict[bytes, dict[bytes, None]] = {}
        bodies: dict[str, list[bytes]] = {}
        rest = iter(quads)
        while piece := list(islice(rest, _PIECE)):
            fresh: dict[bytes, list[ox.Quad]] = {}
            data = ox.serialize(piece, format=ox.RdfFormat.N_QUADS) or b""
            for quad, line in zip(piece, data.splitlines(keepends=True), strict=True):
                name = line[line.rindex(b" <") + 2 : -4]
                held = found.setdefault(name, {})
                if line not in held:
                    held[line] = None
                    fresh.setdefault(name, []).append(quad)
            for name, some in fresh.items():
                bodies.setdefault(name.decode(), []).append(body_of(some))
        return cls({name.decode(): list(found[name]) for name in sorted(found)}, bodies)

    def parted(self, wanted: Callable[[str], bool]) -> tuple[Lines, Lines]:
        """The graphs whose IRI is wanted, and the others."""
        yes = {name: lines for name, lines in self.graphs.items() if wanted(name)}
        return Lines(yes), Lines({name: lines for name, lines in self.graphs.items() if name not in yes})

    def every(self) -> Iterator[bytes]:
        """All lines, a graph after the other."""
        for lines in self.graphs.values():
            yield from lines

    def triples(self) -> Iterator[bytes]:
        """All statements as lines of N-Triples."""
        for lines, end in self.each():
            for line in lines:
                yield line[:end] + b" .\n"

    def each(self) -> Iterator[tuple[list[bytes], int]]:
        """The lines of each graph, and where in them, counted from their ends, the space behind the value stands."""
        for name, lines in self.graphs.items():
            yield lines, -len(f" <{name}> .\n".encode())


def subject_of(line: bytes) -> bytes:
    """The subject of a line, as it stands there."""
    return line[: line.index(b" ")]


def by_subject(lines: Sequence[bytes]) -> Iterator[tuple[bytes, Sequence[bytes]]]:
    """Lines that stand one behind the other and are on the same subject, with it."""
    begin, head = 0, b""
    for number, line in enumerate(lines):
        if not (head and line.startswith(head)):
            if head:
                yield head[:-1], lines[begin:number]
            begin, head = number, line[: line.index(b" ") + 1]
    if head:
        yield head[:-1], lines[begin:]


def thing_of(line: bytes) -> bytes | None:
    """The thing of the graph's own that a line points at, as it stands there; None where it points at none."""
    value = line.split(b" ", 2)[2]
    return value[: value.index(b" ")] if value.startswith(_OURS) else None
