"""The component `yili_glosses`: what a note says that words mean, and other wordings that it reports."""

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
from yili_kg.annotation.notes.alone import ALONE
from yili_kg.annotation.notes.over_edition import read_notes
from yili_kg.annotation.notes.proposed import proposed_rules
from yili_kg.records import record
from yili_kg.tables.layers import layers

__all__ = ["GlossFinder", "make_glosses"]

_NAME = "yili_glosses"


class GlossFinder:
    """Sets `doc._.yili_glosses`, `doc._.yili_readings` and `doc.spans[spans_key]` (label: gloss or reading).

    The text that a note explains is in `doc._.yili_explains`: without it a word is glossed only where a formula says so.
    """

    def __init__(self, *, spans_key: str = _NAME, alignment_mode: str = ALIGNMENT, layer: str = "") -> None:
        register()
        self.spans_key, self.alignment_mode = spans_key, known_alignment(alignment_mode)
        self.layer = known_layer(layer) or layers().named("note")

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its glosses and readings. Raises PipelineError without `yili_citations` before it."""
        layer = layer_of(doc, self.layer)
        base = segment_of(doc._.yili_explains, name="base", layer=layers().named("base"))
        segment = segment_of(doc.text, layer=layer, chapter=doc._.yili_chapter, comments_on=base.id)
        found = read_notes(models_of(doc, edition_of(base, segment), segment, wants=_NAME))
        # What only its signs could tell is not weighed here.
        told = [g for g in found.glosses if g.rule != ALONE and g.rule not in proposed_rules()]
        doc._.yili_glosses = [plain(record("gloss", g), without=_LEFT_OUT) for g in told]
        doc._.yili_readings = [plain(record("reading", r), without=_LEFT_OUT) for r in found.readings]
        rows = sorted([*doc._.yili_glosses, *doc._.yili_readings], key=lambda row: (row["start"], row["end"]))
        set_spans(doc, self.spans_key, rows, label="kind", alignment_mode=self.alignment_mode)
        return doc


#: The places of a target are those of `doc._.yili_explains`, the one text that there is; how sure a gloss is was not weighed.
_LEFT_OUT = ("segment", "target_segment", "confidence")


@Language.factory(
    _NAME,
    requires=["doc._.yili_mentions", "doc._.yili_citations"],
    assigns=["doc._.yili_glosses", "doc._.yili_readings", "doc.spans"],
    default_config={"spans_key": _NAME, "alignment_mode": ALIGNMENT, "layer": ""},
)
def make_glosses(nlp: Language, name: str, spans_key: str, alignment_mode: str, layer: str) -> GlossFinder:
    """Make the component that reads glosses and variant readings; a doc of no layer is taken as a note."""
    return GlossFinder(spans_key=spans_key, alignment_mode=alignment_mode, layer=layer)


register()
