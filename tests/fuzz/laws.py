"""The laws that hold for whatever is read: nothing lost, nothing twice, every span where it says it is."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from rapidfuzz.distance import Levenshtein

from yili_kg.models import Annotated, Document, Edition, Segment
from yili_kg.records import records
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["assert_document", "assert_edition", "assert_found", "assert_quotations", "assert_records"]

#: What may be said of a quotation, with the least and the greatest likeness where a place is told.
_VERDICTS = {
    "verbatim": (1.0, 1.0),
    "variant": (0.7, 1.0),
    "near-verbatim": (0.7, 1.0),
    "abridged": (0.75, 1.0),
    "paraphrase": (0.45, 0.7),
    "elsewhere": (0.7, 1.0),
}
_NOWHERE = ("not-found", "no-text", "lost", "unchecked")
#: Words shorter than this are not looked for in other works.
_LEAST_ELSEWHERE = 5
#: A commentator's head of so many graphs may be left out, and his tail, if so many remain.
_HEAD, _LEFT = 3, 4


def assert_document(document: Document) -> None:
    """Every code point lies in exactly one block or noise; marks lie within blocks; each noise says why."""
    place = 0
    spans = sorted([*((b.start, b.end) for b in document.blocks), *((n.start, n.end) for n in document.noise)])
    for start, end in spans:
        assert start == place < end, f"{place}–{start} lies in no block or noise, or in two"
        place = end
    assert place == len(document.raw), f"the end {place}–{len(document.raw)} lies in no block or noise"
    assert all(n.reason for n in document.noise)
    assert all(b.layer and b.run > 0 for b in document.blocks)
    blocks = sorted((b.start, b.end) for b in document.blocks)
    for start, end in document.marks:
        at = bisect_right(blocks, (start, len(document.raw) + 1)) - 1
        inside = at >= 0 and start < end <= blocks[at][1]
        assert inside, f"the mark {start}–{end} lies outside the blocks"


def assert_edition(edition: Edition) -> None:
    """Segments and noise share the code points out; a segment's text is what stands at its offsets, less marks.

    The mark 注 before a note in running text is known for one only as the text is cut.
    """
    document = edition.document
    assert_document(document)
    spans = sorted([*(p for s in edition.segments for p in s.pieces), *((n.start, n.end) for n in document.noise)])
    place = 0
    for start, end in spans:
        assert start == place < end, f"{place}–{start} lies in no segment or noise, or in two"
        place = end
    assert place == len(document.raw), f"the end {place}–{len(document.raw)} lies in no segment or noise"
    marked = {at for start, end in document.marks for at in range(start, end)}
    for segment in edition.segments:
        assert "".join(document.raw[at] for at in segment.offsets) == segment.text
        inside = [at for start, end in segment.pieces for at in range(start, end)]
        kept = set(segment.offsets)
        assert list(segment.offsets) == sorted(kept)
        assert list(segment.offsets) == [at for at in inside if at in kept]
        lost = [at for at in inside if not (at in kept or at in marked or document.raw[at].isspace())]
        if lost and segment.layer in layers().notes and fold(document.raw[lost[0]]) == layers().named("note"):
            lost = lost[1:]
        assert not lost, f"{segment.id} lost {''.join(document.raw[at] for at in lost)!r} at {lost[0]}"
    assert len({s.id for s in edition.segments}) == len(edition.segments), "two segments of one id"


def _words(segment: Segment, start: int, end: int) -> str:
    """What a segment has between two places of the source."""
    return segment.text[bisect_left(segment.offsets, start) : bisect_left(segment.offsets, end)]


def _within(segment: Segment, start: int, end: int) -> bool:
    return segment.start <= start < end <= segment.end


def _spans(annotated: Annotated) -> Iterator[tuple[str, Any]]:
    """Everything found that stands at a place, with the name of its kind."""
    for kind in ("mentions", "citations", "ellipses", "glosses", "readings", "claims", "norms", "steps", "repetitions"):
        for found in getattr(annotated, kind):
            yield kind, found
    for found in annotated.unread:
        yield "unread", found


def assert_found(annotated: Annotated) -> None:
    """Each thing found lies in its segment and its words are what stands there; what it points at is there."""
    segments = {s.id: s for s in annotated.edition.segments}
    for kind, found in _spans(annotated):
        assert found.segment in segments, f"{kind}: no segment {found.segment}"
        segment = segments[found.segment]
        assert _within(segment, found.start, found.end), f"{kind} {found.text!r} lies outside {segment.id}"
        words = _words(segment, found.start, found.end)
        assert words == found.text, f"{kind} {found.text!r}, but there stands {words!r}"
        target = getattr(found, "target_segment", "")
        if target:
            assert _within(segments[target], found.target_start, found.target_end), f"{kind}: a target outside {target}"
    for citation in annotated.citations:
        for quote in citation.quotes:
            words = _words(segments[citation.segment], quote.start, quote.end)
            assert words == quote.text, f"quotation {quote.text!r}, but there stands {words!r}"
    for segment in segments.values():
        for pointer in segment.pointers:
            assert _words(segment, pointer.start, pointer.end) == pointer.text
            if pointer.target:  # where it begins: it may go on into the next ones
                target = segments[pointer.target]
                assert target.start <= pointer.target_start < target.end
                assert pointer.target_start < pointer.target_end <= len(annotated.edition.document.raw)
    for before, after in pairwise(annotated.mentions):
        assert before.end <= after.start, f"the mentions {before.text!r} and {after.text!r} overlap or are in no order"
    _assert_steps(annotated)


def _assert_steps(annotated: Annotated) -> None:
    """Steps have ids of their own, what they repeat are steps, and their fillers stand in the source."""
    ids = [s.id for s in annotated.steps]
    assert len(set(ids)) == len(ids), "two steps of one id"
    size = len(annotated.edition.document.raw)
    told_all: tuple[Any, ...] = (*annotated.steps, *annotated.repetitions)
    for told in told_all:
        assert set(told.repeats) <= set(ids), f"{told.id} repeats what is no step"
        for filler in told.agent:
            assert filler.start == filler.end == -1 or 0 <= filler.start < filler.end <= size


def assert_quotations(annotated: Annotated, shelf: Shelf) -> None:
    """What is said of each quotation held against books is so: the place has those graphs, and they are as alike."""
    for citation in annotated.citations:
        for quote in citation.quotes:
            graphs, matched = alike(stream(fold(quote.text))[0]), alike(quote.matched_text)
            said = f"{quote.text!r} of {citation.target}: {quote.verdict} {quote.similarity}, {quote.matched_text!r}"
            if quote.verdict in _NOWHERE:
                assert not any((quote.matched_text, quote.reference, quote.similarity)), said
                if quote.verdict == "not-found" and len(graphs) >= _LEAST_ELSEWHERE:
                    assert not any(graphs in s.graphs for w in shelf.strands for s in shelf.strands[w]), said
                continue
            least, most = _VERDICTS[quote.verdict]
            assert quote.similarity is not None, said
            assert least <= quote.similarity <= most, said
            _assert_place(quote.reference, quote.matched_text, shelf)
            if quote.verdict == "abridged":
                continue
            assert _as_alike(graphs, matched, quote.similarity), said
            assert quote.verdict != "verbatim" or matched in graphs, said


def _as_alike(graphs: str, matched: str, similarity: float) -> bool:
    """Whether the words, or what is left of them without the commentator's head and tail, are as alike as is said."""
    heads = range(min(_HEAD, len(graphs)) + 1)
    parts = ((a, b) for a in heads for b in {len(graphs), *range(a + _LEFT, len(graphs))})
    return any(abs(Levenshtein.normalized_similarity(graphs[a:b], matched) - similarity) < 0.001 for a, b in parts)


def _assert_place(reference: str, graphs: str, shelf: Shelf) -> None:
    """A reference (`禮記·曲禮上 KR1d0052 text 120-131`) leads to the graphs, and they begin in its division."""
    division, book, layer, places = reference.rsplit(" ", 3)
    start, _, end = places.partition("-")
    strands = [s for w in shelf.strands for s in shelf.strands[w] if (s.book, s.layer) == (book, layer)]
    there = [s for s in strands if s.shown[int(start) : int(end)] == graphs and s.division(int(start)) == division]
    assert there, f"{reference} has not {graphs!r}"


def assert_records(annotated: Annotated) -> list[str]:
    """The records as lines: in order, each within the source, of segments and noise every code point once."""
    size = len(annotated.edition.document.raw)
    rows = list(records(annotated))
    for before, after in pairwise(rows):
        assert before["start"] <= after["start"], "the records are in no order"
    place = 0
    for row in rows:
        assert 0 <= row["start"] < row["end"] <= size, f"a record outside the source: {row}"
        if row["kind"] in ("segment", "noise"):
            assert row["start"] == place
            place = row["end"]
    assert place == size
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    assert all(json.loads(line) == row for line, row in zip(lines, rows, strict=True)), "a record that JSON alters"
    return lines
