"""The rite on the plan: from ordered steps to frames, one a step, with everybody's place, facing and vessels.

A person is in one place in every frame; what the text does not say is said to be inferred, assumed or open, with the
reason. With `notes` 經 only base text counts; with 注 what 鄭玄 adds; with 疏 what the sub-commentary adds as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from yili_kg.models import Filler, NoteSays, Segment, Step
from yili_kg.plan.acts import act_of
from yili_kg.plan.cast import Cast, cast_of, companions
from yili_kg.plan.effects import EFFECTS
from yili_kg.plan.house import HousePlan, load_house
from yili_kg.plan.scene import Scene, Stand, Thing
from yili_kg.plan.script import Prompt, prompts_of
from yili_kg.text.folding import fold

__all__ = ["NOTES", "Frame", "Move", "Play", "stage"]

#: How much counts: base text alone, with 鄭玄's notes, with the sub-commentary too → layers that are heard.
NOTES: dict[str, frozenset[str]] = {
    "經": frozenset(("經", "記")),
    "注": frozenset(("經", "記", "注")),
    "疏": frozenset(("經", "記", "注", "疏", "述註")),
}


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Somebody changes place in a frame: `how` is `said`, `noted` (a note says so) or `inferred`, with the reason."""

    who: str
    how: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The stage after a step: `step` is its number in the play, `repeated` the id of the step it repeats, if any."""

    step: int
    people: tuple[tuple[str, Stand], ...]
    things: tuple[tuple[str, Thing], ...]
    moves: tuple[Move, ...]
    acting: tuple[str, ...]
    repeated: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """A rite on its plan: who takes part, and a frame a step (several for one that repeats others)."""

    chapter: str
    notes: str
    plan: HousePlan
    cast: Cast
    steps: tuple[Step, ...]
    frames: tuple[Frame, ...]


def stage(
    steps: Sequence[Step], *, chapter: str, notes: str = "經", segments: Mapping[str, Segment] | None = None
) -> Play:
    """Play the steps of a chapter in their order. Raises DataError where the chapter has no plan.

    `segments` by id give the words around a slot (西階上 for 西階) and the layers of notes; without them a slot is
    taken as it stands.
    """
    house = load_house()
    plan = house.plan_of(chapter)
    cast = cast_of(steps, house, chapter)
    known = segments or {}
    scene = Scene(plan, cast, house, chapter, NOTES[notes])
    frames: list[Frame] = []
    prompts = list(prompts_of(steps))
    doers = [[(name, p.step.verb) for name in cast.persons(p.step.agent)] for p in prompts]
    for number, prompt in enumerate(prompts):
        heard = _with_notes(prompt.step, NOTES[notes], known)
        scene.begin(cast.persons(heard.step.agent))
        scene.next = tuple(pair for pairs in doers[number + 1 : number + 24] for pair in pairs)
        _act(scene, heard.step, known.get(prompt.step.segment), heard.noted)
        if fold(prompt.step.verb) in ("揖", "讓"):
            with_whom = companions(prompt.step, known.get(prompt.step.segment), cast)
            scene.saluted = cast.persons((*prompt.step.object, *prompt.step.recipient)) or with_whom or scene.saluted
        elif fold(prompt.step.verb) != "升":
            scene.saluted = ()
        scene.recent.extend((name, prompt.step.verb) for name in scene.acting)
        frames.append(_frame(scene, prompt))
    return Play(chapter, notes, plan, cast, tuple(steps), tuple(frames))


def _act(scene: Scene, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """Play one step; one that is negated or conditional, or told by the 記 out of its order, changes nothing."""
    if step.negated or step.conditional or step.layer == "記":
        return
    effect = act_of(step.verb).effect
    for name in scene.acting or (("",) if effect in ("lay", "serve") else ()):
        EFFECTS[effect](scene, name, step, segment, noted)


def _frame(scene: Scene, prompt: Prompt) -> Frame:
    return Frame(
        prompt.number,
        tuple((name, scene.people[name]) for name in scene.cast.names),
        tuple(sorted(scene.things.items())),
        tuple(Move(who, *scene.moved[who]) for who in sorted(scene.moved)),
        scene.acting,
        prompt.repeated,
    )


@dataclass(frozen=True, slots=True)
class _Heard:
    step: Step
    noted: frozenset[str]


def _with_notes(step: Step, layers: frozenset[str], segments: Mapping[str, Segment]) -> _Heard:
    """The step with the slots that the base text leaves empty filled by the notes that are heard."""
    noted: set[str] = set()
    for note in sorted(step.notes, key=lambda n: (_layer(n, segments) not in ("注",), n)):
        if _layer(note, segments) not in layers or note.slot in noted:
            continue
        if note.slot == "facing" and not step.facing:
            step = replace(step, facing=note.value)
        elif note.slot in ("at", "to", "origin") and not getattr(step, note.slot):
            filler = Filler(text=note.value, start=note.start, end=note.end)
            step = replace(step, **{note.slot: (filler,)})  # type: ignore[arg-type]
        elif note.slot == "agent" and not step.agent:
            step = replace(step, agent=(Filler(text=note.value, start=note.start, end=note.end),))
        else:
            continue
        noted.add(note.slot)
    return _Heard(step, frozenset(noted))


def _layer(note: NoteSays, segments: Mapping[str, Segment]) -> str:
    if note.segment in segments:
        return segments[note.segment].layer
    return "疏" if ".shu" in note.segment else "注"


def occupied(frames: Iterable[Frame]) -> Iterable[tuple[int, str, float, float]]:
    """Number of the frame, name and place of everybody in it, for checks."""
    for number, frame in enumerate(frames):
        for name, stand in frame.people:
            yield number, name, stand.x, stand.y
