"""Why a query found nothing, where it names what the graph does not have: a name, a language, simplified characters.

SPARQL answers a slip with an empty table. What a query names is looked up in the graph, and what may be meant is told in
the notes of the answer; the query itself is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import chain

import pyoxigraph as ox

from yili_kg.graph.iris import local, short
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.guard import names, strings
from yili_kg.text.folding import fold

__all__ = ["slips"]

_TAGS = 'SELECT DISTINCT (LANG(?o) AS ?tag) WHERE { ?s ?p ?o FILTER(ISLITERAL(?o) && LANG(?o) != "") }'
_TERMS = "SELECT DISTINCT ?n WHERE { { ?s ?n ?o } UNION { ?s a ?n } }"
#: A language that a query compares with that of a text.
_COMPARED = re.compile(r"""(?i)\bLANG\s*\(\s*[?$]\w+\s*\)\s*(?:=|IN\s*\()\s*["']([^"'\s]*)["']""")
#: Names that stand for themselves: types of values, functions.
_OUTSIDE = (PREFIXES["xsd"], "http://www.w3.org/2005/xpath-functions")


def slips(store: ox.Store, text: str) -> tuple[str, ...]:
    """What a query that found nothing names and the graph does not have, in words, with what may be meant."""
    return tuple(dict.fromkeys((*_names(store, text), *_languages(store, text), *_strings(store, text))))


def _names(store: ox.Store, text: str) -> Iterator[str]:
    for iri in dict.fromkeys(names(text)):
        if iri.startswith(_OUTSIDE) or iri.endswith(("#", "/")) or _known(store, iri):
            continue
        near = _meant(store, iri)
        yield f"the graph has no {short(iri)}" + (f"; did you mean {', '.join(map(short, near))}?" if near else "")


def _known(store: ox.Store, iri: str) -> bool:
    try:
        node = ox.NamedNode(iri)
    except ValueError:
        return True  # no IRI: the engine has told so
    found = chain(
        store.quads_for_pattern(node, None, None, None),
        store.quads_for_pattern(None, node, None, None),
        store.quads_for_pattern(None, None, node, None),
        store.quads_for_pattern(None, None, None, node),
    )
    return next(found, None) is not None


def _meant(store: ox.Store, iri: str) -> list[str]:
    """The names that the graph has for an IRI that it has not: in traditional graphs, or spelt nearly so."""
    base = next((b for b in PREFIXES.values() if iri.startswith(b)), "")
    folded = base + local(fold(iri[len(base) :]))
    if base and _known(store, folded):
        return [folded]
    by_name: dict[str, list[str]] = {}
    for row in select(store, _TERMS):
        by_name.setdefault(re.split("[#/]", row["n"])[-1].casefold(), []).append(row["n"])
    wanted = re.split("[#/]", iri)[-1].casefold()
    return [found for name in get_close_matches(wanted, by_name, n=3, cutoff=0.8) for found in sorted(by_name[name])]


def _languages(store: ox.Store, text: str) -> Iterator[str]:
    compared = [tag for tag in _COMPARED.findall(text) if tag]
    tagged = [tag.casefold() for _, tag in strings(text) if tag]
    if not (compared or tagged):
        return
    known = sorted(row["tag"] for row in select(store, _TAGS))
    for tag in dict.fromkeys((*compared, *tagged)):
        if tag not in known:
            yield f"no text of the graph is in the language {tag}; its tags are {', '.join(known)}, written so"


def _strings(store: ox.Store, text: str) -> Iterator[str]:
    tags = [row["tag"] for row in select(store, _TAGS)] if any(fold(s) != s for s, _ in strings(text)) else []
    for string, tag in strings(text):
        folded = fold(string)
        if folded == string:
            continue
        there = [
            f'"{form}"' + (f"@{other}" if other else "")
            for form in (folded, string)
            for other in ("", *tags)
            if (form, other) != (string, tag.casefold()) and _stands(store, form, other)
        ]
        yield f'"{string}": ' + (f"the graph has {', '.join(there)}" if there else f"headwords are written {folded}")


def _stands(store: ox.Store, form: str, tag: str) -> bool:
    value = ox.Literal(form, language=tag) if tag else ox.Literal(form)
    return next(iter(store.quads_for_pattern(None, None, value, None)), None) is not None
