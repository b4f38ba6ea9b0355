"""W3C Web Annotations (Recommendation of 2017): made by a CONSTRUCT, nested as the model's JSON has it."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg import __version__
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.queries.guard import prepared
from yili_kg.tables.released import released

__all__ = ["construct", "web_annotations"]

_OA = "http://www.w3.org/ns/oa#"
_TYPE = PREFIXES["rdf"] + "type"
#: Property → its name in the context of the W3C, in the order in which it is written.
_NAMES = {
    _OA + "motivatedBy": "motivation",
    _OA + "hasBody": "body",
    _OA + "hasTarget": "target",
    _OA + "hasSource": "source",
    _OA + "hasSelector": "selector",
    _OA + "start": "start",
    _OA + "end": "end",
    _OA + "exact": "exact",
}


def construct(store: ox.Store) -> list[ox.Triple]:
    """The annotations as triples, without repetition, sorted."""
    query = (Path(__file__).parent / "webannotation.rq").read_text(encoding="utf-8")
    result = store.query(prepared(query), use_default_graph_as_union=True)
    assert isinstance(result, ox.QueryTriples)
    return sorted(set(result), key=lambda t: (str(t.subject), str(t.predicate), str(t.object)))


def web_annotations(store: ox.Store) -> str:
    """The annotations as an AnnotationPage in JSON-LD with the context of the W3C, one a line; who made them stands in its head."""
    about: dict[str, list[ox.Triple]] = defaultdict(list)
    for triple in construct(store):
        assert isinstance(triple.subject, ox.NamedNode)
        about[triple.subject.value].append(triple)
    roots = [iri for iri in about if iri.endswith("#annotation")]
    lines = [json.dumps(_nested(iri, about), ensure_ascii=False) for iri in roots]
    head = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": f"{BASE}id/annotations",
        "type": "AnnotationPage",
        "creator": {"id": f"{BASE}id/publisher", "type": "Organization", "name": released().publisher},
        "generator": {"id": f"{BASE}id/software", "type": "Software", "name": f"yili-kg {__version__}"},
    }
    told = json.dumps(head, ensure_ascii=False).removesuffix("}")
    return f'{told},\n"items": [\n' + ",\n".join(lines) + "\n]}\n"


def _nested(iri: str, about: dict[str, list[ox.Triple]]) -> dict[str, Any]:
    made: dict[str, Any] = {"id": iri}
    values: dict[str, list[Any]] = defaultdict(list)
    for triple in about[iri]:
        term = triple.object
        if triple.predicate.value == _TYPE:
            assert isinstance(term, ox.NamedNode)
            made["type"] = term.value.removeprefix(_OA)
        elif isinstance(term, ox.Literal):
            values[_NAMES[triple.predicate.value]].append(
                int(term.value) if term.datatype.value.endswith("#integer") else term.value
            )
        elif isinstance(term, ox.NamedNode):
            short = triple.predicate.value == _OA + "motivatedBy"
            values[_NAMES[triple.predicate.value]].append(
                _nested(term.value, about)
                if term.value in about
                else term.value.removeprefix(_OA)
                if short
                else term.value
            )
    made.update(
        {
            name: values[name][0] if len(values[name]) == 1 else values[name]
            for name in _NAMES.values()
            if name in values
        }
    )
    return made
