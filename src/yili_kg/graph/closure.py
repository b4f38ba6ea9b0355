"""What the Turtle of the knowledge points at and does not describe: found in the other statements and written with it.

A citation of the Turtle names its segment, a count its first mention, a gloss its rule; segments, mentions and rules are
described in named graphs that the Turtle leaves out. So that the file can be used by itself, of each thing of the graph's
own that is pointed at its own statements are taken in, and those of what these point at, until nothing is left over.

Most of what a source points at is in the source: `closed` does that for one run, from the statements in memory. What it
does not find (rules, readers, concepts, the passages of other editions) it hands back, and `described` looks it up in the
files of all runs: what is held there is as large as the vocabulary, not as the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pyoxigraph as ox

from yili_kg.graph.lines import Lines, by_subject, subject_of, thing_of
from yili_kg.graph.vocabulary import BASE, PREFIXES

__all__ = ["closed", "described", "points_at"]

_DOUBTFUL = PREFIXES["g"] + "unsure/"
_SHAPES = PREFIXES["g"] + "shapes"


def points_at(triple: ox.Triple | ox.Quad) -> ox.NamedNode | None:
    """The thing of the graph's own that a statement points at; None where it points at nothing, or at something of others."""
    value = triple.object
    return value if isinstance(value, ox.NamedNode) and value.value.startswith(BASE) else None


def _may_describe(graph: str) -> bool:
    """Whether statements of a named graph may come into the Turtle: not those of doubtful things, nor the shapes."""
    return not graph.startswith(_DOUBTFUL) and graph != _SHAPES


def closed(others: Lines, known: Lines) -> tuple[list[bytes], list[str]]:
    """The statements that describe what `known` points at, from those of the same run; and the IRIs of what they lack.

    `others` are the run's statements outside of the knowledge, `known` those of the knowledge. The first are lines of
    N-Triples, the second are in order.
    """
    told = _told(others.parted(_may_describe)[0])
    there: set[bytes] = set()
    edge: set[bytes] = set()
    for line in known.every():
        there.add(subject_of(line))
        if (node := thing_of(line)) is not None:
            edge.add(node)
    edge -= there
    more: list[bytes] = []
    lacking: set[bytes] = set()
    while edge:
        there |= edge
        lacking.update(node for node in edge if node not in told)
        found = [line for node in edge for line in told.get(node, ())]
        more += [line[:end] + b" .\n" for line, end in found]
        edge = {node for line, _ in found if (node := thing_of(line)) is not None and node not in there}
    return more, sorted(node[1:-1].decode() for node in lacking)


def _told(others: Lines) -> dict[bytes, list[tuple[bytes, int]]]:
    """The lines on each thing, with the places at which their named graphs begin."""
    told: dict[bytes, list[tuple[bytes, int]]] = {}
    for lines, end in others.each():
        for subject, some in by_subject(lines):
            told.setdefault(subject, []).extend((line, end) for line in some)
    return told


def described(
    wanted: Iterable[str], knowledge: Callable[[], Iterable[bytes]], statements: Callable[[], Iterable[bytes]]
) -> Iterator[ox.Triple]:
    """The statements on what is wanted (IRIs) and not described in the knowledge, and on what these point at.

    `knowledge` gives the lines of the Turtle's N-Triples, `statements` those of all N-Quads: each is gone through once for
    every step from a thing to another (a count → its first mention → the segment → its source).
    """
    edge = {f"<{iri}>".encode() for iri in wanted}
    seen: set[bytes] = set()
    while edge:
        seen |= edge
        for line in knowledge():
            edge.discard(line.partition(b" ")[0])
        following: set[bytes] = set()
        for quad in _on(edge, statements()) if edge else ():
            yield quad.triple
            if (node := points_at(quad)) is not None:
                following.add(str(node).encode())
        edge = following - seen


def _on(subjects: set[bytes], lines: Iterable[bytes]) -> Iterator[ox.Quad]:
    """The statements on some subjects, but those that may not come into the Turtle."""
    for line in lines:
        if line.partition(b" ")[0] in subjects:
            for quad in ox.parse(line, format=ox.RdfFormat.N_QUADS):
                if _may_describe(getattr(quad.graph_name, "value", "")):
                    yield quad
