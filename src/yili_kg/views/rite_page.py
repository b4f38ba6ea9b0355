"""`rite-04.html`: a rite played on the plan of the house, step by step, with its text beside it; one file, no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from yili_kg.models import Annotated, Segment, Step
from yili_kg.plan.draw import TOKEN, extent, house_marks, labels_of, views_of
from yili_kg.plan.house import HousePlan, load_house
from yili_kg.plan.say import english, sentence
from yili_kg.plan.script import with_repetitions
from yili_kg.plan.stage import Moment, Play, modes, stage
from yili_kg.received.chapters import chapter_rows
from yili_kg.records.kept import words_of
from yili_kg.review.write import step_slots
from yili_kg.tables.layers import layers
from yili_kg.views.doubtful import doubtful
from yili_kg.views.page import render
from yili_kg.views.site import ALONE, Site, file_of

__all__ = ["FEWEST_STEPS", "rite_page", "rites_of", "steps_of"]

#: How a statement was decided: the classes of its marks on all pages.
BY_HAND, BY_RULE, UNSURE = "by-hand", "by-rule", "unsure"
#: A chapter with fewer steps gets no page.
FEWEST_STEPS = 8


def rites_of(editions: Sequence[Annotated]) -> dict[str, Annotated]:
    """Chapter → the edition that has most steps of it, for chapters that can be played."""
    best: dict[str, tuple[int, Annotated]] = {}
    house = load_house()
    for annotated in editions:
        for chapter, count in sorted(Counter(words_of(annotated, "steps", "chapter")).items()):
            if chapter in house.chapters and count >= FEWEST_STEPS and count > best.get(chapter, (0, annotated))[0]:
                best[chapter] = (count, annotated)
    return {chapter: annotated for chapter, (_, annotated) in sorted(best.items())}


def rite_page(annotated: Annotated, chapter: str, *, site: Site = ALONE) -> str:
    """The page of one chapter of an edition, all of it from its records; `site` are the pages beside it.

    Raises DataError where the chapter has no plan.
    """
    steps = steps_of(annotated, chapter)
    noted = {n.segment for s in steps for n in s.notes}
    segments = {s.id: s for s in annotated.edition.segments if s.chapter == chapter or s.id in noted}
    plays = _plays(steps, chapter, segments)
    play = next(iter(plays.values()))
    row = next(r for r in chapter_rows() if r["chapter"] == chapter)
    house = load_house()
    doubts, number = doubtful([annotated], ("step",), chapter=chapter)
    data = {
        "cast": [[m.name, m.en, m.side, int(m.helper), int(m.group)] for m in play.cast.members.values()],
        "steps": [_told(s, play, segments) for s in steps],
        "text": _text(steps, segments),
        "modes": tuple(modes()),
        "certainties": house.certainties,
        "source": annotated.edition.document.label,
        **_frames(plays),
        **_drawn(play.plan),
    }
    return render(
        "rite.html",
        page="rite",
        here=file_of("rite", chapter=chapter),
        site=site,
        name=row["name"],
        en=row["en"],
        edition=annotated.edition.document.title or annotated.edition.document.name,
        setting=house.settings[chapter],
        certainties=house.certainties,
        modes=tuple(modes()),
        counts=_counts(steps, play),
        doubts=doubts,
        doubts_total=number,
        scripts=("right.js", "rite.js"),
        data=data,
        **_drawing(play.plan),
    )


def steps_of(annotated: Annotated, chapter: str) -> tuple[Step, ...]:
    """The steps of a chapter, each 如初 that has no verb of its own among them: what page and table count."""
    return with_repetitions(
        [s for s in annotated.steps if s.chapter == chapter],
        [r for r in annotated.repetitions if r.chapter == chapter],
        {s.id: s for s in annotated.edition.segments},
    )


def _counts(steps: Sequence[Step], play: Play) -> dict[str, int]:
    """How many steps there are, how many of them repeat others, how many acts that makes, how many were read by hand."""
    return {
        "steps": len(steps),
        "repeating": sum(bool(s.repeats) for s in steps),
        "repeated": sum(bool(m.repeated) for m in play.moments),
        "by_hand": sum(bool(s.read_by) for s in steps),
        "unsure": sum(_how(s) == UNSURE for s in steps),
    }


def _how(step: Step) -> str:
    """How a step was decided, as all pages tell it apart: in doubt in some slot, read by hand, or by a rule."""
    return UNSURE if step.doubtful else BY_HAND if step.read_by else BY_RULE


def _plays(steps: Sequence[Step], chapter: str, segments: Mapping[str, Segment]) -> dict[str, Play]:
    """The play of each choice of notes, without those that would be as the choice before them.

    Where the sub-commentary adds nothing, to hear it is to hear the notes: one play less to make and to carry.
    """
    said = {segments[n.segment].layer for s in steps for n in s.notes if n.segment in segments}
    said |= {s.layer for s in load_house().stations if s.chapter == chapter}
    text, note, sub = modes()
    wanted = (text, note) if said <= modes()[note] else (text, note, sub)
    return {notes: stage(steps, chapter=chapter, notes=notes, segments=segments) for notes in wanted}


def _frames(plays: Mapping[str, Play]) -> dict[str, Any]:
    """The frames of all plays as the page wants them, and the reasons that they give by number.

    A choice of notes without a play of its own has the name of the last that has one.
    """
    why = _Reasons()
    coded: dict[str, Any] = {
        notes: [_Coder(play, why).coded(frame, before) for before, frame in _pairs(play.moments)]
        for notes, play in plays.items()
    }
    coded |= {notes: list(plays)[-1] for notes in modes() if notes not in plays}
    return {"plays": coded, "why": [list(pair) for pair in why]}


def _drawing(plan: HousePlan) -> dict[str, Any]:
    """The plan of the house in the page: its marks, the views of it, and the box of those who are elsewhere."""
    return {
        "plan": plan,
        "house": house_marks(plan),
        "views": [(v.id, v.zh, v.en) for v in views_of(plan)],
        "floor": _floor(plan),
    }


def _drawn(plan: HousePlan) -> dict[str, Any]:
    """The plan of the house for the script: labels, the boxes of the views, the size of who stands on it, the floor below."""
    views = {v.id: [v.box[0], -v.box[3], v.box[2] - v.box[0], v.box[3] - v.box[1]] for v in views_of(plan)}
    labels = [[b.text, b.x, -b.y, b.rank, int(b.upright)] for b in labels_of(plan, size=0.01, top=3)]
    return {"labels": labels, "boxes": views, "token": TOKEN, "floor": _floor(plan)}


def _floor(plan: HousePlan) -> float:
    """The upper edge of the box of those who are elsewhere, below the house."""
    _, south, _, _ = extent(plan)
    return -(south + 48 - 17)


def _pairs(frames: Sequence[Moment]) -> list[tuple[Moment | None, Moment]]:
    return list(zip([None, *frames[:-1]], frames, strict=True))


class _Reasons(dict[tuple[str, str], int]):
    """Reasons in both languages, each with the number by which the frames call it."""

    def number(self, zh: str, en: str) -> int:
        return self.setdefault((zh, en), len(self))


class _Coder:
    """Writes the frames of a play as short as the page wants them: only what differs from the one before."""

    def __init__(self, play: Play, why: _Reasons) -> None:
        self._who = {name: n for n, name in enumerate(play.cast.names)}
        self._why = why

    def coded(self, frame: Moment, before: Moment | None) -> dict[str, Any]:
        """A frame: s step, a who acts; where there are any p people, t things, g things that are gone, m ways, r repeated."""
        here = dict(frame.things)
        optional = {
            "p": self._people(frame, before),
            "t": self._things(frame, dict(before.things) if before else {}),
            "g": [key for key, _ in before.things if key not in here] if before else [],
            "m": [[self._who[m.who], m.how, self._why.number(m.zh, m.en)] for m in frame.moves],
            "r": frame.repeated,
        }
        coded = {"s": frame.step, "a": [self._who[n] for n in frame.acting]}
        return coded | {key: value for key, value in optional.items() if value}

    def _people(self, frame: Moment, before: Moment | None) -> list[list[Any]]:
        known = (was for _, was in before.people) if before else repeat(None)  # the cast, always in one order
        return [
            [
                self._who[name], round(s.x, 1), round(-s.y, 1), s.facing, s.posture, s.place, s.certainty,
                self._why.number(s.zh, s.en),
            ]
            for (name, s), was in zip(frame.people, known, strict=False)
            if was is not s and was != s
        ]  # fmt: skip

    def _things(self, frame: Moment, known: Mapping[str, object]) -> dict[str, list[Any]]:
        return {
            key: [
                t.text, round(t.x, 1), round(-t.y, 1), self._who.get(t.holder, -1), int(t.full), t.facing, t.certainty,
                self._why.number(t.zh, t.en),
            ]
            for key, t in frame.things
            if (was := known.get(key)) is not t and was != t
        }  # fmt: skip


def _told(step: Step, play: Play, segments: Mapping[str, Segment]) -> dict[str, Any]:
    """A step in words: i id, p passage, r rite, z and e sentences, h how it was decided; what else there is:

    o what is open, n notes, c why it is not played, d slots in doubt, t persons and things with their concepts, m how
    many steps it repeats, b place and w words and slots of what could be put right.
    """
    segment = segments.get(step.segment)
    notes = [[n.slot, n.value, _layer(segments.get(n.segment))] for n in step.notes]
    optional = {
        "o": [list(pair) for pair in step.open],
        "n": notes,
        "c": _apart(step),
        "d": list(step.doubtful),
        "t": _named(step),
        "m": len(step.repeats),
        "b": [step.start, step.end] if step.rule else [],
        "w": [step.text, " ".join(step_slots(step))] if step.rule else [],
    }
    told = {
        "i": step.id,
        "p": step.passage,
        "r": step.rite.partition(".")[2] or step.rite,
        "z": sentence(step, segment),
        "e": english(step, play.cast, segment),
        "h": _how(step),
    }
    return told | {key: value for key, value in optional.items() if value}


def _named(step: Step) -> list[list[str]]:
    """The persons, things and places of a step that are concepts: the words for them, and the concept."""
    slots = (step.agent, step.object, step.recipient, step.vessel, step.at, step.origin, step.to, step.bows_to)
    named = {f.concept: f.text for fillers in slots for f in fillers if f.concept and " " not in f.concept}
    return [[text, concept] for concept, text in named.items()]


def _layer(segment: Segment | None) -> str:
    """The layer of a note; the oldest where the page does not have its segment."""
    return segment.layer if segment else layers().notes[0]


def _apart(step: Step) -> str:
    """Why a step is told and not played: it is negated, hangs on a condition, or stands in the record behind the text."""
    if step.negated:
        return "negated"
    if step.conditional:
        return "conditional"
    return "" if step.layer == layers().base[0] else "record"


def _text(steps: Sequence[Step], segments: Mapping[str, Segment]) -> list[dict[str, Any]]:
    """The base text, a segment after the other: stretches of text, each with the number of the step that it is the verb of."""
    verbs: dict[str, list[tuple[int, int, int]]] = {}
    for number, step in enumerate(steps):
        verbs.setdefault(step.segment, []).append((step.start, step.end, number))
    base = sorted((s for s in segments.values() if s.layer in layers().base), key=lambda s: s.order)
    return [
        {"p": next(iter(s.passages), ""), "l": s.layer, "t": _stretches(s, sorted(verbs.get(s.id, ())))} for s in base
    ]


def _stretches(segment: Segment, verbs: Sequence[tuple[int, int, int]]) -> list[list[str | int]]:
    """The text of a segment cut where its verbs stand (start and end in the source, number of the step); -1 for no verb."""
    parts: list[list[str | int]] = []
    done = 0
    for start, end, number in verbs:
        begin, stop = segment.inside(start, end)
        if begin < done or stop <= begin:
            continue
        parts += [[segment.text[done:begin], -1], [segment.text[begin:stop], number]]
        done = stop
    parts.append([segment.text[done:], -1])
    return [part for part in parts if part[0]]
