"""The component of spaCy `yili_references`: references without a title (又云, 彼注, 下文, 云…者), resolved where one can."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from yili_kg.annotation.components.doc import (
    ALIGNMENT,
    known_alignment,
    known_layer,
    layer_of,
    plain,
    register,
    segment_of,
    set_spans,
)
from yili_kg.annotation.components.models import edition_of, models_of
from yili_kg.records import record
from yili_kg.resolve.short_citations import resolve_short_citations
from yili_kg.tables.layers import layers

__all__ = ["ReferenceFinder", "make_references"]

_NAME = "yili_references"


class ReferenceFinder:
    """Sets `doc._.yili_references` and `doc.spans[spans_key]` (label: form, kb_id: target)."""

    def __init__(self, *, spans_key: str = _NAME, alignment_mode: str = ALIGNMENT, layer: str = "") -> None:
        register()
        self.spans_key, self.alignment_mode = spans_key, known_alignment(alignment_mode)
        self.layer = known_layer(layer) or layers().named("sub")

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its references. Raises PipelineError without `yili_citations` before it."""
        base = segment_of(doc._.yili_explains, name="base", layer=layers().named("base"), passage=_PASSAGE)
        segment = segment_of(
            doc.text,
            layer=layer_of(doc, self.layer),
            chapter=doc._.yili_chapter,
            comments_on=base.id,
            passage=_PASSAGE,
        )
        found = resolve_short_citations(models_of(doc, edition_of(base, segment), segment, wants=_NAME))
        rows = [plain(record("ellipsis", one), without=("segment", "target_segment")) for one in found.ellipses]
        doc._.yili_references = rows
        set_spans(doc, self.spans_key, rows, label="form", identity="target", alignment_mode=self.alignment_mode)
        return doc


#: The one passage that doc and text explained are of.
_PASSAGE = "doc"


@Language.factory(
    _NAME,
    requires=["doc._.yili_mentions", "doc._.yili_citations"],
    assigns=["doc._.yili_references", "doc.spans"],
    default_config={"spans_key": _NAME, "alignment_mode": ALIGNMENT, "layer": ""},
)
def make_references(nlp: Language, name: str, spans_key: str, alignment_mode: str, layer: str) -> ReferenceFinder:
    """Make the component that finds references without a title; a doc of no layer is taken as a sub-commentary."""
    return ReferenceFinder(spans_key=spans_key, alignment_mode=alignment_mode, layer=layer)


register()
