"""The links to other projects as a table of SSSOM, the Simple Standard for Sharing Ontological Mappings (w3id.org/sssom)."""

from __future__ import annotations

import pyoxigraph as ox

from yili_kg.authorities import load_authorities
from yili_kg.graph.iris import short, tail
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import BASE, PREFIXES

__all__ = ["mappings"]

_COLUMNS = (
    "subject_id",
    "subject_label",
    "predicate_id",
    "object_id",
    "mapping_justification",
    "subject_match_field",
    "subject_source",
    "object_source",
    "reviewer_id",
    "mapping_date",
    "comment",
)
_QUERY = """SELECT DISTINCT ?subject ?label ?scheme ?predicate ?object ?why ?field ?source ?reviewer ?date ?comment WHERE {
  ?m a sssom:Mapping ; sssom:subject_id ?subject ; sssom:predicate_id ?predicate ; sssom:object_id ?object ;
    sssom:mapping_justification ?why ; sssom:subject_match_field ?field ; sssom:object_source ?source ;
    sssom:reviewer_id ?reviewer ; sssom:mapping_date ?date ; sssom:comment ?comment .
  ?subject skos:prefLabel ?label ; skos:inScheme ?scheme . FILTER(LANG(?label) = "lzh")
} ORDER BY ?subject ?object"""
_SET = f"{BASE}graph/authorities"
_LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/"


def mappings(store: ox.Store) -> str:
    """A row a link under a head of comments that tells of the whole: its name, its licence, what the prefixes stand for."""
    spaces = {name: PREFIXES[name] for name in ("c", "skos", "semapv", "dcterms")}
    spaces |= {row.prefix: row.uri for row in load_authorities().values()}
    head = [f"#mapping_set_id: {_SET}", f"#license: {_LICENSE}", "#curie_map:"]
    head += [f'#  {name}: "{space}"' for name, space in spaces.items()]
    rows = ["\t".join(_COLUMNS)]
    for row in select(store, _QUERY):
        cells = (
            short(row["subject"]),
            row["label"],
            short(row["predicate"]),
            _curie(row["object"], row["source"]),
            short(row["why"]),
            short(row["field"]),
            short(row["scheme"]),
            short(row["source"]),
            short(row["reviewer"]),
            row["date"],
            row["comment"],
        )
        rows.append("\t".join(" ".join(cell.split()) for cell in cells))
    return "\n".join([*head, *rows, ""])


def _curie(iri: str, source: str) -> str:
    """The record with the prefix of its list; as it is where the list is not known."""
    authority = load_authorities().get(tail(source).removeprefix("authority-"))
    known = authority is not None and iri.startswith(authority.uri)
    return f"{authority.prefix}:{iri.removeprefix(authority.uri)}" if authority and known else iri
