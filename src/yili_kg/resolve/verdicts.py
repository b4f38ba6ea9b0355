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

from yili_kg.annotation.follow import named_stretches
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Quotation
from yili_kg.reference.compare import Hit, abridged, closest
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf, Strand
from yili_kg.reference.works import divisions, work_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["check"]

#: Likeness, 0 to 1, from which words are those of the book, and from which they are a paraphrase of it.
_CLOSE, _LOOSE = 0.7, 0.45
#: So few graphs are found in another division only if they stand there just so; still fewer are not looked for there,
#: nor, with one graph more, in other works: they stand anywhere.
_FEW, _JUST_SO, _LEAST_ELSEWHERE = 6, 0.99, 5
#: Of the graphs of two strings of one length so many may differ where the one is a variant of the other.
_CHANGED = 0.3


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
    strands = [s for w in work_of(work).books for s in shelf.strands.get(w, ())]
    if not strands:
        verdict = "lost" if citation.target in lost or work in lost else "no-text"
        return replace(citation, quotes=tuple(replace(q, verdict=verdict) for q in citation.quotes))
    # A division that holds others says no more than the work does: the citation gains the one that is found.
    named = citation.target if division and citation.target not in divisions("holds-others") else ""
    quotes, found = _quotes(citation.quotes, named, strands, shelf)
    if named or "·" not in found:
        return replace(citation, quotes=quotes)
    # Of annals the year is said apart, since a title without a year names none.
    target = citation.target if work_of(work).keeps else found
    return replace(citation, quotes=quotes, inferred=found, target=target)


def _quotes(
    quotes: Sequence[Quotation], named: str, strands: Sequence[Strand], shelf: Shelf
) -> tuple[tuple[Quotation, ...], str]:
    """The quotations with their verdicts, and the division in which the first of them stands that was found there.

    What follows is looked for in the division that is `named`, or else in that one.
    """
    judged: list[Quotation] = []
    found = ""
    for quote in quotes:
        finding = _find(_Sought(alike(stream(fold(quote.text))[0]), strands, named or found, bool(named)), shelf)
        if finding.hit is not None and not found and finding.verdict not in ("elsewhere", "not-found"):
            found = finding.hit.strand.division(finding.hit.start)
        judged.append(_judged(quote, finding))
    return tuple(judged), found


def _judged(quote: Quotation, finding: _Finding) -> Quotation:
    hit = finding.hit
    if hit is None:
        return replace(quote, verdict=finding.verdict, similarity=0.0 if finding.verdict == "not-found" else None)
    reference = f"{hit.strand.division(hit.start)} {hit.strand.book} {hit.strand.layer} {hit.start}-{hit.end}"
    return replace(
        quote,
        verdict=finding.verdict,
        similarity=round(hit.similarity, 3),
        matched_text=hit.shown,
        reference=reference,
    )


@dataclass(frozen=True, slots=True)
class _Sought:
    """Quoted graphs and the strands of the cited work; in a `division`, which the citation has `named` or not."""

    graphs: str
    strands: Sequence[Strand]
    division: str
    named: bool

    @property
    def inside(self) -> list[tuple[Strand, list[tuple[int, int]]]]:
        """The strands with the stretches of the division, or with all they have."""
        return [(s, named_stretches(s, self.division) if self.division else [(0, len(s.graphs))]) for s in self.strands]


def _find(sought: _Sought, shelf: Shelf) -> _Finding:
    """The verdict on some graphs: in the division, in the work, in the other works."""
    if not sought.graphs:
        return _Finding("not-found")
    best = _best(sought.graphs, sought.inside)
    if best is not None and best.similarity >= _CLOSE:
        return _Finding(_verdict(sought.graphs, best), best)
    return (
        _left_out(sought)
        or _in_the_work(sought)
        or (_Finding("paraphrase", best) if best is not None and best.similarity >= _LOOSE else None)
        or _in_other_works(sought, shelf)
        or _Finding("not-found")
    )


def _left_out(sought: _Sought) -> _Finding | None:
    """The words stand there with others between that the quotation leaves out."""
    for strand, stretches in sought.inside:
        hit = abridged(sought.graphs, strand, stretches)
        if hit is not None:
            return _Finding("abridged", hit)
    return None


def _in_the_work(sought: _Sought) -> _Finding | None:
    """The words stand in another division of the work: elsewhere, if the citation names one."""
    size = len(sought.graphs)
    if not sought.division or size < _LEAST_ELSEWHERE - 1:
        return None
    other = _best(sought.graphs, [(s, [(0, len(s.graphs))]) for s in sought.strands])
    if other is None or other.similarity < (_CLOSE if size > _FEW else _JUST_SO):
        return None
    return _Finding("elsewhere" if sought.named else _verdict(sought.graphs, other), other)


def _in_other_works(sought: _Sought, shelf: Shelf) -> _Finding | None:
    """The very words stand in another work."""
    if len(sought.graphs) < _LEAST_ELSEWHERE:
        return None
    for work in sorted(shelf.strands):
        for strand in shelf.strands[work]:
            place = strand.graphs.find(sought.graphs)
            if place >= 0:
                return _Finding("elsewhere", Hit(strand, place, place + len(sought.graphs), 1.0))
    return None


def _best(graphs: str, where: Sequence[tuple[Strand, list[tuple[int, int]]]]) -> Hit | None:
    best: Hit | None = None
    for strand, stretches in where:
        hit = closest(graphs, strand, stretches)
        if hit is not None and (best is None or hit.similarity > best.similarity):
            best = hit
            if best.similarity == 1.0:
                return best
    return best


def _verdict(graphs: str, hit: Hit) -> str:
    if hit.graphs == graphs:
        return "verbatim"
    return "variant" if len(hit.graphs) == len(graphs) and _only_changed(graphs, hit.graphs) else "near-verbatim"


def _only_changed(one: str, other: str) -> bool:
    """Whether two strings of one length differ by graphs at the same places, and not by a shift."""
    changed = sum(a != b for a, b in zip(one, other, strict=True))
    return changed <= max(1, len(one) * _CHANGED)
