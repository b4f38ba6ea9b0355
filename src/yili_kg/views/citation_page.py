"""`citations.html`: cited chapters against citing chapters, opening into the quotations with verdict and difference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rapidfuzz.distance import Levenshtein

from yili_kg.models import Annotated, Quotation
from yili_kg.received.chapters import chapter_titles
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream
from yili_kg.views.page import embedded, render

__all__ = ["VERDICTS", "citation_page", "difference"]

#: Verdict → Chinese name and colour.
VERDICTS = {
    "verbatim": ("全同", "#2f6b3a"),
    "variant": ("異文", "#5b8c3a"),
    "near-verbatim": ("近同", "#8a9a2c"),
    "abridged": ("節引", "#b8860b"),
    "paraphrase": ("意引", "#c06a1b"),
    "elsewhere": ("他處", "#8e5ea2"),
    "not-found": ("未見", "#b03030"),
    "no-text": ("無書", "#7a6f60"),
    "lost": ("佚書", "#555555"),
    "unchecked": ("未核", "#999999"),
}


def difference(quote: Quotation) -> list[tuple[str, str, str]]:
    """How a quotation goes from its words to the book's: (`equal`, `replace`, `insert` or `delete`, here, there)."""
    if not quote.matched_text:
        return []
    graphs, places = stream(fold(quote.text))
    shown = "".join(quote.text[p] for p in places)
    return [
        (op.tag, shown[op.src_start : op.src_end], quote.matched_text[op.dest_start : op.dest_end])
        for op in Levenshtein.opcodes(graphs, quote.matched_text)
    ]


def citation_page(editions: Iterable[Annotated], *, title: str) -> str:
    """The page's HTML, without a single address outside it."""
    rows: list[dict[str, Any]] = []
    for annotated in editions:
        segments = {s.id: s for s in annotated.edition.segments}
        for citation in annotated.citations:
            segment = segments[citation.segment]
            rows.append(
                {
                    "w": citation.target.partition("·")[0],
                    "t": citation.target,
                    "c": segment.chapter or "00",
                    "l": segment.layer,
                    "s": segment.id,
                    "n": citation.text,
                    "i": citation.inferred,
                    "q": [
                        [q.text, q.verdict, q.similarity, q.reference, [] if q.verdict == "verbatim" else difference(q)]
                        for q in citation.quotes
                    ],
                }
            )
    chapters = sorted({r["c"] for r in rows})
    return render(
        "citations.html",
        title=title,
        rows=embedded(rows),
        names=embedded({c: chapter_titles().get(c, "其他") for c in chapters}),
        verdicts=embedded(VERDICTS),
        kinds=[(k, *v) for k, v in VERDICTS.items()],
        layers=sorted({r["l"] for r in rows}),
        total=len(rows),
    )
