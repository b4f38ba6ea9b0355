"""Verdicts: whether the cited book has what is quoted, where, and with what difference.

| verdict | when |
|---|---|
| `verbatim` | the same graphs (simplified, traditional and old variants are no difference) |
| `variant` | as many graphs, some of them different, similarity 0.7 or more |
| `near-verbatim` | words left out, added or changed, similarity 0.7 or more |
| `abridged` | at least 0.75 of the quotation stands in the book in order, in runs of two graphs or more, with words left out between |
| `paraphrase` | similarity 0.45 or more |
| `elsewhere` | verbatim, variant or near-verbatim, but in another division or work than the one named |
| `not-found` | the book is there and has nothing like it |
| `no-text` | the book is not in the library |
| `lost` | the book is known to be lost |
| `unchecked` | there is no library |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yili_kg.annotate.follow import named_stretches
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Quotation
from yili_kg.reference.compare import Hit, abridged, closest
from yili_kg.reference.shelf import Shelf, Strand
from yili_kg.reference.works import divisions, work_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["check"]

_CLOSE, _LOOSE = 0.7, 0.45
#: Fewer graphs are looked for in other books only if they stand there just so; still fewer not at all.
_LEAST_ELSEWHERE = 5


@dataclass(frozen=True, slots=True)
class _Finding:
    verdict: str
    hit: Hit | None = None


def check(annotated: Annotated, shelf: Shelf | None) -> Annotated:
    """The edition with a verdict on each quotation and, where one is found, the division of the cited book."""
    if shelf is None:
        return annotated
    lost = _lost()
    return replace(annotated, citations=tuple(_checked(c, shelf, lost) for c in annotated.citations))


def _lost() -> frozenset[str]:
    """The targets of works that the lexicon says are lost."""
    entries = load_lexicon().entries.values()
    return frozenset(e.target or e.concept for e in entries if e.type == "work" and e.note == "lost")


def _checked(citation: Citation, shelf: Shelf, lost: frozenset[str]) -> Citation:
    work, _, division = citation.target.partition("·")
    works = [w for w in work_of(work).books if w in shelf.strands]
    if not works:
        verdict = "lost" if citation.target in lost or work in lost else "no-text"
        return replace(citation, quotes=tuple(replace(q, verdict=verdict) for q in citation.quotes))
    # A division that holds others says no more than the work does: the citation gains the one that is found.
    named = "" if citation.target in divisions("holds-others") else division
    strands = [s for w in works for s in shelf.strands[w]]
    quotes: list[Quotation] = []
    place = f"{work}·{named}" if named else ""
    found = ""
    for quote in citation.quotes:
        graphs = stream(fold(quote.text))[0]
        finding = _find(graphs, strands, place or found, bool(place), shelf)
        if finding.hit is not None and not found and finding.verdict not in ("elsewhere", "not-found"):
            found = finding.hit.strand.division(finding.hit.start)
        quotes.append(_judged(quote, finding))
    inferred = found if found and "·" in found and not named else ""
    if not inferred:
        return replace(citation, quotes=tuple(quotes))
    # Of annals the year is said apart, since a title without a year names none.
    gains = not work_of(work).keeps
    return replace(citation, quotes=tuple(quotes), inferred=inferred, target=inferred if gains else citation.target)


def _judged(quote: Quotation, finding: _Finding) -> Quotation:
    hit = finding.hit
    if hit is None:
        return replace(quote, verdict=finding.verdict, similarity=0.0 if finding.verdict == "not-found" else None)
    reference = f"{hit.strand.division(hit.start)} {hit.strand.book} {hit.strand.layer} {hit.start}-{hit.end}"
    return replace(
        quote,
        verdict=finding.verdict,
        similarity=round(hit.similarity, 3),
        matched_text=hit.graphs,
        reference=reference,
    )


def _find(graphs: str, strands: Sequence[Strand], division: str, named: bool, shelf: Shelf) -> _Finding:
    """The verdict on some graphs: in the division, in the work, in the other works."""
    if not graphs:
        return _Finding("not-found")
    inside = [(s, named_stretches(s, division) if division else [(0, len(s.graphs))]) for s in strands]
    best = _best(graphs, inside)
    if best is not None and best.similarity >= _CLOSE:
        return _Finding(_verdict(graphs, best), best)
    cut = _abridged(graphs, inside)
    if cut is not None:
        return _Finding("abridged", cut)
    if division:
        whole = [(s, [(0, len(s.graphs))]) for s in strands]
        other = _best(graphs, whole) if len(graphs) >= _LEAST_ELSEWHERE - 1 else None
        if other is not None and other.similarity >= (_CLOSE if len(graphs) > 6 else 0.99):
            return _Finding("elsewhere" if named else _verdict(graphs, other), other)
    if best is not None and best.similarity >= _LOOSE:
        return _Finding("paraphrase", best)
    if len(graphs) >= _LEAST_ELSEWHERE:
        for work in sorted(shelf.strands):
            for strand in shelf.strands[work]:
                place = strand.graphs.find(graphs)
                if place >= 0:
                    return _Finding("elsewhere", Hit(strand, place, place + len(graphs), 1.0))
    return _Finding("not-found")


def _best(graphs: str, where: Sequence[tuple[Strand, list[tuple[int, int]]]]) -> Hit | None:
    best: Hit | None = None
    for strand, stretches in where:
        hit = closest(graphs, strand, stretches)
        if hit is not None and (best is None or hit.similarity > best.similarity):
            best = hit
            if best.similarity == 1.0:
                return best
    return best


def _abridged(graphs: str, where: Sequence[tuple[Strand, list[tuple[int, int]]]]) -> Hit | None:
    for strand, stretches in where:
        hit = abridged(graphs, strand, stretches)
        if hit is not None:
            return hit
    return None


def _verdict(graphs: str, hit: Hit) -> str:
    if hit.graphs == graphs:
        return "verbatim"
    return "variant" if len(hit.graphs) == len(graphs) and _only_changed(graphs, hit.graphs) else "near-verbatim"


def _only_changed(one: str, other: str) -> bool:
    """Whether two strings of one length differ by graphs at the same places, and not by a shift."""
    changed = sum(a != b for a, b in zip(one, other, strict=True))
    return changed <= max(1, len(one) * 0.3)
