"""From a document to an edition: passages, layers, speakers, and what each comment comments on."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence

from yili_kg.layers.base import number_base, runs_on
from yili_kg.layers.own import own_text
from yili_kg.layers.pointed import in_chapters, passages_pointed_at
from yili_kg.layers.pointers import find_pointers
from yili_kg.layers.running import cut_by_mark, cut_running
from yili_kg.layers.strips import Part, Strip, strips_of
from yili_kg.models import Document, Edition, Segment
from yili_kg.models.quick import replace
from yili_kg.received.units import base_units, chapter_begun, chapter_like
from yili_kg.sources.books import book_of
from yili_kg.sources.comments import MAY_RUN_ON
from yili_kg.sources.known_words import is_modern
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["edit"]

#: How many segments of base text and notes a sub-commentary may point back to.
_REACH = 41
#: A hidden stretch of base text is looked for among at most so many passages.
_NEAR = 30
#: What is text of the source, where what is not is marked.
_UNMARKED = re.compile(rb"\x00+")


def edit(document: Document) -> Edition:
    """Cut a document into segments; every graph of its blocks is in exactly one of them."""
    strips = own_text(in_chapters(_with_chapters(strips_of(document))), document.title, document.author)
    parts: list[Part] = []
    for chapter in dict.fromkeys(s.chapter for s in strips):
        parts.extend(_cut(document.raw, [s for s in strips if s.chapter == chapter], chapter))
    parts.sort(key=lambda p: (p.run, p.start))
    translated = frozenset(part.start for part in parts if _is_translation(document.raw, part))
    targeted = _with_targets(parts, translated)
    return Edition(document=document, segments=_segments(document, targeted, translated))


def _is_translation(raw: str, part: Part) -> bool:
    """Whether a part of no layer is in modern words: it may stand between a text and the notes on it, and parts them not."""
    return part.layer in layers().essays and is_modern(fold("".join(raw[a:b] for a, b in part.pieces)))


def _with_chapters(strips: list[Strip]) -> list[Strip]:
    """Strips with their chapter: as the headings say, else as the words of the whole text do, or their beginnings."""
    if any(s.chapter for s in strips):
        return strips
    base = [s.graphs for s in strips if s.layer in {*layers().base, layers().running}]
    label = load_patterns("sources/pages")["note-line"]
    notes = [label.sub("", s.graphs, count=1) for s in strips if s.layer.rstrip(MAY_RUN_ON) in layers().notes]
    chapter = chapter_like("".join(base)) or chapter_begun(base, notes)
    return [replace(s, chapter=chapter) for s in strips] if chapter else strips


def _cut(raw: str, strips: Sequence[Strip], chapter: str) -> Iterable[Part]:
    """The parts of the strips of a chapter; where the skeleton has it, by its passages."""
    is_received = bool(base_units(chapter))
    running = [s for s in strips if s.layer == layers().running]
    base = [s for s in strips if s.layer in layers().base]
    rest = [s for s in strips if s.layer not in {*layers().base, layers().running}]
    if running and is_received:
        yield from cut_running(raw, running, chapter)
    else:
        for strip in running:
            yield from cut_by_mark(raw, strip, chapter)
    if base and is_received:
        base, rest = _free_hidden(raw, base, rest, chapter)
        yield from number_base(raw, base, chapter)
    else:
        rest = [*base, *rest]
    pointed = passages_pointed_at(strips, chapter) if is_received else {}
    for strip in rest:
        passages = pointed.get(strip.start, ())
        yield Part(strip.pieces, strip.layer.rstrip(MAY_RUN_ON), strip.speaker, chapter, passages, run=strip.run)


def _free_hidden(raw: str, base: list[Strip], rest: list[Strip], chapter: str) -> tuple[list[Strip], list[Strip]]:
    """Base text and the rest, base text that runs on from a note (layer `…+`) cut off from it."""
    suspects = [s for s in rest if s.layer.endswith(MAY_RUN_ON)]
    if not suspects:
        return base, rest
    units = base_units(chapter)
    order = {u.passage: i for i, u in enumerate(units)}
    numbered = [p for p in number_base(raw, base, chapter) if p.passages]
    base, kept = list(base), [s for s in rest if not s.layer.endswith(MAY_RUN_ON)]
    for strip in suspects:
        at = bisect_left(numbered, strip.run, key=lambda p: p.run)
        low = order[numbered[at - 1].passages[0]] if at else 0
        high = order[numbered[at].passages[-1]] + 1 if at < len(numbered) else len(units)
        cut = runs_on(raw, strip, units[low:high]) if 0 < high - low <= _NEAR else None
        kept.append(cut[0] if cut else strip)
        base.extend(cut[1:] if cut else ())
    return sorted(base, key=lambda s: (s.run, s.start)), kept


class _Reach:
    """The passages that a comment may be on: those of the base text since the last comment of its kind."""

    def __init__(self) -> None:
        self._chapter = ""
        self._noted: list[str] = []  # passages since the last comment, for a note
        self._gathered: list[str] = []  # passages since the last comment that gathers, which takes up all of them
        self._after_comment = self._after_gathering = False

    def turn_to(self, part: Part) -> None:
        """Another chapter, and what parts the base text, ends what is gathered."""
        if part.chapter != self._chapter or part.layer in layers().parting:
            self._noted, self._gathered, self._chapter = [], [], part.chapter

    def read(self, passages: Iterable[str]) -> None:
        """Base text with these passages."""
        self._noted = [] if self._after_comment else self._noted
        self._gathered = [] if self._after_gathering else self._gathered
        for passage in passages:
            for reached in (self._noted, self._gathered):
                if passage not in reached:
                    reached.append(passage)
        self._after_comment = self._after_gathering = False

    def of_comment(self, layer: str) -> tuple[str, ...]:
        """The passages that a comment of this layer is on."""
        gathers = layer in layers().gathers
        self._after_comment = True
        self._after_gathering = self._after_gathering or gathers
        return tuple(self._gathered if gathers else self._noted)


def _with_targets(parts: list[Part], translated: frozenset[int]) -> list[Part]:
    """Comments get the passages of the base text before them, and its chapter; what stands apart gets none."""
    done: list[Part] = []
    reach = _Reach()
    away = ""  # the chapter of base text that stands under the heading of another
    for part in parts:
        if part.layer in layers().base:
            away = part.chapter if part.home else ""
        elif away and part.layer not in layers().apart:
            part = replace(part, chapter=away)
        if part.start not in translated:
            reach.turn_to(part)
        if part.layer in layers().base:
            reach.read(part.passages)
        elif part.layer not in layers().apart:
            passages = part.passages or reach.of_comment(part.layer)
            extent = part.extent if part.passages else "whole"
            part = replace(part, passages=passages, extent="several" if len(passages) > 1 else extent)
        done.append(part)
    return done


def _segments(document: Document, parts: Sequence[Part], translated: frozenset[int]) -> tuple[Segment, ...]:
    """The segments of the parts, with what each comments on; `window` are base text and notes before a part."""
    blank = bytearray(len(document.raw))
    for start, end in (*document.marks, *(mark for part in parts for mark in part.marks)):
        blank[start:end] = b"\x01" * (end - start)
    counts: Counter[str] = Counter()
    segments: list[Segment] = []
    window: list[Segment] = []
    for order, part in enumerate(parts, 1):
        stem = _stem(document, part)
        counts[stem] += 1
        segment = _segment(document, part, blank, f"{stem}.{counts[stem]}", order)
        if part.layer not in {*layers().base, *layers().apart}:
            segment = replace(segment, comments_on=next((s.id for s in window[::-1] if s.layer in layers().base), ""))
        if part.layer in layers().sub:
            segment = _pointed(segment, window)
        if part.layer in layers().parting and part.start not in translated:
            window = []
        elif part.layer in {*layers().base, *layers().notes}:
            window = [*window[1 - _REACH :], segment]
        segments.append(segment)
    return tuple(segments)


def _stem(document: Document, part: Part) -> str:
    """The id of a part less its number: passage, edition and layer."""
    # What belongs to no passage is numbered within its file: the files of a book share its name.
    home = f"{part.chapter or '00'}.{document.sha256[:4]}"
    if part.passages:
        home = part.passages[-1 if part.layer in layers().sub else 0]
    return f"{home}.{document.name}.{layers().slug(part.layer)}"


def _segment(document: Document, part: Part, blank: bytearray, name: str, order: int) -> Segment:
    """A part as a segment that as yet comments on nothing; `blank` marks what is no text of the source."""
    offsets: list[int] = []
    text: list[str] = []
    for start, end in part.pieces:
        for run in _UNMARKED.finditer(blank, start, end):
            offsets.extend(range(*run.span()))
            text.append(document.raw[run.start() : run.end()])
    return Segment(
        id=name,
        layer=part.layer,
        speaker=part.speaker,
        book=book_of(document.title, document.author, part.layer, part.speaker),
        chapter=part.chapter,
        passages=part.passages,
        extent=part.extent,
        comments_on="",
        pieces=part.pieces,
        text="".join(text),
        offsets=tuple(offsets),
        order=order,
    )


def _pointed(segment: Segment, window: Sequence[Segment]) -> Segment:
    """The segment with its pointers resolved; the first one that names base text says what it comments on."""
    pointers = find_pointers(segment, window)
    target = next((p.target for p in pointers if p.target and p.layer in layers().base), "")
    return replace(segment, pointers=pointers, comments_on=target or segment.comments_on)
