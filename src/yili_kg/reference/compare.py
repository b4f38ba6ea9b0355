"""Comparing words with a strand of a book: where they stand, how much they differ.

All strings are folded graphs. Similarity is 1 − d ÷ n, d being the Levenshtein distance between what is quoted and the
closest stretch of the book, n the length of the longer of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq, Levenshtein

from yili_kg.models.quick import quick
from yili_kg.reference.runs import Runs
from yili_kg.reference.shelf import Strand

__all__ = ["Hit", "abridged", "closest", "first_places", "where"]

#: Runs with which a stretch is looked for, longest first.
_SEEDS = (6, 4, 3, 2)
#: A longer run stands nowhere where so many graphs inside it stand nowhere; several runs share them.
_CORE = 3
#: How many places of one run are looked at.
_MOST_PLACES = 12
#: An abridged quotation is looked for by runs of so many graphs, in a window of at most so many; so much of it is there.
_LEAST_PART, _WIDEST, _LEAST_SHARE = 3, 900, 0.75


@quick
@dataclass(frozen=True, slots=True)
class Hit:
    """A stretch of a strand that resembles what is quoted."""

    strand: Strand
    start: int
    end: int
    similarity: float

    @property
    def graphs(self) -> str:
        """The stretch itself, as it is compared."""
        return self.strand.graphs[self.start : self.end]

    @property
    def shown(self) -> str:
        """The stretch as the book has it."""
        return (self.strand.shown or self.strand.graphs)[self.start : self.end]


def closest(quoted: str, strand: Strand, stretches: Sequence[tuple[int, int]]) -> Hit | None:
    """The stretch that is most like what is quoted; the first of equals. None where nothing resembles it.

    Kept for the last few: the words that show where a quotation ends are those on which a verdict is given later.
    """
    return _closest(quoted, strand, tuple(stretches))


@lru_cache(maxsize=1 << 12)
def _closest(quoted: str, strand: Strand, stretches: tuple[tuple[int, int], ...]) -> Hit | None:
    best: Hit | None = None
    for begin, end in stretches:
        exact = strand.runs.find(quoted, begin, end)
        if exact >= 0:
            return Hit(strand, exact, exact + len(quoted), 1.0)
    for begin, end in stretches:
        for low, high in _windows(quoted, strand.runs, begin, end):
            hit = _fit(quoted, strand, low, high)
            if hit is not None and (best is None or hit.similarity > best.similarity):
                best = hit
    return best


def _windows(quoted: str, runs: Runs, begin: int, end: int) -> list[tuple[int, int]]:
    """Windows of the strand around runs of what is quoted, as long as it and a little wider."""
    size = len(quoted)
    slack = max(4, size // 3)
    for seed in _SEEDS:
        if size < seed:
            continue
        found: dict[int, tuple[int, int]] = {}
        for offset, at in first_places(quoted, seed, runs, begin, end):
            if at < 0:
                continue
            for place in runs.places(quoted[offset : offset + seed], at, end, _MOST_PLACES):
                first = max(begin, place - offset - slack)
                found.setdefault(first // slack, (first, min(end, place - offset + size + slack)))
        if found:
            return sorted(set(found.values()))[:80]
    return []


def first_places(quoted: str, seed: int, runs: Runs, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """At which offset runs of `seed` graphs begin that may stand in the stretch, and where each first does, or -1."""
    last = len(quoted) - seed
    step = max(1, seed - _CORE + 1)  # every run holds the core at a multiple of `step`
    for at in range(0, last + step, step):
        core = where(quoted[at : at + min(seed, _CORE)], runs, begin, end)
        if core < 0:
            continue
        for offset in range(max(0, at - step + 1), min(at, last) + 1):
            run = quoted[offset : offset + seed]
            yield offset, core if seed <= _CORE else runs.find(run, max(begin, core - (at - offset)), end)


@lru_cache(maxsize=1 << 12)
def where(run: str, runs: Runs, begin: int, end: int) -> int:
    """Where a run first stands in a stretch, or -1; kept for the last few, since the same words are followed again."""
    return runs.find(run, begin, end)


def _fit(quoted: str, strand: Strand, low: int, high: int) -> Hit | None:
    window = strand.graphs[low:high]
    aligned = fuzz.partial_ratio_alignment(quoted, window)
    if aligned is None:
        return None
    if len(window) <= len(quoted):
        start, end = 0, len(window)
    else:
        start, end = aligned.dest_start, aligned.dest_end
    # The ends of the window are those of the first and the last graph that both share.
    blocks = [b for b in Levenshtein.editops(quoted, window[start:end]).as_matching_blocks() if b.size]
    if not blocks:
        return None
    first, last = blocks[0], blocks[-1]
    head = first.a
    tail = len(quoted) - (last.a + last.size)
    begin = max(0, start + first.b - head)
    finish = min(len(window), start + last.b + last.size + tail)
    piece = window[begin:finish]
    trimmed = window[start + first.b : start + last.b + last.size]
    options = [
        (Levenshtein.normalized_similarity(quoted, p), b) for p, b in ((piece, begin), (trimmed, start + first.b)) if p
    ]
    similarity, at = max(options, key=lambda o: o[0])
    length = len(piece) if at == begin and similarity == options[0][0] else len(trimmed)
    return Hit(strand, low + at, low + at + length, similarity)


def abridged(quoted: str, strand: Strand, stretches: Sequence[tuple[int, int]]) -> Hit | None:
    """The stretch in which what is quoted stands in order, with words left out between; None where it does not.

    Its similarity is the share of what is quoted that stands there in runs of two graphs or more.
    """
    size = len(quoted)
    if size < 2 * _LEAST_PART:
        return None
    width = min(_WIDEST, max(120, 14 * size))
    best: Hit | None = None
    for begin, end in stretches:
        for low in _crowded(quoted, strand.runs, begin, end, width):
            window = strand.graphs[low : min(end, low + width)]
            blocks = [b for b in LCSseq.editops(quoted, window).as_matching_blocks() if b.size >= 2]
            share = sum(b.size for b in blocks) / size
            if share >= _LEAST_SHARE and (best is None or share > best.similarity):
                best = Hit(strand, low + blocks[0].b, low + blocks[-1].b + blocks[-1].size, round(share, 3))
    return best


def _crowded(quoted: str, runs: Runs, begin: int, end: int, width: int) -> list[int]:
    """Where windows begin in which most runs of what is quoted stand, at most three."""
    found: dict[int, int] = {}
    for offset in range(len(quoted) - _LEAST_PART + 1):
        run = quoted[offset : offset + _LEAST_PART]
        place = runs.find(run, begin, end)
        for _ in range(_MOST_PLACES):
            if place < 0:
                break
            found[place] = offset
            place = runs.find(run, place + 1, end)
    places = sorted(found)
    crowds: list[tuple[int, int]] = []
    last = 0
    for first, place in enumerate(places):
        last = max(last, first)
        while last < len(places) and places[last] < place + width - _LEAST_PART:
            last += 1
        crowds.append((len({found[p] for p in places[first:last]}), place))
    crowds.sort(key=lambda c: (-c[0], c[1]))
    return [max(begin, place - 4) for count, place in crowds[:3] if count >= 2]
