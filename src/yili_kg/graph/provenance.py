"""How a build was made, in PROV-O: by which version of the code, from which sources, rules and books of the library.

It stands in a named graph of its own (`g:build`) and on the card of the data set (`dataset.ttl`), with the hash of all that
was used: whoever has the same code, data, sources and library gets the same bytes. The Turtle of the knowledge leaves it
out, so that it does not change where only the code did. There is no time of day in it: the date is that of the version of
the data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pyoxigraph as ox

from yili_kg import __version__
from yili_kg.graph.dataset import DATASET, FILES
from yili_kg.graph.iris import graph_iri, local, named, source_iri
from yili_kg.graph.vocabulary import BASE, Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.tables.released import released

__all__ = ["Made", "build_quads", "sources_of"]

_Said = tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal]
#: What the parts of a fingerprint are, by its names for them.
_PARTS = {
    "code": "code of yili-kg",
    "data": "rules, word lists, tables and ontology of yili-kg",
    "by hand": "decisions by hand that were given to the build",
}
_SHOWN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a build was made of: `parts` name → SHA-256, `sources` the SHA-256 of each, `library` id, title and SHA-256 of each book."""

    parts: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    library: tuple[Mapping[str, str], ...] = ()

    @property
    def mark(self) -> str:
        """One hash of it all."""
        told = [*sorted(self.parts.items()), *sorted(self.sources), *sorted(tuple(b.items()) for b in self.library)]
        return hashlib.sha256(repr(told).encode("utf-8", "surrogateescape")).hexdigest()


def build_quads(made: Made) -> Iterator[Statement]:
    """The activity that made a build, what it used and what it generated, in the graph `g:build`."""
    home = graph_iri("build")
    for subject, predicate, value in _statements(made):
        yield subject, predicate, value, home


def _statements(made: Made) -> Iterator[_Said]:
    version = released()
    build, agent = named(f"build.{made.mark[:_SHOWN]}"), named("publisher")
    yield build, T.a, T.activity
    yield build, T.label, ox.Literal(f"build of version {version.version} of the data", language="en")
    yield build, T.label, ox.Literal(f"資料第 {version.version} 版之構建", language="zh")
    yield build, node("prov", "wasAssociatedWith"), agent
    for name, sha256 in sorted(made.parts.items()):
        if sha256:
            yield from _used(build, named(f"{local(name.replace(' ', '-'))}.{sha256[:_SHOWN]}"), _PARTS[name], sha256)
    yield from _code(made)
    for sha256 in made.sources:
        yield build, T.used, source_iri(sha256)
    for book in made.library:
        iri = named(f"book.{book['id']}.{book['sha256'][:_SHOWN]}")
        yield from _used(build, iri, f"{book['id']} {book['title']}".strip(), book["sha256"])
    for iri in (DATASET, *(ox.NamedNode(BASE + file) for file in FILES)):
        yield iri, node("prov", "wasGeneratedBy"), build


def _code(made: Made) -> Iterator[_Said]:
    """The version of the code, where its hash is known."""
    if sha256 := made.parts.get("code"):
        yield named(f"code.{sha256[:_SHOWN]}"), node("dcat", "version"), ox.Literal(__version__)


def _used(build: ox.NamedNode, iri: ox.NamedNode, label: str, sha256: str) -> Iterator[_Said]:
    yield build, T.used, iri
    yield iri, T.a, T.entity
    yield iri, T.label, ox.Literal(label)
    yield iri, node("schema", "sha256"), ox.Literal(sha256)


def sources_of(accounts: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
    """The hashes of sources, from what is said of each in a manifest, each once, sorted."""
    return tuple(sorted({str(account["sha256"]) for account in accounts}))
