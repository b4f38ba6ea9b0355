"""The TriG of a build, read as Oxigraph has written it, line by line: a fraction of the time that parsing it takes.

A line holds the values of one property of one subject; a subject stands behind one TAB, a property that goes on with the
subject before it behind two. Terms stay as they are written there: each has one way in which it is written, so that the
same term is the same bytes. Whoever wants to know more of some statements has them parsed (`parsed`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyoxigraph as ox

from yili_kg.graph.bodies import head
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Row", "named", "numbered", "parsed", "pieces", "rows", "token"]

#: So many bytes are read at once.
_AT_ONCE = 1 << 20
_BEGIN, _END = b" {\n", b"}\n"
_TAB, _SEVERAL = ord("\t"), b" , "
_VALUE = re.compile(rb'"(?:[^"\\]|\\.)*"[^ ]*|[^ ",]\S*')


#: A statement: its named graph, its subject, its property and its value, as they are written.
Row = tuple[bytes, bytes, bytes, bytes]


def pieces(trig: Path) -> Iterator[tuple[bytes, list[bytes]]]:
    """The lines of each named graph, behind its name as it is written, a bounded number at a time. Raises OSError."""
    graph = b""
    with trig.open("rb") as file:
        while lines := file.readlines(_AT_ONCE):
            begin = 0
            while begin < len(lines):
                if not graph:
                    begin = next((n for n in range(begin, len(lines)) if lines[n].endswith(_BEGIN)), len(lines))
                    if begin < len(lines):
                        graph, begin = lines[begin][: -len(_BEGIN)], begin + 1
                    continue
                try:
                    end = lines.index(_END, begin)
                except ValueError:
                    yield graph, lines[begin:]
                    break
                yield graph, lines[begin:end]
                graph, begin = b"", end + 1


def rows(trig: Path) -> Iterator[Row]:
    """All statements, in the order in which they are written. Raises OSError."""
    subject = b""
    for graph, lines in pieces(trig):
        for line in lines:
            if line[1] == _TAB:
                predicate, value = line[2:-3].split(b" ", 1)
            else:
                subject, predicate, value = line[1:-3].split(b" ", 2)
            if _SEVERAL in value:
                for one in _VALUE.findall(value):
                    yield graph, subject, predicate, one
            else:
                yield graph, subject, predicate, value


def numbered(lines: Iterable[bytes]) -> int:
    """How many statements stand in lines of a graph."""
    return sum(len(_VALUE.findall(_values(line))) if _SEVERAL in line else 1 for line in lines)


def _values(line: bytes) -> bytes:
    """What stands in a line behind the property."""
    return line[2:-3].split(b" ", 1)[1] if line[1] == _TAB else line[1:-3].split(b" ", 2)[2]


def token(term: ox.NamedNode) -> bytes:
    """An IRI as it is written where a value stands."""
    x = ox.NamedNode("x:x")
    data = ox.serialize([ox.Triple(x, x, term)], format=ox.RdfFormat.TURTLE, prefixes=PREFIXES) or b""
    return data[:-3].rpartition(b" ")[2]


def named(graph: bytes) -> str:
    """The IRI of a named graph by its name as it is written."""
    (quad,) = parsed([(graph, b"c:x", b"a", b"c:x")])
    return str(getattr(quad.graph_name, "value", ""))


def parsed(some: Iterable[Row]) -> list[ox.Quad]:
    """Statements as what they say, in their order."""
    lines = [b"%s {%s %s %s}\n" % row for row in some]
    return list(ox.parse(b"".join((head(), *lines)), format=ox.RdfFormat.TRIG)) if lines else []
