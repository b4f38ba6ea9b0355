"""`rite-04.html`: a rite played on the plan of the house, step by step, with its text beside it; one file, no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from yili_kg.models import BASE_LAYERS, Annotated, Segment, Step
from yili_kg.plan.draw import STYLE, TOKEN, extent, house_marks, labels_of, views_of
from yili_kg.plan.house import load_house
from yili_kg.plan.say import english, sentence
from yili_kg.plan.script import with_repetitions
from yili_kg.plan.stage import Moment, Play, modes, stage
from yili_kg.received.chapters import chapter_rows
from yili_kg.views.page import embedded, render

__all__ = ["FEWEST_STEPS", "rite_page", "rites_of"]

#: A chapter with fewer steps gets no page.
FEWEST_STEPS = 8


def rites_of(editions: Sequence[Annotated]) -> dict[str, Annotated]:
    """Chapter → the edition that has most steps of it, for chapters that can be played."""
    best: dict[str, tuple[int, Annotated]] = {}
    house = load_house()
    for annotated in editions:
        for chapter, count in sorted(Counter(s.chapter for s in annotated.steps).items()):
            if chapter in house.chapters and count >= FEWEST_STEPS and count > best.get(chapter, (0, annotated))[0]:
                best[chapter] = (count, annotated)
    return {chapter: annotated for chapter, (_, annotated) in sorted(best.items())}


def rite_page(annotated: Annotated, chapter: str) -> str:
    """The page of one chapter of an edition. Raises DataError where the chapter has no plan."""
    steps = with_repetitions(
        [s for s in annotated.steps if s.chapter == chapter],
        [r for r in annotated.repetitions if r.chapter == chapter],
        {s.id: s for s in annotated.edition.segments},
    )
    segments = {s.id: s for s in annotated.edition.segments if s.chapter == chapter or s.id in _noted(steps)}
    house = load_house()
    # Where the sub-commentary adds nothing, to hear it is to hear the notes: one play less to make and to carry.
    layers = {segments[n.segment].layer for s in steps for n in s.notes if n.segment in segments}
    layers |= {s.layer for s in house.stations if s.chapter == chapter}
    same = {"疏": "注"} if layers <= modes()["注"] else {}
    plays = {n: stage(steps, chapter=chapter, notes=n, segments=segments) for n in modes() if n not in same}
    play = plays["注"]
    setting = house.settings[chapter]
    _, south, _, _ = extent(play.plan)
    row = next(r for r in chapter_rows() if r["chapter"] == chapter)
    why: dict[tuple[str, str], int] = {}
    coded: dict[str, Any] = {
        notes: [_coded(frame, before, p, why) for before, frame in _pairs(p.moments)] for notes, p in plays.items()
    }
    return render(
        "rite.html",
        chapter=chapter,
        name=row["name"],
        en=row["en"],
        edition=annotated.edition.document.title or annotated.edition.document.name,
        plan=play.plan,
        setting=setting,
        certainties=house.certainties,
        style=STYLE,
        house=house_marks(play.plan),
        views=[(v.id, v.zh, v.en) for v in views_of(play.plan)],
        labels=embedded([[b.text, b.x, -b.y, b.rank, int(b.upright)] for b in labels_of(play.plan, size=0.01, top=3)]),
        boxes=embedded(
            {v.id: [v.box[0], -v.box[3], v.box[2] - v.box[0], v.box[3] - v.box[1]] for v in views_of(play.plan)}
        ),
        token=TOKEN,
        cast=embedded([[m.name, m.en, m.side, int(m.helper), int(m.group)] for m in play.cast.members.values()]),
        frames=embedded(coded | same),
        steps=embedded([_told(s, play, segments) for s in steps]),
        text=embedded(_text(steps, segments)),
        why=embedded([list(pair) for pair in why]),
        total=len(steps),
        floor=-(south + 48 - 17),
    )


def _noted(steps: Sequence[Step]) -> set[str]:
    return {n.segment for s in steps for n in s.notes}


def _pairs(frames: Sequence[Moment]) -> list[tuple[Moment | None, Moment]]:
    return list(zip([None, *frames[:-1]], frames, strict=True))


def _coded(frame: Moment, before: Moment | None, play: Play, why: dict[tuple[str, str], int]) -> dict[str, Any]:
    """A frame as the page wants it: only what differs from the one before; `why` numbers the reasons."""

    def number(zh: str, en: str) -> int:
        return why.setdefault((zh, en), len(why))

    who = {name: n for n, name in enumerate(play.cast.names)}
    known = dict(before.people) if before else {}
    there = dict(before.things) if before else {}
    here = dict(frame.things)
    people = [
        [
            who[name], round(s.x, 1), round(-s.y, 1), s.facing, s.posture, s.place, s.certainty, number(s.zh, s.en),
        ]
        for name, s in frame.people
        if known.get(name) != s
    ]  # fmt: skip
    things = {
        key: [
            t.text,
            round(t.x, 1),
            round(-t.y, 1),
            who.get(t.holder, -1),
            int(t.full),
            t.facing,
            t.certainty,
            number(t.zh, t.en),
        ]
        for key, t in frame.things
        if there.get(key) != t
    }
    gone = [key for key in there if key not in here]
    coded: dict[str, Any] = {"s": frame.step, "a": [who[n] for n in frame.acting]}
    for key, value in (("p", people), ("t", things), ("g", gone)):
        if value:
            coded[key] = value
    if frame.moves:
        coded["m"] = [[who[m.who], m.how, number(m.zh, m.en)] for m in frame.moves]
    if frame.repeated:
        coded["r"] = frame.repeated
    return coded


def _told(step: Step, play: Play, segments: Mapping[str, Segment]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "i": step.id,
        "p": step.passage,
        "r": step.rite.partition(".")[2] or step.rite,
        "z": sentence(step, segments.get(step.segment)),
        "e": english(step, play.cast, segments.get(step.segment)),
    }
    if step.open:
        told["o"] = [list(pair) for pair in step.open]
    if step.notes:
        told["n"] = [
            [n.slot, n.value, segments[n.segment].layer if n.segment in segments else "注"] for n in step.notes
        ]
    if step.negated or step.conditional:
        told["c"] = "negated" if step.negated else "conditional"
    elif step.layer == "記":
        told["c"] = "record"
    return told


def _text(steps: Sequence[Step], segments: Mapping[str, Segment]) -> list[dict[str, Any]]:
    """The base text, a segment after the other: stretches of text, each with the number of the step that it is the verb of."""
    verbs: dict[str, list[tuple[int, int, int]]] = {}
    for number, step in enumerate(steps):
        verbs.setdefault(step.segment, []).append((step.start, step.end, number))
    rows: list[dict[str, Any]] = []
    base = sorted((s for s in segments.values() if s.layer in BASE_LAYERS), key=lambda s: s.order)
    for segment in base:
        place = {offset: i for i, offset in enumerate(segment.offsets)}
        parts: list[list[str | int]] = []
        done = 0
        for start, end, number in sorted(verbs.get(segment.id, ())):
            begin, stop = place.get(start, -1), place.get(end - 1, -1) + 1
            if begin < done or stop <= begin:
                continue
            if begin > done:
                parts.append([segment.text[done:begin], -1])
            parts.append([segment.text[begin:stop], number])
            done = stop
        if done < len(segment.text):
            parts.append([segment.text[done:], -1])
        rows.append({"p": segment.passages[0] if segment.passages else "", "l": segment.layer, "t": parts})
    return rows
