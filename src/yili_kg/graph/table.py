"""The statements of one source as a table: property → what has it → its value, made from its blocks.

What a check asks of a source stands together here, so that none of them needs a store. A thing that has several values of
a property has the first of them in the table and the others beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import pyoxigraph as ox

from yili_kg.graph.blocks import Block, Blocks
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

    def __init__(self, said: Blocks) -> None:
        self.first: dict[bytes, dict[bytes, bytes]] = {}
        self.more: dict[bytes, list[tuple[bytes, bytes]]] = {}
        for blocks in said.graphs.values():
            alike: dict[tuple[bytes, ...], list[Block]] = {}
            for block in blocks:
                alike.setdefault(block.predicates, []).append(block)
            for predicates, some in alike.items():
                subjects = [block.subject for block in some]
                columns = zip(*(block.values for block in some), strict=True)
                for predicate, values in zip(predicates, columns, strict=True):
                    self._take(predicate, subjects, values)

    def _take(self, predicate: bytes, subjects: Sequence[bytes], values: Sequence[bytes]) -> None:
        """Take in a property of some subjects, with its value for each."""
        held = self.first.setdefault(predicate, {})
        if held.keys().isdisjoint(subjects):
            found = dict(zip(subjects, values, strict=True))
            if len(found) == len(subjects):
                held.update(found)
                return
        more = self.more.setdefault(predicate, [])
        for subject, value in zip(subjects, values, strict=True):
            if subject in held:
                more.append((subject, value))
            else:
                held[subject] = value

    def pairs(self, predicate: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Subject and value of all statements of a property."""
        yield from self.first.get(predicate, _NOTHING).items()
        yield from self.more.get(predicate, ())

    def types(self) -> Iterator[tuple[bytes, bytes]]:
        """Subject and class, of what is said to be of one."""
        return self.pairs(_TYPE)

    def columns(self) -> Iterator[tuple[bytes, Collection[bytes], Collection[bytes]]]:
        """Each property with the subjects and the values of its statements, in the same order; one may come twice."""
        for predicate, held in self.first.items():
            yield predicate, held.keys(), held.values()
        for predicate, pairs in self.more.items():
            yield predicate, [subject for subject, _ in pairs], [value for _, value in pairs]


class Tables:
    """Several tables as one, asked as a store is: IRIs and literals are told by their values alone."""

    __slots__ = ("_told", "parts")

    def __init__(self, *parts: Table) -> None:
        self.parts = parts
        self._told = _Told()

    def values_of(self, predicate: ox.NamedNode) -> dict[str, str]:
        """Subject → value, for a property of which nothing has more than one."""
        asked, told = str(predicate).encode(), self._told.__getitem__
        found: dict[str, str] = {}
        for part in self.parts:
            held = part.first.get(asked, _NOTHING)
            found.update(zip(map(told, held.keys()), map(told, held.values()), strict=True))
        return found

    def all_of(self, predicate: ox.NamedNode) -> dict[str, list[str]]:
        """Subject → values."""
        asked, told = str(predicate).encode(), self._told
        found: dict[str, list[str]] = {}
        for part in self.parts:
            for subject, value in part.pairs(asked):
                found.setdefault(told[subject], []).append(told[value])
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


class _Told(dict[bytes, str]):
    """Terms as N-Triples have them → their values, each made once."""

    def __missing__(self, term: bytes) -> str:
        found = _literal(term) if term[0] == _QUOTE else term[1:-1].decode() if term[:1] == b"<" else term[2:].decode()
        self[term] = found
        return found


def _literal(value: bytes) -> str:
    """The words of a literal, by themselves."""
    if b"\\" not in value:
        return value[1 : value.rindex(b'"')].decode()
    (told,) = ox.parse(b"<x:s> <x:p> %s .\n" % value, format=ox.RdfFormat.N_TRIPLES)
    return str(getattr(told.object, "value", ""))
