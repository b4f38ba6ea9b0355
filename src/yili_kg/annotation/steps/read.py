"""The steps of an edition: its base text, chapter by chapter, read into acts.

The context of a step (who is in turn, which cup is in hand) crosses segments, so this is a function over an edition
and no component over one text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from yili_kg.annotation.corrected import Corrected
from yili_kg.annotation.find import find_mentions
from yili_kg.annotation.steps.acts import Act, Likeness
from yili_kg.annotation.steps.anaphora import phrase_fillers, take_turns
from yili_kg.annotation.steps.bows import with_bows
from yili_kg.annotation.steps.context import Filled
from yili_kg.annotation.steps.copies import copy_places
from yili_kg.annotation.steps.frames import load_frames
from yili_kg.annotation.steps.mending import make_stream
from yili_kg.annotation.steps.note_slots import notes_on
from yili_kg.annotation.steps.repeats import Told, repeated
from yili_kg.annotation.steps.residue import unread_words
from yili_kg.annotation.steps.scan import scan
from yili_kg.annotation.steps.stream import Stream
from yili_kg.annotation.steps.vessels import with_vessels
from yili_kg.annotation.steps.words import load_words
from yili_kg.models import Edition, Mention, Repetition, Segment, Span, Step, Unread
from yili_kg.reading.place import Placements
from yili_kg.reading.steps import read_steps as steps_as_read
from yili_kg.reading.steps import renumbered
from yili_kg.received.sections import load_sections
from yili_kg.tables.layers import layers

__all__ = ["RiteReading", "read_steps", "read_words"]


@dataclass(slots=True)
class RiteReading:
    """What reading the base text gives: steps in the order of the rites, repetitions, words that no frame takes."""

    steps: list[Step] = field(default_factory=list)
    repetitions: list[Repetition] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)


def read_steps(
    edition: Edition, mentions: Sequence[Mention], by_hand: Placements | None = None, fixed: Corrected | None = None
) -> RiteReading:
    """The steps of all base text of an edition, chapter by chapter; wants the mentions of the edition.

    What readers decided (`by_hand`) goes before what the rules say, and single corrections (`fixed`) before both.
    """
    by_segment: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_segment.setdefault(mention.segment, []).append(mention)
    chapters: dict[str, list[Segment]] = {}
    for segment in sorted(edition.segments, key=lambda s: s.order):
        if segment.layer in layers().base and segment.text:
            chapters.setdefault(segment.chapter, []).append(segment)
    reading = RiteReading()
    for segments in chapters.values():
        stream = make_stream(segments, by_segment, load_words())
        _read(stream, reading, copy_places(edition.document, stream))
    if by_hand is not None:
        _as_read(reading, edition, mentions, by_hand, fixed or Corrected(edition, ()))
    reading.steps = notes_on(reading.steps, edition, by_segment)
    reading.unread.sort()
    return reading


def _as_read(
    reading: RiteReading, edition: Edition, mentions: Sequence[Mention], by_hand: Placements, fixed: Corrected
) -> None:
    """Put what was decided by hand in the place of what the rules say."""
    by_id = {s.id: s for s in edition.segments}
    steps = fixed.steps(steps_as_read(by_hand, edition, reading.steps, mentions, _rite), mentions)
    reading.steps, reading.repetitions = renumbered(steps, reading.repetitions)
    reading.unread = [u for u in reading.unread if not by_hand.decides(by_id[u.segment], u.start, u.end)]


def read_words(text: str, *, chapter: str = "") -> tuple[Step, ...]:
    """The steps of a few words of base text that stand alone; offsets are into `text`."""
    layer = layers().base[0]
    found = find_mentions(text, layer=layer)
    mentions = [
        Mention(
            start=m.start,
            end=m.end,
            text=text[m.start : m.end],
            type=m.type,
            concept=m.concept,
            layer=layer,
            rule=m.rule,
            segment="words",
        )
        for m in found
    ]
    pieces = ((0, len(text)),)
    segment = Segment(
        id="words",
        layer=layer,
        speaker="",
        chapter=chapter,
        passages=(),
        extent="whole",
        comments_on="",
        pieces=pieces,
        text=text,
        offsets=tuple(range(len(text))),
        order=0,
    )
    reading = RiteReading()
    _read(make_stream([segment], {"words": mentions}, load_words()), reading, {})
    return tuple(reading.steps)


def _read(stream: Stream, reading: RiteReading, copies: dict[int, list[Span]]) -> None:
    found = scan(stream, load_frames(), load_words())
    filled = {id(f.act): f for f in take_turns(found, stream, load_words())}
    steps: list[Step] = []
    told = Told()
    numbers: dict[str, int] = {}
    events: list[tuple[int, Act | Likeness]] = [(a.start, a) for a in found.acts if not a.ordered]
    on_acts = {id(a.likeness) for a in found.acts if a.likeness is not None}
    events += [(x.start, x) for x in found.likenesses if id(x) not in on_acts]
    events.sort(key=lambda e: e[0])
    for _, event in events:
        if isinstance(event, Act):
            step = _step(stream, filled[id(event)], told, numbers, copies)
            told.add(step.id, step.verb, [f.text for f in step.agent], step.segment)
            steps.append(step)
        else:
            reading.repetitions.append(_repetition(stream, event, told, len(reading.repetitions)))
    reading.steps.extend(with_bows(with_vessels(steps)))
    reading.unread.extend(unread_words(stream, found))


def _step(stream: Stream, filled: Filled, told: Told, numbers: dict[str, int], copies: dict[int, list[Span]]) -> Step:
    act, slots = filled.act, filled.slots
    segment = stream.segments[stream.owner[act.start]]
    numbers[segment.id] = numbers.get(segment.id, 0) + 1
    start, end = stream.source(act.start, act.end)
    open_slots = list(filled.open)
    repeats: tuple[str, ...] = ()
    if act.likeness is not None:
        agents = frozenset(f.text for f in slots.get("agent", ()))
        repeats, reason = repeated(told, act.likeness, act.verb, agents)
        open_slots += [("repeats", reason)] if reason else []
    begins, ends = copies.get(act.start, []), copies.get(act.end - 1, [])
    again = tuple(
        (b[0], e[1]) for b, e in zip(begins, ends, strict=False) if 0 < e[1] - b[0] <= 2 * (act.end - act.start)
    )
    passage = segment.passages[0] if segment.passages else ""
    return Step(
        start=start,
        end=end,
        text=stream.printed(act.start, act.end),
        id=f"{segment.id}.{numbers[segment.id]}",
        verb=act.verb,
        segment=segment.id,
        layer=segment.layer,
        chapter=segment.chapter,
        passage=passage,
        rule=act.frame.id,
        agent=slots.get("agent", ()),
        object=slots.get("object", ()),
        recipient=slots.get("recipient", ()),
        at=slots.get("at", ()),
        origin=slots.get("from", ()),
        to=slots.get("to", ()),
        facing=act.facing or act.ahead.facing,
        posture=act.posture,
        count=act.count,
        negated=act.ahead.negated,
        conditional=act.ahead.conditional,
        rite=_rite(passage),
        repeats=repeats,
        notes=(),
        open=tuple(open_slots),
        copies=again,
        grounds=tuple(filled.grounds.items()),
    )


def _rite(passage: str) -> str:
    """The sub-rite in which a passage lies (`04.主人獻賓`), or empty."""
    section = load_sections().of(passage) if passage else None
    return f"{section.chapter}.{section.name}" if section else ""


def _repetition(stream: Stream, likeness: Likeness, told: Told, number: int) -> Repetition:
    segment = stream.segments[stream.owner[likeness.start]]
    start, end = stream.source(likeness.start, likeness.end)
    agent = phrase_fillers(stream, likeness.subject)
    steps, reason = repeated(told, likeness, "", frozenset(f.text for f in agent))
    return Repetition(
        start=start,
        end=end,
        text=stream.printed(likeness.start, likeness.end),
        id=f"{segment.id}.如{number + 1}",
        segment=segment.id,
        chapter=segment.chapter,
        passage=segment.passages[0] if segment.passages else "",
        agent=agent,
        repeats=steps,
        reason=reason,
    )
