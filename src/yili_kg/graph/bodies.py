"""TriG put together from pieces that were written where their statements were made, as if all had been written at once.

What stands between the braces of a named graph is its body. Two bodies one behind the other are one, but where the second
goes on with the subject (and the property) with which the first ends: there the writer puts what Oxigraph puts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import IO

import pyoxigraph as ox

from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["TrigWriter", "body_of", "head", "joined_bodies"]

_END = b" .\n"


@cache
def head() -> bytes:
    """What stands before the first named graph."""
    data = _written([ox.Quad(*(ox.NamedNode("x:x"),) * 4)])
    return data[: data.index(b"<x:x> {\n")]


def _written(quads: Iterable[ox.Quad]) -> bytes:
    return ox.serialize(quads, format=ox.RdfFormat.TRIG, prefixes=PREFIXES) or b""


def body_of(quads: Iterable[ox.Quad]) -> bytes:
    """The body of one named graph, whose statements these are."""
    data = _written(quads)
    return data[data.index(b" {\n") + 3 : -len(b"}\n")] if len(data) > len(head()) else b""


def joined_bodies(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """Bodies of the same named graph one behind the other, in pieces."""
    held, last = b"", (b"", b"")
    for body in bodies:
        if not body:
            continue
        rest = body
        if held:
            between, rest = _between(*last, body)
            yield held[: -len(_END)]
            yield between
        held, last = rest, _last(body)
    yield held


def _between(subject: bytes, predicate: bytes, body: bytes) -> tuple[bytes, bytes]:
    """What comes in the place of the full stop of the body before, which ends with these; and what is left of this one."""
    begin = b"\t%s " % subject
    if not body.startswith(begin):
        return _END, body
    if body.startswith(b"%s " % predicate, len(begin)):
        return b" , ", body[len(begin) + len(predicate) + 1 :]
    return b" ;\n\t\t", body[len(begin) :]


def _last(body: bytes) -> tuple[bytes, bytes]:
    """The subject and the property with which a body ends."""
    line = body.rfind(b"\n", 0, len(body) - 1) + 1
    goes_on = body.startswith(b"\t\t", line)
    place = line + 2 if goes_on else body.index(b" ", line) + 1
    predicate = body[place : body.index(b" ", place)]
    while body.startswith(b"\t\t", line):
        line = body.rfind(b"\n", 0, line - 1) + 1
    return body[line + 1 : body.index(b" ", line)], predicate


class TrigWriter:
    """A TriG file that is written graph by graph."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._file.write(head())

    def write(self, graph: ox.NamedNode, bodies: Iterable[bytes]) -> None:
        """A named graph, which is not empty, with its body in pieces."""
        x = ox.NamedNode("x:x")
        data = _written([ox.Quad(x, x, x, graph)])
        self._file.write(data[len(head()) : data.index(b" {\n") + 3])
        self._file.writelines(joined_bodies(bodies))
        self._file.write(b"}\n")
