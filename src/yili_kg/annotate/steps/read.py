"""The steps of an edition: its base text, chapter by chapter, read into acts.

The context of a step (who is in turn, which cup is in hand) crosses segments, so this is a function over an edition
and no component over one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yili_kg.annotate.components import find_mentions
from yili_kg.annotate.steps.acts import Scan
from yili_kg.annotate.steps.frames import load_frames
from yili_kg.annotate.steps.scan import scan
from yili_kg.annotate.steps.stream import Stream, make_stream
from yili_kg.annotate.steps.turns import Filled, take_turns
from yili_kg.annotate.steps.words import load_words
from yili_kg.models import BASE_LAYERS, Edition, Mention, Segment, Step, Unread

__all__ = ["read_steps", "read_words"]


def read_steps(edition: Edition, mentions: Iterable[Mention]) -> tuple[tuple[Step, ...], tuple[Unread, ...]]:
    """The steps of all base text of an edition in the order of the rites, and the words that no frame takes."""
    by_segment: dict[str, list[Mention]] = {}
    for mention in mentions:
        if mention.layer in BASE_LAYERS:
            by_segment.setdefault(mention.segment, []).append(mention)
    chapters: dict[str, list[Segment]] = {}
    for segment in sorted(edition.segments, key=lambda s: s.order):
        if segment.layer in BASE_LAYERS and segment.text:
            chapters.setdefault(segment.chapter, []).append(segment)
    steps: list[Step] = []
    unread: list[Unread] = []
    for segments in chapters.values():
        stream = make_stream(segments, by_segment, load_words())
        found = scan(stream, load_frames(), load_words())
        steps.extend(_steps(stream, take_turns(found, stream, load_words())))
        unread.extend(_unread(stream, found))
    return tuple(steps), tuple(sorted(unread))


def read_words(text: str, *, chapter: str = "") -> tuple[Step, ...]:
    """The steps of a few words of base text that stand alone; offsets are into `text`."""
    found = find_mentions(text, layer="經")
    mentions = [Mention(m.start, m.end, text[m.start : m.end], m.type, m.concept, "經", m.rule, "words") for m in found]
    segment = Segment(
        "words", "經", "", chapter, (), "whole", "", ((0, len(text)),), text, tuple(range(len(text))), 0
    )
    stream = make_stream([segment], {"words": mentions}, load_words())
    return tuple(_steps(stream, take_turns(scan(stream, load_frames(), load_words()), stream, load_words())))


def _steps(stream: Stream, filled: Sequence[Filled]) -> list[Step]:
    steps: list[Step] = []
    numbers: dict[str, int] = {}
    for one in filled:
        act = one.act
        if act.ordered:
            continue
        segment = stream.segments[stream.owner[act.start]]
        numbers[segment.id] = numbers.get(segment.id, 0) + 1
        start, end = stream.source(act.start, act.end)
        slots = one.slots
        steps.append(
            Step(
                start,
                end,
                stream.text[act.start : act.end],
                f"{segment.id}.{numbers[segment.id]}",
                act.verb,
                segment.id,
                segment.layer,
                segment.chapter,
                segment.passages[0] if segment.passages else "",
                act.frame.id,
                slots.get("agent", ()),
                slots.get("object", ()),
                slots.get("recipient", ()),
                slots.get("at", ()),
                slots.get("from", ()),
                slots.get("to", ()),
                act.facing or act.ahead.facing,
                act.posture,
                act.count,
                act.ahead.negated,
                act.ahead.conditional,
                open=tuple(one.open),
            )
        )
    return steps


def _unread(stream: Stream, found: Scan) -> list[Unread]:
    return []
