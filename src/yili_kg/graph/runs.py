"""Statements on disk: a run for each source, several runs as one graph, without ever holding all of it in memory.

A run is made of the statements of one source (or of what is known, or of what sources add up to), each once, as these files:

| file | what is in it |
|---|---|
| `NAME.nt` | those triples that the Turtle of the knowledge holds, as lines of N-Triples, sorted, with those on what they point at (graph/closure.py) |
| `NAME.body` | all statements as TriG has them, without the names and braces of the graphs: a graph after the other, in each in the order in which they were made |
| `NAME.at`, `NAME.nt-at` | where in `NAME.body`, outside of the knowledge, and in `NAME.nt` what is said of a subject stands (graph/looked_up.py) |
| `NAME.want` | what they point at and the run does not describe: an IRI a line, sorted |

Where each named graph begins in the first is told beside it (`Run.places`). `Runs` puts runs together: for the TriG a graph
after the other, in each run after run, a statement that an earlier run has left out; for the Turtle the sorted lines are
merged. Both come out as if all statements had been sorted in memory. What is held is a digest of each statement of one
named graph that several runs have, but of those on the sources' own things (the claims; the books that are cited; words),
and some thousand statements on their way.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress, pairwise
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.blocks import Block, Blocks, in_order, lines_in, triples_in
from yili_kg.graph.bodies import TrigWriter, bodies_of, body_of, lines_of, said_in, tokens_of, trig_of
from yili_kg.graph.closure import closed, described, may_describe
from yili_kg.graph.lines import subject_of
from yili_kg.graph.looked_up import index_of, lines_on, merged, pieces_on
from yili_kg.graph.vocabulary import BASE
from yili_kg.graph.write import is_knowledge

__all__ = ["Run", "Runs", "file_lines", "write_run"]

#: So many lines are parsed at once.
_LINES = 20_000
#: Where in a body another subject begins.
_SUBJECT = re.compile(rb"^\t(?!\t)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Statements on disk; `graphs` are the named graphs in order: name as written, number of statements.

    `places` says where the body of each begins in the file, and how many bytes it is; `others` has of each, if
    they are of a source, the lines on what is not the source's own: number and digest.
    """

    stem: Path
    graphs: tuple[tuple[str, int], ...]
    places: Mapping[str, tuple[int, int]]
    others: Mapping[str, tuple[tuple[int, bytes], ...]]

    def body(self, name: str) -> bytes:
        """The statements of a named graph as TriG has them between its braces. Raises OSError."""
        begin, length = self.places[name]
        with self.bodies.open("rb") as file:
            file.seek(begin)
            return file.read(length)

    def lines(self, name: str) -> list[bytes]:
        """The same as lines of N-Quads. Raises OSError."""
        return lines_of(name[1:-1], self.body(name))

    def quads(self) -> Iterator[ox.Quad]:
        """All statements. Raises OSError."""
        for name, _ in self.graphs:
            yield from said_in(name[1:-1], self.body(name))

    def trig(self) -> bytes:
        """All statements as TriG. Raises OSError."""
        return trig_of((name[1:-1], self.body(name)) for name, _ in self.graphs)

    @property
    def bodies(self) -> Path:
        """The file of all statements, as TriG has them without the named graphs' names and braces."""
        return self.stem.with_suffix(".body")

    @property
    def knowledge(self) -> Path:
        """The file of those that the Turtle of the knowledge holds."""
        return self.stem.with_suffix(".nt")

    @property
    def wanted(self) -> Path:
        """The file of what the knowledge points at and the run does not describe."""
        return self.stem.with_suffix(".want")

    @property
    def index(self) -> Path:
        """Where in the file of all statements those stand that may describe what the knowledge points at."""
        return self.stem.with_suffix(".at")

    @property
    def known(self) -> Path:
        """Where in the file of the knowledge its subjects stand."""
        return self.stem.with_suffix(".nt-at")

    def remove(self) -> None:
        """Take the files away, if they are there."""
        self.index.unlink(missing_ok=True)
        self.known.unlink(missing_ok=True)
        self.wanted.unlink(missing_ok=True)
        self.bodies.unlink(missing_ok=True)
        self.knowledge.unlink(missing_ok=True)


def write_run(stem: Path, said: Blocks, *, of_a_source: bool = False) -> Run:
    """Write statements as a run; those `of_a_source` may be said again by others. Raises OSError."""
    graphs: list[tuple[str, int]] = []
    places: dict[str, tuple[int, int]] = {}
    shared: dict[str, tuple[tuple[int, bytes], ...]] = {}
    index: list[bytes] = []
    tokens = tokens_of(_terms(said))
    with stem.with_suffix(".body").open("wb") as file:
        for name, blocks in said.graphs.items():
            bodies, begin = list(bodies_of(blocks, tokens)), file.tell()
            if may_describe(name) and not is_knowledge(name):
                index.append(index_of(zip((b.subject for b in blocks), map(len, bodies), strict=True), begin))
            file.writelines(bodies)
            places[f"<{name}>"] = begin, file.tell() - begin
            graphs.append((f"<{name}>", sum(len(block.values) for block in blocks)))
            if of_a_source:
                shared[f"<{name}>"] = tuple(_digests(name, blocks))
    stem.with_suffix(".at").write_bytes(b"".join(index))
    known, others = said.parted(is_knowledge)
    more, lacking = closed(others, known)
    _write_knowledge(stem, chain(*known.graphs.values(), more))
    stem.with_suffix(".want").write_text("".join(f"{iri}\n" for iri in lacking), encoding="utf-8")
    return Run(stem=stem, graphs=tuple(graphs), places=places, others=shared)


def _terms(said: Blocks) -> set[bytes]:
    """All terms of some statements."""
    found: set[bytes] = set()
    for block in chain(*said.graphs.values()):
        found.add(block.subject)
        found.update(block.predicates)
        found.update(block.values)
    return found


def _write_knowledge(stem: Path, blocks: Iterable[Block]) -> None:
    """Write what some blocks say sorted, each statement once, and where that on each subject stands. Raises OSError."""
    told = list(in_order(blocks))
    texts = list(triples_in(told))
    stem.with_suffix(".nt-at").write_bytes(index_of(zip((b.subject for b in told), map(len, texts), strict=True)))
    with stem.with_suffix(".nt").open("wb") as file:
        file.writelines(texts)


def _digests(graph: str, blocks: Sequence[Block]) -> Iterator[tuple[int, bytes]]:
    """The lines of a named graph that are on things of which other sources may speak too: number and digest.

    What has the id of a segment of the edition in its IRI is of one source, whose statements are made once.
    """
    _, edition, name = graph.partition("/graph/")[2].partition("/")
    own = f".{name}.".encode()
    others = [not edition or own not in block.subject for block in blocks]
    texts = lines_in(compress(blocks, others), graph)
    first = 0
    for block, is_other in zip(blocks, others, strict=True):
        if is_other:
            for number, line in enumerate(next(texts).splitlines(keepends=True), first):
                yield number, _digest(line)
        first += len(block.values)


def _digest(line: bytes) -> bytes:
    return hashlib.blake2b(line, digest_size=16).digest()


class Runs:
    """Several runs as one graph; the order of the runs is that in which their statements were made."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self._runs: list[Run] = []
        self._pieces: dict[str, list[tuple[Run, int]]] = {}
        for run in runs:
            self._take(run)
        #: Named graph → the lines of it, counted over all its runs, that say again what one before them says.
        self._again = {name: again for name in self._pieces if (again := self._repeated(name))}

    def add(self, run: Run) -> None:
        """Put one more run behind the others; its named graphs are its own."""
        assert not self._pieces.keys() & {name for name, _ in run.graphs}
        self._take(run)

    def _take(self, run: Run) -> None:
        self._runs.append(run)
        for name, number in run.graphs:
            self._pieces.setdefault(name, []).append((run, number))

    def remove(self) -> None:
        """Take the files of all runs away."""
        for run in self._runs:
            run.remove()

    def counts(self) -> dict[str, int]:
        """Named graph (its IRI) → how many statements it has, by name."""
        found = {
            name[1:-1]: sum(number for _, number in pieces) - len(self._again.get(name, ()))
            for name, pieces in self._pieces.items()
        }
        return dict(sorted(found.items()))

    def write_trig(self, path: Path) -> None:
        """All statements, each once, a named graph after the other, as TriG. Raises OSError.

        What a run has said first is copied as it was written where the run was made.
        """
        with path.open("wb") as file:
            trig = TrigWriter(file)
            for name in sorted(self._pieces):
                trig.write(ox.NamedNode(name[1:-1]), self._bodies(name))

    def _bodies(self, name: str) -> Iterator[bytes]:
        again = sorted(self._again.get(name, ()))
        first = 0
        for run, number in self._pieces[name]:
            said = again[bisect_left(again, first) : bisect_left(again, first + number)]
            body = run.body(name)
            if said:
                yield from _without(name[1:-1], body, [n - first for n in said])
            else:
                yield body
            first += number

    def graph(self, iri: str) -> Iterator[ox.Quad]:
        """The statements of a named graph, each once."""
        yield from _parsed(self._lines(f"<{iri}>"), ox.RdfFormat.N_QUADS)

    def triples(self, folder: Path) -> Iterator[ox.Triple]:
        """The triples of the knowledge and those on what they point at, each once, sorted. Writes into `folder`."""
        more = folder / "described.nt"
        with more.open("wb") as file:
            file.writelines(sorted(set(self._described())))
        pieces = merged([*(run.knowledge for run in self._runs), more])
        yield from chain.from_iterable(ox.parse(b"".join(lines), format=ox.RdfFormat.N_TRIPLES) for lines in pieces)
        more.unlink()

    def _described(self) -> Iterator[bytes]:
        """The statements on what the knowledge of a run points at and the same run does not describe, as lines of N-Triples."""
        wanted = {line for run in self._runs for line in run.wanted.read_text(encoding="utf-8").split("\n") if line}
        return described(wanted, self._known, self._on)

    def _known(self, things: set[bytes]) -> set[bytes]:
        """Those of some things that the knowledge describes."""
        return {subject_of(line) for run in self._runs for line in lines_on(run.knowledge, run.known, things)}

    def _on(self, things: set[bytes]) -> Iterator[bytes]:
        """The statements on some things outside of the knowledge, as lines of N-Triples."""
        for run in self._runs:
            found = said_in(BASE, b"".join(pieces_on(run.bodies, run.index, things)))
            data = ox.serialize((quad.triple for quad in found), format=ox.RdfFormat.N_TRIPLES) or b""
            yield from (line for line in data.splitlines(keepends=True) if subject_of(line) in things)

    def _repeated(self, name: str) -> frozenset[int]:
        if len(self._pieces[name]) == 1:
            return frozenset()
        seen: set[bytes] = set()
        again: set[int] = set()
        first = 0
        for run, number in self._pieces[name]:
            others = run.others.get(name)
            if others is None:
                others = tuple(enumerate(map(_digest, run.lines(name))))
            for place, digest in others:
                if digest in seen:
                    again.add(first + place)
                seen.add(digest)
            first += number
        return frozenset(again)

    def _lines(self, name: str) -> Iterator[bytes]:
        again = self._again.get(name, frozenset())
        return (line for number, line in enumerate(self._every(name)) if number not in again)

    def _every(self, name: str) -> Iterator[bytes]:
        for run, _ in self._pieces[name]:
            yield from run.lines(name)


def _without(graph: str, body: bytes, gone: Sequence[int]) -> Iterator[bytes]:
    """The body of a named graph (its IRI) without some of its statements (by number, in order), in pieces.

    What is said of one subject one behind the other is written anew where one of it goes; the rest is copied.
    """
    begins = [match.start() for match in _SUBJECT.finditer(body)]
    done = first = at = 0
    for begin, end in pairwise((*begins, len(body))):
        if at == len(gone):
            break
        said = body[begin:end]
        number = _number(graph, said)
        before = at
        while at < len(gone) and gone[at] < first + number:
            at += 1
        if at > before:
            yield body[done:begin]
            if at - before < number:
                left = [line for n, line in enumerate(lines_of(graph, said), first) if n not in gone[before:at]]
                yield body_of(ox.parse(b"".join(left), format=ox.RdfFormat.N_QUADS))
            done = end
        first += number
    yield body[done:]


def _number(graph: str, said: bytes) -> int:
    """How many statements a body has: one on each line, but for several values of a property."""
    if b" , " not in said:
        return said.count(b"\n")
    return sum(1 for _ in said_in(graph, said)) if b'"' in said else said.count(b"\n") + said.count(b" , ")


def file_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, each with its end."""
    with path.open("rb") as file:
        yield from file


def _parsed(lines: Iterable[bytes], form: ox.RdfFormat) -> Iterator[Any]:
    """The statements of lines, blank nodes under the names that they have there."""
    held: list[bytes] = []
    for line in lines:
        held.append(line)
        if len(held) == _LINES:
            yield from ox.parse(b"".join(held), format=form)
            held.clear()
    if held:
        yield from ox.parse(b"".join(held), format=form)
