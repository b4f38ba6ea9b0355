"""What differs between two graphs, statement by statement."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pyoxigraph as ox

from yili_kg.graph.iris import short
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["Difference", "difference"]

_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")


@dataclass(frozen=True, slots=True)
class Difference:
    """Statements that are gone and new, sorted, and how many of each graph and of each kind of subject.

    `graphs` and `kinds` are name → (gone, new); a kind is the first class of the subject, `—` where it has none.
    """

    before: int
    after: int
    gone: tuple[str, ...]
    new: tuple[str, ...]
    graphs: dict[str, tuple[int, int]]
    kinds: dict[str, tuple[int, int]]

    def __bool__(self) -> bool:
        return bool(self.gone or self.new)


def difference(before: ox.Store, after: ox.Store) -> Difference:
    """How to come from one graph to another. Blank nodes are named by what they say, so that only a change of the
    statements counts."""
    old, new = _statements(before), _statements(after)
    lost, gained = old - new, new - old
    graphs = _counted(Counter(_graph(q) for q in lost), Counter(_graph(q) for q in gained))
    kinds = _counted(Counter(_kind(before, q) for q in lost), Counter(_kind(after, q) for q in gained))
    return Difference(
        len(old), len(new), tuple(sorted(map(_shown, lost))), tuple(sorted(map(_shown, gained))), graphs, kinds
    )


def _statements(store: ox.Store) -> set[ox.Quad]:
    """The statements, each blank node named by a hash of what is said of it and below it."""
    below: dict[ox.BlankNode, list[ox.Quad]] = {}
    for quad in store:
        if isinstance(quad.subject, ox.BlankNode):
            below.setdefault(quad.subject, []).append(quad)
    names: dict[ox.BlankNode, str] = {}

    def name(blank: ox.BlankNode, above: frozenset[ox.BlankNode]) -> str:
        if blank in above:
            return "ring"
        if blank not in names:
            inside = above | {blank}
            said = sorted(
                f"{q.predicate} {name(q.object, inside) if isinstance(q.object, ox.BlankNode) else q.object}"
                for q in below.get(blank, ())
            )
            made = f"b{hashlib.sha256(chr(10).join(said).encode()).hexdigest()[:16]}"
            if above:
                return made
            names[blank] = made
        return names[blank]

    def steady(term: Any) -> Any:
        return ox.BlankNode(name(term, frozenset())) if isinstance(term, ox.BlankNode) else term

    return {ox.Quad(steady(q.subject), q.predicate, steady(q.object), q.graph_name) for q in store}


def _counted(gone: Counter[str], new: Counter[str]) -> dict[str, tuple[int, int]]:
    return {name: (gone[name], new[name]) for name in sorted({*gone, *new})}


def _graph(quad: ox.Quad) -> str:
    return getattr(quad.graph_name, "value", "").removeprefix(PREFIXES["g"]) or "(default)"


def _kind(store: ox.Store, quad: ox.Quad) -> str:
    if isinstance(quad.subject, ox.BlankNode):
        return "—"
    kinds = sorted(_short(q.object) for q in store.quads_for_pattern(quad.subject, _TYPE, None, None))
    return kinds[0] if kinds else "—"


def _shown(quad: ox.Quad) -> str:
    return f"{_short(quad.subject)} {_short(quad.predicate)} {_short(quad.object)}"


def _short(term: object) -> str:
    return short(term.value) if isinstance(term, ox.NamedNode) else str(term)
