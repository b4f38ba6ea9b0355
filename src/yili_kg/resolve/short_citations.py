"""References without a title: 又云, 彼注云, 下文, 經云, and the lemmas 云「…」者 of a sub-commentary.

Each is typed; it is resolved only where one candidate remains, else it is kept with the reason why not. The turns of
phrase are those of `extraction/rules/short-citations.yaml`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from yili_kg.models import Annotated, Citation, Segment, ShortCitation
from yili_kg.models.quick import replace
from yili_kg.received.chapters import cited_as
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["resolve_short_citations"]

#: How far back, in code points, a title may stand that 又云 or 彼注 goes back to.
_BACK = 160
#: A lemma of fewer graphs stands anywhere.
_LEAST = 2
#: No more places of a lemma are counted: the reason why it is not resolved is plain before.
_MOST_PLACES = 100


def resolve_short_citations(annotated: Annotated) -> Annotated:
    """The edition with its references without a title, in the order of the source."""
    cited: dict[str, list[Citation]] = {}
    for citation in annotated.citations:
        cited.setdefault(citation.segment, []).append(citation)
    explained = _Explained(annotated.edition.segments)
    found: list[ShortCitation] = []
    for segment in annotated.edition.segments:
        if segment.layer in layers().comments and segment.text:
            text = fold(segment.text)
            found.extend(_to_titles_before(segment, text, cited.get(segment.id, [])))
            found.extend(_to_this_chapter(segment, text))
            if segment.layer in layers().argues:
                found.extend(_lemmata(segment, text, explained))
    return replace(annotated, ellipses=tuple(sorted(found)))


def _reference(segment: Segment, start: int, end: int, form: str, **more: object) -> ShortCitation:
    begin, stop = segment.span(start, end)
    text = segment.text[start:end]
    return ShortCitation(start=begin, end=stop, text=text, form=form, segment=segment.id, **more)  # type: ignore[arg-type]


def _to_titles_before(segment: Segment, text: str, citations: Sequence[Citation]) -> Iterator[ShortCitation]:
    """又云 and 彼注云, resolved by the titles that stand before them."""
    patterns = load_patterns("short-citations")
    ends = [c.end for c in citations]
    for match in patterns["again-or-that-text"].finditer(text):
        place = segment.offsets[match.start()]
        before = citations[bisect_left(ends, place - _BACK) : bisect_right(ends, place)]
        targets = list(dict.fromkeys(c.target for c in before))
        # 又云 goes on with the title before it; 彼注 may mean any that was named nearby.
        if before and patterns["again"].match(text, match.start()):
            targets = [before[-1].target]
        if len(targets) == 1:
            yield _reference(segment, *match.span(), "elliptical", target=targets[0])
        else:
            reason = f"{len(targets)} works are named before it" if targets else "no work is named before it"
            yield _reference(segment, *match.span(), "elliptical", reason=reason)


def _to_this_chapter(segment: Segment, text: str) -> Iterator[ShortCitation]:
    """下文, 經云 and the like: the chapter that is explained."""
    target = cited_as(segment.chapter)
    for match in load_patterns("short-citations")["here"].finditer(text):
        if target:
            yield _reference(segment, *match.span(), "pointer", target=target)
        else:
            yield _reference(segment, *match.span(), "pointer", reason="the chapter is not known")


def _lemmata(segment: Segment, text: str, explained: _Explained) -> Iterator[ShortCitation]:
    """云…者: the words of the text or the note that are repeated to be explained."""
    for match in load_patterns("short-citations")["lemma"].finditer(text):
        group = match.lastgroup or ""
        words = stream(match.group(group))[0]
        if len(words) < _LEAST:
            continue
        places = explained.places(words, segment.passages)
        if len(places) == 1:
            target, first, last = places[0]
            begin, end = target.span(first, last + 1)
            start, stop = match.span(group)
            yield _reference(
                segment, start, stop, "lemma", target_segment=target.id, target_start=begin, target_end=end
            )
        else:
            reason = f"the words stand in {len(places)} places of the passage" if places else "not in the passage"
            yield _reference(segment, *match.span(group), "lemma", reason=reason)


class _Explained:
    """The text and the old notes, passage by passage, and where in them words stand."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        explained = {*layers().base, *layers().notes}
        self._by_passage: dict[str, list[Segment]] = {}
        for segment in segments:
            if segment.layer in explained:
                for passage in segment.passages:
                    self._by_passage.setdefault(passage, []).append(segment)
        self._indexed: dict[str, _Indexed] = {}
        self._passages: tuple[str, ...] | None = None
        self._near: list[_Indexed] = []
        self._known: dict[str, list[tuple[Segment, int, int]]] = {}

    def places(self, words: str, passages: tuple[str, ...]) -> list[tuple[Segment, int, int]]:
        """Where some graphs stand in passages: segment, place of the first and of the last graph in its text."""
        if self._passages != passages:
            self._passages, self._known = passages, {}
            near = {s.id: s for p in passages for s in self._by_passage.get(p, ())}
            self._near = [self._index(s) for s in near.values()]
        if words not in self._known:
            found = chain.from_iterable(part.places(words) for part in self._near)
            self._known[words] = list(islice(found, _MOST_PLACES))
        return self._known[words]

    def _index(self, segment: Segment) -> _Indexed:
        if segment.id not in self._indexed:
            self._indexed[segment.id] = _Indexed(segment)
        return self._indexed[segment.id]


class _Indexed:
    """The graphs of a segment, and where each pair of neighbours stands: words are looked up, not searched for."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.graphs, self.offsets = stream(fold(segment.text))
        self.pairs: dict[str, list[int]] = {}
        for at in range(len(self.graphs) - 1):
            self.pairs.setdefault(self.graphs[at : at + _LEAST], []).append(at)

    def places(self, words: str) -> Iterator[tuple[Segment, int, int]]:
        """Where two graphs or more stand."""
        for at in self.pairs.get(words[:_LEAST], ()):
            if self.graphs.startswith(words, at):
                yield self.segment, self.offsets[at], self.offsets[at + len(words) - 1]
