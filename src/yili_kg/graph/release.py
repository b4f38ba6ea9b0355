"""A release note: what there is, what it was before, and which concepts and rules came and went."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from yili_kg.graph.difference import Difference
from yili_kg.graph.store import select
from yili_kg.tables.kinds import kinds
from yili_kg.tables.types import mention_types

__all__ = ["release_note"]

_VERSION = "SELECT ?v WHERE { ?o a owl:Ontology ; owl:versionInfo ?v }"
_SHOWN = 30


def release_note(before: ox.Store, after: ox.Store, found: Difference) -> str:
    """The note as Markdown: a table of counts, names that came and went, statements by graph."""
    old, new = _version(before), _version(after)
    lines = [f"# What changed: {old} → {new}" if old != new else f"# What changed in {new}", ""]
    lines += ["| what | before | now | change |", "|---|---|---|---|"]
    counts = [(what, _count(before, pattern), _count(after, pattern)) for what, pattern in _counted()]
    counts.append(("statements", found.before, found.after))
    lines += [f"| {what} | {a:,} | {b:,} | {b - a:+,} |" for what, a, b in counts if a or b]
    for what, pattern in (
        ("Concepts", "?s a skos:Concept ; skos:prefLabel ?name . FILTER(LANG(?name) = 'lzh')"),
        ("Rules", "?s a yl:Rule ; rdfs:label ?name"),
        ("Terms of the ontology", "?s rdfs:isDefinedBy ?x ; rdfs:label ?name . FILTER(LANG(?name) = 'en')"),
    ):
        a, b = _names(before, pattern), _names(after, pattern)
        lines += _listed(f"{what} that are new", {k: b[k] for k in b.keys() - a.keys()})
        lines += _listed(f"{what} that are gone", {k: a[k] for k in a.keys() - b.keys()})
    lines += ["", "## Statements by graph", "", "| graph | gone | new |", "|---|---|---|"]
    lines += [f"| {name} | {gone:,} | {fresh:,} |" for name, (gone, fresh) in found.graphs.items()] or ["| – | 0 | 0 |"]
    return "\n".join(lines) + "\n"


def _counted() -> Iterator[tuple[str, str]]:
    """What is counted: words for it, and a pattern that binds `?s`."""
    yield "sources", "?s a yl:Source"
    yield "segments", "?s a yl:Segment"
    yield from ((kind.counted, f"?s a {kind.class_}") for kind in kinds() if kind.class_)
    yield "quotations", "?s a yl:Quotation"
    yield from ((row.folder, f"?s skos:inScheme c:{row.folder}") for row in mention_types().values())
    yield "rules", "?s a yl:Rule"
    yield "terms of the ontology", "?s rdfs:isDefinedBy ?o"


def _version(store: ox.Store) -> str:
    rows = select(store, _VERSION)
    return rows[0]["v"] if rows else "?"


def _count(store: ox.Store, pattern: str) -> int:
    return int(select(store, f"SELECT (COUNT(DISTINCT ?s) AS ?n) WHERE {{ {pattern} }}")[0]["n"])


def _names(store: ox.Store, pattern: str) -> dict[str, str]:
    return {
        row["s"]: row["name"] for row in select(store, f"SELECT DISTINCT ?s ?name WHERE {{ {pattern} }} ORDER BY ?s")
    }


def _listed(title: str, names: dict[str, str]) -> list[str]:
    if not names:
        return []
    shown = sorted(names.values())
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return ["", f"{title} ({len(shown)}): {' · '.join(shown[:_SHOWN])}{more}"]
