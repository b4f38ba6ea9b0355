"""`citations.html`: cited chapters against citing chapters, opening into the quotations with verdict and difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rapidfuzz.distance import Levenshtein

from yili_kg.models import Annotated, Quotation
from yili_kg.received.chapters import chapter_rows
from yili_kg.reference.same_words import alike
from yili_kg.tables.layers import layers
from yili_kg.tables.palette import palette
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream
from yili_kg.views.doubtful import doubtful
from yili_kg.views.names import names_in
from yili_kg.views.page import render
from yili_kg.views.parts import parts
from yili_kg.views.site import ALONE, Site

__all__ = ["citation_page", "difference", "verdicts"]

#: So many citations lie in one file.
_PART = 500


def verdicts() -> dict[str, tuple[str, str]]:
    """The Chinese and the English name of each verdict, in the order in which the palette has their colours."""
    names, before = names_in("verdicts"), "verdict-"
    return {verdict: names[verdict] for c in palette() if (verdict := c.removeprefix(before)) != c}


def difference(quote: Quotation) -> list[tuple[str, str, str]]:
    """How a quotation goes from its words to the book's: (`equal`, `replace`, `insert` or `delete`, here, there)."""
    if not quote.matched_text:
        return []
    graphs, places = stream(fold(quote.text))
    shown = "".join(quote.text[p] for p in places)
    return [
        (op.tag, shown[op.src_start : op.src_end], quote.matched_text[op.dest_start : op.dest_end])
        for op in Levenshtein.opcodes(alike(graphs), alike(quote.matched_text))
    ]


def citation_page(
    editions: Iterable[Annotated], *, title: str = "", site: Site = ALONE, apart: dict[str, str] | None = None
) -> str:
    """The page's HTML, without a single address outside it, all of it from the records; `site` are the pages beside it.

    With `apart` what is only wanted for citations that are shown is put there, as files beside the page.
    """
    told = list(editions)
    rows = [row for number, annotated in enumerate(told) for row in _rows(annotated, number)]
    details = [row.pop("more") for row in rows]
    if apart is not None:
        apart |= parts("citations", details, _PART)
    doubts, number = doubtful(told, ("citation", "verdict"))
    return render(
        "citations.html",
        page="citations",
        site=site,
        title=title,
        verdicts=verdicts(),
        shown_layers=sorted({r["l"] for r in rows}, key=lambda name: (layers().order(name), name)),
        doubts=doubts,
        doubts_total=number,
        scripts=("right.js", "citations.js"),
        data={
            "rows": rows,
            "details": details if apart is None else [],
            "part": 0 if apart is None else _PART,
            "names": {row["chapter"]: (row["name"], row["en"]) for row in chapter_rows()},
            "chapters": sorted({r["c"] for r in rows}),
            "verdicts": verdicts(),
            "sources": [annotated.edition.document.label for annotated in told],
        },
    )


def _rows(annotated: Annotated, source: int) -> Iterator[dict[str, Any]]:
    """The citations of an edition: w work, t target, c 篇, l layer, s segment, n the words that name it, u how sure, q quotations;

    d the number of the source, p the other passages of the segment, h whether it was read by hand; `more`: the division
    that was inferred, where the words stand, and of each quotation what is wanted when it is shown.
    """
    segments = {s.id: s for s in annotated.edition.segments}
    for citation in annotated.citations:
        segment = segments[citation.segment]
        yield {
            "w": citation.target.partition("·")[0],
            "t": citation.target,
            "c": segment.chapter or "00",
            "l": segment.layer,
            "s": segment.id,
            "n": citation.text,
            "u": citation.confidence,
            "q": [[quote.text, quote.verdict, quote.similarity] for quote in citation.quotes],
            "d": source,
            "p": list(segment.passages[1:]),
            "h": int(bool(citation.read_by)),
            "more": [citation.inferred, citation.start, citation.end, [_quoted(quote) for quote in citation.quotes]],
        }


def _quoted(quote: Quotation) -> list[Any]:
    """Place in the book, where the words are not the book's how they differ, where they stand."""
    differs = [] if quote.verdict == "verbatim" else [_short(*op) for op in difference(quote)]
    return [quote.reference, differs, quote.start, quote.end]


def _short(how: str, here: str, there: str) -> list[str]:
    """A piece of a difference; words that are the same are told once."""
    return ["=", here] if how == "equal" else [how, here, there]
