"""Acts that move a person: up, down, in, out, to a place, a step on or aside."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.plan.effects.doing import Doing, before_steps, beside, goes_to_place_or_mat, is_off
from yili_kg.plan.effects.returning import takes_his_place
from yili_kg.plan.locate import locate
from yili_kg.plan.places import OFF, Place, level_of
from yili_kg.plan.sayings import named, reason
from yili_kg.plan.scene import Scene
from yili_kg.plan.vocabulary import directions, host_and_guest, quarter_at, word, words
from yili_kg.text.folding import fold

__all__ = ["approach", "descend", "enter", "follow", "goto", "leave", "rise", "withdraw", "yielded_to"]

#: South of this in the court one has not come to the steps yet, 尺.
_BEFORE_STEPS = -90.0

#: North of this on the hall are the rooms, 尺.
_ROOMS = 48.0

#: The quarter that the house looks to, degrees from north.
_SOUTH = 180

#: South of this one is before the gate, 尺.
_BEFORE_GATE = -176.0


# ---------------------------------------------------------------- up and down


def rise(doing: Doing) -> None:
    """升: to the head of his steps, or where the text says."""
    place, slot = doing.target("to", "at", bound_for="hall")
    if place is not None and place.name not in words("places/hall"):
        goes_to_place_or_mat(doing, place, doing.how_said(slot))
        return
    top = _end_of_steps(doing, top=True)
    zh, en = reason("up-unsaid")
    doing.goes(replace(top, certainty="derived"), zh=zh, en=en)
    _rise_together(doing.scene, doing.name)


def _rise_together(scene: Scene, name: str) -> None:
    """After 揖讓 host and guest go up both, though the text names one: 主人壹揖壹讓升, 注: 俱升."""
    other = yielded_to(scene, name) if _have_yielded(scene) else ""
    if not other or other in scene.acting or _goes_up_himself(scene, other):
        return
    stand = scene.people[other]
    near = stand.y > _BEFORE_STEPS or other in scene.saluted
    if stand.place != OFF and level_of(stand.point) == "court" and near:
        zh, en = reason("up-together")
        top = replace(scene.own_steps(other, top=True), certainty="derived", zh=zh, en=en)
        scene.go(other, top, how="noted" if scene.hears_notes else "inferred", zh=zh, en=en)


def _have_yielded(scene: Scene) -> bool:
    """Whether 讓 is among the last three acts (三讓, 讓升)."""
    yielding = words("verbs/yielding")
    return any(fold(v).endswith(yielding) or fold(v).startswith(yielding) for _, v in scene.recent[-3:])


def yielded_to(scene: Scene, name: str) -> str:
    """The one of the other party whom he saluted, or who acted last; he goes by the other steps and helps nobody."""
    members = scene.cast.members
    for other in scene.saluted or [who for who, _ in reversed(scene.recent)]:
        if other != name and not members[other].helper and members[other].by_host_steps != members[name].by_host_steps:
            return other
    return ""


def _goes_up_himself(scene: Scene, name: str) -> bool:
    """Whether the text has him go up right after."""
    return any(who == name and fold(verb) in words("verbs/going-up") for who, verb in scene.next[:4])


def descend(doing: Doing) -> None:
    """降: to the foot of the steps, or off the mat."""
    off_mat = doing.speaks_of("things/mat", "origin", "object")
    place, slot = doing.target("to", "at", bound_for="" if off_mat else "court")
    if place is not None and level_of(place.point) != "hall":
        doing.goes(place, how=doing.how_said(slot))
        doing.scene.appoint(doing.name)
    elif off_mat and doing.name in doing.scene.seats:
        doing.goes(place or _beside_own_mat(doing))
    elif level_of(doing.stand.point) != "court" or doing.off:
        foot = _end_of_steps(doing, top=False)
        zh, en = reason("down-unsaid")
        doing.goes(replace(foot, certainty="derived"), zh=zh, en=en)
    # else he is down already: the text speaks of it again


def _beside_own_mat(doing: Doing) -> Place:
    """Off a mat that looks south one comes at its lower end, off another on the south."""
    seat = doing.scene.seats[doing.name]
    dx, dy = directions().get(seat.facing, (0.0, 0.0))
    if dx == 0 and dy < 0:
        x, y = seat.point("lower-end")
        x -= 4
    else:
        x, y = seat.side(quarter_at(_SOUTH))
    return Place(x, y, named("off-mat"), "derived", *reason("off-mat"))


def _end_of_steps(doing: Doing, *, top: bool) -> Place:
    """The head or foot of the steps that the text has him come by, else of his own."""
    own = doing.scene.own_steps(doing.name, top=top)
    behind = doing.scene.plan.named(word("places/northern-steps"))
    if behind is not None and doing.says("places/northern-steps", "origin"):
        x = (behind.box[0] + behind.box[2]) / 2
        return replace(own, x=x, y=behind.box[1] - 4 if top else behind.box[3] + 4, name=behind.name)
    west = doing.speaks_of("places/western", "origin")
    if west or doing.says("places/eastern-steps", "origin"):
        end = host_and_guest()["head-of-steps" if top else "foot-of-steps"]
        return locate(end.of(not west), doing.scene.around(doing.name, doing.step)) or own
    return own


# ---------------------------------------------------------------- in and out


def enter(doing: Doing) -> None:
    """入: inside the gate, on his own side."""
    place, slot = doing.target("to", "at")
    if place is not None and place.name not in words("places/gate"):
        doing.goes(place, how=doing.how_said(slot))
    elif level_of(doing.stand.point) == "hall" and not doing.off:
        _into_chamber(doing)
    else:
        doing.goes(doing.scene.own_side(doing.name, "inside-gate"))


def _into_chamber(doing: Doing) -> None:
    """Who is on the hall comes into the chamber, if he is not in the rooms yet."""
    room = doing.scene.plan.named(word("places/chamber"))
    if room is not None and doing.stand.y < _ROOMS:
        doing.goes(Place(*room.standing, named("into-chamber"), "open", *reason("into-chamber")))


def leave(doing: Doing) -> None:
    """出: before the gate, on his own side."""
    place, slot = doing.target("to", "at")
    if place is not None and place.y < _BEFORE_GATE:
        doing.goes(place, how=doing.how_said(slot))
    elif before := _before_tent(doing):
        doing.goes(before)
    elif _passes_by(doing):
        doing.turns()
    elif doing.stand.y >= _ROOMS and level_of(doing.stand.point) == "hall":
        _out_of_door(doing)
    elif not doing.off:
        doing.goes(doing.scene.own_side(doing.name, "before-gate"))


def _before_tent(doing: Doing) -> Place | None:
    """Before the tent, of one who is in it or comes out of it; None of others, and where none is on the plan."""
    within = doing.stand.place in words("places/tent") or doing.says("places/tent", "origin", "at")
    return locate(word("places/before-tent"), doing.scene.around(doing.name, doing.step)) if within else None


def _passes_by(doing: Doing) -> bool:
    """出于足, 出于下射之南: he goes out by somebody, not by the gate."""
    return doing.says("places/passed-by", "origin") or bool(doing.others("origin"))


def _out_of_door(doing: Doing) -> None:
    """Who is in the rooms comes out by the door of the chamber or of the side room."""
    plan, chamber = doing.scene.plan, word("places/door")
    near = chamber if doing.stand.x < 0 else word("places/door-of-side-room")
    door = plan.named(near) or plan.named(chamber)
    if door is not None:
        doing.goes(Place(*door.standing, named("out-of-door"), "open", *reason("out-of-door")))


# ---------------------------------------------------------------- to a place


def goto(doing: Doing) -> None:
    """適, 就, 之: to the place named, facing a thing from the side that the text or his party gives."""
    place, slot = doing.target("to", "object", "at")
    if place is None:
        if doing.verb in words("verbs/taking-place"):
            takes_his_place(doing)
        doing.turns(posture=doing.step.posture)
        return
    place = before_steps(doing, place)
    thing = doing.scene.plan.named(place.name)
    if (thing is not None and thing.kind == "thing") or place.name in doing.scene.props.points():
        place = beside(doing, place)
    goes_to_place_or_mat(doing, place, doing.how_said(slot))
    if doing.verb in words("verbs/taking-place"):
        doing.scene.appoint(doing.name, sure=True)
    else:
        doing.scene.errands.add(doing.name)


def approach(doing: Doing) -> None:
    """進: to the place named, or a little forward."""
    place, _slot = doing.target("to", "at")
    if place is not None and not place.axis and place.name not in words("places/in-passing"):
        goto(doing)
    else:
        passing = doing.scene.posts.is_passing(doing.name, doing.stand.point)
        if (
            not passing and doing.name not in doing.scene.errands
        ):  # who came somewhere to do something has not his place there
            doing.scene.advanced.setdefault(doing.name, doing.stand)
        _shift(doing, 4.0, *reason("advance-unsaid"))


def withdraw(doing: Doing) -> None:
    """退, 辟: to the place named, or a little back."""
    place, slot = doing.target("to", "at")
    if place is not None and slot == "to":
        goto(doing)
    else:
        start, _ = doing.target("origin")
        if start is not None and not start.axis and level_of(start.point) == level_of(doing.stand.point):
            doing.goes(start)
        _shift(doing, -3.0, *reason("step-back-unsaid"))


def _shift(doing: Doing, far: float, zh: str, en: str) -> None:
    """So many 尺 the way he looks, if that does not take him up or down."""
    stand = doing.stand
    if stand.place == OFF:
        return
    facing = doing.step.facing or stand.facing
    dx, dy = directions().get(facing, (0.0, -1.0 if 38 < stand.y < 48 else 1.0))
    spot = Place(stand.x + dx * far, stand.y + dy * far, stand.place, "open", zh, en)
    if level_of(spot.point) == level_of(stand.point):
        doing.scene.go(doing.name, spot, how="said", facing=facing)


def follow(doing: Doing) -> None:
    """從: behind him who goes before."""
    scene = doing.scene
    leaders = [*doing.others("object", "recipient"), *scene.moved, *(n for n, _ in scene.recent[-1:])]
    leader = next((n for n in leaders if n != doing.name and not is_off(scene, n)), "")
    if not leader or _goes_up_himself(scene, doing.name):
        return
    stand = scene.people[leader]
    if not doing.off and {level_of(stand.point), level_of(doing.stand.point)} == {"hall", "court"}:
        (rise if level_of(stand.point) == "hall" else descend)(doing)
        return
    spot = Place(stand.x, stand.y - 6, stand.place, "open", *reason("follows", leader=leader))
    scene.go(doing.name, spot, how="said", facing=doing.step.facing or stand.facing)
