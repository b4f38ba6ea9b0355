"""From a document to an edition: passages, layers, speakers, and what each comment comments on."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from yili_kg.layers.base import number_base, runs_on
from yili_kg.layers.pointers import find_pointers
from yili_kg.layers.running import cut_by_mark, cut_running
from yili_kg.layers.strips import Part, Strip, strips_of
from yili_kg.models import BASE_LAYERS, Document, Edition, Segment
from yili_kg.received.units import base_units, chapter_like

__all__ = ["LAYER_NAMES", "edit"]

#: A layer's name in the id of a segment.
LAYER_NAMES = {
    "經": "jing",
    "記": "ji",
    "注": "zhu",
    "疏": "shu",
    "音義": "yinyi",
    "述註": "shuzhu",
    "互註": "huzhu",
    "考證": "kaozheng",
    "題": "ti",
    "文": "wen",
}
_RUNNING, _HEADINGS, _SUB_LAYERS = "經注", ("題", "考證"), ("疏", "音義")


def edit(document: Document) -> Edition:
    """Cut a document into segments; every graph of its blocks is in exactly one of them."""
    strips = _with_chapters(strips_of(document))
    parts: list[Part] = []
    for chapter in dict.fromkeys(s.chapter for s in strips):
        parts.extend(_cut(document.raw, [s for s in strips if s.chapter == chapter], chapter))
    parts.sort(key=lambda p: (p.run, p.start))
    return Edition(document=document, segments=_segments(document, _with_targets(parts)))


def _with_chapters(strips: list[Strip]) -> list[Strip]:
    """Strips with their chapter: as the headings say, else as the words of the whole text do."""
    if any(s.chapter for s in strips):
        return strips
    text = "".join(s.graphs for s in strips if s.layer in (*BASE_LAYERS, _RUNNING))
    chapter = chapter_like(text)
    return [replace(s, chapter=chapter) for s in strips] if chapter else strips


def _cut(raw: str, strips: Sequence[Strip], chapter: str) -> Iterable[Part]:
    running = [s for s in strips if s.layer == _RUNNING]
    base = [s for s in strips if s.layer in BASE_LAYERS]
    if running and base_units(chapter):
        yield from cut_running(raw, running, chapter)
    else:
        for strip in running:
            yield from cut_by_mark(raw, strip, chapter)
    rest = [s for s in strips if s.layer not in (*BASE_LAYERS, _RUNNING)]
    if base and base_units(chapter):
        base, rest = _free_hidden(raw, base, rest, chapter)
        yield from number_base(raw, base, chapter)
    else:
        rest = [*base, *rest]
    for strip in rest:
        yield Part(strip.pieces, strip.layer.rstrip("+"), strip.speaker, chapter, run=strip.run)


def _free_hidden(raw: str, base: list[Strip], rest: list[Strip], chapter: str) -> tuple[list[Strip], list[Strip]]:
    """Base text and the rest, base text that runs on from a note (layer `…+`) cut off from it."""
    suspects = [s for s in rest if s.layer.endswith("+")]
    if not suspects:
        return base, rest
    units = base_units(chapter)
    order = {u.passage: i for i, u in enumerate(units)}
    numbered = [p for p in number_base(raw, base, chapter) if p.passages]
    base, kept = list(base), [s for s in rest if not s.layer.endswith("+")]
    for strip in suspects:
        at = bisect_left(numbered, strip.run, key=lambda p: p.run)
        low = order[numbered[at - 1].passages[0]] if at else 0
        high = order[numbered[at].passages[-1]] + 1 if at < len(numbered) else len(units)
        cut = runs_on(raw, strip, units[low:high]) if 0 < high - low <= 30 else None
        kept.append(cut[0] if cut else strip)
        base.extend(cut[1:] if cut else ())
    return sorted(base, key=lambda s: (s.run, s.start)), kept


def _with_targets(parts: list[Part]) -> list[Part]:
    """Comments get the passages of the base text before them; headings and text of no layer get none."""
    done: list[Part] = []
    noted: list[str] = []  # passages since the last comment, for a note
    taken: list[str] = []  # passages since the last 疏, which may take up all of them
    after_comment = after_sub = False
    chapter = ""
    for part in parts:
        if part.chapter != chapter or part.layer in _HEADINGS or part.layer == "文":
            noted, taken, chapter = [], [], part.chapter
        if part.layer in BASE_LAYERS:
            noted = [] if after_comment else noted
            taken = [] if after_sub else taken
            noted.extend(p for p in part.passages if p not in noted)
            taken.extend(p for p in part.passages if p not in taken)
            after_comment = after_sub = False
        elif part.layer not in _HEADINGS and part.layer != "文":
            reach = tuple(taken if part.layer in _SUB_LAYERS else noted)
            if not part.passages:
                part = replace(part, passages=reach, extent="several" if len(reach) > 1 else "whole")
            after_comment = True
            after_sub = after_sub or part.layer in _SUB_LAYERS
        done.append(part)
    return done


def _segments(document: Document, parts: Sequence[Part]) -> tuple[Segment, ...]:
    blank = bytearray(len(document.raw))
    for start, end in document.marks:
        blank[start:end] = b"\x01" * (end - start)
    counts: Counter[str] = Counter()
    segments: list[Segment] = []
    window: list[Segment] = []
    for order, part in enumerate(parts, 1):
        for start, end in part.marks:
            blank[start:end] = b"\x01" * (end - start)
        offsets = tuple(i for a, b in part.pieces for i in range(a, b) if not blank[i])
        # What belongs to no passage is numbered within its file: the files of a book share its name.
        apart = f"{part.chapter or '00'}.{document.sha256[:4]}"
        home = part.passages[-1 if part.layer == "疏" else 0] if part.passages else apart
        stem = f"{home}.{document.name}.{LAYER_NAMES.get(part.layer, 'wen')}"
        counts[stem] += 1
        bases = [s for s in window if s.layer in BASE_LAYERS]
        is_base = part.layer in BASE_LAYERS
        comments = not is_base and part.layer not in (*_HEADINGS, "文") and bases
        segment = Segment(
            id=f"{stem}.{counts[stem]}",
            layer=part.layer,
            speaker=part.speaker,
            chapter=part.chapter,
            passages=part.passages,
            extent=part.extent,
            comments_on=bases[-1].id if comments else "",
            pieces=part.pieces,
            text="".join(document.raw[i] for i in offsets),
            offsets=offsets,
            order=order,
        )
        if part.layer == "疏":
            segment = _pointed(segment, window)
        if part.layer in _HEADINGS:
            window = []
        elif is_base or part.layer == "注":
            window = [*window[-40:], segment]
        segments.append(segment)
    return tuple(segments)


def _pointed(segment: Segment, window: Sequence[Segment]) -> Segment:
    """The segment with its pointers resolved; the first one that names base text says what it comments on."""
    pointers = find_pointers(segment, window)
    target = next((p.target for p in pointers if p.target and p.layer == "經"), "")
    return replace(segment, pointers=pointers, comments_on=target or segment.comments_on)
