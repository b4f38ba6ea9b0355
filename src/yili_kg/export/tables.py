"""Tables for spreadsheets: the mentions as one, or a table of each class."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

import pyoxigraph as ox

from yili_kg.graph.iris import short
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.ask import as_csv, run
from yili_kg.queries.cells import as_cell, as_line
from yili_kg.queries.terms import class_named

__all__ = ["MENTIONS", "class_records", "class_tables", "mentions"]

_TYPE = PREFIXES["rdf"] + "type"
#: The mentions, a row each.
MENTIONS = """SELECT ?mention ?surface ?concept ?label ?kind ?segment ?layer ?start ?end ?rule WHERE {
  ?mention a yl:Mention ; nif:anchorOf ?surface ; its:taIdentRef ?concept ; yl:inSegment ?segment ;
    nif:beginIndex ?start ; nif:endIndex ?end ; yl:rule ?rule .
  ?segment yl:layer ?layer . OPTIONAL { ?concept skos:prefLabel ?label . FILTER(LANG(?label) = "lzh") }
  OPTIONAL { ?concept skos:inScheme ?kind } } ORDER BY ?segment ?start"""


def mentions(store: ox.Store, *, raw: bool = False) -> str:
    """The mentions as CSV: words, concept, kind, segment, layer, place in the source, rule."""
    return as_csv(run(store, MENTIONS), raw=raw)


def class_tables(store: ox.Store, folder: Path, *, raw: bool = False, encoding: str = "utf-8-sig") -> list[Path]:
    """A CSV of each class (`Mention.csv`): a row a node, a column a property, several values on lines of their own.

    UTF-8 with a mark that spreadsheets look for. A text that a spreadsheet would take for a formula (= + - @ at its
    beginning) gets an apostrophe before it, unless `raw`. Of classes of one name those of others have their prefix (`dcat-Dataset.csv`). A node of two classes is in both tables. Ontology and shapes are left out.
    """
    apart = {PREFIXES["g"] + "shapes", PREFIXES["g"] + "ontology"}
    classes: dict[str, set[str]] = defaultdict(set)
    about: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for quad in store:
        if getattr(quad.graph_name, "value", "") in apart:
            continue
        subject = _short(quad.subject)
        if quad.predicate.value == _TYPE:
            classes[_short(quad.object)].add(subject)
        else:
            language = getattr(quad.object, "language", None)
            name = _short(quad.predicate) + (f"@{language}" if language else "")
            about[subject][name].add(_cell(quad.object, raw=raw))
    written: list[Path] = []
    for name, members in sorted(classes.items()):
        path = folder / f"{_file_of(name, classes)}.csv"
        columns = sorted({p for m in members for p in about[m]})
        with path.open("w", encoding=encoding, newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["iri", *columns])
            for member in sorted(members):
                cells = ("\n".join(sorted(about[member].get(c, ()))) for c in columns)
                file.write(as_line((member, *cells), raw=raw))
        written.append(path)
    return written


def _file_of(name: str, classes: Collection[str]) -> str:
    """The name of a class's file, which no other class has, however a system takes upper and lower case.

    >>> _file_of("yl:Step", ["yl:Step", "pplan:Step"]), _file_of("pplan:Step", ["yl:Step", "pplan:Step"])
    ('Step', 'pplan-Step')
    >>> _file_of("http://x/../y", ["http://x/../y", "http://x/.._y"])
    '__x_.._y-1'
    """
    files = {other: _plain(other, classes) for other in sorted(classes)}
    same = [other for other, file in files.items() if file.casefold() == files[name].casefold()]
    return files[name] if len(same) == 1 else f"{files[name]}-{same.index(name) + 1}"


def _plain(name: str, classes: Collection[str]) -> str:
    """The last part of a class's name, or all of it, without what would lead out of a folder."""
    prefix, _, bare = name.rpartition(":")
    alone = sum(other.rpartition(":")[2].casefold() == bare.casefold() for other in classes) == 1
    shown = bare if alone or prefix == "yl" else f"{prefix}-{bare}"
    return re.sub(r"[^\w.\-]", "_", shown).strip(".")[:100] or "_"


def class_records(store: ox.Store, kind: str) -> Iterator[dict[str, str]]:
    """The members of a class (`skos:Concept`, `Quotation`) or kind of record (`citation`), in the order of their IRIs.

    Raises QueryError, before the first is asked for, where the graph has no such class.
    """
    target = class_named(store, kind)
    members = {q.subject for q in store.quads_for_pattern(None, ox.NamedNode(_TYPE), target, None)}
    return (_member(store, member) for member in sorted(members, key=str))


def _member(store: ox.Store, member: ox.NamedNode | ox.BlankNode | ox.Triple) -> dict[str, str]:
    values: dict[str, set[str]] = defaultdict(set)
    for quad in store.quads_for_pattern(member, None, None, None):
        language = getattr(quad.object, "language", None)
        value = quad.object.value if isinstance(quad.object, ox.Literal) else _short(quad.object)
        values[_short(quad.predicate) + (f"@{language}" if language else "")].add(value)
    return {"iri": _short(member), **{k: "\n".join(sorted(v)) for k, v in sorted(values.items())}}


def _cell(term: object, *, raw: bool) -> str:
    if not isinstance(term, ox.Literal):
        return _short(term)
    text = re.sub(r"[\r\n]+", " ", term.value)
    number = term.datatype.value.endswith(("#integer", "#decimal"))
    return text if number else as_cell(text, raw=raw)


def _short(term: object) -> str:
    return short(str(getattr(term, "value", term)))
