"""Acts at a place: standing, bowing, speaking, offering, meeting. Whoever is not there yet has gone there."""

from __future__ import annotations

import re

from yili_kg.models import Segment, Step
from yili_kg.plan.effects.aims import how_said, is_off, target
from yili_kg.plan.effects.moving import leave
from yili_kg.plan.places import Place, level_of
from yili_kg.plan.scene import Scene
from yili_kg.text.folding import fold

__all__ = ["bow", "meet", "offer", "speak", "stay"]


def stay(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """An act at a place: whoever is not there yet has gone there, unsaid."""
    place, slot = target(scene, name, step, segment, "at")
    verb = fold(step.verb)
    stand = scene.people[name]
    if place is None and is_off(scene, name):
        _join(scene, name)
        stand = scene.people[name]
    said = verb.endswith(("立", "坐", "俟"))
    seat = scene.seats.get(name)
    if verb == "坐" and place is None and seat is not None and level_of(stand.point) == "hall":
        place = Place(seat.x, seat.y, "席", seat.certainty, "坐必就席", "to sit he is on his mat")
    slack = 1.0 if said or slot in noted else 6.0
    if place is not None and (abs(place.x - stand.x) + abs(place.y - stand.y) > slack or is_off(scene, name)):
        how = "noted" if slot in noted else "said" if said else "inferred"
        zh = "" if said else f"經言其在{place.name}而不言其往"
        en = "" if said else f"the text has him at {place.name} and does not say that he goes there"
        scene.go(name, place, how=how, facing=step.facing, zh=zh, en=en, there=True)
    posture = step.posture or ("立" if verb == "興" or verb.endswith("立") else "坐" if verb == "坐" else "")
    scene.turn(name, facing=step.facing, posture=posture)


def _join(scene: Scene, name: str) -> None:
    """The rest of a group (眾工, 眾笙) is where its first are, once those have come in."""
    first = name[1:]
    if name.startswith("眾") and first in scene.cast.members and scene.cast.members[first].group:
        stand = scene.people[first]
        if not is_off(scene, first):
            zh, en = f"與{first}同處，經無文", f"with {first}; unsaid"
            scene.go(name, Place(stand.x, stand.y, stand.place, "derived", zh, en), how="inferred", zh=zh, en=en)


def meet(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """迎: to the gate; guests who were not there have come."""
    place, slot = target(scene, name, step, segment, "at", "to")
    gate = place is None or "門" in place.name
    if gate and place is not None and "內" in place.name:
        spot, others = scene.own_side(name, ("門右", "門左")), ("門右", "門左")
    elif gate:
        spot, others = scene.own_side(name, ("門東", "門西")), ("門東", "門西")
    else:
        assert place is not None
        spot, others = place, ("門東", "門西")
    scene.go(name, spot, how=how_said(slot, noted), facing=step.facing or ("西" if gate else ""))
    if scene.cast.members[name].helper and scene.acting[0] != name:
        scene.call(name, scene.acting[0])
    for guest in scene.cast.persons((*step.object, *step.recipient)):
        if guest != name and is_off(scene, guest):
            _bring(scene, guest, others)


def _bring(scene: Scene, guest: str, where: tuple[str, str]) -> None:
    zh, en = "賓至而經無文，當在門西", "that he has come is not said; on the guests’ side of the gate"
    scene.go(guest, scene.own_side(guest, where), how="inferred", facing="東", zh=zh, en=en)


def offer(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """獻, 酢, 酬: in front of whom it is offered to, where the text says so."""
    stay(scene, name, step, segment, noted)
    scene.offering = name
    for guest in scene.cast.persons((*step.recipient, *step.object)):
        if guest != name:
            scene.served = guest


def bow(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """拜, 揖: on the spot or at the place named; before the gate guests are met."""
    place, _ = target(scene, name, step, segment, "at")
    outside = place is not None and place.name.endswith("門外")
    if place is not None and outside:
        meet(scene, name, step, segment, noted)
        return
    if fold(step.verb) == "送" and place is None and any("門" in f.text for f in step.to):
        leave(scene, name, step, segment, noted)
        return
    stay(scene, name, step, segment, noted)
    if not is_off(scene, name) and level_of(scene.people[name].point) == "gate":
        for guest in scene.cast.persons((*step.recipient, *step.object)):
            if is_off(scene, guest):
                _bring(scene, guest, ("門東", "門西"))


def speak(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """辭, 對, 命: on the spot; 作相為司正 gives a person another name."""
    stay(scene, name, step, segment, noted)
    named = [n for n in scene.cast.persons((*step.object, *step.recipient)) if n != name]
    place = {o: i for i, o in enumerate(segment.offsets)} if segment is not None else {}
    if segment is not None and named and step.end - 1 in place:
        behind = fold(segment.text[place[step.end - 1] + 1 :])[:12]
        found = re.match(rf"{re.escape(named[0])}為(.+)", behind)
        other = next((n for n in scene.cast.names if found and found[1].startswith(n)), "")
        if other and other != named[0]:
            scene.become(named[0], other)
