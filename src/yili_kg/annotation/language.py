"""Literary Chinese (`lzh`) for spaCy: one token a graph, since a word boundary is what the annotators find."""

from __future__ import annotations

from typing import Any

from spacy.language import BaseDefaults, Language
from spacy.tokens import Doc
from spacy.util import DummyTokenizer, registry
from spacy.vocab import Vocab

__all__ = ["GraphTokenizer", "LiteraryChinese"]


class GraphTokenizer(DummyTokenizer):
    """One token a code point; token offsets are code points of the text."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """One token a code point of `text`."""
        return Doc(self.vocab, words=list(text), spaces=[False] * len(text))


def _make_tokenizer() -> Any:
    return lambda nlp: GraphTokenizer(nlp.vocab)


registry.tokenizers("yili.GraphTokenizer.v1")(_make_tokenizer)


class LiteraryChineseDefaults(BaseDefaults):
    """Defaults of the language: the tokenizer, and no case, no spaces."""

    config: Any = {"nlp": {"tokenizer": {"@tokenizers": "yili.GraphTokenizer.v1"}}}  # noqa: RUF012
    writing_system = {"direction": "ltr", "has_case": False, "has_letters": False}  # noqa: RUF012


@registry.languages("lzh")
class LiteraryChinese(Language):  # type: ignore[no-untyped-call]
    """The language that `spacy.blank("lzh")` gives."""

    lang = "lzh"
    Defaults = LiteraryChineseDefaults
