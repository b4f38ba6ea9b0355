"""Where an act is aimed, and whether anybody is there: what all effects ask."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Segment, Step
from yili_kg.plan.effects.mats import lay_mat
from yili_kg.plan.places import DIRECTIONS, Place
from yili_kg.plan.scene import OFF, Scene
from yili_kg.text.folding import fold

__all__ = ["attend", "beside", "how_said", "is_kept", "is_off", "target", "words_of_things"]


def how_said(slot: str, noted: frozenset[str]) -> str:
    """How a move is known whose place comes from a slot: `noted` where a note filled it, else `said`."""
    return "noted" if slot in noted else "said"


def is_off(scene: Scene, name: str) -> bool:
    """Whether somebody is not on the plan."""
    return scene.people[name].place == OFF


def target(scene: Scene, name: str, step: Step, segment: Segment | None, *slots: str) -> tuple[Place | None, str]:
    """The first of some slots that names a place, with the slot; None and nothing where none does."""
    for slot in slots:
        if name and name not in scene.seats and any(fold(f.text) in ("席", "筵") for f in getattr(step, slot)):
            lay_mat(scene, name, None, step)  # it was laid, and the text does not say when
        place = scene.place(getattr(step, slot), name, step, segment)
        if place is not None:
            return place, slot
    return None, ""


def attend(scene: Scene, name: str, place: Place, zh: str, en: str) -> None:
    """Bring a helper to his task, wherever it is; others only as far as they reach."""
    if not scene.cast.members[name].helper:
        scene.reach(name, place, zh, en)
    elif not is_off(scene, name):
        scene.go(name, scene.near(name, place), how="inferred", zh=zh, en=en)
        scene.call(name)


def beside(scene: Scene, name: str, place: Place, facing: str) -> Place:
    """Beside a thing, on the side from which one faces it; the host on the north, a guest on the south of the basin."""
    part = scene.plan.named(place.name)
    dx, dy = DIRECTIONS.get(facing, (0.0, -1.0 if scene.cast.members[name].side == "東" else 1.0))
    x, y = (part.box[0] + part.box[2]) / 2 if part else place.x, (part.box[1] + part.box[3]) / 2 if part else place.y
    return replace(place, x=x - dx * 6, y=y - dy * 6)


def words_of_things(step: Step) -> list[str]:
    """The words of the slot `object`, folded."""
    return [fold(f.text) for f in step.object if f.text]


@cache
def is_kept(word: str) -> bool:
    """Whether a thing is one to be seen in a hand or set down: a thing of the lexicon that is not eaten."""
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(word) or next((entries[f.concept] for f in forms.get(word, ()) if f.type == "object"), None)
    if entry is None or entry.type != "object":
        return False
    while entry.broader:
        if entry.broader in ("飲食", "牲體", "牲畜", "牲體類"):
            return False
        entry = entries[entry.broader]
    return True
