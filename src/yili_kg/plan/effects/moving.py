"""Acts that move a person: up, down, in, out, to a place, back, a step on or aside."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.plan.effects.doing import Doing, beside, is_off
from yili_kg.plan.locate import locate
from yili_kg.plan.places import OFF, Place, level_of
from yili_kg.plan.sayings import named, reason
from yili_kg.plan.scene import Scene
from yili_kg.plan.vocabulary import directions, host_and_guest, quarter_at, word, words
from yili_kg.text.folding import fold

__all__ = ["approach", "descend", "enter", "follow", "go_back", "goto", "leave", "rise", "withdraw"]

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
        _to_place_or_mat(doing, place, doing.how_said(slot))
        return
    top = doing.scene.own_steps(doing.name, top=True)
    zh, en = reason("up-unsaid")
    doing.goes(replace(top, certainty="derived"), zh=zh, en=en)
    _rise_together(doing.scene, doing.name)


def _rise_together(scene: Scene, name: str) -> None:
    """After 揖讓 host and guest go up both, though the text names one: 主人壹揖壹讓升, 注: 俱升."""
    other = _yielded_to(scene, name) if _have_yielded(scene) else ""
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


def _yielded_to(scene: Scene, name: str) -> str:
    """The one of the other party whom he saluted, or who acted last; he goes by the other steps and helps nobody."""
    members = scene.cast.members
    for other in scene.saluted or [who for who, _ in reversed(scene.recent)]:
        if other != name and not members[other].helper and members[other].by_host_steps != members[name].by_host_steps:
            return other
    return ""


def _goes_up_himself(scene: Scene, name: str) -> bool:
    """Whether the text has him go up right after."""
    return any(who == name and fold(verb) in words("verbs/going-up") for who, verb in scene.next[:4])


def _to_place_or_mat(doing: Doing, place: Place, how: str) -> None:
    """To a place; who comes to his own mat faces as the mat lies."""
    seat = doing.scene.seats.get(doing.name)
    on = seat is not None and place.point == (seat.x, seat.y)
    facing = doing.step.facing or (seat.facing if seat is not None and on else "")
    doing.scene.go(doing.name, place, how=how, facing=facing, posture=doing.step.posture)


def descend(doing: Doing) -> None:
    """降: to the foot of the steps, or off the mat."""
    off_mat = doing.speaks_of("things/mat", "origin", "object")
    place, slot = doing.target("to", "at", bound_for="" if off_mat else "court")
    if place is not None and level_of(place.point) != "hall":
        doing.goes(place, how=doing.how_said(slot))
    elif off_mat and doing.name in doing.scene.seats:
        doing.goes(place or _beside_own_mat(doing))
    elif level_of(doing.stand.point) != "court" or doing.off:
        foot = _foot_of_steps(doing)
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


def _foot_of_steps(doing: Doing) -> Place:
    """The foot of the steps that the text has him come by, else of his own."""
    foot = doing.scene.own_steps(doing.name, top=False)
    west = doing.speaks_of("places/western", "origin")
    if west or doing.says("places/eastern-steps", "origin"):
        return (
            locate(host_and_guest()["foot-of-steps"].of(not west), doing.scene.around(doing.name, doing.step)) or foot
        )
    return foot


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
    elif doing.stand.y >= _ROOMS and level_of(doing.stand.point) == "hall":
        _out_of_door(doing)
    elif not doing.off:
        doing.goes(doing.scene.own_side(doing.name, "before-gate"))


def _out_of_door(doing: Doing) -> None:
    """Who is in the rooms comes out by the door of the chamber or of the side room."""
    plan, chamber = doing.scene.plan, word("places/door")
    near = chamber if doing.stand.x < 0 else word("places/door-of-side-room")
    door = plan.named(near) or plan.named(chamber)
    if door is not None:
        doing.goes(Place(*door.standing, named("out-of-door"), "open", *reason("out-of-door")))


# ---------------------------------------------------------------- to a place, and back


def go_back(doing: Doing) -> None:
    """復位, 反位: to the place named, to the place that is his (立于, 即位, his mat), or to where he last stood here."""
    place, slot = doing.target("to", "at")
    place = place or doing.scene.beside_the_verb(doing.name, doing.step, doing.segment)
    if place is not None and place.name not in words("places/position"):
        _to_place_or_mat(doing, place, doing.how_said(slot))
        doing.scene.appoint(doing.name)
    elif doing.speaks_of("things/mat", "to") and doing.name in doing.scene.seats:
        seat = doing.scene.seats[doing.name]
        spot = Place(seat.x, seat.y, named("on-mat"), seat.certainty, seat.zh, seat.en)
        _to_place_or_mat(doing, spot, "said")
    elif not (_to_his_post(doing) or _where_he_stood(doing)):
        doing.turns()


def _to_his_post(doing: Doing) -> bool:
    """Back to the place that the text gave him last on this level; from the hall to that below, where he has none above."""
    posts = doing.scene.posts
    here = level_of(doing.stand.point)
    post = posts.get((doing.name, here)) or next(
        (p for (name, _), p in sorted(posts.items()) if name == doing.name), None
    )
    if post is None or doing.off:
        return False
    zh, en = reason("back-to-his-post", place=post.place)
    spot = Place(post.x, post.y, post.place, post.certainty, zh, en)
    doing.scene.go(doing.name, spot, how="said", facing=doing.step.facing or post.facing)
    return True


def _where_he_stood(doing: Doing) -> bool:
    """Back to the last other place on this level of which more is known than that he was there."""
    here = doing.stand
    for before in reversed(doing.scene.past[doing.name]):
        same = level_of(before.point) == level_of(here.point) and before.certainty != "open"
        if same and abs(before.x - here.x) + abs(before.y - here.y) > 3:
            zh, en = reason("back-where-he-stood", place=before.place)
            spot = Place(before.x, before.y, before.place, "derived", zh, en)
            doing.scene.go(doing.name, spot, how="said", facing=doing.step.facing or before.facing)
            return True
    return False


def goto(doing: Doing) -> None:
    """適, 就, 之: to the place named, facing a thing from the side that the text or his party gives."""
    place, slot = doing.target("to", "object", "at")
    if place is None:
        doing.turns(posture=doing.step.posture)
        return
    if place.name in words("places/steps") and level_of(doing.stand.point) != "hall":
        place = _before_steps(doing, place)
    thing = doing.scene.plan.named(place.name)
    if thing is not None and thing.kind == "thing":
        place = beside(doing, place)
    _to_place_or_mat(doing, place, doing.how_said(slot))
    if doing.verb in words("verbs/taking-place"):
        doing.scene.appoint(doing.name)


def _before_steps(doing: Doing, steps: Place) -> Place:
    """The foot of steps: of those named, or of his own."""
    if steps.name in words("places/own-steps"):
        return doing.scene.own_steps(doing.name, top=False)
    return locate(steps.name + word("places/below"), doing.scene.around(doing.name, doing.step)) or steps


def approach(doing: Doing) -> None:
    """進: to the place named, or a little forward."""
    place, _slot = doing.target("to", "at")
    if place is not None and not place.axis and place.name not in words("places/in-passing"):
        goto(doing)
    else:
        _shift(doing, 4.0, *reason("advance-unsaid"))


def withdraw(doing: Doing) -> None:
    """退, 辟: to the place named, or a little back."""
    place, slot = doing.target("to", "at")
    if place is not None and slot == "to":
        goto(doing)
    else:
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
    leaders = [*doing.others("object", "recipient"), *(n for n in scene.moved if n != doing.name)]
    leader = next((n for n in leaders if not is_off(scene, n)), "")
    if not leader:
        return
    stand = scene.people[leader]
    spot = Place(stand.x, stand.y - 6, stand.place, "open", *reason("follows", leader=leader))
    scene.go(doing.name, spot, how="said", facing=doing.step.facing or stand.facing)
