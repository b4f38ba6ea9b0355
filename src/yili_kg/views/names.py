"""The names that the vocabularies of `ontology/` give their concepts, in both languages."""

from __future__ import annotations

from functools import cache

import pyoxigraph as ox

from yili_kg.data import data_folder
from yili_kg.graph.iris import concept_iri, tail
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.tables.turtle import read_turtle

__all__ = ["names_in"]


@cache
def names_in(scheme: str) -> dict[str, tuple[str, str]]:
    """The Chinese and the English name of each concept of a vocabulary (`verdicts`), in the order of the file.

    A concept goes by its key: the end of its IRI, without the vocabulary's own `formula.` before it.

    >>> names_in("verdicts")["verbatim"]
    ('全同', 'word for word')
    """
    members, names = _vocabularies()
    before = scheme.removesuffix("s") + "."
    return {
        tail(iri).removeprefix(before): (names[iri].get("lzh", ""), names[iri].get("en", ""))
        for iri in members[concept_iri(scheme).value]
    }


@cache
def _vocabularies() -> tuple[dict[str, list[str]], dict[str, dict[str, str]]]:
    """Scheme → its concepts, and concept → language → its name."""
    members: dict[str, list[str]] = {}
    names: dict[str, dict[str, str]] = {}
    for triple in read_turtle(data_folder("ontology") / "vocabularies.ttl"):
        subject, value = triple.subject, triple.object
        if not isinstance(subject, ox.NamedNode):
            continue
        if triple.predicate == T.in_scheme and isinstance(value, ox.NamedNode):
            members.setdefault(value.value, []).append(subject.value)
        elif triple.predicate == T.pref_label and isinstance(value, ox.Literal):
            names.setdefault(subject.value, {})[value.language or ""] = value.value
    return members, names
