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

from yili_kg.graph.blocks import Block, Blocks
from yili_kg.graph.lines import is_ours, thing_of
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["closed", "described", "may_describe"]

_DOUBTFUL = PREFIXES["g"] + "unsure/"
_SHAPES = PREFIXES["g"] + "shapes"


def may_describe(graph: str) -> bool:
    """Whether statements of a named graph may come into the Turtle: not those of doubtful things, nor the shapes."""
    return not graph.startswith(_DOUBTFUL) and graph != _SHAPES


def closed(others: Blocks, known: Blocks) -> tuple[list[Block], list[str]]:
    """The statements that describe what `known` points at, from those of the same run; and the IRIs of what they lack.

    `others` are the run's statements outside of the knowledge, `known` those of the knowledge. The second are in order.
    """
    told: dict[bytes, list[Block]] = {}
    for some in others.parted(may_describe)[0].graphs.values():
        for block in some:
            told.setdefault(block.subject, []).append(block)
    first = [block for some in known.graphs.values() for block in some]
    there = {block.subject for block in first}
    edge = _things(first) - there
    more: list[Block] = []
    lacking: set[bytes] = set()
    while edge:
        there |= edge
        lacking.update(node for node in edge if node not in told)
        found = [block for node in edge for block in told.get(node, ())]
        more += found
        edge = _things(found) - there
    return more, sorted(node[1:-1].decode() for node in lacking)


def _things(blocks: Iterable[Block]) -> set[bytes]:
    """The things of the graph's own that some blocks point at."""
    return set(filter(is_ours, {value for block in blocks for value in block.values}))


def described(
    wanted: Iterable[str],
    knowledge: Callable[[set[bytes]], set[bytes]],
    statements: Callable[[set[bytes]], Iterable[bytes]],
) -> Iterator[bytes]:
    """The statements on what is wanted (IRIs) and not described in the knowledge, and on what these point at, as lines of
    N-Triples.

    `knowledge` gives those of some things that the Turtle describes already, `statements` the lines on some things that
    may describe them: each is asked once for every step from a thing to another (a count → its first mention → the segment → its source).
    """
    edge = {f"<{iri}>".encode() for iri in wanted}
    seen: set[bytes] = set()
    while edge:
        seen |= edge
        edge -= knowledge(edge)
        following: set[bytes] = set()
        for line in statements(edge) if edge else ():
            yield line
            if (node := thing_of(line)) is not None:
                following.add(node)
        edge = following - seen
