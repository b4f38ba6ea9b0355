"""The component `yili_mentions`: persons, roles, objects, places and works that a doc names."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from yili_kg.annotation.components.doc import (
    ALIGNMENT,
    folded_text,
    known_alignment,
    known_layer,
    layer_of,
    plain,
    register,
    segment_of,
    set_spans,
)
from yili_kg.annotation.find import as_mention, mentions_in
from yili_kg.records import record

__all__ = ["MentionFinder", "make_mentions"]

_NAME = "yili_mentions"


class MentionFinder:
    """Sets `doc._.yili_mentions`, and `doc.spans[spans_key]` (label: type, kb_id: concept, id: rule)."""

    def __init__(self, *, spans_key: str = _NAME, alignment_mode: str = ALIGNMENT, layer: str = "") -> None:
        register()
        self.spans_key, self.alignment_mode, self.layer = spans_key, known_alignment(alignment_mode), known_layer(layer)

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its mentions. Raises PipelineError for a layer that is none."""
        text, layer = doc.text, layer_of(doc, self.layer)
        found = mentions_in(
            text, folded_text(text), layer, doc._.yili_skip, tuple(doc._.yili_passages), doc._.yili_chapter
        )
        segment = segment_of(text, layer=layer)
        doc._.yili_mentions = [plain(record("mention", as_mention(segment, one))) for one in found]
        set_spans(
            doc,
            self.spans_key,
            doc._.yili_mentions,
            label="type",
            identity="concept",
            alignment_mode=self.alignment_mode,
        )
        return doc


@Language.factory(
    _NAME,
    assigns=["doc._.yili_mentions", "doc.spans"],
    default_config={"spans_key": _NAME, "alignment_mode": ALIGNMENT, "layer": ""},
)
def make_mentions(nlp: Language, name: str, spans_key: str, alignment_mode: str, layer: str) -> MentionFinder:
    """Make the component that finds persons, roles, objects, places and works.

    `spans_key` is that of `doc.spans` (empty: no spans), `alignment_mode` spaCy's for tokens that reach beyond a span,
    `layer` that of docs that have none of their own.
    """
    return MentionFinder(spans_key=spans_key, alignment_mode=alignment_mode, layer=layer)


register()
