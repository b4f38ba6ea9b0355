"""The statements of one source as a table: property → what has it → its value, made in one pass over its lines.

What a check asks of a source stands together here, so that none of them needs a store. A thing that has several values of
a property has the first of them in the table and the others beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import pyoxigraph as ox

from yili_kg.graph.lines import Lines
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["Table", "Tables"]

_TYPE = str(T.a).encode()
_QUOTE = ord('"')
_NOTHING: dict[bytes, bytes] = {}


class Table:
    """Some statements by their property; terms are as N-Triples have them.

    `first` has of each property each subject with one value, `more` the further ones; the same statement in two named
    graphs stands in both.
    """

    __slots__ = ("first", "more")

    def __init__(self, lines: Lines) -> None:
        self.first: dict[bytes, dict[bytes, bytes]] = {}
        self.more: dict[bytes, list[tuple[bytes, bytes]]] = {}
        for some, end in lines.each():
            self._take(some, end)

    def _take(self, lines: Sequence[bytes], end: int) -> None:
        first = self.first
        last = b""
        for line in lines:
            subject, predicate, value = line.split(b" ", 2)
            if subject == last:
                subject = last  # one object for all that is said of a thing
            else:
                last = subject
            value = value[:end]
            try:
                held = first[predicate]
            except KeyError:
                held = first[predicate] = {}
            if held.setdefault(subject, value) is not value:
                self.more.setdefault(predicate, []).append((subject, value))

    def pairs(self, predicate: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Subject and value of all statements of a property."""
        yield from self.first.get(predicate, _NOTHING).items()
        yield from self.more.get(predicate, ())

    def types(self) -> Iterator[tuple[bytes, bytes]]:
        """Subject and class, of what is said to be of one."""
        return self.pairs(_TYPE)

    def every(self) -> Iterator[tuple[bytes, Iterator[tuple[bytes, bytes]]]]:
        """Each property with subject and value of its statements."""
        for predicate in self.first:
            yield predicate, self.pairs(predicate)


class Tables:
    """Several tables as one, asked as a store is: IRIs and literals are told by their values alone."""

    __slots__ = ("_names", "parts")

    def __init__(self, *parts: Table) -> None:
        self.parts = parts
        self._names: dict[bytes, str] = {}

    def values_of(self, predicate: ox.NamedNode) -> dict[str, str]:
        """Subject → value, for a property of which nothing has more than one."""
        asked = str(predicate).encode()
        found: dict[str, str] = {}
        for part in self.parts:
            for subject, value in part.first.get(asked, _NOTHING).items():
                found[self._named(subject)] = _literal(value) if value[0] == _QUOTE else self._named(value)
        return found

    def all_of(self, predicate: ox.NamedNode) -> dict[str, list[str]]:
        """Subject → values."""
        asked = str(predicate).encode()
        found: dict[str, list[str]] = {}
        for part in self.parts:
            for subject, value in part.pairs(asked):
                told = _literal(value) if value[0] == _QUOTE else self._named(value)
                found.setdefault(self._named(subject), []).append(told)
        return found

    def triples(self, *, properties: Iterable[str], classes: Collection[str]) -> bytes:
        """The statements of some properties, and those which say that something is of one of some classes, as N-Triples."""
        wanted = [name.encode() for name in properties]
        of = {name.encode() for name in classes}
        found: list[bytes] = []
        for part in self.parts:
            found += [b"%s %s %s .\n" % (s, name, value) for name in wanted for s, value in part.pairs(name)]
            found += [b"%s %s %s .\n" % (s, _TYPE, value) for s, value in part.types() if value in of]
        return b"".join(found)

    def _named(self, term: bytes) -> str:
        found = self._names.get(term)
        if found is None:
            found = self._names[term] = term[1:-1].decode() if term[:1] == b"<" else term[2:].decode()
        return found


def _literal(value: bytes) -> str:
    """The words of a literal, by themselves."""
    if b"\\" not in value:
        return value[1 : value.rindex(b'"')].decode()
    (told,) = ox.parse(b"<x:s> <x:p> %s .\n" % value, format=ox.RdfFormat.N_TRIPLES)
    return str(getattr(told.object, "value", ""))
