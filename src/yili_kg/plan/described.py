"""What Turtle files describe, as plain values: a resource with its properties, and errors that name the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from yili_kg.data import where
from yili_kg.errors import DataError
from yili_kg.tables.turtle import read_turtle

__all__ = ["IN_SCHEME", "LABEL", "OTHER_LABEL", "PREFERRED_LABEL", "SOURCE", "Described", "read_described", "short"]

_YL = "https://w3id.org/yili/ontology#"
_RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
OTHER_LABEL = "http://www.w3.org/2004/02/skos/core#altLabel"
PREFERRED_LABEL = "http://www.w3.org/2004/02/skos/core#prefLabel"
IN_SCHEME = "http://www.w3.org/2004/02/skos/core#inScheme"
SOURCE = "http://purl.org/dc/terms/source"


@dataclass(slots=True)
class Described:
    """A resource: its local name, the values of its properties by IRI, and the file that describes it."""

    name: str
    values: dict[str, list[str]]
    place: str

    @property
    def kinds(self) -> list[str]:
        """The names of its classes."""
        return [kind.removeprefix(_YL) for kind in self.all(_RDF_TYPE)]

    def all(self, term: str) -> list[str]:
        """All values of a property, given by its IRI or its name in the ontology of yili-kg."""
        return sorted(self.values.get(term if ":" in term else _YL + term, ()))

    def one(self, term: str, default: str | None = None) -> str:
        """The value of a property; raises DataError where there is none and no default, or where there are several."""
        found = self.all(term)
        if len(found) == 1:
            return found[0]
        if not found and default is not None:
            return default
        raise DataError(f"{self.name} needs one {term} and has {len(found)}", where=self.place)

    def label(self, language: str) -> str:
        """Its label in a language."""
        return self.one(f"{LABEL}@{language}")


def read_described(paths: Iterable[Path]) -> dict[str, Described]:
    """IRI → what some Turtle files say of it; raises DataError for a file that cannot be read."""
    nodes: dict[str, Described] = {}
    for path in paths:
        for triple in read_turtle(path):
            subject = str(getattr(triple.subject, "value", triple.subject))
            node = nodes.setdefault(subject, Described(subject.rpartition("/")[2], defaultdict(list), where(path)))
            value, key = str(getattr(triple.object, "value", triple.object)), triple.predicate.value
            language = getattr(triple.object, "language", None)
            if language and key in (LABEL, PREFERRED_LABEL):
                node.values[f"{key}@{language}"].append(value)
            else:
                node.values[key].append(value)
    return nodes


def short(iri: str) -> str:
    """The last part of an IRI."""
    return iri.rpartition("/")[2]
