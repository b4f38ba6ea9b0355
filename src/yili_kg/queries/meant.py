"""What a parameter of a named question means: a name that the graph has, or the one that was meant, or none.

A parameter that is put into an IRI (`c:{concept}`, `seg:{passage}`, `rite.{chapter}.{edition}`) names something. Where the
graph has nothing of that name, the names that it has are asked: the same graphs in another form (觯 for 觶), a number
without its noughts (4 for 04), a 篇 by its name, pinyin with or without tones, the English label. One that fits is taken,
and the answer says so; several, or only near ones, are told and none is taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.iris import local
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.text.folding import fold

if TYPE_CHECKING:
    from yili_kg.queries.ask import Question

__all__ = ["as_meant", "same_graphs", "spoken"]

_FULL = re.compile(r"<([^<>\s]*\{\w+\}[^<>\s]*)>")
_SHORT = re.compile(r"\b(\w+):([^\s{}<>\"]*\{\w+\})")
_PARAM = re.compile(r"\{(\w+)\}")
#: What says of a name in an IRI that it is one of another kind (`occ.觶.04.注`).
_KIND = re.compile(r"[a-z]+\.")
#: So many names are told.
_TOLD = 8
_LABELS = """SELECT DISTINCT ?n ?label WHERE { ?n skos:prefLabel|skos:altLabel|rdfs:label ?label
  FILTER(STRSTARTS(STR(?n), "%s")) }"""
_NAMES = (
    """SELECT DISTINCT ?n WHERE { { ?n ?p ?o } UNION { ?s ?q ?n } FILTER(ISIRI(?n) && STRSTARTS(STR(?n), "%s")) }"""
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where parameters stand in an IRI: `stem` before the first, and the whole with `{name}` in it."""

    stem: str
    template: str

    @property
    def names(self) -> list[str]:
        return _PARAM.findall(self.template)

    def filled(self, params: Mapping[str, str]) -> str:
        return _PARAM.sub(lambda m: local(params[m[1]]), self.template)

    def read(self, iri: str) -> dict[str, str] | None:
        """The parameters that give this IRI; None where there are none."""
        names, pieces = self.names, [re.escape(p) for p in re.split(r"\{\w+\}", self.template)]
        one = ".+" if len(names) == 1 else "[^.]+"
        middle = (f"(?P<{n}>{one}){p}" for n, p in zip(names, pieces[1:], strict=True))
        found = re.fullmatch(pieces[0] + "".join(middle), iri)
        return found.groupdict() if found and not _KIND.match(iri[len(self.stem) :]) else None


def as_meant(store: ox.Store, question: Question, params: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The parameters of a question with names that the graph has, and what was taken for what, in words.

    Raises QueryError for a name that means nothing, with those that may be meant, and for a number that is none.
    """
    asked = {name: params.get(name, default) for name, _, default in question.params}
    taken = dict(asked)
    for place in _places(question.text):
        if not (set(place.names) & set(params)) or _known(store, place.filled(taken)):
            continue
        taken.update(_resolved(store, place, taken, question, frozenset(params)))
    for name in _bare(question.text):
        if not re.fullmatch(r"\d{1,9}", taken[name]):
            raise QueryError(f"{name} wants a whole number, not {taken[name]}", where=question.name)
    told = tuple(f"{name}: {asked[name]} was taken as {taken[name]}" for name in asked if asked[name] != taken[name])
    return taken, told


def _places(text: str) -> list[_Place]:
    """The IRIs of a query in which parameters stand, each once."""
    found: dict[str, _Place] = {}
    for template in (*_FULL.findall(text), *_expanded(text)):
        found.setdefault(template, _Place(template.partition("{")[0], template))
    return list(found.values())


def _expanded(text: str) -> Iterator[str]:
    for prefix, rest in _SHORT.findall(_FULL.sub("", text)):
        if prefix in PREFIXES:
            yield PREFIXES[prefix] + rest


def _bare(text: str) -> list[str]:
    """The parameters that stand in a query as numbers: neither in an IRI nor in a string."""
    body = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    rest = _SHORT.sub("", _FULL.sub("", re.sub(r'"[^"\n]*"', "", body)))
    return sorted(set(_PARAM.findall(rest)))


def _known(store: ox.Store, iri: str) -> bool:
    """Whether the graph says anything of an IRI."""
    node = ox.NamedNode(iri)
    patterns = ((node, None, None, None), (None, None, node, None))
    return any(next(iter(store.quads_for_pattern(*p)), None) is not None for p in patterns)


@dataclass(frozen=True, slots=True)
class _There:
    """What the graph has at a place: IRI → its parameters, and IRI → its labels."""

    read: dict[str, dict[str, str]]
    labels: dict[str, set[str]]

    def meant(self, wanted: Mapping[str, str], fit: Callable[[str, str, set[str]], bool]) -> list[str]:
        """The IRIs that all wanted parameters fit."""
        return [
            iri for iri, read in self.read.items() if all(fit(v, read[n], self.labels[iri]) for n, v in wanted.items())
        ]

    def told(self, store: ox.Store, iris: list[str]) -> list[str]:
        """Things as they are told, the most spoken of first."""
        often = {i: sum(1 for _ in store.quads_for_pattern(None, None, ox.NamedNode(i), None)) for i in iris}
        return [_shown(self.read[i], self.labels[i]) for i in sorted(iris, key=lambda i: (-often[i], i))]


def _resolved(
    store: ox.Store, place: _Place, params: Mapping[str, str], question: Question, given: frozenset[str]
) -> dict[str, str]:
    """The parameters of a place as the graph names them; what was not `given` is as it may be.

    Raises QueryError where none, or not just one, is meant.
    """
    there = _there(store, place)
    wanted = {n: params[n] for n in place.names if n in given}
    usual = {n: params[n] for n in place.names if n not in given}
    for fit in (_by_name, _by_label):
        fits = there.meant(wanted, fit)
        best = [iri for iri in fits if usual.items() <= there.read[iri].items()] or fits
        if len(best) == 1:
            return there.read[best[0]]
        if fits:
            raise _several(place, params, question, there.told(store, fits))
    near = there.told(store, _near(list(wanted.values()), there))
    raise _several(place, params, question, near, nothing=True)


def _there(store: ox.Store, place: _Place) -> _There:
    read = {
        row["n"]: found for row in select(store, _NAMES % place.stem) if (found := place.read(row["n"])) is not None
    }
    labels: dict[str, set[str]] = {iri: set() for iri in read}
    for row in select(store, _LABELS % place.stem):
        if row["n"] in labels:
            labels[row["n"]].add(row["label"])
    _name_chapters(store, place, read, labels)
    return _There(read, labels)


def _name_chapters(
    store: ox.Store, place: _Place, there: Mapping[str, dict[str, str]], names: Mapping[str, set[str]]
) -> None:
    """Where a 篇 is one of several parameters it goes by its own name too."""
    if len(place.names) > 1:
        for row in select(store, _LABELS % PREFIXES["seg"]):
            number = row["n"].removeprefix(PREFIXES["seg"])
            for iri, read in there.items():
                if number in read.values():
                    names[iri].add(row["label"])


def _by_name(value: str, name: str, labels: set[str]) -> bool:
    """Whether it is the name in the IRI, in whatever form of its graphs."""
    return same_graphs(value) == same_graphs(name)


def _by_label(value: str, name: str, labels: set[str]) -> bool:
    """Whether it is a name in the IRI or a label, as it is written or as it is said; of an English one the first words do."""
    keys = {key(one) for one in (name, *labels) for key in (same_graphs, spoken)}
    keys |= {spoken(label.partition(",")[0]) for label in labels}
    return not keys.isdisjoint((same_graphs(value), spoken(value)))


def same_graphs(text: str) -> str:
    """A name by which forms of the same graphs, and numbers with and without noughts, are one."""
    folded = fold(unicodedata.normalize("NFC", text)).replace("·", ".").strip().casefold()
    return re.sub(r"(?<!\d)0+(?=\d)", "", folded)


def spoken(text: str) -> str:
    """Pinyin or English without tones, spaces and marks; anything else as it is."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]", "", bare) if bare.isascii() and re.search("[a-z]", bare) else text


def _near(given: list[str], there: _There) -> list[str]:
    """What is near to what was given: its name holds it, or differs by little."""
    by_key: dict[str, str] = {}
    for iri in sorted(there.read):
        for label in (*there.read[iri].values(), *sorted(there.labels[iri])):
            by_key.setdefault(same_graphs(label), iri)
    hits: list[str] = []
    for word in map(same_graphs, given):
        hits += [by_key[k] for k in get_close_matches(word, by_key, n=_TOLD, cutoff=0.6)]
        hits += [iri for key, iri in by_key.items() if word and word in key]
    return list(dict.fromkeys(hits))[: 4 * _TOLD]


def _shown(read: Mapping[str, str], names: set[str]) -> str:
    told = [n for n in sorted(names) if n not in read.values()]
    return " ".join(read.values()) + (f" ({', '.join(told[:3])})" if told else "")


def _several(
    place: _Place, params: Mapping[str, str], question: Question, near: list[str], *, nothing: bool = False
) -> QueryError:
    what = ", ".join(f"{n} {params[n]}" for n in place.names)
    said = "the graph has nothing of the name" if nothing else "several things are called"
    kinds = "; ".join(f"{name}: {kind}" for name, kind, _ in question.params if name in place.names)
    more = f", and {len(near) - _TOLD} more" if len(near) > _TOLD else ""
    advice = f"did you mean {'; '.join(near[:_TOLD])}{more}?" if near else f"what it wants is {kinds}"
    return QueryError(f"{said} {what}", where=question.name, advice=advice)
