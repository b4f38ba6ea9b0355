"""Whether a graph keeps to its shapes, asked a source at a time, so that the whole of it never lies in a store.

| which statements | where they are asked |
|---|---|
| all of a source that are not doubtful | where the source is analysed, in its process |
| what is known, what the sources add up to, and of each source what is said of things that others may speak of too (works that are cited, words, places, its edition) | together, when all sources are there |

What a statement points at and another part describes is told by its classes and schemes alone (`Known`): of a concept it is
known that it is one, it need not be there. A thing whose IRI has the id of a segment in it is its source's own: nobody
else speaks of it, so that its source alone says whether it keeps to its shape. A source in which anything seems to be
amiss is asked once more together with all of that; so the answer is that of the whole graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

from yili_kg.graph import check
from yili_kg.graph.blocks import Blocks, lines_in
from yili_kg.graph.check import Finding
from yili_kg.graph.iris import local
from yili_kg.graph.runs import Run, file_lines
from yili_kg.graph.shapes import BESIDE
from yili_kg.graph.store import drop_doubtful, load
from yili_kg.graph.table import Table
from yili_kg.graph.vocabulary import BASE, Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.well import surely_well

__all__ = ["Asked", "Known", "Part", "ask", "nonconforming"]

_SUBCLASS = node("rdfs", "subClassOf")
_TYPE = str(T.a).encode()


@dataclass(frozen=True, slots=True)
class Known:
    """IRI → the classes (with those above them) and the schemes of what is known; class → the classes below it."""

    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    schemes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    below: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, statements: Iterable[Statement | ox.Quad]) -> Known:
        """What some statements say of their things."""
        said: dict[object, dict[str, list[str]]] = {p: defaultdict(list) for p in (T.a, T.in_scheme, _SUBCLASS)}
        for subject, predicate, value, _ in statements:
            found = said.get(predicate)
            if found is not None and isinstance(subject, ox.NamedNode) and isinstance(value, ox.NamedNode):
                found[subject.value].append(value.value)
        above = {name: _above(name, said[_SUBCLASS]) for name in said[_SUBCLASS]}
        below: dict[str, list[str]] = defaultdict(list)
        for name in sorted(above):
            for high in above[name]:
                below[high].append(name)
        classes = {name: [c for one in found for c in (one, *above.get(one, ()))] for name, found in said[T.a].items()}
        return cls(_tuples(classes), _tuples(said[T.in_scheme]), dict(below))

    def above(self, name: str) -> list[str]:
        """The classes above a class."""
        return sorted(high for high, lows in self.below.items() if name in lows)

    def beside(self, things: Iterable[str]) -> Iterator[ox.Quad]:
        """What is known of the things (IRIs) that statements point at, so said that it makes them members of no class."""
        for thing in things:
            for one in self.classes.get(thing, ()):
                yield ox.Quad(ox.NamedNode(thing), BESIDE, ox.NamedNode(one))
            for one in self.schemes.get(thing, ()):
                yield ox.Quad(ox.NamedNode(thing), T.in_scheme, ox.NamedNode(one))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What asking a source has given: whether all seems well, and the files of what concerns others too.

    `shared` has the statements on things that others may speak of, `types` of which classes the source's own things are.
    """

    well: bool
    stem: Path

    @property
    def shared(self) -> Path:
        """N-Quads."""
        return self.stem.with_suffix(".shared")

    @property
    def types(self) -> Path:
        """N-Triples."""
        return self.stem.with_suffix(".types")

    def remove(self) -> None:
        """Take the files away, if they are there."""
        self.shared.unlink(missing_ok=True)
        self.types.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A source of a build: its label, its statements, what asking it has given."""

    label: str
    run: Run
    asked: Asked


def ask(sure: Blocks, table: Table, stem: Path, edition: str, known: Known) -> Asked:
    """Ask the statements of a source of the edition of that name by themselves, and write what concerns others.

    They are those that are not doubtful, as blocks and as a table of these. Raises OSError.
    """
    own = f".{local(edition)}.".encode()
    asked = Asked(well=surely_well(table, known) or not _asked(_store_of(sure, table, known), known, 1), stem=stem)
    with asked.shared.open("wb") as file:
        for name, blocks in sure.graphs.items():
            file.writelines(lines_in((block for block in blocks if own not in block.subject), name))
    types = (b"%s %s %s .\n" % (subject, _TYPE, value) for subject, value in table.types() if own in subject)
    with asked.types.open("wb") as file:
        file.writelines(types)
    return asked


def _store_of(sure: Blocks, table: Table, known: Known) -> ox.Store:
    """The statements of a source with what is known of the things that they point at."""
    store = ox.Store()
    store.bulk_load(b"".join(sure.every()), format=ox.RdfFormat.N_QUADS)
    pointed = {value for _, _, values in table.columns() for value in values if value.startswith(b"<")}
    store.extend(known.beside(value[1:-1].decode() for value in pointed))
    return store


def nonconforming(
    known: Known, common: Iterable[bytes], parts: Sequence[Part], *, most: int = 5
) -> tuple[list[Finding], list[str]]:
    """What breaks the shapes in a whole build or is amiss in what is known, and the labels of the sources that say it.

    `common` are the statements that are of no source, as files of TriG, `parts` are the sources, each asked by itself already.
    """
    store = ox.Store()
    for trig in common:
        load(store, trig, ox.RdfFormat.TRIG)
    for part in parts:
        load(store, part.asked.shared.read_bytes(), ox.RdfFormat.N_QUADS)
    amiss = [part for part in parts if not part.asked.well]
    for part in amiss:
        store.bulk_extend(part.run.quads())
    drop_doubtful(store)
    store.extend(_pointed_at(store, [part.asked.types for part in parts], known))
    found = [*_asked(store, known, most), *check.check_known(store, most=most)]
    return sorted(set(found)), sorted({label for finding in found if (label := _who_says(finding, parts, amiss))})


def _asked(store: ox.Store, known: Known, most: int) -> list[Finding]:
    return check.check_quickly(store, most=most, below=known.below)


def _pointed_at(store: ox.Store, types: Iterable[Path], known: Known) -> list[ox.Quad]:
    """What is known of the things of ours that a store points at and does not describe."""
    query = (
        f'SELECT DISTINCT ?o {{ GRAPH ?g {{ ?s ?p ?o }} FILTER(isIRI(?o) && STRSTARTS(STR(?o), "{BASE}")) '
        f"FILTER NOT EXISTS {{ GRAPH ?h {{ ?o {T.a} ?c }} }} }}"
    )
    rows = store.query(query)
    assert isinstance(rows, ox.QuerySolutions)
    wanted = {str(row["o"]).encode() for row in rows}
    found = list(known.beside(name[1:-1].decode() for name in wanted))
    lines: list[bytes] = []
    for path in types if wanted else ():
        lines += (line for line in file_lines(path) if line.partition(b" ")[0] in wanted)
    for triple in ox.parse(b"".join(lines), format=ox.RdfFormat.N_TRIPLES):
        cls = triple.object
        if isinstance(cls, ox.NamedNode):
            found += [ox.Quad(triple.subject, BESIDE, ox.NamedNode(c)) for c in (cls.value, *known.above(cls.value))]
    return found


def _who_says(finding: Finding, parts: Iterable[Part], amiss: Iterable[Part]) -> str:
    """The first source that says something of a node: one that has it of its own, or one of several; empty where none."""
    begin = f"<{finding.node}> ".encode()
    for part in amiss:
        if any(line.startswith(begin) for name, _ in part.run.graphs for line in part.run.lines(name)):
            return part.label
    return next((p.label for p in parts if any(line.startswith(begin) for line in file_lines(p.asked.shared))), "")


def _above(name: str, direct: Mapping[str, Sequence[str]]) -> list[str]:
    """All classes above a class, however far."""
    found: dict[str, None] = {}
    edge = list(direct.get(name, ()))
    while edge:
        high = edge.pop()
        if high not in found:
            found[high] = None
            edge += direct.get(high, ())
    return list(found)


def _tuples(found: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(dict.fromkeys(values)) for name, values in found.items()}
