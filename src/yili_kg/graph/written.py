"""The TriG of a build, read as Oxigraph has written it, line by line: a fraction of the time that parsing it takes.

A line holds the values of one property of one subject; a subject stands behind one TAB, a property that goes on with the
subject before it behind two. Terms stay as they are written there: each has one way in which it is written, so that the
same term is the same bytes. Whoever wants to know more of some statements has them parsed (`parsed`).

A TriG laid out otherwise (other prefixes, a statement over several lines, several in one) says the same to a parser and
something else, or nothing, here: it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.bodies import head
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Row", "named", "numbered", "parsed", "pieces", "rows", "token"]

#: So many bytes are read at once.
_AT_ONCE = 1 << 20
_BEGIN, _END = b" {\n", b"}\n"
_TAB, _SEVERAL = ord("\t"), b" , "
_PREFIX, _STOPS = b"@prefix ", (b" ;\n", b" .\n")
_VALUE = re.compile(rb'"(?:[^"\\]|\\.)*"[^ ]*|[^ ",]\S*')


#: A statement: its named graph, its subject, its property and its value, as they are written.
Row = tuple[bytes, bytes, bytes, bytes]


def pieces(trig: Path) -> Iterator[tuple[bytes, list[bytes]]]:
    """The lines of each named graph, behind its name as it is written, a bounded number at a time.

    Raises OSError, and QueryError where the file is not laid out as a build lays it out.
    """
    graph, number, opens = b"", 0, True
    with trig.open("rb") as file:
        number, ahead = _behind_head(file, trig)
        while lines := [*ahead, *file.readlines(_AT_ONCE)]:
            ahead, begin = [], 0
            while begin < len(lines):
                if not graph:
                    if not lines[begin].endswith(_BEGIN) or lines[begin][0] == _TAB:
                        raise _otherwise(trig, number + begin)
                    graph, begin, opens = lines[begin][: -len(_BEGIN)], begin + 1, True
                    continue
                try:
                    end = lines.index(_END, begin)
                except ValueError:
                    end = len(lines)
                here = lines[begin:end]
                fault = _fault(here, opens=opens)
                if fault is not None:
                    raise _otherwise(trig, number + begin + fault)
                if here:
                    opens = False
                    yield graph, here
                if end < len(lines):
                    graph, end = b"", end + 1
                begin = end
            number += len(lines)
    if graph:
        raise _otherwise(trig, number)


def _behind_head(file: IO[bytes], trig: Path) -> tuple[int, list[bytes]]:
    """How many lines stand before the first named graph, and its first line; they are the prefixes of this project."""
    said: set[bytes] = set()
    for line in file:
        if not line.startswith(_PREFIX):
            if said == set(head().splitlines(keepends=True)):
                return len(said), [line]
            break
        said.add(line)
    else:
        if not said:
            return 0, []
    raise _otherwise(trig, len(said))


def _fault(lines: list[bytes], *, opens: bool) -> int | None:
    """The first of some lines of a body that does not stand behind a TAB or does not end a statement; None for none.

    Where they open a body, the first of them has a subject.
    """
    if opens and lines and lines[0].startswith(b"\t\t"):
        return 0
    return next((at for at, line in enumerate(lines) if line[0] != _TAB or line[-3:] not in _STOPS), None)


def _otherwise(trig: Path, line: int | None = None) -> QueryError:
    return QueryError(
        "the graph is not laid out as a build lays it out",
        where=str(trig) if line is None else f"{trig}:{line + 1}",
        advice="build the graph again with this version, and leave its yili.trig as it was written",
    )


def rows(trig: Path) -> Iterator[Row]:
    """All statements, in the order in which they are written. Raises OSError, and QueryError as `pieces`."""
    subject = b""
    for graph, lines in pieces(trig):
        for line in lines:
            predicate, _, value = line[2:-3].partition(b" ")
            if line[1] != _TAB:
                subject, _, value = line[1:-3].partition(b" ")
                predicate, _, value = value.partition(b" ")
            if not value:
                raise _otherwise(trig)
            if _SEVERAL in value:
                several = _VALUE.findall(value)
                if _SEVERAL.join(several) != value:
                    raise _otherwise(trig)
                for one in several:
                    yield graph, subject, predicate, one
            elif b" " in value and not _VALUE.fullmatch(value):
                raise _otherwise(trig)
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
