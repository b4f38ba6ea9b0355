"""Every class, property and named graph that a query names is in the graph or its ontology: a renamed one is no empty answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest

import yili_kg
from yili_kg.data import data_folder
from yili_kg.graph.store import open_store
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries import questions

#: What single things are named with; which of them there are hangs on the texts. XSD is nobody's vocabulary of a graph.
_THINGS = {"c", "m", "seg", "src", "r", "xsd"}
_NAMED = re.compile(rf"(?<!</)(?<![\w<:\"#.-])({'|'.join(PREFIXES)}):((?:\w|[-.](?=\w))+)")
#: What is no name: a piece put together in the code, and a prefix of graphs.
_NO_NAMES = {"yl:FIELD"}
_SHAPES = (".rq", ".py", ".js", ".html")
_ROOT = Path(yili_kg.__file__).parent


@pytest.fixture(scope="module")
def known(small_build: Path) -> set[str]:
    """The IRIs of a built graph and of its ontology, with the names of its named graphs and of what these begin with."""
    store = open_store(small_build, doubtful=True)
    ontology = ox.parse(path=str(data_folder("ontology") / "yili.ttl"), format=ox.RdfFormat.TURTLE)
    found: set[str] = set()
    for s, p, o, g in ((q.subject, q.predicate, q.object, q.graph_name) for q in (*store, *ontology)):
        found |= {term.value for term in (s, p, o, g) if isinstance(term, ox.NamedNode)}
    return found


def named(text: str) -> Iterator[tuple[str, str]]:
    """The names of terms in a text, and their IRIs."""
    for match in _NAMED.finditer(text):
        if match[1] not in _THINGS and match[0] not in _NO_NAMES:
            yield match[0], PREFIXES[match[1]] + match[2]


def sources() -> list[Path]:
    return sorted(p for p in _ROOT.rglob("*") if p.suffix in _SHAPES and "vendor" not in p.parts)


def test_the_terms_of_queries_are_found() -> None:
    """The test would be none if the pattern took nothing."""
    assert len({name for path in sources() for name, _ in named(path.read_text(encoding="utf-8"))}) > 120
    assert dict(named("?s a yl:NoSuch ; yl:layer/skos:broader+ g:ontology .")).keys() == {
        "yl:NoSuch",
        "yl:layer",
        "skos:broader",
        "g:ontology",
    }


@pytest.mark.parametrize("name", sorted(questions()))
def test_a_question_asks_for_what_there_is(known: set[str], name: str) -> None:
    asked = dict(named(questions()[name].text))
    assert asked
    assert {term for term, iri in asked.items() if iri not in known} == set()


@pytest.mark.parametrize("path", sources(), ids=lambda p: p.relative_to(_ROOT).as_posix())
def test_code_and_pages_ask_for_what_there_is(known: set[str], path: Path) -> None:
    said = dict(named(path.read_text(encoding="utf-8")))
    assert {term for term, iri in said.items() if iri not in known} == set()


@pytest.mark.parametrize("path", sorted((_ROOT.parents[1] / "docs").glob("*.md")), ids=lambda p: p.name)
def test_documents_ask_for_what_there_is(known: set[str], path: Path) -> None:
    """What stands in a query of a document."""
    blocks = re.findall(r"```sparql\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    said = dict(pair for block in blocks for pair in named(block))
    assert {term for term, iri in said.items() if iri not in known} == set()
