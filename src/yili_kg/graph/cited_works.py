"""What is cited, and the work that it belongs to: r:周禮 is a text (F2), in which the work c:周禮 (F1) is realised."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pyoxigraph as ox

from yili_kg.graph.iris import concept_iri, named
from yili_kg.graph.vocabulary import Statement
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import headword, load_lexicon

__all__ = ["expression_quads", "target_iri", "work_of_target"]


def target_iri(target: str) -> ox.NamedNode:
    """The IRI of a citation's target, `id/周禮.大行人`."""
    return named(target)


def expression_quads(target: str, graph: ox.NamedNode) -> Iterator[Statement]:
    """A cited text by its title, with the work of the lexicon that is realised in it, where there is one."""
    iri = target_iri(target)
    yield iri, T.a, T.expression_class, graph
    yield iri, T.label, ox.Literal(target, language="lzh"), graph
    work = work_of_target(target)
    if work:
        yield concept_iri(work), T.realised, iri, graph


def work_of_target(target: str) -> str:
    """The headword of the work that is cited so; empty where the lexicon has none.

    >>> work_of_target("禮記·曲禮")
    '禮記·曲禮'
    """
    return _works().get(target, "")


@cache
def _works() -> dict[str, str]:
    """The headwords of works by how they are cited; what is cited by its own name goes first."""
    works = [e for e in load_lexicon().entries.values() if e.type == "work" and e.forms]
    own = {headword(e.concept): e.concept for e in works if not e.target or e.target == headword(e.concept)}
    return {e.target: e.concept for e in reversed(works) if e.target} | own
