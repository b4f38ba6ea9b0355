"""One person's part in one step, and what every effect asks of it: where it is aimed, who else is named, what is said."""

from __future__ import annotations

from dataclasses import dataclass, replace

from yili_kg.models import Segment, Step
from yili_kg.plan.cast import Member
from yili_kg.plan.effects.mats import lay_mat
from yili_kg.plan.locate import locate
from yili_kg.plan.places import OFF, Place, level_of
from yili_kg.plan.scene import Scene, Stand
from yili_kg.plan.vocabulary import directions, word, words
from yili_kg.text.folding import fold

__all__ = ["Doing", "before_steps", "beside", "goes_to_place_or_mat", "is_off"]


def is_off(scene: Scene, name: str) -> bool:
    """Whether somebody is not on the plan."""
    return scene.people[name].place == OFF


@dataclass(frozen=True, slots=True)
class Doing:
    """What one person does in a step: the scene, his name, the step with its segment, the slots that a note fills.

    The name is empty where a thing is set out and the text does not say by whom.
    """

    scene: Scene
    name: str
    step: Step
    segment: Segment | None
    noted: frozenset[str]

    @property
    def verb(self) -> str:
        """The verb, folded."""
        return fold(self.step.verb)

    @property
    def stand(self) -> Stand:
        """How he stands now."""
        return self.scene.people[self.name]

    @property
    def member(self) -> Member:
        """Who he is in the cast."""
        return self.scene.cast.members[self.name]

    @property
    def off(self) -> bool:
        """Whether he is not on the plan."""
        return is_off(self.scene, self.name)

    @property
    def things(self) -> list[str]:
        """The words of the slot `object` that name nobody of the cast, folded."""
        named = [fold(f.text) for f in self.step.object if f.text]
        return [text for text in named if text not in self.scene.cast.members]

    def others(self, *slots: str) -> tuple[str, ...]:
        """The members of the cast that some slots name, apart from himself."""
        named = self.scene.cast.persons(f for slot in slots for f in getattr(self.step, slot))
        return tuple(name for name in named if name != self.name)

    def says(self, listed: str, *slots: str) -> bool:
        """Whether one of some slots holds a word of a list and nothing else."""
        return any(fold(f.text) in words(listed) for slot in slots for f in getattr(self.step, slot))

    def speaks_of(self, listed: str, *slots: str) -> bool:
        """Whether a word of a list stands in one of some slots."""
        return any(w in f.text for slot in slots for f in getattr(self.step, slot) for w in words(listed))

    def target(self, *slots: str, bound_for: str = "") -> tuple[Place | None, str]:
        """The first of some slots that names a place, with the slot; None and nothing where none does.

        `bound_for` is the level that he goes to, so that a place there is meant.
        """
        self.scene.bound_for = bound_for
        try:
            for slot in slots:
                if self.name and self.name not in self.scene.seats and self.says("things/mat", slot):
                    lay_mat(self.scene, self.name, None, self.step)  # it was laid, and the text does not say when
                place = self.scene.place(getattr(self.step, slot), self.name, self.step, self.segment)
                if place is not None:
                    return place, slot
            return None, ""
        finally:
            self.scene.bound_for = ""

    def how_said(self, slot: str) -> str:
        """How a move is known whose place comes from a slot: `noted` where a note filled it, else `said`."""
        return "noted" if slot in self.noted else "said"

    def goes(self, place: Place, *, how: str = "said", zh: str = "", en: str = "") -> None:
        """He goes to a place and faces as the step says."""
        self.scene.go(self.name, place, how=how, facing=self.step.facing, zh=zh, en=en)

    def turns(self, *, facing: str = "", posture: str = "") -> None:
        """He changes facing or posture on the spot: as given, else as the step says of the facing."""
        self.scene.turn(self.name, facing=facing or self.step.facing, posture=posture)

    def attend(self, place: Place, zh: str, en: str) -> None:
        """Bring a helper to his task, wherever it is; others only as far as they reach."""
        if not self.member.helper:
            self.scene.reach(self.name, place, zh, en)
        elif not self.off:
            self.scene.go(self.name, self.scene.near(self.name, place), how="inferred", zh=zh, en=en)
            self.scene.call(self.name)


def beside(doing: Doing, place: Place) -> Place:
    """Beside a thing, on the side from which one faces it; the host on the north, a guest on the south of the basin."""
    part = doing.scene.plan.named(place.name)
    dx, dy = directions().get(doing.step.facing, (0.0, -1.0 if doing.member.of_host else 1.0))
    x, y = (part.box[0] + part.box[2]) / 2 if part else place.x, (part.box[1] + part.box[3]) / 2 if part else place.y
    return replace(place, x=x - dx * 6, y=y - dy * 6)


def before_steps(doing: Doing, place: Place) -> Place:
    """The place; of one who is not on the hall the foot of steps where it is steps: of those named, or of his own."""
    if place.name not in words("places/steps") or level_of(doing.stand.point) == "hall":
        return place
    if place.name in words("places/own-steps"):
        return doing.scene.own_steps(doing.name, top=False)
    return locate(place.name + word("places/below"), doing.scene.around(doing.name, doing.step)) or place


def goes_to_place_or_mat(doing: Doing, place: Place, how: str) -> None:
    """To a place; who comes to his own mat faces as the mat lies."""
    seat = doing.scene.seats.get(doing.name)
    on = seat is not None and place.point == (seat.x, seat.y)
    facing = doing.step.facing or (seat.facing if seat is not None and on else "")
    doing.scene.go(doing.name, place, how=how, facing=facing, posture=doing.step.posture)
