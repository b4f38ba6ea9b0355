"""The component `yili_steps`: the acts that base text prescribes, with who, what, where and which way."""

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
    set_spans,
)
from yili_kg.annotation.steps import read_words
from yili_kg.records.steps import step_records
from yili_kg.tables.layers import layers

__all__ = ["StepFinder", "make_steps"]

_NAME = "yili_steps"
#: What only an edition has.
_LEFT_OUT = ("segment", "passage", "rite")


class StepFinder:
    """Sets `doc._.yili_steps` and `doc.spans[spans_key]` (label: step, kb_id: the verb).

    A doc is read from its beginning: who acts is carried from clause to clause, and from one doc to the next it is not.
    """

    def __init__(self, *, spans_key: str = _NAME, alignment_mode: str = ALIGNMENT, layer: str = "") -> None:
        register()
        self.spans_key, self.alignment_mode = spans_key, known_alignment(alignment_mode)
        self.layer = known_layer(layer) or layers().named("base")

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its steps; one of a layer that is no base text has none."""
        based = doc.text and layer_of(doc, self.layer) in layers().base
        steps = read_words(doc.text, chapter=doc._.yili_chapter) if based else ()
        doc._.yili_steps = [plain(row, without=_LEFT_OUT) for step in steps for row in step_records(step)]
        rows = [{**row, "verb": row["verb"]["text"], "label": "step"} for row in doc._.yili_steps]
        set_spans(doc, self.spans_key, rows, label="label", identity="verb", alignment_mode=self.alignment_mode)
        return doc


@Language.factory(
    _NAME,
    assigns=["doc._.yili_steps", "doc.spans"],
    default_config={"spans_key": _NAME, "alignment_mode": ALIGNMENT, "layer": ""},
)
def make_steps(nlp: Language, name: str, spans_key: str, alignment_mode: str, layer: str) -> StepFinder:
    """Make the component that reads the acts of a rite; a doc of no layer is taken as base text."""
    return StepFinder(spans_key=spans_key, alignment_mode=alignment_mode, layer=layer)


register()
