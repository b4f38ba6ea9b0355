"""Statements by their subjects: what is written, checked and asked of a source is made from these.

What is said of a subject one statement behind the other is a block: the subject, the properties, the values. A term is
spelled once, as N-Triples have it, and is the same object wherever it stands; things of a kind are said the same properties
of, so that a whole block is put into a form made once for these (`N-Quads` here, TriG in graph/bodies.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pyoxigraph as ox

from yili_kg.graph.vocabulary import Statement

__all__ = ["Block", "Blocks", "as_quads", "in_order", "lines_in", "triples_in"]


class Block(NamedTuple):
    """A subject with its properties and their values, in the order in which they are said; none is said twice."""

    subject: bytes
    predicates: tuple[bytes, ...]
    values: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Blocks:
    """Named graph (its IRI), by name → its statements, each once, in the order in which they were made.

    No two blocks one behind the other are on the same subject.
    """

    graphs: dict[str, list[Block]]

    @classmethod
    def of(cls, statements: Iterable[Statement | ox.Quad]) -> Blocks:
        """The blocks of statements, each of which is in a named graph."""
        spelled, forms = _Spelled(), dict[tuple[bytes, ...], tuple[bytes, ...]]()
        found: dict[bytes, _Graph] = {}
        subject: object = None
        graph: object = None
        said: list[object] = []
        for one, predicate, value, home in statements:
            if one is not subject or home is not graph:
                subject, graph, name = one, home, spelled[home]
                here = found.get(name)
                if here is None:
                    here = found[name] = _Graph(spelled, forms)
                said = here.on(spelled[one])
            said += predicate, value
        return cls({name[1:-1].decode(): found[name].closed() for name in sorted(found)})

    def parted(self, wanted: Callable[[str], bool]) -> tuple[Blocks, Blocks]:
        """The graphs whose IRI is wanted, and the others."""
        yes = {name: blocks for name, blocks in self.graphs.items() if wanted(name)}
        return Blocks(yes), Blocks({name: blocks for name, blocks in self.graphs.items() if name not in yes})

    def every(self) -> Iterator[bytes]:
        """All statements as N-Quads, a graph after the other, the lines of a block together."""
        for name, blocks in self.graphs.items():
            yield from lines_in(blocks, name)


def lines_in(blocks: Iterable[Block], graph: str) -> Iterator[bytes]:
    """Blocks of a named graph as N-Quads, the lines of each together."""
    return _formed(blocks, b" <%b> .\n" % graph.encode())


def triples_in(blocks: Iterable[Block]) -> Iterator[bytes]:
    """Blocks as N-Triples, the lines of each together."""
    return _formed(blocks, b" .\n")


def _formed(blocks: Iterable[Block], end: bytes) -> Iterator[bytes]:
    end = end.replace(b"%", b"%%")
    forms: dict[tuple[bytes, ...], bytes] = {}
    for subject, predicates, values in blocks:
        form = forms.get(predicates)
        if form is None:
            form = b"".join(b"%%b %b %%b%b" % (p.replace(b"%", b"%%"), end) for p in predicates)
            forms[predicates] = form
        terms = [subject] * (2 * len(values))
        terms[1::2] = values
        yield form % tuple(terms)


def in_order(blocks: Iterable[Block]) -> Iterator[Block]:
    """All that some blocks say, each statement once, sorted as its lines would be.

    No IRI is the beginning of another one, brackets and all, so that lines are sorted where their terms are.
    """
    on: dict[bytes, list[Block]] = {}
    for block in blocks:
        on.setdefault(block.subject, []).append(block)
    orders: dict[tuple[bytes, ...], list[int]] = {}
    for subject in sorted(on):
        some = on[subject]
        _, predicates, values = some[0]
        if len(some) == 1 and len(set(predicates)) == len(predicates):
            order = orders.get(predicates)
            if order is None:
                order = orders[predicates] = sorted(range(len(predicates)), key=predicates.__getitem__)
            yield Block(subject, tuple([predicates[n] for n in order]), tuple([values[n] for n in order]))
        else:
            pairs = sorted({pair for block in some for pair in zip(*block[1:], strict=True)})
            yield Block(subject, *zip(*pairs, strict=True))


def as_quads(statements: Iterable[Statement]) -> Iterator[ox.Quad]:
    """Statements as those of pyoxigraph, which take forty times as long to make: for who puts them into a store."""
    return (ox.Quad(*statement) for statement in statements)


class _Spelled(dict[object, bytes]):
    """Terms as N-Triples have them, each spelled once."""

    def __missing__(self, term: object) -> bytes:
        found = self[term] = str(term).encode()
        return found


class _Graph:
    """The blocks of a named graph, while statements come."""

    __slots__ = ("_blocks", "_forms", "_said", "_spelled", "_subject", "_there")

    def __init__(self, spelled: _Spelled, forms: dict[tuple[bytes, ...], tuple[bytes, ...]]) -> None:
        self._spelled, self._forms = spelled, forms
        self._blocks: list[Block] = []
        self._subject = b""
        self._said: list[object] = []
        #: Subject → its only block or, where it has several, all that is said of it.
        self._there: dict[bytes, Block | set[tuple[bytes, bytes]]] = {}

    def on(self, subject: bytes) -> list[object]:
        """Where what is said of a subject is put: property, value, property, value …"""
        if subject != self._subject:
            self._close()
            self._subject, self._said = subject, []
        return self._said

    def closed(self) -> list[Block]:
        """All blocks, when no more statements come."""
        self._close()
        self._subject, self._said = b"", []
        return self._blocks

    def _close(self) -> None:
        """Make a block of what was said last, without what was said before."""
        if not self._said:
            return
        terms = list(map(self._spelled.__getitem__, self._said))
        predicates, values = tuple(terms[::2]), tuple(terms[1::2])
        block = Block(self._subject, self._forms.setdefault(predicates, predicates), values)
        before = self._there.setdefault(self._subject, block)
        if before is not block:
            self._add_new(block, before)
        elif len(set(predicates)) < len(predicates) and len(set(zip(predicates, values, strict=True))) < len(values):
            self._add_new(block, set())
        else:
            self._blocks.append(block)

    def _add_new(self, block: Block, before: Block | set[tuple[bytes, bytes]]) -> None:
        """Add what a block says that was not said before; to the last block, where that is on the same subject."""
        seen = before if isinstance(before, set) else set(zip(*before[1:], strict=True))
        self._there[block.subject] = seen
        new = [pair for pair in dict.fromkeys(zip(*block[1:], strict=True)) if pair not in seen]
        seen.update(new)
        if self._blocks and self._blocks[-1].subject == block.subject:
            new = [*zip(*self._blocks.pop()[1:], strict=True), *new]
        if new:
            predicates, values = zip(*new, strict=True)
            self._blocks.append(Block(block.subject, self._forms.setdefault(predicates, predicates), values))
