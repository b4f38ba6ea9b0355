"""Verdicts: whether the cited book has what is quoted, where, and with what difference.

| verdict | when |
|---|---|
| `verbatim` | the same graphs (simplified, traditional and old variants are no difference) |
| `variant` | at least eight graphs, as many as in the book, one or two of them another word, away from both ends |
| `near-verbatim` | words left out, added or changed, similarity 0.7 or more |
| `abridged` | at least 0.75 of the quotation stands in the book in order, in runs of two graphs or more, with words left out between |
| `paraphrase` | similarity 0.45 or more |
| `elsewhere` | quoted for certain and word for word or nearly in another division or work than the one named |
| `not-found` | quoted for certain, the book is there and has nothing like it |
| `no-text` | the book is not in the library, or not the notes of that school |
| `lost` | the book is known to be lost |
| `unchecked` | there is no library, or it is not certain that the words are a quotation |

A head or a tail that the commentator supplied is cut off before the verdict; graphs with which editions write the same
word, graphs of one shape that prints confuse, and those that one of both has lost, are no difference. Graphs that notes call
writings of one word, rare ones, and those that have a part in common are no other reading for certain, nor are two numbers,
which are those of another passage: the words are then no more than nearly those of the book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yili_kg.annotation.follow import named_stretches
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Quotation
from yili_kg.models.quick import replace
from yili_kg.reference.along import run_along
from yili_kg.reference.compare import Hit, abridged, closest
from yili_kg.reference.same_words import alike, another_reading, printed_alike
from yili_kg.reference.shelf import Shelf, Strand
from yili_kg.reference.works import divisions, work_of
from yili_kg.resolve.certainty import Around, Surroundings
from yili_kg.resolve.own_book import without_own_words
from yili_kg.resolve.pointed_at import FEW, divisions_with, pointed_at, words_from_there
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["check"]

#: Likeness, 0 to 1, from which words are those of the book, and from which they are a paraphrase of it.
_CLOSE, _LOOSE = 0.7, 0.45
#: From this likeness to the division that is named on, words are not said to stand elsewhere.
_LIKE = 0.6
#: Words that stand just so in another division or work are said to stand there from so many graphs on: fewer stand
#: anywhere. In another division of the same work small differences are passed over in longer words.
_LEAST_ELSEWHERE, _LEAST_IN_OTHERS, _JUST_SO, _NEARLY, _LONG = 5, 7, 0.99, 0.85, 9
#: Words are found nowhere for certain only if they are no fewer and no more graphs: longer ones hold the commentator's.
_LEAST_MISSED, _MOST_MISSED = 4, 14
#: and no run of so many of them stands in the division (of one more in the whole work).
_RUN = 3
#: What the commentator supplied: a head of at most so many graphs is cut off, a tail as long as so many remain.
_HEAD, _LEFT = 3, 4
#: So many in a row, or such as stand so close by in a piece of so many graphs, may be words with others left out between.
_IN_A_ROW, _CLOSE_BY, _PIECE = 3, 200, 4


@dataclass(frozen=True, slots=True)
class _Finding:
    verdict: str
    hit: Hit | None = None


def check(annotated: Annotated, shelf: Shelf | None) -> Annotated:
    """The edition with a verdict on each quotation and, where one is found, the division of the cited book."""
    if shelf is None:
        return annotated
    lost = _lost()
    near = Surroundings(annotated)
    cited = without_own_words(annotated, shelf)
    return replace(annotated, citations=tuple(_checked(c, shelf, lost, near) for c in cited))


def _lost() -> frozenset[str]:
    """The targets of works that the lexicon says are lost."""
    entries = load_lexicon().entries.values()
    return frozenset(e.target or e.concept for e in entries if e.type == "work" and e.note == "lost")


def _checked(citation: Citation, shelf: Shelf, lost: frozenset[str], near: Surroundings) -> Citation:
    work = citation.target.partition("·")[0]
    strands = [s for w in work_of(work).books for s in shelf.strands.get(w, ())]
    if not strands:
        return _without_its_book(citation, lost)
    named = _named(citation.target)
    # One that the library's book does not have apart is no ground for a verdict, but the citation keeps it.
    held = named if any(_stretches(s, named) for s in strands) else ""
    quotes, found = _quotes(citation, held, strands, shelf, near)
    if not (named or quotes):
        found = pointed_at(near.behind(citation), strands) or words_from_there(*near.beside(citation), strands)
    if named or "·" not in found:
        return replace(citation, quotes=quotes)
    # Of annals the year is said apart, since a title without a year names none.
    target = citation.target if work_of(work).keeps else _standard(found)
    return replace(citation, quotes=quotes, inferred=found, target=target)


def _without_its_book(citation: Citation, lost: frozenset[str]) -> Citation:
    """A citation of a work that the library does not have."""
    verdict = "lost" if {citation.target, citation.target.partition("·")[0]} & lost else "no-text"
    return replace(citation, quotes=tuple(replace(q, verdict=verdict) for q in citation.quotes))


def _named(target: str) -> str:
    """The division that a citation names; one that holds others says no more than the work does, and gains the one found."""
    return target if "·" in target and target not in divisions("holds-others") else ""


def _standard(division: str) -> str:
    """A division by the name by which it is cited: 曲禮 of 曲禮上."""
    entry = load_lexicon().entries.get(division)
    return (entry.target if entry else "") or division


def _quotes(
    citation: Citation, named: str, strands: Sequence[Strand], shelf: Shelf, near: Surroundings
) -> tuple[tuple[Quotation, ...], str]:
    """The quotations with their verdicts, and the division in which the first of them stands that was found there.

    What follows is looked for in the division that is `named`, or else in that one.
    """
    judged: list[Quotation] = []
    found = ""
    for quote in citation.quotes:
        graphs, around = alike(stream(fold(quote.text))[0]), near.around(citation, quote)
        finding = _find(_Sought(graphs, strands, named or found, bool(named), around), shelf)
        few = len(graphs) <= FEW and not named and len(divisions_with(graphs, strands)) > 1
        if finding.hit is not None and not found and not few and finding.verdict != "elsewhere":
            there = finding.hit.strand.division(finding.hit.start)
            loosely = finding.verdict == "paraphrase" and not named
            found = (pointed_at(fold(quote.text), strands) if loosely else "") or there
        judged.append(_judged(quote, finding))
    return tuple(judged), found


def _stretches(strand: Strand, division: str) -> list[tuple[int, int]]:
    """The stretches of a division in a strand; a year of the Annals is that of their tradition in the same book too."""
    work, _, part = division.partition("·")
    if not part:
        return []
    shared = strand.work != work and strand.work in work_of(work).books
    return named_stretches(strand, f"{strand.work}·{part}" if shared else division)


def _judged(quote: Quotation, finding: _Finding) -> Quotation:
    hit = finding.hit
    if hit is None:
        return replace(quote, verdict=finding.verdict, similarity=0.0 if finding.verdict == "not-found" else None)
    reference = f"{hit.strand.division(hit.start)} {hit.strand.book} {hit.strand.layer} {hit.start}-{hit.end}"
    return replace(
        quote,
        verdict=finding.verdict,
        similarity=1.0 if finding.verdict == "verbatim" else round(hit.similarity, 3),
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
    around: Around

    @property
    def inside(self) -> list[tuple[Strand, list[tuple[int, int]]]]:
        """The strands with the stretches of the division, or with all they have."""
        return [(s, _stretches(s, self.division) if self.division else [(0, len(s.graphs))]) for s in self.strands]


def _find(sought: _Sought, shelf: Shelf) -> _Finding:
    """The verdict on some graphs: in the division, without what the commentator supplied, in the work, in other works."""
    if len(sought.graphs) < 2:
        return _Finding("unchecked")
    best = _best(sought.graphs, sought.inside)
    if best is not None and best.similarity >= _CLOSE:
        verdict = _verdict(sought.graphs, best)
        return (_all_there(sought, best) if verdict == "variant" else None) or _Finding(verdict, best)
    return (
        _left_out(sought, best)
        or _supplied(sought)
        or _in_the_work(sought, best)
        or (_Finding("paraphrase", best) if best is not None and best.similarity >= _LOOSE else None)
        or _in_other_works(sought, shelf)
        or _Finding(_missed(sought, shelf))
    )


def _missed(sought: _Sought, shelf: Shelf) -> str:
    """The verdict on words that are found nowhere; those that some book has, too few to be its own, are none of them."""
    around = sought.around
    if around.note and not any(around.held(s) for s in sought.strands):
        return "no-text"
    certain = around.said and around.ended and _LEAST_MISSED <= len(sought.graphs) <= _MOST_MISSED
    known = (
        any(s.runs.find(sought.graphs, 0, len(s.graphs)) >= 0 for strands in shelf.strands.values() for s in strands)
        if certain
        else False
    )
    return "not-found" if certain and not known and not _touched(sought) else "unchecked"


def _touched(sought: _Sought) -> bool:
    """Whether a run of the words stands in the book: then they may be quoted with others between, or summed up."""
    graphs, size = sought.graphs, _RUN if sought.division else _RUN + 1
    runs = {graphs[i : i + size] for i in range(len(graphs) - size + 1)}
    return any(s.runs.find(run, a, b) >= 0 for s, stretches in sought.inside for a, b in stretches for run in runs)


def _left_out(sought: _Sought, best: Hit | None = None) -> _Finding | None:
    """The words stand there with others between that the quotation leaves out.

    Where no division is named, and words like them stand together in one, single words from others are no ground.
    """
    inside = sought.inside
    if not sought.division and best is not None and best.similarity >= _LOOSE:
        division = best.strand.division(best.start)
        inside = [(strand, _stretches(strand, division)) for strand in sought.strands]
    for strand, stretches in inside:
        hit = abridged(sought.graphs, strand, stretches)
        if hit is not None:
            return _Finding("abridged", hit)
    return None


def _all_there(sought: _Sought, hit: Hit) -> _Finding | None:
    """Words that seem to be other ones (以脰鳴者以胸鳴者) stand there too, close by, with others left out between."""
    graphs = sought.graphs
    changed = [n for n, (a, b) in enumerate(zip(graphs, hit.graphs, strict=True)) if a != b]
    in_a_row = any(changed[n : n + _IN_A_ROW] == [*range(m, m + _IN_A_ROW)] for n, m in enumerate(changed))
    found = _left_out(sought) if in_a_row or all(_stands_by(graphs, n, hit) for n in changed) else None
    return found if found is not None and found.hit is not None and found.hit.similarity > hit.similarity else None


def _stands_by(graphs: str, place: int, hit: Hit) -> bool:
    """Whether the graph at a place stands close by in the book, in a piece of the words."""
    low, high = max(0, hit.start - _CLOSE_BY), hit.end + _CLOSE_BY
    pieces = (graphs[at : at + _PIECE] for at in range(max(0, place - _PIECE + 1), place + 1))
    return any(len(piece) == _PIECE and hit.strand.runs.find(piece, low, high) >= 0 for piece in pieces)


def _supplied(sought: _Sought) -> _Finding | None:
    """The words stand there but for a head or a tail that the commentator supplied."""
    graphs, inside = sought.graphs, sought.inside
    for head in range(_HEAD + 1):
        run = run_along(graphs[head:], inside)
        if run < _LEFT or (2 * run < len(graphs) - head and run < 2 * _LEFT):
            continue
        words = graphs[head : head + run]
        best = _best(words, inside)
        if best is not None and best.similarity >= _CLOSE:
            return _Finding(_verdict(words, best), best)
    return None


def _in_the_work(sought: _Sought, best: Hit | None) -> _Finding | None:
    """The words stand in another division of the work: elsewhere, if the citation names one."""
    size = len(sought.graphs)
    if not sought.division or size < _LEAST_ELSEWHERE:
        return None
    other = _best(sought.graphs, [(s, [(0, len(s.graphs))]) for s in sought.strands if sought.around.held(s)])
    if other is None or other.similarity < (_NEARLY if size >= _LONG else _JUST_SO):
        return None
    if not sought.named or _may_be_there(sought.division, other):
        return _Finding(_verdict(sought.graphs, other), other)
    own = other.strand.layer == "note" and not sought.around.note
    there_too = best is not None and best.similarity >= _LIKE
    return _Finding("elsewhere", other) if sought.around.said and not own and not there_too else None


def _may_be_there(named: str, found: Hit) -> bool:
    """Whether what is found may stand in the division that is named.

    That is found by a shorter title (雞鳴 of 鄭 is 女曰雞鳴), or the book does not say where it is: its part of a list of offices
    stands behind the last one of the ministry before.
    """
    division = found.strand.division(found.start)
    if division in divisions("lists-behind") or "·" not in division:
        return True
    return fold(named).partition("·")[2] in fold(division).partition("·")[2] or not _stretches(found.strand, named)


def _in_other_works(sought: _Sought, shelf: Shelf) -> _Finding | None:
    """The very words stand in the text of another work."""
    if len(sought.graphs) < _LEAST_IN_OTHERS or not sought.around.said or sought.around.note:
        return None
    for work in sorted(shelf.strands):
        for strand in shelf.strands[work]:
            place = strand.runs.find(sought.graphs, 0, len(strand.graphs)) if strand.layer == "text" else -1
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
    if hit.graphs == graphs or printed_alike(graphs, hit.graphs):
        return "verbatim"
    return "variant" if another_reading(graphs, hit.graphs) else "near-verbatim"
