"""Words of text and note that a later comment repeats (云…者): they are what was decided where they stand first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from yili_kg.models import Annotated, Mention, Segment, ShortCitation, Span
from yili_kg.models.quick import replace
from yili_kg.text.folding import fold
from yili_kg.text.graphs import Graphs, stream

__all__ = ["take_over"]


def take_over(annotated: Annotated) -> Annotated:
    """The edition, the mentions in each repeated stretch being those that a reader decided in the stretch repeated.

    Wants the references without a title resolved. What no reader decided, and what cites, stays as the rules have it.
    """
    by_hand = {m.segment for m in annotated.mentions if m.read_by}
    if not by_hand:
        return annotated
    segments = {s.id: s for s in annotated.edition.segments}
    read: dict[str, list[Mention]] = {}
    for mention in annotated.mentions:
        if mention.segment in by_hand:
            read.setdefault(mention.segment, []).append(mention)
    cited = {(c.start, c.end) for c in annotated.citations}
    made = {(m.start, m.end): m for m in annotated.mentions}
    spans = sorted(made)
    for lemma in annotated.ellipses:
        if lemma.target_segment in read and not _cuts(read[lemma.target_segment], lemma):
            inside = list(_inside(spans, lemma.start, lemma.end))
            _put(made, inside, cited, _repeated(lemma, segments, read[lemma.target_segment]))
    return replace(annotated, mentions=tuple(sorted(made.values(), key=attrgetter("start", "end"))))


def _put(made: dict[Span, Mention], spans: Sequence[Span], cited: set[Span], taken: Iterable[Mention]) -> None:
    """Put mentions in the place of those that some spans hold, but for titles that cite and what a reader decided."""
    for span in spans:
        if span in made and span not in cited and not made[span].read_by:
            del made[span]
    for mention in taken:
        if not _clashes(made, spans, (mention.start, mention.end)):
            made[mention.start, mention.end] = mention


def _cuts(mentions: Sequence[Mention], lemma: ShortCitation) -> bool:
    """Whether a lemma begins or ends within one of the mentions that it repeats."""
    return any(m.start < edge < m.end for m in mentions for edge in (lemma.target_start, lemma.target_end))


def _inside(spans: Sequence[Span], start: int, end: int) -> Iterator[Span]:
    """The spans, of spans in order, that begin and end between two places."""
    for at in range(bisect_left(spans, (start, -1)), bisect_left(spans, (end, -1))):
        if spans[at][1] <= end:
            yield spans[at]


def _clashes(made: dict[Span, Mention], spans: Iterable[Span], span: Span) -> bool:
    return any(other in made and other != span and other[0] < span[1] and span[0] < other[1] for other in spans)


def _repeated(lemma: ShortCitation, segments: dict[str, Segment], read: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions of the stretch that a lemma repeats, at their places in the lemma."""
    own, target = segments[lemma.segment], segments[lemma.target_segment]
    first, mine = _graphs(own, lemma.start, lemma.end)
    start, theirs = _graphs(target, lemma.target_start, lemma.target_end)
    if mine.graphs != theirs.graphs:
        return
    for mention in read:
        if lemma.target_start <= mention.start and mention.end <= lemma.target_end:
            a, b = target.inside(mention.start, mention.end)
            begin, end = theirs.inside(a - start, b - start)
            here, there = mine.span(begin, end)
            text = own.text[first + here : first + there]
            span = own.span(first + here, first + there)
            yield replace(
                mention, start=span[0], end=span[1], text=text, layer=own.layer, segment=own.id, role=mention.role
            )


def _graphs(segment: Segment, start: int, end: int) -> tuple[int, Graphs]:
    """Where a stretch of the source begins in a segment's text, and its folded graphs with their places in the stretch."""
    first, last = segment.inside(start, end)
    graphs, places = stream(segment.text[first:last])
    return first, Graphs(fold(graphs), places)
