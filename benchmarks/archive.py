"""Whether tools of others take the archive of a release: python -m benchmarks.archive ARCHIVE [--tei-all FILE] (make release-check).

| what | who says so |
|---|---|
| the sums | `hashlib` |
| tables, as `datapackage.json` describes them | frictionless |
| `dataset.jsonld` says what `dataset.ttl` says | pyld, rdflib |
| the shapes, over `yili.ttl` | pyshacl |
| questions over `yili.ttl` | the SPARQL of rdflib and, where `comunica-sparql-file` is found, of Comunica; Oxigraph must say the same |
| TEI of the same graph | the RELAX NG of tei_all, where its file is given |

A line is printed for each: `yes`, `no` with what is wrong, or `not asked` with what it wants. Exit code 1 where one says no.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pyoxigraph as ox
import rdflib
from lxml import etree

from yili_kg.data import data_folder
from yili_kg.export.release import SUMS
from yili_kg.export.standoff import tei
from yili_kg.graph.shapes import shapes_of
from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["ANSWERED", "NotAsked", "answers", "checks"]

#: Questions whose answers several engines must agree on: counts, paths, aggregates, strings, what is not there.
ANSWERED = {
    "concepts by scheme": "SELECT ?x (COUNT(?c) AS ?n) { ?c skos:inScheme ?x } GROUP BY ?x ORDER BY ?x",
    "kinds above 觶": 'SELECT ?b { ?c skos:prefLabel "觶"@lzh ; skos:broader+ ?b } ORDER BY ?b',
    "words not at their place": "SELECT (COUNT(?m) AS ?n) { ?m yl:inSegment/nif:isString ?text ; nif:isString ?words ; "
    "yl:placeInSegment ?at FILTER(SUBSTR(?text, ?at + 1, STRLEN(?words)) != ?words) }",
    "citations by work": "SELECT ?w (COUNT(?c) AS ?n) { ?c cito:hasCitedEntity ?w } GROUP BY ?w ORDER BY ?w",
    "chapters without a passage": "SELECT ?c { ?c a yl:Chapter FILTER NOT EXISTS { ?p yl:chapter ?c } } ORDER BY ?c",
}
_HEAD = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
_SHOWN = 3


class NotAsked(Exception):
    """A check that wants what is not here."""


def checks(folder: Path, tei_all: Path | None) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """What is asked of an unpacked archive: its name, and what gives the faults. These raise NotAsked, ImportError."""
    yield "sums", lambda: _sums(folder)
    yield "tables: frictionless", lambda: _tables(folder)
    yield "dataset.jsonld: pyld", lambda: _card(folder)
    yield "shapes: pyshacl", lambda: _shapes(folder)
    yield "questions: rdflib", lambda: _other(folder, "rdflib", _by_rdflib(folder / "yili.ttl"))
    yield "questions: Comunica", lambda: _other(folder, "Comunica", _by_comunica(folder / "yili.ttl"))
    yield "TEI: tei_all", lambda: _tei(folder, tei_all)


def answers(turtle: Path) -> dict[str, list[tuple[str, ...]]]:
    """What Oxigraph answers: question → rows of values."""
    store = ox.Store()
    store.bulk_load(path=str(turtle), format=ox.RdfFormat.TURTLE)
    found: dict[str, list[tuple[str, ...]]] = {}
    for name, query in ANSWERED.items():
        rows = store.query(_HEAD + query)
        assert isinstance(rows, ox.QuerySolutions)
        found[name] = sorted(tuple(str(getattr(row[v], "value", "")) for v in rows.variables) for row in rows)
    return found


def _sums(folder: Path) -> list[str]:
    lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    told = {name: hash_ for hash_, _, name in (line.partition("  ") for line in lines)}
    there = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    wrong = [f"{name}: not there" for name in told.keys() - there.keys()]
    wrong += [f"{name}: without a sum" for name in there.keys() - told.keys() - {SUMS}]
    for name in sorted(told.keys() & there.keys()):
        if hashlib.sha256(there[name].read_bytes()).hexdigest() != told[name]:
            wrong.append(f"{name}: another sum")
    return wrong


def _tables(folder: Path) -> list[str]:
    import frictionless

    report = frictionless.validate(str(folder / "datapackage.json"))
    return [] if report.valid else [" ".join(map(str, row)) for row in report.flatten(["type", "note"])]


def _card(folder: Path) -> list[str]:
    from pyld import jsonld

    told = jsonld.to_rdf(json.loads((folder / "dataset.jsonld").read_text(encoding="utf-8")))["@default"]
    card = rdflib.Graph().parse(folder / "dataset.ttl")
    return [] if len(told) == len(card) else [f"{len(told)} statements, dataset.ttl has {len(card)}"]


def _shapes(folder: Path) -> list[str]:
    import pyshacl

    graph = rdflib.Graph().parse(folder / "yili.ttl")
    shapes = shapes_of(data_folder("ontology") / "shapes.ttl")
    good, _, text = pyshacl.validate(graph, shacl_graph=shapes, advanced=False, inference="none")
    return [] if good else text.splitlines()


def _other(folder: Path, engine: str, ask: Callable[[str], list[tuple[str, ...]]]) -> list[str]:
    ours = answers(folder / "yili.ttl")
    wrong = []
    for name, query in ANSWERED.items():
        theirs = sorted(ask(_HEAD + query))
        if theirs != ours[name]:
            wrong.append(f"{name}: {engine} has {len(theirs)} rows, Oxigraph {len(ours[name])}, or others")
    return wrong


def _by_rdflib(turtle: Path) -> Callable[[str], list[tuple[str, ...]]]:
    graph = rdflib.Graph().parse(turtle)
    return lambda query: [tuple("" if v is None else str(v) for v in row) for row in graph.query(query)]  # type: ignore[union-attr]


def _by_comunica(turtle: Path) -> Callable[[str], list[tuple[str, ...]]]:
    program = os.environ.get("COMUNICA") or shutil.which("comunica-sparql-file")
    if program is None:
        raise NotAsked("npm install @comunica/query-sparql-file, and COMUNICA=node_modules/.bin/comunica-sparql-file")

    def ask(query: str) -> list[tuple[str, ...]]:
        command = [program, str(turtle), "-q", query, "-t", "application/sparql-results+json"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=900).stdout)
        names = told["head"]["vars"]
        return [tuple(row.get(n, {}).get("value", "") for n in names) for row in told["results"]["bindings"]]

    return ask


def _tei(folder: Path, schema: Path | None) -> list[str]:
    if schema is None:
        raise NotAsked("--tei-all FILE: the tei_all.rng of the TEI Consortium")
    store = ox.Store()
    store.bulk_load(path=str(folder / "yili.trig"), format=ox.RdfFormat.TRIG)
    rules = etree.RelaxNG(etree.parse(str(schema)))
    document = etree.fromstring(tei(store).encode("utf-8"), etree.XMLParser(huge_tree=True))
    return [] if rules.validate(document) else [str(error) for error in rules.error_log]


def main() -> int:
    """Ask all, print a line for each; 1 where one says no."""
    parser = argparse.ArgumentParser(description="Whether tools of others take the archive of a release.")
    parser.add_argument("archive", type=Path)
    parser.add_argument("--tei-all", type=Path)
    told = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="yili-kg-") as room:
        with zipfile.ZipFile(told.archive) as whole:
            whole.extractall(room)
        for name, ask in checks(Path(room), told.tei_all):
            try:
                wrong = ask()
            except (NotAsked, ImportError) as reason:
                print(f"{name:<24}not asked: {reason}", flush=True)
                continue
            bad += bool(wrong)
            print(f"{name:<24}{'no: ' + '; '.join(wrong[:_SHOWN]) if wrong else 'yes'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
