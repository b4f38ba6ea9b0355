"""What a doc knows of itself, and how what is found becomes data and spans of it.

All that a component finds is kept as plain lists and dictionaries (`doc._.yili_mentions`), the records of `yili-kg
annotate`, with offsets in code points of `doc.text`: it goes through `to_bytes`, `DocBin`, pickle and other processes,
and it is right whatever the tokenizer does. Spans are made of it where they are wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from spacy.tokens import Doc, Span

from yili_kg.annotation.simplified import folded_in_print
from yili_kg.errors import PipelineError
from yili_kg.models import Segment
from yili_kg.tables.layers import layers

__all__ = [
    "ALIGNMENT",
    "folded_text",
    "kept",
    "known_alignment",
    "known_layer",
    "layer_of",
    "plain",
    "register",
    "segment_of",
    "set_spans",
]

#: What becomes of a span within which a token begins or ends that reaches beyond it, when nobody says.
ALIGNMENT = "expand"
_ALIGNMENTS = ("strict", "contract", "expand")

#: Attributes of a doc and their defaults: first what its owner may say of it, then what components set.
_OF_DOC: Mapping[str, Any] = {
    "yili_layer": "",
    "yili_chapter": "",
    "yili_passages": (),
    "yili_skip": (),
    "yili_explains": "",
    "yili_mentions": None,
    "yili_citations": None,
    "yili_references": None,
    "yili_glosses": None,
    "yili_readings": None,
    "yili_steps": None,
}
_OF_SPAN: Mapping[str, Any] = {"yili_confidence": None, "yili_because": (), "yili_exact": True}
#: The id of the one segment that a doc is; no record shows it.
_SEGMENT = "doc"


def register() -> None:
    """Make the attributes `doc._.yili_…` and `span._.yili_…` known to spaCy."""
    for of, attributes in ((Doc, _OF_DOC), (Span, _OF_SPAN)):
        for name, default in attributes.items():
            if not of.has_extension(name):
                of.set_extension(name, default=default)


@lru_cache(maxsize=1)
def folded_text(text: str) -> str:
    """The folded copy of a text; components ask for that of one doc one behind the other."""
    return folded_in_print(text)


def known_layer(layer: str) -> str:
    """The layer, if it is one of the table, or empty. Raises PipelineError."""
    if layer and layer not in layers().by_name:
        raise PipelineError(
            f"there is no layer {layer}", where="yili_layer", advice=f"one of: {', '.join(layers().by_name)}"
        )
    return layer


def known_alignment(mode: str) -> str:
    """The mode, if spaCy has it. Raises PipelineError."""
    if mode not in _ALIGNMENTS:
        raise PipelineError(f"there is no alignment_mode {mode}", advice=f"one of: {', '.join(_ALIGNMENTS)}")
    return mode


def layer_of(doc: Doc, default: str) -> str:
    """The layer that a doc has, or else the `default` of a component. Raises PipelineError for one that is none."""
    return known_layer(doc._.yili_layer) or default


def kept(doc: Doc, attribute: str, *, maker: str, wants: str) -> list[dict[str, Any]]:
    """What another component (`maker`) found. Raises PipelineError where it did not run before this one (`wants`)."""
    found: list[dict[str, Any]] | None = doc._.get(attribute)
    if found is None:
        raise PipelineError(f"{wants} wants {maker} before it", advice=f'nlp.add_pipe("{maker}", before="{wants}")')
    return found


def segment_of(
    text: str, *, name: str = _SEGMENT, layer: str, chapter: str = "", comments_on: str = "", passage: str = ""
) -> Segment:
    """A text as one segment, its places those of the text."""
    return Segment(
        id=name,
        layer=layer,
        speaker="",
        chapter=chapter,
        passages=(passage,) if passage else (),
        extent="whole",
        comments_on=comments_on,
        pieces=((0, len(text)),),
        text=text,
        offsets=tuple(range(len(text))),
        order=0 if comments_on else -1,
    )


def set_spans(
    doc: Doc,
    key: str,
    records: Iterable[dict[str, Any]],
    *,
    label: str,
    identity: str = "",
    alignment_mode: str,
) -> None:
    """Set `doc.spans[key]` (empty: none) to the spans of some records, in their order.

    `label` and `identity` are the fields that become the label and the kb_id of a span; its id is the rule. A span that
    does not begin and end with tokens is widened, narrowed or left out, as `alignment_mode` says, and its
    `span._.yili_exact` is False; `doc._.yili_…` has all, and exact places.
    """
    if not key:
        return
    spans: list[Span] = []
    for record in records:
        start, end = record["start"], record["end"]
        span = doc.char_span(
            start,
            end,
            label=record.get(label, label),
            kb_id=record.get(identity, ""),
            span_id=record.get("rule", ""),
            alignment_mode=alignment_mode,
        )
        if span is None:
            continue
        if (span.start_char, span.end_char) != (start, end):
            span._.yili_exact = False
        if "confidence" in record:
            span._.yili_confidence = record["confidence"]
        if "because" in record:
            span._.yili_because = record["because"]
        spans.append(span)
    doc.spans[key] = spans


def plain(record: dict[str, Any], *, without: Sequence[str] = ("segment",)) -> dict[str, Any]:
    """A record as data of a doc: without what only an edition has."""
    return {name: value for name, value in record.items() if name not in without}
