"""Citations that are none: in the text of a book itself the names of its divisions stand with the words that follow them.

A page of the 周禮 has 大宰之職,掌建邦之六典; held against the 周禮 that would be a quotation word for word, of which nobody
is the author. Where the headings of a page name a book and the page says nothing else of the words than the book does,
title and all, they are the book's own.
"""

from __future__ import annotations

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import work_of
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["without_own_words"]

#: So many graphs behind a title must stand in the book as they do here; they are looked for in so many code points.
_BEHIND, _WITHIN = 4, 40


def without_own_words(annotated: Annotated, shelf: Shelf) -> tuple[Citation, ...]:
    """The citations but those in text of no layer that are the words of the book that the page's headings name."""
    works = _headed(annotated)
    if not works:
        return annotated.citations
    texts = {s.id: s for s in annotated.edition.segments if s.layer in layers().essays and not s.chapter}
    kept: list[Citation] = []
    for citation in annotated.citations:
        segment = texts.get(citation.segment)
        if segment is not None and (work := citation.target.partition("·")[0]) in works:
            start, _ = segment.inside(citation.start, citation.end)
            if _is_own(fold(segment.text[start : start + _WITHIN]), len(stream(citation.text).graphs), work, shelf):
                continue
        kept.append(citation)
    return tuple(kept)


def _headed(annotated: Annotated) -> set[str]:
    """The works that the headings of an edition name."""
    entries = load_lexicon().entries
    headings = {s.id for s in annotated.edition.segments if s.layer == layers().named("heading")}
    named = (
        m.concept for m in annotated.mentions if m.segment in headings and m.type == "work" and m.concept in entries
    )
    return {(entries[concept].target or concept).partition("·")[0] for concept in named}


def _is_own(words: str, title: int, work: str, shelf: Shelf) -> bool:
    """Whether a title of so many graphs and what follows it stand in the work just so."""
    run = alike(stream(words).graphs)[: title + _BEHIND]
    strands = [s for name in work_of(work).books for s in shelf.strands.get(name, ()) if s.layer == "text"]
    return len(run) == title + _BEHIND and any(s.runs.find(run, 0, len(s.graphs)) >= 0 for s in strands)
