"""The statements of one source as a table: property → what has it → its value, made from its blocks.

What a check asks of a source stands together here, so that none of them needs a store. A thing that has several values of
a property has the first of them in the table and the others beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

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

    def triples(self, *, properties: Mapping[str, Collection[str] | None], classes: Collection[str]) -> bytes:
        """The statements of some properties, and those which say that something is of one of some classes, as N-Triples.

        Of a property with classes, only those are given whose subject is of one of them.
        """
        of = {name.encode() for name in classes}
        types = [pair for part in self.parts for pair in part.types() if pair[1] in of]
        found = [b"%b %b %b .\n" % (subject, _TYPE, value) for subject, value in types]
        for name, only in properties.items():
            wanted = None if only is None else {s for s, value in types if value.decode() in only}
            line = b"%%b %b %%b .\n" % name.encode().replace(b"%", b"%%")
            pairs = chain.from_iterable(part.pairs(name.encode()) for part in self.parts)
            found += [line % pair for pair in pairs if wanted is None or pair[0] in wanted]
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
