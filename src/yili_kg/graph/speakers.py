"""Who speaks: a person of the lexicon, or somebody of whom a source has no more than how he is called (○應氏曰)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pyoxigraph as ox

from yili_kg.graph.iris import concept_iri, graph_iri, local
from yili_kg.graph.vocabulary import Statement
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated
from yili_kg.tables.kinds import kinds

__all__ = ["speaker_iri", "unknown_speaker_quads"]


def speaker_iri(name: str) -> ox.NamedNode:
    """The concept of a speaker; of one whom the lexicon does not know as a person, `speaker.NAME`."""
    return concept_iri(name if _is_known(name) else f"speaker.{name}")


def unknown_speaker_quads(annotated: Annotated) -> Iterator[Statement]:
    """The speakers of an edition whom the lexicon does not know stay in the graph as what they are called."""
    graph = graph_iri(f"text/{local(annotated.edition.document.name)}")
    found = {segment.speaker for segment in annotated.edition.segments}
    for kind in kinds():
        found |= {getattr(one, "speaker", "") for one in getattr(annotated, kind.field, ())}
    for name in sorted(name for name in found if name and not _is_known(name)):
        iri = speaker_iri(name)
        yield iri, T.a, T.concept, graph
        yield iri, T.pref_label, ox.Literal(name, language="lzh"), graph
        yield iri, T.in_scheme, concept_iri("persons"), graph
        if name in _shared():
            yield iri, T.broader, concept_iri(_shared()[name]), graph
        yield iri, T.unresolved, ox.Literal("a speaker whom the lexicon does not know", language="en"), graph


def _is_known(name: str) -> bool:
    entry = load_lexicon().entries.get(name)
    return entry is not None and entry.type == "person"


@cache
def _shared() -> dict[str, str]:
    """How persons are called that the lexicon knows together (those named by surname and 氏 alone) → their concept."""
    return {form: e.concept for e in load_lexicon().entries.values() if e.type == "person" for form in e.forms}
