"""Every form of a built graph, read back by another reader: python benchmarks/formats.py BUILD.

Prints, form by form, the statements (nodes, spans) written and those read back, and the seconds of both.
Exit code 1 where they differ. RDF is read by rdflib, networks by networkx, TEI by lxml.
"""

import io
import json
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import rdflib
from lxml import etree

from yili_kg.export import export
from yili_kg.export.networks import property_graph
from yili_kg.graph.store import open_store, select

warnings.simplefilter("ignore")
store = open_store(Path(sys.argv[1]))
triples = len({q.triple for q in store})


def graph(form: str) -> Callable[[str], int]:
    """Reads triples."""
    return lambda text: len(rdflib.Graph().parse(data=text, format=form))


def dataset(form: str) -> Callable[[str], int]:
    """Reads quads."""

    def read(text: str) -> int:
        data = rdflib.Dataset()
        data.parse(data=text, format=form)
        return len(list(data.quads()))

    return read


def spans(text: str) -> int:
    """Segments and spans of a TEI file."""
    root = etree.fromstring(text.encode(), etree.XMLParser(huge_tree=True))
    return sum(1 for _ in root.iter("{*}ab", "{*}span"))


def edges(read: Callable[[str], nx.Graph]) -> Callable[[str], int]:
    """Edges of a network."""
    return lambda text: int(read(text).number_of_edges())


found = "SELECT (COUNT(DISTINCT ?s) AS ?n) { VALUES ?c { %s } ?s a ?c }"
spanned = int(select(store, found % "yl:Segment yl:Mention cito:Citation yl:Quotation")[0]["n"])
annotations = int(select(store, found % "yl:Mention cito:Citation yl:Quotation")[0]["n"])
links = property_graph(store).number_of_edges()
wrong = False
for form, wanted, read in (
    ("turtle", triples, graph("turtle")),
    ("ntriples", triples, graph("nt")),
    ("trig", len(store), dataset("trig")),
    ("nquads", len(store), dataset("nquads")),
    ("jsonld", len(store), dataset("json-ld")),
    ("webannotation", annotations, lambda text: len(json.loads(text)["items"])),
    ("tei", spanned, spans),
    ("graphml", links, edges(nx.parse_graphml)),
    ("gexf", links, edges(lambda text: nx.read_gexf(io.BytesIO(text.encode())))),
):
    begin = time.perf_counter()
    text = export(store, form)
    middle = time.perf_counter()
    got = read(text)
    end = time.perf_counter()
    wrong |= got != wanted
    print(
        f"{form:<14}{wanted:>10,} written in {middle - begin:5.1f} s, {got:>10,} read in {end - middle:6.1f} s",
        flush=True,
    )
sys.exit(1 if wrong else 0)
