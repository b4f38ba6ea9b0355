"""The component `yili_citations`: works that a doc cites, and what it quotes from them."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from yili_kg.annotation.components.doc import (
    ALIGNMENT,
    folded_text,
    kept,
    known_alignment,
    known_layer,
    layer_of,
    plain,
    register,
    segment_of,
    set_spans,
)
from yili_kg.annotation.find import as_citation, citations_among
from yili_kg.annotation.spans import Found
from yili_kg.records import record

__all__ = ["CitationFinder", "make_citations"]

_NAME = "yili_citations"
_QUOTATIONS = "yili_quotations"


class CitationFinder:
    """Sets `doc._.yili_citations` and two groups of spans: the titles, and what is quoted (kb_id: the target)."""

    def __init__(
        self,
        *,
        spans_key: str = _NAME,
        quotations_key: str = _QUOTATIONS,
        alignment_mode: str = ALIGNMENT,
        layer: str = "",
    ) -> None:
        register()
        self.spans_key, self.quotations_key = spans_key, quotations_key
        self.alignment_mode, self.layer = known_alignment(alignment_mode), known_layer(layer)

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its citations. Raises PipelineError without `yili_mentions` before it."""
        mentions = [_found(m) for m in kept(doc, "yili_mentions", maker="yili_mentions", wants=_NAME)]
        text, layer = doc.text, layer_of(doc, self.layer)
        found = citations_among(mentions, text, folded_text(text), layer, doc._.yili_chapter)
        segment = segment_of(text, layer=layer)
        records = [plain(record("citation", as_citation(segment, one))) for one in found]
        for row in records:
            row["quotes"] = [{name: quote[name] for name in ("start", "end", "text")} for quote in row["quotes"]]
        doc._.yili_citations = records
        quotes = [{**quote, "target": row["target"]} for row in records for quote in row["quotes"]]
        for key, rows, label in ((self.spans_key, records, "citation"), (self.quotations_key, quotes, "quotation")):
            set_spans(doc, key, rows, label=label, identity="target", alignment_mode=self.alignment_mode)
        return doc


def _found(mention: dict[str, Any]) -> Found:
    return Found(mention["start"], mention["end"], mention["type"], mention["concept"], mention["rule"])


@Language.factory(
    _NAME,
    requires=["doc._.yili_mentions"],
    assigns=["doc._.yili_citations", "doc.spans"],
    default_config={
        "spans_key": _NAME,
        "quotations_key": _QUOTATIONS,
        "alignment_mode": ALIGNMENT,
        "layer": "",
    },
)
def make_citations(
    nlp: Language, name: str, spans_key: str, quotations_key: str, alignment_mode: str, layer: str
) -> CitationFinder:
    """Make the component that finds citations and what they quote; settings as those of `yili_mentions`."""
    return CitationFinder(
        spans_key=spans_key, quotations_key=quotations_key, alignment_mode=alignment_mode, layer=layer
    )


register()
