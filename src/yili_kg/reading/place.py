"""Where the reading stands in an edition: graph by graph, also in one that differs from the received text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rapidfuzz.distance import Levenshtein, Opcode

from yili_kg.models import Edition, Segment, Span
from yili_kg.reading.digest import codes, digest
from yili_kg.reading.load import Anchored, PassageReading, load_chapter
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import as_printed, graph_end, stream

__all__ = ["Place", "Placed", "Placements", "is_scattered", "place_reading"]

#: An edition takes a part of a passage where at least this share of the read graphs stands in it.
_SHARE = 0.5
#: So many graphs from where words begin or end is looked for one that stands in the edition.
_NEAR = 4
#: So many graphs, with more than that added on either side, are no trace of the reading.
_LONE = 2

#: A segment and a stretch of its text.
Place = tuple[Segment, int, int]


@dataclass(slots=True)
class Placed:
    """One part of a passage in an edition: for each read graph its segment and place in the segment's text, or None."""

    reading: PassageReading
    where: list[tuple[Segment, int] | None]

    def span(self, start: int, end: int) -> Place | None:
        """Where graphs `start`–`end` of the part stand; None where not all of them stand in one segment of the edition."""
        found = self.where[start:end]
        if not found or None in found:
            return None
        head, tail = found[0], found[-1]
        # The graphs are in the order of the segments: what begins and ends in one stands in it.
        if head is None or tail is None or head[0] is not tail[0]:
            return None
        return head[0], head[1], graph_end(head[0].text, tail[1])

    def statements(self, kind: str, *, nearly: bool = False) -> Iterator[tuple[Anchored, Place]]:
        """The statements of a kind that stand in the edition, each with its place; `nearly`: with other graphs among its own, too."""
        for found in self.reading.of(kind):
            place = self.span(found.start, found.end)
            if place is None and nearly:
                place = self._nearly(found.start, found.end)
            if place is not None:
                yield found, place

    def anchor(self, words: str, nth: int) -> Place | None:
        """Where words of the part stand for the `nth` time, as the edition has them; None where they do not."""
        span = self.reading.anchor(words, nth)
        return (self.span(*span) or self._nearly(*span)) if span else None

    def _nearly(self, start: int, end: int) -> Place | None:
        """Where graphs `start`–`end` stand if the edition writes some of them otherwise; None where it lacks most."""
        found = [(at, w) for at in range(start, end) if (w := self.where[at]) is not None]
        if len(found) < 2 or len(found) < _SHARE * (end - start) or len({id(w[0]) for _, w in found}) > 1:
            return None
        (head, (segment, first)), (tail, (_, last)) = found[0], found[-1]
        graphs = stream(fold(segment.text))[1]
        begin, stop = bisect_left(graphs, first), bisect_left(graphs, last)
        begin = min(begin, max(self._beside(start, -1, segment, graphs, 0), begin - (head - start)))
        stop = max(stop, min(self._beside(end - 1, 1, segment, graphs, len(graphs) - 1), stop + (end - 1 - tail)))
        return segment, graphs[begin], graph_end(segment.text, graphs[stop])

    def _beside(self, at: int, step: int, segment: Segment, graphs: Sequence[int], edge: int) -> int:
        """The number that read graph `at` would have in a segment, counted from the next one that stands in it on one side.

        `edge` where none near by does: 詩云於穆清廟肅雍顯相 is quoted as 詩曰肅雍顯相, and what is quoted begins behind 曰.
        """
        for away in range(1, _NEAR + 1):
            there = at + step * away
            placed = self.where[there] if 0 <= there < len(self.where) else None
            if placed is not None and placed[0] is segment:
                return bisect_left(graphs, placed[1]) - step * away
        return edge


@dataclass(slots=True)
class Placements:
    """All that the reading has of an edition; `decided` are the places in each segment's text of graphs that were read.

    Each has its number among the read graphs of its part.
    """

    parts: list[Placed] = field(default_factory=list)
    decided: dict[str, dict[int, int]] = field(default_factory=dict)

    def decides(self, segment: Segment, start: int, end: int) -> bool:
        """Whether each graph of the source's `start`–`end` was read."""
        read = self.decided.get(segment.id)
        if not read:
            return False
        first, last = segment.inside(start, end)
        return all(at in read for at in range(first, last)) or all(
            at in read for at in stream_places(segment, first, last)
        )

    def decides_word(self, segment: Segment, start: int, end: int) -> bool:
        """The same of a word; 少牢禮 was not decided where 少牢饋食禮 was read."""
        if not self.decides(segment, start, end):
            return False
        read = self.decided[segment.id]
        numbers = [read[at] for at in stream_places(segment, *segment.inside(start, end)) if at in read]
        return all(after - before == 1 for before, after in pairwise(numbers))


def stream_places(segment: Segment, first: int, last: int) -> Iterable[int]:
    """The places of graphs in `segment.text[first:last]`."""
    return (first + at for at in stream(segment.text[first:last])[1])


Own = Mapping[tuple[str, str], PassageReading]


def place_reading(edition: Edition, own: Own | None = None, *, received: bool = True) -> Placements:
    """Where the reading stands in an edition; somebody's `own` goes before that which comes with yili-kg (`received`)."""
    placements = Placements()
    mine = own or {}
    for (passage, part), segments in _parts(edition, mine).items():
        reading = mine.get((passage, part))
        if reading is None and received:
            reading = load_chapter(passage[:2]).get((passage, part))
        placed = _placed(reading, segments) if reading is not None else None
        if placed is None:
            continue
        placements.parts.append(placed)
        for number, found in enumerate(placed.where):
            if found is not None:
                placements.decided.setdefault(found[0].id, {})[found[1]] = number
    return placements


def _parts(edition: Edition, own: Own) -> dict[tuple[str, str], list[Segment]]:
    """The segments of each part of each passage, in the order of the text, and those that somebody read by themselves."""
    known = layers()
    note = known.named("note")
    found: dict[tuple[str, str], list[Segment]] = {}
    for segment in sorted(edition.segments, key=lambda s: s.order):
        part = "base" if segment.layer in known.base else "note" if segment.layer == note else ""
        if not segment.text:
            continue
        if (segment.id, "segment") in own:
            found[segment.id, "segment"] = [segment]
        elif part:
            for passage in segment.passages:
                found.setdefault((passage, part), []).append(segment)
    return found


def _placed(reading: PassageReading, segments: list[Segment]) -> Placed | None:
    graphs: list[str] = []
    where: list[tuple[Segment, int]] = []
    for segment in segments:
        found = stream(fold(segment.text))
        graphs.append(as_printed(segment.text, found))  # readers had the edition as it is printed
        where += [(segment, at) for at in found.places]
    digested = digest("".join(graphs), reading.row.salt)
    if digested == reading.row.digest:
        return Placed(reading, list(where))
    mine, theirs = codes(digested), codes(reading.row.digest)
    mapped: list[tuple[Segment, int] | None] = [None] * len(theirs)
    operations = list(Levenshtein.opcodes(theirs, mine))
    for at, operation in enumerate(operations):
        if operation.tag == "equal" and not is_scattered(operations, at):
            mapped[operation.src_start : operation.src_end] = where[operation.dest_start : operation.dest_end]
    if sum(w is not None for w in mapped) < _SHARE * len(theirs):
        return None
    return Placed(reading, mapped)


def is_scattered(operations: Sequence[Opcode], at: int) -> bool:
    """Whether what is equal in operation `at` is a graph or two amid words that the reading lacks.

    A later commentator weaves the old note into his own words: a lone 車 among them is not the 車 that was read.
    """
    one = operations[at]
    if one.src_end - one.src_start > _LONE or not 0 < at < len(operations) - 1:
        return False
    return all(_added(operations[side]) > _LONE for side in (at - 1, at + 1))


def _added(operation: Opcode) -> int:
    """How many graphs more the edition has than the reading, in one operation."""
    return (operation.dest_end - operation.dest_start) - (operation.src_end - operation.src_start)


def source_span(place: Place) -> Span:
    """The span of a place in the source."""
    segment, first, last = place
    return segment.span(first, last)
