"""Collation: where editions of the same text differ, passage by passage, and what stands for graphs that one has lost.

Editions are compared by folded graphs, so that 賔 and 賓 are no variation. Each passage is aligned on its own against
the edition that has most of the chapter; the cost is that of many short alignments, not of one long one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import LCSseq, Levenshtein

from yili_kg.models import Edition, Segment, Variation, Witness
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import as_printed, graph_end, stream

__all__ = ["collate"]

#: Graphs of a private use area, and the sign that stands for a lost graph in a stream.
_LOST = re.compile("[□\ue000-\uf8ff]")
#: Two texts that share less than this of the shorter one are not two editions of one text.
_ALIKE = 0.5
#: So many graphs before and after a variation say where in its passage it is.
_AROUND = 3
#: A stretch longer than this that only one edition has is a gap of the other, told without its words.
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The graphs of one edition in a group of passages, and where each stands: segment and code point."""

    edition: str
    graphs: str
    places: tuple[tuple[Segment, int], ...]

    def witness(self, start: int, end: int) -> Witness:
        """What stands from graph `start` to graph `end`."""
        if start < end:
            (first, begin), (final, last) = self.places[start], self.places[end - 1]
            stop = graph_end(final.text, last)
            text = first.text[begin:stop] if first is final else first.text[begin:] + final.text[:stop]
            return Witness(
                edition=self.edition,
                text=text,
                segment=first.id,
                start=first.offsets[begin],
                end=final.offsets[stop - 1] + 1,
            )
        segment, place = self.places[start] if start < len(self.places) else self.places[-1]
        at = segment.offsets[place] + (start >= len(self.places))
        return Witness(edition=self.edition, text="", segment=segment.id, start=at, end=at)


@cache
def _compared() -> dict[str, str]:
    """The layers that editions share, each under the name under which it is compared: the base text is one."""
    known = layers()
    return {**dict.fromkeys(known.base, known.base[0]), **{x: x for x in (*known.notes, *known.sub)}}


def collate(
    editions: Sequence[Edition], *, everywhere: bool = False, chapters: Collection[str] = ()
) -> tuple[Variation, ...]:
    """The variations between editions, in the order of the received text; none where each passage has one edition.

    Of commentaries only lost graphs are told, unless `everywhere`. `chapters` are the 篇 that are looked at, if not all.
    """
    groups, base = _groups(editions), layers().base[0]
    found: list[Variation] = []
    for chapter, holding in _holding(editions, groups).items():
        if chapters and chapter not in chapters:
            continue
        pieces = _pieces(holding, groups, chapter)
        extent = _extent(pieces)
        for (_, layer), by_edition in sorted(pieces.items()):
            if len(by_edition) < 2:
                continue
            stretches = [_stretch(name, segments) for name, segments in sorted(by_edition.items())]
            stretches.sort(key=lambda s: (-extent[s.edition, chapter], s.edition))
            variations = _variations(layer, stretches)
            found.extend(v for v in variations if everywhere or layer == base or v.kind == "lost")
    return tuple(sorted(found))


def _compares(segment: Segment) -> bool:
    """Whether a segment is of a layer and at a place that other editions may have too."""
    return bool(segment.layer in _compared() and segment.passages and segment.text)


def _holding(editions: Sequence[Edition], groups: Mapping[str, str]) -> dict[str, list[Edition]]:
    """Chapter → the editions that have anything of it that is compared: only these are held at once."""
    holding: dict[str, list[Edition]] = {}
    for edition in editions:
        for chapter in {groups[s.passages[0]][:2] for s in edition.segments if _compares(s)}:
            holding.setdefault(chapter, []).append(edition)
    return dict(sorted(holding.items()))


def _pieces(
    editions: Sequence[Edition], groups: Mapping[str, str], chapter: str
) -> dict[tuple[str, str], dict[str, list[Segment]]]:
    """The segments of a chapter by passage and layer, then by edition, in their order."""
    pieces: dict[tuple[str, str], dict[str, list[Segment]]] = {}
    compared = _compared()
    for edition in editions:
        name = edition.document.name
        for segment in sorted(edition.segments, key=lambda s: s.order):
            if _compares(segment) and groups[segment.passages[0]][:2] == chapter:
                key = groups[segment.passages[0]], compared[segment.layer]
                pieces.setdefault(key, {}).setdefault(name, []).append(segment)
    return pieces


def _groups(editions: Sequence[Edition]) -> dict[str, str]:
    """For each passage the first of those that some edition has in one segment with it."""
    first: dict[str, str] = {}

    def root(passage: str) -> str:
        while first.setdefault(passage, passage) != passage:
            passage = first[passage]
        return passage

    compared = _compared()
    for edition in editions:
        for segment in edition.segments:
            if segment.layer in compared:
                for passage in segment.passages:
                    a, b = sorted((root(passage), root(segment.passages[0])))
                    first[b] = a
    return {passage: root(passage) for passage in first}


def _extent(pieces: dict[tuple[str, str], dict[str, list[Segment]]]) -> dict[tuple[str, str], int]:
    """How much of a chapter each edition has, in code points."""
    extent: dict[tuple[str, str], int] = {}
    for (passage, _), by_edition in pieces.items():
        for name, segments in by_edition.items():
            key = name, passage[:2]
            extent[key] = extent.get(key, 0) + sum(len(s.text) for s in segments)
    return extent


def _stretch(name: str, segments: Sequence[Segment]) -> _Stretch:
    graphs: list[str] = []
    places: list[tuple[Segment, int]] = []
    for segment in segments:
        printed = stream(fold(segment.text))
        graphs.append(as_printed(segment.text, printed))
        places.extend((segment, place) for place in printed.places)
    return _Stretch(name, "".join(graphs), tuple(places))


def _variations(layer: str, stretches: Sequence[_Stretch]) -> Iterator[Variation]:
    """The places at which the others differ from the first, those at the same place together."""
    passages = {s.id: s.passages for stretch in stretches for s, _ in stretch.places}
    lead, *others = stretches
    present = [_Compared(lead, other) for other in others if other.graphs] if lead.graphs else []
    present = [other for other in present if other.alike]
    for (a, b), witnesses in _parting(present):
        around = lead.graphs[max(0, a - _AROUND) : a], lead.graphs[b : b + _AROUND]
        named = {w.edition for w in witnesses}
        same = [other.same(a, b) for other in present if other.stretch.edition not in named]
        yield _variation(layer, [lead.witness(a, b), *witnesses, *(w for w in same if w)], around, passages)


class _Compared:
    """A stretch of an edition beside that of the lead."""

    def __init__(self, lead: _Stretch, stretch: _Stretch) -> None:
        self.stretch = stretch
        shared = LCSseq.similarity(lead.graphs, stretch.graphs)
        #: Whether the two are editions of one text.
        self.alike = shared >= _ALIKE * min(len(lead.graphs), len(stretch.graphs))
        #: Where they differ: from–to in the lead, from–to here, in order.
        self.spans = _differences(lead.graphs, stretch.graphs) if self.alike else []
        self._ends = [b for _, b, _, _ in self.spans]

    def differing(self) -> Iterator[tuple[tuple[int, int], Witness]]:
        """The places of the lead at which this edition differs, and what it has there; gaps are left out."""
        for a, b, c, d in self.spans:
            if max(b - a, d - c) <= _LONGEST:
                yield (a, b), self.stretch.witness(c, d)

    def same(self, start: int, end: int) -> Witness | None:
        """What this edition has at a place at which it agrees with the lead; None where it differs around it."""
        behind = bisect_right(self._ends, start)
        if behind < len(self.spans) and self.spans[behind][0] < end:
            return None
        shift = self.spans[behind - 1][3] - self.spans[behind - 1][1] if behind else 0
        return self.stretch.witness(start + shift, end + shift)


def _parting(others: Sequence[_Compared]) -> list[tuple[tuple[int, int], list[Witness]]]:
    """The places of the lead at which others differ, in order, and what those have there."""
    at: dict[tuple[int, int], list[Witness]] = {}
    for other in others:
        for place, witness in other.differing():
            at.setdefault(place, []).append(witness)
    return sorted(at.items())


def _differences(one: str, two: str) -> list[tuple[int, int, int, int]]:
    """The spans in which two texts differ, neighbours joined: from–to in the one, from–to in the other."""
    spans: list[tuple[int, int, int, int]] = []
    for op in Levenshtein.opcodes(one, two):
        if op.tag == "equal":
            continue
        if spans and spans[-1][1] == op.src_start and spans[-1][3] == op.dest_start:
            a, _, c, _ = spans.pop()
            spans.append((a, op.src_end, c, op.dest_end))
        else:
            spans.append((op.src_start, op.src_end, op.dest_start, op.dest_end))
    return spans


def _variation(
    layer: str, witnesses: Sequence[Witness], around: tuple[str, str], passages: dict[str, tuple[str, ...]]
) -> Variation:
    passage = min((passages[w.segment] for w in witnesses), key=lambda p: (len(p), p))[0]
    lost = [w for w in witnesses if _LOST.search(stream(w.text)[0])]
    kept = sorted({stream(fold(w.text))[0] for w in witnesses if w.text and w not in lost})
    if lost:
        fits = len(kept) == 1 and all(_fills(kept[0], stream(w.text)[0]) for w in lost)
        return Variation(
            passage=passage,
            layer=layer,
            kind="lost",
            before=around[0],
            after=around[1],
            witnesses=tuple(witnesses),
            proposal=kept[0] if fits else "",
        )
    kind = "lacks" if any(not w.text for w in witnesses) else "differs"
    return Variation(
        passage=passage, layer=layer, kind=kind, before=around[0], after=around[1], witnesses=tuple(witnesses)
    )


def _fills(words: str, printed: str) -> bool:
    """Whether some words fill the lost graphs of what an edition prints, graph for graph."""
    graphs = stream(words)[0]
    same = (_LOST.match(q) or fold(q) == g for g, q in zip(graphs, printed, strict=False))
    return len(graphs) == len(printed) and all(same)
