"""References without a title: 又云, 彼注云, 下文, 經云, and the lemmas 云「…」者 of a sub-commentary.

Each is typed; it is resolved only where one candidate remains, else it is kept with the reason why not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from yili_kg.models import Annotated, Citation, Ellipsis, Segment
from yili_kg.received.chapters import cited_as
from yili_kg.text.folding import fold
from yili_kg.text.graphs import occurrences, stream

__all__ = ["resolve_ellipses"]

_COMMENTARY = ("注", "疏", "述註", "音義", "考證")
_LEMMATA = ("疏", "述註")
_BASE = ("經", "記", "注")
_DITTO = re.compile("又[云曰]|彼(?:鄭)?[注註][云曰]|鄭彼[注註]|彼(?:文|經|序)?[云曰]")
_HERE = re.compile("[上下](?:經|文|記|篇|注)|此(?:篇|經|注)|經[云曰]|記[云曰]")
_LEMMA = re.compile(
    "云[:：︰]?(?:[「『“‘](?P<marked>[^「」『』“”‘’]{2,80})[」』”’]者|(?P<bare>[^云曰者「」『』“”‘’]{2,40}?)者)"
)
#: How far back, in code points, a title may stand that 又云 or 彼注 goes back to.
_BACK = 160


def resolve_ellipses(annotated: Annotated) -> Annotated:
    """The edition with its references without a title, in the order of the source."""
    by_segment: dict[str, list[Citation]] = {}
    for citation in annotated.citations:
        by_segment.setdefault(citation.segment, []).append(citation)
    passages: dict[str, list[Segment]] = {}
    for segment in annotated.edition.segments:
        if segment.layer in _BASE:
            for passage in segment.passages:
                passages.setdefault(passage, []).append(segment)
    found: list[Ellipsis] = []
    for segment in annotated.edition.segments:
        if segment.layer in _COMMENTARY and segment.text:
            text = fold(segment.text)
            found.extend(_dittos(segment, text, by_segment.get(segment.id, [])))
            found.extend(_heres(segment, text))
            if segment.layer in _LEMMATA:
                near = {s.id: s for p in segment.passages for s in passages.get(p, ())}
                found.extend(_lemmata(segment, text, list(near.values())))
    return replace(annotated, ellipses=tuple(sorted(found)))


def _ellipsis(segment: Segment, start: int, end: int, form: str, **more: object) -> Ellipsis:
    begin, stop = segment.span(start, end)
    text = segment.text[start:end]
    return Ellipsis(start=begin, end=stop, text=text, form=form, segment=segment.id, **more)  # type: ignore[arg-type]


def _dittos(segment: Segment, text: str, citations: Sequence[Citation]) -> Iterator[Ellipsis]:
    for match in _DITTO.finditer(text):
        place = segment.offsets[match.start()]
        before = [c for c in citations if c.end <= place and place - c.end <= _BACK]
        targets = list(dict.fromkeys(c.target for c in before))
        last = before[-1].target if before else ""
        # 又云 goes on with the title before it; 彼注 may mean any that was named nearby.
        if match.group().startswith("又") and last:
            targets = [last]
        if len(targets) == 1:
            yield _ellipsis(segment, *match.span(), "elliptical", target=targets[0])
        else:
            reason = f"{len(targets)} works are named before it" if targets else "no work is named before it"
            yield _ellipsis(segment, *match.span(), "elliptical", reason=reason)


def _heres(segment: Segment, text: str) -> Iterator[Ellipsis]:
    target = cited_as(segment.chapter)
    for match in _HERE.finditer(text):
        if target:
            yield _ellipsis(segment, *match.span(), "pointer", target=target)
        else:
            yield _ellipsis(segment, *match.span(), "pointer", reason="the chapter is not known")


def _lemmata(segment: Segment, text: str, near: Sequence[Segment]) -> Iterator[Ellipsis]:
    streams = [(s, *stream(fold(s.text))) for s in near]
    for match in _LEMMA.finditer(text):
        group = "marked" if match.group("marked") else "bare"
        words = stream(match.group(group))[0]
        if len(words) < 2:
            continue
        places = [
            (s, offsets[at], offsets[at + len(words) - 1])
            for s, graphs, offsets in streams
            for at in occurrences(words, graphs)
        ]
        span = match.span(group)
        if len(places) == 1:
            target, first, last = places[0]
            begin, end = target.span(first, last + 1)
            yield _ellipsis(segment, *span, "lemma", target_segment=target.id, target_start=begin, target_end=end)
        else:
            reason = f"the words stand in {len(places)} places of the passage" if places else "not in the passage"
            yield _ellipsis(segment, *span, "lemma", reason=reason)
