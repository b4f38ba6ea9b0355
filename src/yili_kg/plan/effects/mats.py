"""Mats: whose they are and where they lie."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.models import Step
from yili_kg.plan.house import Station
from yili_kg.plan.locate import locate
from yili_kg.plan.places import OFF, Place, Seat, level_of
from yili_kg.plan.sayings import reason
from yili_kg.plan.scene import Scene
from yili_kg.plan.vocabulary import directions, host_and_guest, words

__all__ = ["lay_mat", "owners_of"]


def owners_of(scene: Scene, place: Place | None) -> tuple[str, ...]:
    """Whose a mat is that the text lays for nobody: of those whose seat is known to be at that place."""
    return tuple(
        of
        for (of, kind), station in sorted(scene.stations.items())
        if kind == "seat" and place is not None and place.name in station.place and of in scene.cast.members
    )


def lay_mat(scene: Scene, owner: str, place: Place | None, step: Step) -> None:
    """Lay a mat: where the text says, else where a station has it, else where such a mat would be, as a guess."""
    if place is not None and place.name == OFF:
        return
    known = _by_station(scene, owner, place, step)
    if known is None and place is None:
        known = _as_a_guess(scene, owner, step)
    place, facing = known or (place, "")
    assert place is not None  # it was given, or is known or guessed
    facing = step.facing or facing
    x, y = place.point
    if level_of((x, y)) == "hall" and directions().get(facing, (0.0, 1.0))[1] == 0 and y < 12:
        y = 24.0  # at the head of the steps, but leaving room to come up and to bow under the 楣
    onward = 1.6 if place.name.endswith(words("places/mat-east")) else -1.6
    x, y = _room_for_mat(scene, owner, x, y, onward)
    facing = facing or host_and_guest()["facing-on-mat"].guest
    scene.seats[owner] = Seat(owner, x, y, facing, place.certainty, place.zh, place.en)


def _by_station(scene: Scene, owner: str, place: Place | None, step: Step) -> tuple[Place, str] | None:
    """Where a station has the mat and which way it looks; where the text has a place, only if a layer that is heard tells more of it."""
    station = scene.stations.get((owner, "seat"))
    if station is None:
        return None
    heard = station.layer in scene.layers
    if place is not None and not (heard and place.name in station.place):
        return None
    spot = locate(station.place, scene.around(owner, step))
    if spot is None:
        return None
    zh, en = _grounds(station, heard=heard)
    return replace(spot, certainty="noted" if heard else "conventional", zh=zh, en=en), station.facing


def _grounds(station: Station, *, heard: bool) -> tuple[str, str]:
    """Why a mat lies where its station is; one on the word of a layer that is not heard is drawn all the same."""
    zh, en = "、".join(station.words), station.because
    return (zh, en) if heard else reason("mat-unheard", words=zh, because=en)


def _as_a_guess(scene: Scene, owner: str, step: Step) -> tuple[Place, str]:
    """Where mats of host and guests lie elsewhere."""
    host = scene.cast.members[owner].of_host
    spot = locate(host_and_guest()["mat"].of(host), scene.around(owner, step))
    assert spot is not None
    zh, en = reason("mat-unknown")
    return replace(spot, certainty="open", zh=zh, en=en), host_and_guest()["facing-on-mat"].of(host)


def _room_for_mat(scene: Scene, owner: str, x: float, y: float, away: float) -> tuple[float, float]:
    """The nearest spot in a row where a mat lies on no other mat and no vessel; a row on where the hall ends."""
    taken = [(s.x, s.y, 9.4, 5.0) for o, s in scene.seats.items() if o != owner]
    taken += [(a, b, 6.2, 4.0) for a, b in scene.props.points().values() if level_of((a, b)) == "hall"]
    row = level_of((x, y))
    for turn in range(4):
        at = x
        while abs(at) < 26 or (turn == 0 and at == x) or row != "hall":
            if not any(abs(at - a) < w and abs(y - b) < h for a, b, w, h in taken):
                return at, y
            at += away
            if abs(at) > 58:
                break
        y -= 7.0
    return x, y
