"""The TriG of a build, read as Oxigraph has written it, many lines at once: a fraction of the time that parsing it takes.

A line holds the values of one property of one subject; a subject stands behind one TAB, a property that goes on with the
subject before it behind two. Terms stay as they are written there: each has one way in which it is written, so that the
same term is the same bytes. Whoever wants to know more of some statements has them parsed (`parsed`).

A TriG laid out otherwise (other prefixes, a statement over several lines, several in one) says the same to a parser and
something else, or nothing, here: it is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.bodies import head
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Row", "Stretch", "Tally", "lines_with", "named", "parsed", "rows", "stretches", "token", "valued"]

#: So many bytes are read at once.
_AT_ONCE = 1 << 20
_BEGIN, _END = b" {\n", b"}\n"
_TAB, _SEVERAL = ord("\t"), b" , "
_PREFIX, _STOPS = b"@prefix ", (b" ;\n", b" .\n")
_VALUE = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"[^ ]*|[^ ",]\S*')


#: A line, behind a line end.
_LINE = re.compile(rb'\n\t(?:\t|[^\t\n ]+ )[^ \n]+ (?:[^ "\n][^ \n]*|"[^\n]*|[^\n]+ , [^\n]*) [;.](?=\n)')

#: A statement: its named graph, its subject, its property and its value, as they are written.
Row = tuple[bytes, bytes, bytes, bytes]


def valued(properties: Iterable[bytes]) -> re.Pattern[bytes]:
    """What finds the property of each line, and of these properties what stands behind it too; for `Stretch.tally`."""
    names = b"|".join(map(re.escape, sorted(properties)))
    return re.compile(rb"\n\t(?:\t|[^\t\n ]+ )((?:%s) [^\n]*|[^ \n]+)" % names)


def lines_with(*, properties: Iterable[bytes] = (), classes: Iterable[bytes] = ()) -> bytes:
    """What finds, as a regular expression, the lines with one of some properties or that give a thing one of some classes;
    for `Stretch.rows`. A line found may say more: its statements are to be looked at."""
    said = [rb"%s [^\n]*" % re.escape(name) for name in properties]
    said += [rb"a (?:[^\n]* )?%s [^\n]*" % re.escape(name) for name in classes]
    return rb"\n\t(?:\t|[^\t\n ]+ )(?:%s)" % b"|".join(said)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many statements have each property, and of some properties how many have each value; each as it first comes."""

    properties: dict[bytes, int]
    values: dict[bytes, dict[bytes, int]]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some lines of a named graph, each behind a line end; `subject` is that with which the lines before them end.

    That they are laid out as lines is known; whether each is one statement or a row of values is seen where it is read.
    """

    trig: Path
    graph: bytes
    subject: bytes
    text: bytes

    def number(self) -> int:
        """How many statements there are."""
        return self.text.count(b"\n") - 1 + sum(number - 1 for _, number in self._several())

    def tally(self, wanted: re.Pattern[bytes]) -> Tally:
        """How many statements have which property, with values of those in `wanted` (`valued`).

        Raises QueryError for a line that is no statement.
        """
        lines = Counter(wanted.findall(self.text))
        if lines.total() != self.text.count(b"\n") - 1:
            raise _otherwise(self.trig)
        found = Tally({}, {})
        for said, number in lines.items():
            name, _, written = said.partition(b" ")
            values = self._values(written[:-2]) if written else ()
            found.properties[name] = found.properties.get(name, 0) + number * (len(values) or 1)
            for value in values:
                of_it = found.values.setdefault(name, {})
                of_it[value] = of_it.get(value, 0) + number
        for name, number in self._several():
            if name not in found.values:
                found.properties[name] += number - 1
        return found

    def rows(self, some: re.Pattern[bytes] | None = None) -> Iterator[Row]:
        """The statements in their order; with `some` those in the lines that it finds (whole lines, each with its line end
        before it). Raises QueryError for a line that is none."""
        text, subject, behind = self.text, self.subject, 0
        for begin, end in (found.span() for found in some.finditer(text)) if some else [(0, len(text) - 1)]:
            subject = _subject(text, behind, begin) or subject
            behind = end
            for line in text[begin + 1 : end].split(b"\n"):
                predicate, _, value = line[2:-2].partition(b" ")
                if line[1] != _TAB:
                    subject, _, value = line[1:-2].partition(b" ")
                    predicate, _, value = value.partition(b" ")
                for one in self._values(value):
                    yield self.graph, subject, predicate, one

    def body(self) -> bytes:
        """The lines as a body that can stand by itself."""
        lines = self.text[1:]
        if lines[1] == _TAB:
            lines = b"\t%s %s" % (self.subject, lines[2:])
        return lines[:-3] + _STOPS[1]

    def last(self) -> bytes:
        """The subject with which it ends."""
        return _subject(self.text, 0, len(self.text)) or self.subject

    def _several(self) -> Iterator[tuple[bytes, int]]:
        """The property of each line that has several values, and how many."""
        text = self.text
        at = text.find(_SEVERAL)
        while at >= 0:
            begin, end = text.rindex(b"\n", 0, at) + 1, text.index(b"\n", at)
            line = text[begin + 2 : end - 2] if text[begin + 1] == _TAB else text[begin : end - 2].partition(b" ")[2]
            name, _, values = line.partition(b" ")
            yield name, len(self._values(values))
            at = text.find(_SEVERAL, end)

    def _values(self, written: bytes) -> list[bytes]:
        """What stands behind a property, value by value. Raises QueryError where it is none, or no row of some."""
        if written and b" " not in written:
            return [written]
        found = _VALUE.findall(written)
        if not found or _SEVERAL.join(found) != written:
            raise _otherwise(self.trig)
        return found


def _subject(text: bytes, begin: int, end: int) -> bytes:
    """The last subject in some lines; none where they go on with one from before them."""
    at = text.rfind(b"\n\t", begin, end)
    while at >= 0 and text[at + 2] == _TAB:
        at = text.rfind(b"\n\t", begin, at)
    return b"" if at < 0 else text[at + 2 : text.index(b" ", at)]


def stretches(trig: Path, only: Collection[bytes] | None = None) -> Iterator[Stretch]:
    """The lines of each named graph (with `only`: of those that are so written), a bounded number at a time.

    Raises OSError, and QueryError where the file, or of it what is given, is not laid out as a build lays it out.
    """
    graph = subject = b""
    with trig.open("rb") as file:
        number, ahead = _behind_head(file, trig)
        while data := ahead + file.read(_AT_ONCE) + file.readline():
            ahead, begin = b"", 0
            while begin < len(data):
                if not graph:
                    end = data.find(b"\n", begin) + 1 or len(data)
                    graph, subject = data[begin:end].removesuffix(_BEGIN), b""
                    if end - begin - len(graph) != len(_BEGIN) or data[begin] == _TAB:
                        raise _otherwise(trig, number + data.count(b"\n", 0, begin))
                    begin = end
                    continue
                end = begin if data.startswith(_END, begin) else data.find(b"\n" + _END, begin) + 1 or len(data)
                if only is None or graph in only:
                    here = Stretch(trig, graph, subject, b"\n" + data[begin:end])
                    fault = _fault(here)
                    if fault is not None:
                        raise _otherwise(trig, number + data.count(b"\n", 0, begin) + fault)
                    if len(here.text) > 1:
                        yield here
                        subject = here.last()
                graph, begin = (b"", end + len(_END)) if end < len(data) else (graph, end)
            number += data.count(b"\n")
    if graph:
        raise _otherwise(trig, number)


def _behind_head(file: IO[bytes], trig: Path) -> tuple[int, bytes]:
    """How many lines stand before the first named graph, and its first line; they are the prefixes of this project."""
    said: set[bytes] = set()
    for line in file:
        if not line.startswith(_PREFIX):
            if said == set(head().splitlines(keepends=True)):
                return len(said), line
            break
        said.add(line)
    else:
        if not said:
            return 0, b""
    raise _otherwise(trig, len(said))


def _fault(here: Stretch) -> int | None:
    """The first line that does not stand behind a TAB or does not end a statement; None for none.

    Where they open a body, the first of them has a subject.
    """
    text = here.text
    if len(text) == 1:
        return None
    if text[1] == _TAB and text.endswith(_STOPS) and (here.subject or text[2] != _TAB):
        lines = text.count(b"\n") - 1
        if sum(text.count(stop + b"\t") for stop in _STOPS) == lines - 1:
            return None
    told = text[1:].split(b"\n")
    if not here.subject and told[0].startswith(b"\t\t"):
        return 0
    return next((at for at, line in enumerate(told) if not _LINE.match(b"\n%s\n" % line)), len(told) - 1)


def _otherwise(trig: Path, line: int | None = None) -> QueryError:
    return QueryError(
        "the graph is not laid out as a build lays it out",
        where=str(trig) if line is None else f"{trig}:{line + 1}",
        advice="build the graph again with this version, and leave its yili.trig as it was written",
    )


def rows(trig: Path) -> Iterator[Row]:
    """All statements, in the order in which they are written. Raises OSError, and QueryError as `stretches`."""
    for stretch in stretches(trig):
        yield from stretch.rows()


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
