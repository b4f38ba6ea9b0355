"""The component `yili_sentences`: where sentences begin.

A sentence ends at a full mark (。;?!) with the quotation marks behind it, and at the end of a line. In text without
punctuation it ends at a final particle, as a note's does for those who read glosses in it, and where a reader would
more likely end it than not, by what stands around the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc

from yili_kg.annotation.breaks import load_breaks
from yili_kg.annotation.components.doc import known_layer, layer_of, register
from yili_kg.annotation.notes.tokens import STRONG, tokens_of

__all__ = ["SentenceFinder", "make_sentences", "sentence_starts"]

_NAME = "yili_sentences"
#: What opens a sentence before its first graph.
_OPENING = frozenset("「『“‘《〈(([【{")
_LINE = re.compile(r"[\r\n]+\s*")
#: A sentence ends where it is so likely.
_LIKELY = 0.5


def sentence_starts(text: str, layer: str = "") -> list[int]:
    """The places of a text at which its sentences begin, in order, the first one 0; none of an empty text."""
    return sorted({0, *_after_lines(text), *_after_marks(text, layer)}) if text else []


def _after_lines(text: str) -> Iterator[int]:
    return (m.end() for m in _LINE.finditer(text) if m.end() < len(text))


def _after_marks(text: str, layer: str) -> Iterator[int]:
    """Behind each full mark, or where one would likely stand, the first graph, with the marks that open something before it."""
    tokens = tokens_of(text, layer, ())
    likely = [] if tokens.punctuated else load_breaks().chances(tokens.graphs)
    for number, place in enumerate(tokens.places):
        if number and (tokens.gaps[number] == STRONG or (likely and likely[number].end >= _LIKELY)):
            while text[place - 1] in _OPENING:
                place -= 1
            yield place


class SentenceFinder:
    """Sets `token.is_sent_start`, and so `doc.sents`."""

    def __init__(self, *, layer: str = "") -> None:
        register()
        self.layer = known_layer(layer)

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its sentences; a token begins one where its own first code point or one within it does."""
        starts = iter(sentence_starts(doc.text, layer_of(doc, self.layer)))
        start = next(starts, None)
        for token in doc:
            begins = False
            while start is not None and start < token.idx + len(token.text_with_ws):
                begins, start = True, next(starts, None)
            token.is_sent_start = begins
        return doc


@Language.factory(_NAME, assigns=["token.is_sent_start", "doc.sents"], default_config={"layer": ""})
def make_sentences(nlp: Language, name: str, layer: str) -> SentenceFinder:
    """Make the component that says where sentences begin."""
    return SentenceFinder(layer=layer)


register()
