"""A doc as an edition, so that what works on editions works on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spacy.tokens import Doc

from yili_kg.annotation.components.doc import kept
from yili_kg.models import Annotated, Citation, Document, Edition, Mention, Quotation, Segment

__all__ = ["edition_of", "models_of"]


def edition_of(*segments: Segment) -> Edition:
    """An edition of nothing but some segments; the last of them has the text that all offsets are of."""
    document = Document(
        raw=segments[-1].text, sha256="", name="doc", title="", label="doc", reader="", blocks=(), noise=()
    )
    return Edition(document=document, segments=tuple(s for s in segments if s.text))


def models_of(doc: Doc, edition: Edition, segment: Segment, *, wants: str) -> Annotated:
    """The edition with the mentions and citations of a doc. Raises PipelineError where they were not sought.

    `segment` is the doc's own, `wants` the component that asks.
    """
    mentions = kept(doc, "yili_mentions", maker="yili_mentions", wants=wants)
    citations = kept(doc, "yili_citations", maker="yili_citations", wants=wants)
    return Annotated(
        edition=edition,
        mentions=tuple(_mention(m, segment) for m in mentions),
        citations=tuple(_citation(c, segment) for c in citations),
    )


def _mention(row: Mapping[str, Any], segment: Segment) -> Mention:
    fields = {name: row[name] for name in ("start", "end", "text", "type", "concept", "layer", "rule")}
    return Mention(**fields, segment=segment.id)


def _citation(row: Mapping[str, Any], segment: Segment) -> Citation:
    fields = {name: row[name] for name in ("start", "end", "text", "target", "function", "form", "layer", "rule")}
    quotes = tuple(Quotation(start=q["start"], end=q["end"], text=q["text"]) for q in row["quotes"])
    return Citation(**fields, quotes=quotes, segment=segment.id)
