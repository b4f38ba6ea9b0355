"""Setting out mats, vessels and dishes."""

from __future__ import annotations

import re
from dataclasses import replace

from yili_kg.models import Segment, Step
from yili_kg.plan.effects.aims import attend, is_off, target, words_of_things
from yili_kg.plan.effects.mats import lay_mat, owners_of
from yili_kg.plan.places import DIRECTIONS, Place, locate
from yili_kg.plan.props import WINES
from yili_kg.plan.scene import OFF, Scene
from yili_kg.text.folding import fold

__all__ = ["lay", "serve"]


_MEASURE = re.compile(r"^[一二兩三四五六七八九十]+")


def lay(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """席, 設, 尊, 陳: mats, vessels and dishes are set out."""
    place, _slot = target(scene, name, step, segment, "at", "to")
    owners = scene.cast.persons((*step.recipient, *step.object))
    mat = fold(step.verb) in ("席", "筵") or any(fold(f.text) in ("席", "筵", "加席") for f in step.object)
    if name and place is not None and not is_off(scene, name) and scene.cast.members[name].helper:
        attend(scene, name, place, "設者必就其處", "whoever sets it out must be there")
    if mat:
        for owner in owners or owners_of(scene, place):
            lay_mat(scene, owner, place if len(owners) < 2 else None, step)
        return
    dish = any(w in f.text for f in step.object for w in ("俎", "薦", "脯", "醢", "豆", "籩"))
    if dish and place is None:
        serve(scene, name, step, segment, noted)
        return
    for number, text in enumerate(words_of_things(step)):
        text = _MEASURE.sub("", text) or text
        if text in scene.cast.members or (scene.plan.named(text) and text in ("洗", "水")):
            continue
        spot = place
        if spot is None and text in WINES:
            spot = locate("房戶之間", scene.around(name, step))
            spot = spot and replace(spot, certainty="open", zh="經不言其處", en="the text does not say where")
        if spot is not None:
            scene.props.lay(text if text != "篚" else "上篚", text, replace(spot, x=spot.x + 3.2 * number))


def serve(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """薦, 設俎: dishes before the mat of him who drinks."""
    diners = [n for n in scene.cast.persons((*step.recipient, *step.object)) if n != name]
    diner = diners[0] if diners else scene.served
    if not diner or diner not in scene.cast.members:
        return
    seat = scene.seats.get(diner)
    stand = scene.people[diner]
    if seat is not None:
        dx, dy = DIRECTIONS.get(seat.facing, (0.0, -1.0))
        base, zh, en = seat.point("薦"), f"薦於{diner}席前", f"before the mat of {diner}"
        across = (dy, -dx)
    elif stand.place != OFF:
        base, across = (stand.x, stand.y + 4), (1.0, 0.0)
        zh, en = "經不言薦於何處", "where it is put is not said"
    else:
        return
    spot = Place(*base, f"{diner}席前", "derived", zh, en)
    if name and scene.cast.members[name].helper:
        attend(scene, name, spot, "薦者必就席前，經無文", "who serves comes before the mat; unsaid")
    texts = [t for t in words_of_things(step) if t not in scene.cast.members] or ["薦"]
    for text in texts[:2]:
        kind = "俎" if "俎" in text else "薦"
        side = -2.2 if kind == "俎" else 2.2
        put = replace(spot, x=spot.x + across[0] * side, y=spot.y + across[1] * side)
        scene.props.lay(f"{kind}·{diner}", kind, put)
