"""The spaCy components: `yili_mentions` and `yili_citations`.

Both read the layer and the chapter of a text from `doc._.yili_layer` and `doc._.yili_chapter` (empty: any) and the
spans to be left alone from `doc._.yili_skip`; a comment has the passages that it speaks of in `doc._.yili_passages`. Mentions go to `doc.spans["yili_mentions"]` (label: type, kb_id:
concept, id: rule; `span._.yili_confidence` where what found it can tell how sure it is, `span._.yili_because` what weighed most), citations to
`doc._.yili_citations` and, as spans labelled `citation`, to `doc.spans["yili_citations"]` (kb_id: target).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from yili_kg.annotation.borne_out import titles_borne_out
from yili_kg.annotation.citations import find_citations
from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.language import TEXT
from yili_kg.annotation.matcher import load_matcher
from yili_kg.annotation.rivals import rivals_in
from yili_kg.annotation.rows import titles_in_rows
from yili_kg.annotation.scopes import scope_spans
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.annotation.titles import find_titles
from yili_kg.annotation.weighing.known import known_of
from yili_kg.annotation.weighing.second_pass import second_pass
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.shelf import load_shelf
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = [
    "FOUND",
    "CitationFinder",
    "MentionFinder",
    "find",
    "find_mentions",
    "first_pass",
    "make_citations",
    "make_mentions",
]

_CITATIONS, _MENTIONS, _FOLDED = "yili_citations", "yili_mentions", "yili_folded"
#: Where a doc keeps in `user_data` what the mentions of `doc.spans` were made of, in their order, and that by place.
FOUND, _BY_PLACE = "yili_found", "yili_by_place"
#: The type of mentions that can be citations.
_WORK = "work"
_CONFIDENCE, _BECAUSE = "yili_confidence", "yili_because"


def find(
    text: str, *, layer: str = "", chapter: str = "", skip: Sequence[tuple[int, int]] = ()
) -> tuple[list[Found], list[FoundCitation]]:
    """Mentions and citations of one segment's text, with offsets into that text."""
    mentions = find_mentions(text, layer=layer, skip=skip)
    works = [m for m in mentions if m.type == _WORK]
    return mentions, (
        find_citations(text, fold(text), layer, chapter, works, load_lexicon(), load_shelf()) if works else []
    )


def find_mentions(
    text: str, *, layer: str = "", skip: Sequence[tuple[int, int]] = (), passages: Sequence[str] = ()
) -> list[Found]:
    """Mentions in one segment's text, with offsets into that text.

    `passages` (`04.013`) are those that a comment speaks of: what readers found in them is looked for.
    """
    return _mentions(text, fold(text), layer, skip, tuple(passages))


def _mentions(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]], passages: tuple[str, ...]
) -> list[Found]:
    """The mentions outside `skip`, spellings of sounds, and words that the layer speaks of as words."""
    first, fixed = first_pass(text, folded, layer, skip)
    if layer in layers().base:  # the rules were made for it, and the steps stand on them
        return first
    return second_pass(load_matcher(), folded, layer, first, fixed, known=known_of(passages))


def first_pass(
    text: str, folded: str, layer: str, skip: Sequence[tuple[int, int]]
) -> tuple[list[Found], list[tuple[int, int]]]:
    """What titles and rules say are mentions, and the spans that are settled: titles, and what holds no mention."""
    titles = find_titles(text, folded, load_lexicon())
    silent = [*skip, *sound_spans(text, layer), *scope_spans(text, layer)]
    rows = titles_in_rows(folded, layer, [*((t.start, t.end) for t in titles), *silent])
    titles = sorted([*titles, *rows])
    shelf = load_shelf()
    if shelf is not None:
        taken = [*((t.start, t.end) for t in titles), *silent]
        titles = sorted([*titles, *titles_borne_out(folded, layer, shelf, taken)])
    first = load_matcher().find(folded, layer, titles=titles, skip=silent, rivals=rivals_in(folded))
    stands = set(first)
    return first, [*((t.start, t.end) for t in titles if t in stands), *silent]


def _texts(doc: Doc) -> tuple[str, str]:
    """The text of a doc and its folded copy, each made once."""
    text: str = doc.user_data.get(TEXT) or doc.text
    folded: str | None = doc.user_data.get(_FOLDED)
    if folded is None:
        folded = doc.user_data[_FOLDED] = fold(text)
    return text, folded


def _register() -> None:
    for name, default in (
        ("yili_layer", ""),
        ("yili_chapter", ""),
        ("yili_passages", ()),
        ("yili_skip", ()),
        ("yili_citations", ()),
    ):
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=default)
    if not Span.has_extension(_CONFIDENCE):
        # Looked up when asked: to store both with each span takes longer than to make the span.
        Span.set_extension(_CONFIDENCE, getter=lambda span: getattr(_found(span), "confidence", None))
        Span.set_extension(_BECAUSE, getter=lambda span: getattr(_found(span), "because", ()))


def _found(span: Span) -> Found | None:
    """What a span was made of; None for one that is no mention."""
    kept: dict[str, Any] = span.doc.user_data
    if _BY_PLACE not in kept:
        kept[_BY_PLACE] = {(m.start, m.end): m for m in kept.get(FOUND, ())}
    found: Found | None = kept[_BY_PLACE].get((span.start, span.end))
    return found


class MentionFinder:
    """Sets `doc.spans["yili_mentions"]`."""

    def __init__(self) -> None:
        _register()

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its mentions."""
        text, folded = _texts(doc)
        told = doc._
        found = _mentions(text, folded, told.yili_layer, told.yili_skip, told.yili_passages)
        doc.user_data[FOUND] = found
        doc.user_data.pop(_BY_PLACE, None)
        doc.spans[_MENTIONS] = [Span(doc, m.start, m.end, label=m.type, kb_id=m.concept, span_id=m.rule) for m in found]
        return doc


class CitationFinder:
    """Sets `doc._.yili_citations` and `doc.spans["yili_citations"]`; wants `yili_mentions` before it."""

    def __init__(self) -> None:
        _register()

    def __call__(self, doc: Doc) -> Doc:
        """The same doc with its citations."""
        label = doc.vocab.strings[_WORK]
        works = [
            Found(s.start, s.end, _WORK, s.kb_id_, s.id_) for s in doc.spans.get(_MENTIONS, ()) if s.label == label
        ]
        text, folded = _texts(doc)
        told, shelf = doc._, load_shelf() if works else None
        found = find_citations(text, folded, told.yili_layer, told.yili_chapter, works, load_lexicon(), shelf)
        told.yili_citations = tuple(found)
        doc.spans[_CITATIONS] = [
            Span(doc, c.start, c.end, label="citation", kb_id=c.target, span_id=c.rule) for c in found
        ]
        return doc


@Language.factory(_MENTIONS, assigns=["doc.spans"])
def make_mentions(nlp: Language, name: str) -> MentionFinder:
    """Make the component that finds persons, roles, objects, places and works."""
    return MentionFinder()


@Language.factory(_CITATIONS, requires=["doc.spans"], assigns=["doc.spans"])
def make_citations(nlp: Language, name: str) -> CitationFinder:
    """Make the component that finds citations and what they quote."""
    return CitationFinder()
