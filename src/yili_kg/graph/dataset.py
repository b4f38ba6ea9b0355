"""The description of the data set that a build is: DCAT 3, schema.org and VoID in one graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pyoxigraph as ox

from yili_kg.graph.iris import graph_iri, named
from yili_kg.graph.vocabulary import BASE, PREFIXES, Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.tables.released import released

__all__ = ["DATASET", "FILES", "dataset_quads"]

#: The IRI of the data set.
DATASET = ox.NamedNode(f"{BASE}dataset")

_CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"
#: File of a build → media type, and what it holds.
FILES = {
    "yili.trig": ("application/trig", "all statements, in named graphs"),
    "yili.ttl": (
        "text/turtle",
        "ontology, concepts, passages, citations, glosses, rites and counts, with all that they point at",
    ),
    "claims.trig": ("application/trig", "what each claim holds, a named graph each"),
}
_ABOUT = (
    ("zh", "儀禮知識圖譜", "儀禮及其注疏中之人物、角色、器物、處所與引書，每一條皆可回溯至原文字位及其規則。"),
    (
        "en",
        "Knowledge graph of the Yili and its commentaries",
        "People, roles, objects, places and cited works in the 儀禮 and its commentaries; each statement leads back to the "
        "characters that make it and to the rule that said so.",
    ),
)
_WORDS = (
    "儀禮",
    "Yili",
    "Book of Ceremonial",
    "鄭玄",
    "賈公彥",
    "ritual",
    "classical Chinese",
    "commentary",
    "citations",
)


def dataset_quads(counts: Mapping[str, int], graphs: Mapping[str, int]) -> Iterator[Statement]:
    """The data set with its licence, files, sizes (what → how many) and named graphs (IRI → statements).

    Its date is that of the version of the data, not of the build: two builds of the same texts are the same bytes.
    """
    home = graph_iri("dataset")
    for subject, predicate, value in _statements(counts, graphs):
        yield subject, predicate, value, home


def _statements(
    counts: Mapping[str, int], graphs: Mapping[str, int]
) -> Iterator[tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal]]:
    given = released()
    yield DATASET, T.a, _dcat("Dataset")
    yield DATASET, T.a, _schema("Dataset")
    yield DATASET, T.a, _void("Dataset")
    for language, title, description in _ABOUT:
        yield DATASET, T.title, ox.Literal(title, language=language)
        yield DATASET, _schema("name"), ox.Literal(title, language=language)
        yield DATASET, T.description, ox.Literal(description, language=language)
        yield DATASET, _schema("description"), ox.Literal(description, language=language)
    for licence in (node("dcterms", "license"), _schema("license")):
        yield DATASET, licence, ox.NamedNode(_CC0)
    for version in (_dcat("version"), _schema("version")):
        yield DATASET, version, ox.Literal(given.version)
    issued = ox.Literal(given.issued.isoformat(), datatype=ox.NamedNode(PREFIXES["xsd"] + "date"))
    for date in (node("dcterms", "issued"), _schema("datePublished")):
        yield DATASET, date, issued
    publisher = named("publisher")
    for by in (node("dcterms", "publisher"), node("dcterms", "creator"), _schema("publisher"), _schema("creator")):
        yield DATASET, by, publisher
    yield publisher, T.a, T.agent
    yield publisher, T.a, _schema("Organization")
    yield publisher, T.label, ox.Literal(given.publisher)
    yield publisher, _schema("name"), ox.Literal(given.publisher, language="en")
    if given.doi:
        yield DATASET, _schema("sameAs"), ox.NamedNode(f"https://doi.org/{given.doi}")
    for word in _WORDS:
        yield DATASET, _dcat("keyword"), ox.Literal(word)
        yield DATASET, _schema("keywords"), ox.Literal(word)
    for language in ("lzh", "en"):
        yield DATASET, _schema("inLanguage"), ox.Literal(language)
    yield DATASET, node("dcterms", "conformsTo"), ox.NamedNode(f"{BASE}ontology")
    yield DATASET, _void("uriSpace"), ox.Literal(BASE)
    yield DATASET, _void("triples"), ox.Literal(sum(graphs.values()))
    for prefix in ("skos", "nif", "its", "crm", "lrm", "cito", "prov"):
        yield DATASET, _void("vocabulary"), ox.NamedNode(PREFIXES[prefix])
    yield DATASET, _void("vocabulary"), ox.NamedNode(f"{BASE}ontology")
    for what, count in counts.items():
        measure = ox.NamedNode(f"{BASE}dataset/{what.replace(' ', '-')}")
        yield DATASET, _schema("variableMeasured"), measure
        yield measure, T.a, _schema("PropertyValue")
        yield measure, _schema("name"), ox.Literal(what, language="en")
        yield measure, _schema("value"), ox.Literal(count)
    for file, (media, what) in FILES.items():
        there = ox.NamedNode(BASE + file)
        yield DATASET, _dcat("distribution"), there
        yield DATASET, _schema("distribution"), there
        yield there, T.a, _dcat("Distribution")
        yield there, T.a, _schema("DataDownload")
        yield there, T.title, ox.Literal(file)
        yield there, T.description, ox.Literal(what, language="en")
        yield there, _dcat("mediaType"), ox.NamedNode(f"https://www.iana.org/assignments/media-types/{media}")
        yield there, _schema("encodingFormat"), ox.Literal(media)
        yield there, _schema("contentUrl"), there
        yield there, _dcat("downloadURL"), there
    for graph, count in graphs.items():
        part = ox.NamedNode(graph)
        yield DATASET, _void("subset"), part
        yield part, T.a, _void("Dataset")
        yield part, T.title, ox.Literal(graph.removeprefix(f"{BASE}graph/"))
        yield part, _void("triples"), ox.Literal(count)


def _dcat(name: str) -> ox.NamedNode:
    return node("dcat", name)


def _schema(name: str) -> ox.NamedNode:
    return node("schema", name)


def _void(name: str) -> ox.NamedNode:
    return node("void", name)
