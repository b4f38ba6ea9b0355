"""Explaining a statement: the passage with the span marked, the rule with its reason, the source with its offsets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from yili_kg.confidence import feature_of, load_measures
from yili_kg.confidence.gloss_weights import load_gloss_weights
from yili_kg.confidence.measures import READ
from yili_kg.errors import QueryError
from yili_kg.graph.iris import steady, tail
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import BASE, PREFIXES
from yili_kg.tables.kinds import kinds

__all__ = ["Explanation", "explain", "full_iri", "nth_place"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a node is in the graph; fields that do not apply are empty. `text` has the span between ⟦ and ⟧."""

    iri: str
    kind: str
    text: str
    layer: str
    speaker: str
    concept: str
    gloss: str
    rule: str
    reason: str
    defined_at: str
    identified: str
    read_by: str
    sure: str
    source: str
    start: int
    end: int
    rows: tuple[tuple[str, str], ...]


def full_iri(name: str) -> str:
    """An IRI as people write it (`m:04…`, `<https://…>`, `mention/04…`) in full."""
    name = name.strip().strip("<>")
    prefix, colon, rest = name.partition(":")
    if colon and prefix in PREFIXES:
        return PREFIXES[prefix] + rest
    return name if "://" in name else BASE + name


def explain(store: ox.Store, iri: str) -> Explanation:
    """The explanation of a mention, citation, quotation, pointer, segment or concept. Raises QueryError if unknown."""
    full = full_iri(iri)
    try:
        node = ox.NamedNode(full)
    except ValueError as error:
        raise QueryError(
            f"{iri} is no IRI", advice="take one from a query, such as m:04.013.zhushu.jing.1.觶.1"
        ) from error
    values: dict[str, list[str]] = {}
    for quad in store.quads_for_pattern(node, None, None, None):
        values.setdefault(tail(quad.predicate.value), []).append(_value(quad.object))
    if not values:
        raise QueryError(
            f"the graph has no {iri}", advice="look its IRI up with a query; the file may be of another build"
        )
    segment = next(iter(values.get("inSegment") or values.get("hasCitingEntity") or []), "")
    home = _one(
        store,
        segment or full,
        "?n crm:P190_has_symbolic_content ?text ; yl:layer ?layer . OPTIONAL { ?n yl:speaker ?speaker } "
        "OPTIONAL { ?n yl:chapter ?chapter }",
    )
    surface, text = next(iter(values.get("anchorOf", [])), ""), home.get("text", "")
    concept = _one(
        store, next(iter(values.get("taIdentRef", [])), ""), "?n skos:prefLabel ?gloss . FILTER(LANG(?gloss) = 'en')"
    )
    rule = _one(
        store,
        next(iter(values.get("rule", [])), ""),
        "?n rdfs:label ?label ; dcterms:description ?reason . OPTIONAL { ?n yl:definedAt ?place }",
    )
    told = _one(
        store, next(iter(values.get("identifiedBy", [])), ""), "?n rdfs:label ?label ; dcterms:description ?reason"
    )
    reader = _one(store, next(iter(values.get("readBy", [])), ""), "?n rdfs:label ?label")
    source = _one(store, next(iter(values.get("referenceContext", [])), ""), "?n rdfs:label ?label")
    marked = _marked(text, surface, full) if surface else text
    return Explanation(
        full,
        ", ".join(tail(k) for k in values.get("type", [])),
        marked,
        tail(home.get("layer", "")),
        tail(home.get("speaker", "")),
        tail(next(iter(values.get("taIdentRef", values.get("hasCitedEntity", []))), "")),
        concept.get("gloss", ""),
        rule.get("label", ""),
        rule.get("reason", ""),
        rule.get("place", ""),
        f"{told['label']}: {told['reason']}" if told else "",
        reader.get("label", ""),
        _sure(values, rule.get("label", ""), feature_of(tail(home.get("layer", "")), home.get("chapter", ""))),
        source.get("label", ""),
        _place(values, "beginIndex"),
        _place(values, "endIndex"),
        tuple(sorted((k, v) for k, vs in values.items() for v in vs)),
    )


def _place(values: Mapping[str, Sequence[str]], name: str) -> int:
    """A code point of the source; -1 where none is told, or (in a graph that others made) what is no number."""
    said = next(iter(values.get(name, ())), "")
    return int(said) if said.isdecimal() and len(said) < 13 else -1


def _sure(values: Mapping[str, Sequence[str]], rule: str, feature: str) -> str:
    """How sure a statement is and, where the table that comes with yili-kg says the same, from how many that was told."""
    said = next(iter(values.get("confidence", [])), "")
    if not said:
        return ""
    types = values.get("type", ())
    kind = next((k.kind for k in kinds() if k.class_ and k.class_.partition(":")[2] in map(tail, types)), "")
    reason, feature = (READ, "") if values.get("readBy") else (rule, feature)
    if "Quotation" in map(tail, types):
        kind, reason = "verdict", tail(next(iter(values.get("verdict", [""]))))
    if kind == "gloss" and reason != READ and feature in load_gloss_weights():
        return f"{said}: by the signs of {reason} in {feature}"
    measure = load_measures().of(kind, "", reason, feature)
    if measure is None or f"{measure.value:.2f}" != f"{float(said):.2f}":
        return said
    if reason == READ:
        return f"{said}: as two readers agree who decide apart from each other"
    told = f"right in {measure.right:,} of {measure.of:,}" if measure.of else "a rule that nobody has measured yet"
    return f"{said}: {reason} as {kind} in {feature}, {told}"


def _marked(text: str, surface: str, iri: str) -> str:
    at = nth_place(text, surface, iri)
    end = at + len(surface)
    return f"{text[:at]}⟦{text[at:end]}⟧{text[end:]}" if at >= 0 else text


def nth_place(text: str, surface: str, iri: str) -> int:
    """Where in a segment's text a mention stands: the occurrence of its surface that its IRI counts; -1 if none."""
    number = iri.rpartition(".")[2]
    wanted = int(number) if "/mention/" in iri and number.isdigit() else 1
    plain, words = steady(text), steady(surface)
    at = plain.find(words)
    while wanted > 1 and at >= 0:
        at = plain.find(words, at + 1)
        wanted -= 1
    return at


def _one(store: ox.Store, iri: str, pattern: str) -> dict[str, str]:
    rows = select(store, f"SELECT * WHERE {{ {pattern} }}", about=iri) if iri else []
    return rows[0] if rows else {}


def _value(term: object) -> str:
    return str(getattr(term, "value", term))
