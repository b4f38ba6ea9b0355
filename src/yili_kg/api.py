"""The face for Python: load a graph and ask it, read a file, annotate a text.

>>> import yili_kg as yk
>>> kg = yk.load("graphs/yili.ttl")
>>> kg.ask("occurrences", concept="觶").columns
('chapter', 'name', 'layer', 'count')
>>> kg.query("SELECT ?en { c:觶 skos:prefLabel ?en FILTER(LANG(?en) = 'en') }").rows
(('goblet, three sheng',),)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import pyoxigraph as ox
    import rdflib

    from yili_kg.graph.explain import Explanation
    from yili_kg.models import Annotated
    from yili_kg.queries import Answer

__all__ = ["KnowledgeGraph", "annotate", "load", "read"]


def _several(names: str | Iterable[str]) -> list[str]:
    """One name or several as a list."""
    return [names] if isinstance(names, str) else list(names)


@dataclass(frozen=True, slots=True)
class KnowledgeGraph:
    """A graph in memory; `store` is the pyoxigraph store itself."""

    store: ox.Store

    def __len__(self) -> int:
        """How many statements it has."""
        return len(self.store)

    def query(self, query: str) -> Answer:
        """The answer to a SPARQL query; the prefixes are known, all graphs are asked.

        Of a query that found nothing `notes` say what it names that the graph does not have: a name (c:觯), a language
        tag that is written otherwise, simplified characters.

        Raises QueryError for a query that cannot be read, and for one that would ask another server.
        """
        from yili_kg.queries import run

        return run(self.store, query)

    def ask(self, question: str, **params: str) -> Answer:
        """The answer to a named question (`questions()`): `kg.ask("who-cites", work="周禮")`. Raises QueryError."""
        from yili_kg.queries import run

        return run(self.store, question, params)

    @staticmethod
    def questions() -> dict[str, str]:
        """The named questions, with what they tell."""
        from yili_kg.queries import questions

        return {q.name: f"{q.title}: {q.tells}" for q in questions().values()}

    def explain(self, iri: str) -> Explanation:
        """Why something is in the graph: its passage, rule and source. Raises QueryError for what is not there."""
        from yili_kg.graph.explain import explain

        return explain(self.store, iri)

    def records(self, kind: str = "mention") -> Iterator[dict[str, str]]:
        """The records of a kind (`mention`, `citation`, `gloss` …), or the members of a class, as dictionaries by IRI.

        Several values stand on lines of their own. Raises QueryError for a kind that the graph does not have.

        >>> import yili_kg as yk
        >>> next(yk.load("graphs/yili.ttl").records("Chapter"))["iri"]
        'seg:01'
        """
        from yili_kg.export.tables import class_records

        return class_records(self.store, kind)

    def concepts(self, words: str | Iterable[str]) -> Answer:
        """The concepts that words are, all looked up at once: a row for each that a word may be, in the order of the words.

        A word is a headword, a label in any language, another form of the graphs, or pinyin. One that is no concept has
        a row in which all else is empty, and a note. `to_pandas()` gives a frame to be merged on `word`.

        >>> import yili_kg as yk
        >>> [(row["word"], row["concept"], row["en"]) for row in yk.load("graphs/yili.ttl").concepts(["觯", "no"])]
        [('觯', '觶', 'goblet, three sheng'), ('no', '', '')]
        """
        from yili_kg.queries.concepts import concepts

        return concepts(self.store, _several(words))

    def to_rdflib(self) -> rdflib.Dataset:
        """An rdflib dataset over the same store, without a copy."""
        from yili_kg.graph.store import as_rdflib

        return as_rdflib(self.store)

    def to_networkx(self, *, relations: str | Iterable[str] = (), among: str | Iterable[str] = ()) -> nx.MultiDiGraph:
        """The relations of the graph: a directed edge from thing to thing, keyed by its property, literals as attributes.

        `relations` are the properties that are wanted (`skos:broader`; none: all), `among` the classes or kinds of record
        whose members are (`skos:Concept`, `gloss`; none: all). Raises QueryError for one that the graph does not have.

        >>> import yili_kg as yk
        >>> kinds = yk.load("graphs/yili.ttl").to_networkx(relations="skos:broader")
        >>> list(kinds["c:觶"]), kinds.nodes["c:觶"]["skos:prefLabel@en"]
        (['c:爵器'], 'goblet, three sheng')
        """
        from yili_kg.export.networks import relations as network

        return network(self.store, properties=_several(relations), classes=_several(among))

    def named_together(self) -> nx.Graph:
        """The network of concepts that are named in the same segments of text and notes: `weight` counts them.

        >>> import yili_kg as yk
        >>> yk.load("graphs/yili.ttl").named_together().nodes["觶"]["en"]
        'goblet, three sheng'
        """
        from yili_kg.views.network import network_of

        return network_of(self.store)

    def to_pandas(self, query: str = "", **params: str) -> pd.DataFrame:
        """The answer to a query or named question as a data frame; without one, the mentions.

        Wants pandas (`pip install yili-kg[pandas]`); raises QueryError without.
        """
        from yili_kg.export.tables import MENTIONS
        from yili_kg.queries import run

        return run(self.store, query or MENTIONS, params).to_pandas()

    def export(self, form: str, output: str | os.PathLike[str] | None = None) -> str:
        """The graph in another form (docs/formats.md): the text, or, with `output`, a file or folder."""
        from yili_kg.export import export

        return export(self.store, form, Path(output) if output is not None else None)


def load(place: str | os.PathLike[str], *, doubtful: bool = False) -> KnowledgeGraph:
    """The graph of a build's folder or of one RDF file (TriG, N-Quads, Turtle, N-Triples). Raises QueryError.

    What is below the threshold of its kind is in it only where `doubtful` asks for it.
    """
    from yili_kg.graph.store import open_store

    return KnowledgeGraph(open_store(Path(place), doubtful=doubtful))


def read(path: str | os.PathLike[str], **options: Any) -> Annotated:
    """A text file, read, cut into layers and annotated; `reader` and `encoding` as on the command line.

    Raises SourceError for a file that cannot be read.
    """
    from yili_kg.analyse import analyse_file

    return analyse_file(Path(path), **options)


def annotate(text: str, *, reader: str = "") -> Annotated:
    """A text at hand, annotated as a file would be: `mentions`, `citations`, and the `edition` with its segments.

    A text of no known layout is taken as plain. Offsets are code points into it.

    >>> import yili_kg as yk
    >>> found = yk.annotate("案《聘禮》云「束帛加璧」,是也。")
    >>> [(c.target, [q.text for q in c.quotes]) for c in found.citations]
    [('儀禮·聘禮', ['束帛加璧'])]
    """
    from yili_kg.analyse import analyse_text
    from yili_kg.errors import SourceError

    lone = next((n for n, c in enumerate(text) if "\ud800" <= c <= "\udfff"), -1)
    if lone >= 0:
        raise SourceError(
            f"code point {lone} is half a character (U+{ord(text[lone]):04X})",
            advice="decode the text with its encoding",
        )
    return analyse_text(text, reader=reader)
