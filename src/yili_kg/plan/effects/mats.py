"""Mats: whose they are and where they lie."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.models import Step
from yili_kg.plan.places import OFF, Place, Seat, level_of, locate
from yili_kg.plan.scene import Scene

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
    station = scene.stations.get((owner, "seat"))
    facing = step.facing
    if place is None and station is not None:
        spot = locate(station.place, scene.around(owner, step))
        if spot is not None:
            heard = station.layer in scene.layers
            zh = ("" if heard else "經不言其處；姑從注：") + "、".join(station.words)
            en = station.because if heard else f"{station.because} Drawn there all the same."
            place = replace(spot, certainty="noted" if heard else "conventional", zh=zh, en=en)
            facing = facing or station.facing
    elif place is not None and station is not None and station.layer in scene.layers and place.name in station.place:
        spot = locate(station.place, scene.around(owner, step))
        if spot is not None:
            place = replace(spot, certainty="noted", zh="、".join(station.words), en=station.because)
            facing = facing or station.facing
    if place is None:
        east = scene.cast.members[owner].side == "東"
        spot = locate("阼階上" if east else "戶牖之間", scene.around(owner, step))
        assert spot is not None
        place = replace(spot, certainty="open", zh="經不言席所在", en="the text does not say where the mat lies")
        facing = facing or ("西" if east else "南")
    x, y = place.x, place.y
    if level_of((x, y)) == "hall" and facing in ("東", "西") and y < 12:
        y = 24.0  # at the head of the steps, but leaving room to come up and to bow under the 楣
    x, y = _room_for_mat(scene, owner, x, y, 1.6 if place.name.endswith("東") else -1.6)
    scene.seats[owner] = Seat(owner, x, y, facing or "南", place.certainty, place.zh, place.en)


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
