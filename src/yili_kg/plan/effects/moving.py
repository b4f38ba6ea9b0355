"""Acts that move a person: up, down, in, out, to a place, back, a step on or aside."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.models import Segment, Step
from yili_kg.plan.effects.aims import beside, how_said, is_off, target
from yili_kg.plan.places import DIRECTIONS, Place, level_of, locate
from yili_kg.plan.scene import OFF, Scene
from yili_kg.text.folding import fold

__all__ = ["approach", "descend", "enter", "follow", "go_back", "goto", "leave", "rise", "withdraw"]


def rise(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """升: to the head of his steps, or where the text says."""
    scene.bound_for = "hall"
    place, slot = target(scene, name, step, segment, "to", "at")
    scene.bound_for = ""
    if place is None or place.name in ("堂", "階", "堂上"):
        top = scene.own_steps(name, top=True)
        zh, en = ("升不言其處，當在其階上", "where on the hall is not said; at the head of his steps")
        scene.go(name, replace(top, certainty="derived"), how="said", facing=step.facing, zh=zh, en=en)
        _rise_together(scene, name)
        return
    _to_seat(scene, name, place, step, how_said(slot, noted))


def _rise_together(scene: Scene, name: str) -> None:
    """After 揖讓 host and guest go up both, though the text names one: 主人壹揖壹讓升, 注: 俱升."""
    last = scene.recent[-3:]
    if not any(fold(verb).endswith("讓") or fold(verb).startswith("讓") for _, verb in last):
        return
    host = scene.cast.members[name].steps == "阼階"
    others = list(scene.saluted or [n for n, _ in reversed(scene.recent)])
    others = [n for n in others if n != name and not scene.cast.members[n].helper]
    others = [n for n in others if (scene.cast.members[n].steps == "阼階") != host]
    other = others[0] if others else ""
    if not other or other in scene.acting or (other, "升") in [(n, fold(v)) for n, v in scene.next[:4]]:
        return
    stand = scene.people[other]
    if stand.place != OFF and level_of(stand.point) == "court" and (stand.y > -90 or other in scene.saluted):
        zh, en = "揖讓則俱升（注：俱升）", "having yielded to one another they go up together (鄭玄: both)"
        top = replace(scene.own_steps(other, top=True), certainty="derived", zh=zh, en=en)
        scene.go(other, top, how="noted" if "注" in scene.layers else "inferred", zh=zh, en=en)


def _to_seat(scene: Scene, name: str, place: Place, step: Step, how: str) -> None:
    seat = scene.seats.get(name)
    on = seat is not None and (place.x, place.y) == (seat.x, seat.y)
    facing = step.facing or (seat.facing if seat is not None and on else "")
    scene.go(name, place, how=how, facing=facing, posture=step.posture or "立")


def descend(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """降: to the foot of the steps, or off the mat."""
    stand = scene.people[name]
    from_seat = any("席" in f.text or "筵" in f.text for f in (*step.origin, *step.object))
    scene.bound_for = "" if from_seat else "court"
    place, slot = target(scene, name, step, segment, "to", "at")
    scene.bound_for = ""
    seat = scene.seats.get(name)
    if place is not None and level_of((place.x, place.y)) != "hall":
        scene.go(name, place, how=how_said(slot, noted), facing=step.facing)
        return
    if from_seat and seat is not None:
        if place is None:
            x, y = seat.point("末") if seat.facing == "南" else seat.point("南")
            x, y = (x - 4, y) if seat.facing == "南" else (x, y)
            place = Place(
                x, y, "席旁", "derived", "降席，立於席旁，經不言何處", "off the mat, beside it; where is not said"
            )
        scene.go(name, place, how="said", facing=step.facing)
        return
    if level_of(stand.point) == "court" and not is_off(scene, name):
        return  # he is down already: the text speaks of it again
    foot = scene.own_steps(name, top=False)
    west = any("西" in f.text for f in step.origin)
    if west or any(fold(f.text) in ("阼階", "東階") for f in step.origin):
        foot = locate("西階下" if west else "阼階下", scene.around(name, step)) or foot
    zh, en = ("降不言所立，當在其階下", "where he stands below is not said; at the foot of his steps")
    scene.go(name, replace(foot, certainty="derived"), how="said", facing=step.facing, zh=zh, en=en)


def enter(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """入: inside the gate, on his own side."""
    place, slot = target(scene, name, step, segment, "to", "at")
    if place is not None and place.name not in ("門", "廟門", "大門", "庠門", "寢門"):
        scene.go(name, place, how=how_said(slot, noted), facing=step.facing)
        return
    if level_of(scene.people[name].point) == "hall" and not is_off(scene, name):
        room = scene.plan.named("室")
        if room is not None and scene.people[name].y < 48:
            zh, en = (
                "在堂而言入，當是入室，經不言其處",
                "on the hall, to go in is to go into the chamber; where is not said",
            )
            spot = Place(*room.standing, "室中", "open", zh, en)
            scene.go(name, spot, how="said", facing=step.facing)
        return
    inside = scene.own_side(name, ("門右", "門左"))
    scene.go(name, inside, how="said", facing=step.facing)


def leave(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """出: before the gate, on his own side."""
    place, slot = target(scene, name, step, segment, "to", "at")
    if place is not None and place.y < -176:
        scene.go(name, place, how=how_said(slot, noted), facing=step.facing)
    elif scene.people[name].y >= 48 and level_of(scene.people[name].point) == "hall":
        door = scene.plan.named("戶" if scene.people[name].x < 0 else "房戶") or scene.plan.named("戶")
        if door is not None:
            zh, en = "出戶，立於戶外，經不言其處", "out of the door; where he stands is not said"
            spot = Place(*door.standing, "戶外", "open", zh, en)
            scene.go(name, spot, how="said", facing=step.facing)
    elif not is_off(scene, name):
        scene.go(name, scene.own_side(name, ("門東", "門西")), how="said", facing=step.facing)


def go_back(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """復位, 反位: to the place named, to his mat, or to where he last stood on this level."""
    place, slot = target(scene, name, step, segment, "to", "at")
    place = place or scene.beside_the_verb(name, step, segment)
    if place is not None and place.name not in ("位", "初位"):
        _to_seat(scene, name, place, step, how_said(slot, noted))
        return
    if any("席" in f.text for f in step.to) and name in scene.seats:
        seat = scene.seats[name]
        spot = Place(seat.x, seat.y, "席", seat.certainty, seat.zh, seat.en)
        _to_seat(scene, name, spot, step, "said")
        return
    here = scene.people[name]
    for before in reversed(scene.past[name]):
        same = level_of(before.point) == level_of(here.point) and before.certainty != "open"
        if same and abs(before.x - here.x) + abs(before.y - here.y) > 3:
            zh, en = f"復位：前此立於{before.place}", f"back where he stood before ({before.place})"
            spot = Place(before.x, before.y, before.place, "derived", zh, en)
            scene.go(name, spot, how="said", facing=step.facing or before.facing)
            return
    scene.turn(name, facing=step.facing)


def goto(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """適, 就, 之: to the place named, facing a thing from the side that the text or his party gives."""
    place, slot = target(scene, name, step, segment, "to", "object", "at")
    if place is None:
        scene.turn(name, facing=step.facing, posture=step.posture)
        return
    if place.name in ("階", "阼階", "西階") and level_of(scene.people[name].point) != "hall":
        if place.name == "階":
            place = scene.own_steps(name, top=False)
        else:
            place = locate(place.name + "下", scene.around(name, step)) or place
    thing = scene.plan.named(place.name)
    if thing is not None and thing.kind == "thing":
        place = beside(scene, name, place, step.facing)
    _to_seat(scene, name, place, step, how_said(slot, noted))


def approach(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """進: to the place named, or a little forward."""
    place, _slot = target(scene, name, step, segment, "to", "at")
    if place is not None and not place.axis and place.name not in ("階", "門"):
        goto(scene, name, step, segment, noted)
        return
    _shift(scene, name, step, 4.0, "進不言所至", "how far he advances is not said")


def withdraw(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """退, 辟: to the place named, or a little back."""
    place, slot = target(scene, name, step, segment, "to", "at")
    if place is not None and slot == "to":
        goto(scene, name, step, segment, noted)
        return
    _shift(scene, name, step, -3.0, "退不言所至", "how far he steps back is not said")


def _shift(scene: Scene, name: str, step: Step, far: float, zh: str, en: str) -> None:
    stand = scene.people[name]
    if stand.place == OFF:
        return
    dx, dy = DIRECTIONS.get(step.facing or stand.facing, (0.0, -1.0 if 38 < stand.y < 48 else 1.0))
    spot = Place(stand.x + dx * far, stand.y + dy * far, stand.place, "open", zh, en)
    if level_of((spot.x, spot.y)) == level_of(stand.point):
        scene.go(name, spot, how="said", facing=step.facing or stand.facing)


def follow(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """從: behind him who goes before."""
    led = [n for n in scene.cast.persons((*step.object, *step.recipient)) if n != name and not is_off(scene, n)]
    leader = led or [n for n in scene.moved if n != name and not is_off(scene, n)]
    if not leader:
        return
    stand = scene.people[leader[0]]
    zh, en = f"從{leader[0]}，其位經無文", f"follows {leader[0]}; his place is not said"
    spot = Place(stand.x, stand.y - 6, stand.place, "open", zh, en)
    scene.go(name, spot, how="said", facing=step.facing or stand.facing)
