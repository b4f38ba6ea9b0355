"""The rite on the plan: from ordered steps to moments, one a step, with everybody's place, facing and vessels.

A person is in one place at every moment; what the text does not say is said to be inferred, assumed or open, with the
reason. How much counts is chosen: base text alone, with the old notes on it, with the sub-commentary too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from yili_kg.models import Filler, NoteSays, Segment, Step
from yili_kg.plan.acts import act_of
from yili_kg.plan.cast import Cast, cast_of, companions
from yili_kg.plan.effects import EFFECTS, Doing
from yili_kg.plan.house import HousePlan, load_house
from yili_kg.plan.scene import Scene, Stand, Thing
from yili_kg.plan.script import Prompt, prompts_of
from yili_kg.plan.vocabulary import words
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["Moment", "Move", "Play", "modes", "stage"]

#: How many acts ahead an effect may look.
_AHEAD = 23


@cache
def modes() -> dict[str, frozenset[str]]:
    """How much counts, by the name of what is added last (經, 注, 疏), and the layers that are heard then."""
    heard: frozenset[str] = frozenset()
    found: dict[str, frozenset[str]] = {}
    for added in (layers().base, layers().notes, layers().argues):
        heard |= frozenset(added)
        found[added[0]] = heard
    return found


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Somebody changes place at a moment: `how` is `said`, `noted` (a note says so) or `inferred`, with the reason."""

    who: str
    how: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Moment:
    """The stage after a step: `step` is its number in the play, `repeated` the id of the step it repeats, if any."""

    step: int
    people: tuple[tuple[str, Stand], ...]
    things: tuple[tuple[str, Thing], ...]
    moves: tuple[Move, ...]
    acting: tuple[str, ...]
    repeated: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """A rite on its plan: who takes part, and a moment a step (several for one that repeats others)."""

    chapter: str
    notes: str
    plan: HousePlan
    cast: Cast
    steps: tuple[Step, ...]
    moments: tuple[Moment, ...]


def stage(
    steps: Sequence[Step], *, chapter: str, notes: str = "", segments: Mapping[str, Segment] | None = None
) -> Play:
    """Play the steps of a chapter in their order. Raises DataError where the chapter has no plan.

    `notes` is one of `modes()`, base text alone where it is empty. `segments` by id give the words around a slot (西階上
    for 西階) and the layers of notes; without them a slot is taken as it stands, and a note as one of the old notes.
    """
    house = load_house()
    plan = house.plan_of(chapter)
    cast = cast_of(steps, house, chapter)
    known = segments or {}
    notes = notes or next(iter(modes()))
    scene = Scene(plan, cast, house, chapter, modes()[notes])
    moments: list[Moment] = []
    prompts = list(prompts_of(steps))
    doers = [[(name, p.step.verb) for name in cast.persons(p.step.agent)] for p in prompts]
    for number, prompt in enumerate(prompts):
        heard = _with_notes(prompt.step, modes()[notes], known)
        scene.begin(cast.persons(heard.step.agent))
        scene.next = tuple(pair for pairs in doers[number + 1 : number + 1 + _AHEAD] for pair in pairs)
        _act(scene, heard.step, known.get(prompt.step.segment), heard.noted)
        _remember(scene, prompt.step, known.get(prompt.step.segment))
        moments.append(_moment(scene, prompt))
    return Play(chapter, notes, plan, cast, tuple(steps), tuple(moments))


#: Acts after which one is not any more where one came forward to.
_GOING = frozenset(("rise", "descend", "enter", "leave", "return", "goto", "meet"))


def _act(scene: Scene, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """Play one step; one that is negated or conditional, or told by the 記 out of its order, changes nothing."""
    if step.negated or step.conditional or step.layer not in layers().course:
        return
    effect = act_of(step.verb).effect
    for name in scene.acting or (("",) if effect in ("lay", "serve") else ()):
        if effect in _GOING:
            scene.errands.discard(name)
        EFFECTS[effect](Doing(scene, name, step, segment, noted))
        if effect in _GOING:
            scene.advanced.pop(name, None)


def _remember(scene: Scene, step: Step, segment: Segment | None) -> None:
    """Who did what, and who saluted whom, until somebody does something else than go up."""
    if fold(step.verb) in words("verbs/saluting"):
        with_whom = companions(step, segment, scene.cast)
        scene.saluted = scene.cast.persons((*step.object, *step.recipient)) or with_whom or scene.saluted
    elif fold(step.verb) not in words("verbs/going-up"):
        scene.saluted = ()
    scene.recent.extend((name, step.verb) for name in scene.acting)


def _moment(scene: Scene, prompt: Prompt) -> Moment:
    names = scene.cast.names
    return Moment(
        prompt.number,
        tuple(zip(names, map(scene.people.__getitem__, names), strict=True)),
        tuple(sorted(scene.things.items())),
        tuple(Move(who, *scene.moved[who]) for who in sorted(scene.moved)),
        scene.acting,
        prompt.repeated,
    )


@dataclass(frozen=True, slots=True)
class _Heard:
    step: Step
    noted: frozenset[str]


def _with_notes(step: Step, heard: frozenset[str], segments: Mapping[str, Segment]) -> _Heard:
    """The step with the slots that the base text leaves empty filled by the notes that are heard, the old ones first."""
    noted: set[str] = set()
    told = [(_layer(note, segments), note) for note in step.notes]
    for layer, note in sorted(told, key=lambda pair: (pair[0] not in layers().notes, pair[1])):
        if layer not in heard or note.slot in noted or (filled := _filled(step, note)) is None:
            continue
        step = filled
        noted.add(note.slot)
    return _Heard(step, frozenset(noted))


def _filled(step: Step, note: NoteSays) -> Step | None:
    """The step with what a note says of an empty slot; None where the slot is not empty or none that moves anybody."""
    if note.slot not in _SLOTS_OF_NOTES or getattr(step, note.slot):
        return None
    if note.slot == "facing":
        return replace(step, facing=note.value)
    filler = Filler(text=note.value, start=note.start, end=note.end)
    return replace(step, **{note.slot: (filler,)})  # type: ignore[arg-type]


#: What a note may say of a step that shows on the plan.
_SLOTS_OF_NOTES = frozenset(("facing", "at", "to", "origin", "agent"))


def _layer(note: NoteSays, segments: Mapping[str, Segment]) -> str:
    """The layer of the segment in which a note stands; of one that is not given that of the old notes."""
    segment = segments.get(note.segment)
    return segment.layer if segment is not None else layers().notes[0]


def occupied(moments: Iterable[Moment]) -> Iterable[tuple[int, str, float, float]]:
    """Number of the moment, name and place of everybody in it, for checks."""
    for number, moment in enumerate(moments):
        for name, stand in moment.people:
            yield number, name, stand.x, stand.y
