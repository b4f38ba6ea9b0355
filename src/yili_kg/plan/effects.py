"""What the kinds of acts do on the stage; which verb is of which kind says `extraction/rules/acts.tsv`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Segment, Step
from yili_kg.plan.places import DIRECTIONS, Place, Seat, level_of, locate
from yili_kg.plan.props import VESSELS, WINES
from yili_kg.text.folding import fold

if TYPE_CHECKING:
    from yili_kg.plan.scene import Scene

__all__ = ["EFFECTS"]

Effect = Callable[["Scene", str, Step, "Segment | None", frozenset[str]], None]
_OFF = "圖外"
_OPEN = ("經不言其處", "the text does not say where")


def _how(slot: str, noted: frozenset[str]) -> str:
    return "noted" if slot in noted else "said"


def _target(scene: Scene, name: str, step: Step, segment: Segment | None, *slots: str) -> tuple[Place | None, str]:
    for slot in slots:
        if name and name not in scene.seats and any(fold(f.text) in ("席", "筵") for f in getattr(step, slot)):
            _lay_mat(scene, name, None, step)  # it was laid, and the text does not say when
        place = scene.place(getattr(step, slot), name, step, segment)
        if place is not None:
            return place, slot
    return None, ""


def _attend(scene: Scene, name: str, place: Place, zh: str, en: str) -> None:
    """Bring a helper to his task, wherever it is; others only as far as they reach."""
    if not scene.cast.members[name].helper:
        scene.reach(name, place, zh, en)
    elif not _is_off(scene, name):
        scene.go(name, scene.near(name, place), how="inferred", zh=zh, en=en)
        scene.call(name)


def _is_off(scene: Scene, name: str) -> bool:
    return scene.people[name].place == _OFF


def _rise(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "to", "at")
    if place is None or place.name in ("堂", "階", "堂上"):
        top = scene.own_steps(name, top=True)
        zh, en = ("升不言其處，當在其階上", "where on the hall is not said; at the head of his steps")
        scene.go(name, replace(top, certainty="derived"), how="said", facing=step.facing, zh=zh, en=en)
        _rise_together(scene, name)
        return
    _to_seat(scene, name, place, step, _how(slot, noted))


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
    if not other or other in scene.acting or (other, "升") in [(n, fold(v)) for n, v in scene.next]:
        return
    stand = scene.people[other]
    if stand.place != _OFF and level_of(stand.point) == "court" and stand.y > -90:
        zh, en = "揖讓則俱升（注：俱升）", "having yielded to one another they go up together (鄭玄: both)"
        top = replace(scene.own_steps(other, top=True), certainty="derived", zh=zh, en=en)
        scene.go(other, top, how="noted" if "注" in scene.layers else "inferred", zh=zh, en=en)


def _to_seat(scene: Scene, name: str, place: Place, step: Step, how: str) -> None:
    seat = scene.seats.get(name)
    on = seat is not None and (place.x, place.y) == (seat.x, seat.y)
    facing = step.facing or (seat.facing if seat is not None and on else "")
    scene.go(name, place, how=how, facing=facing, posture=step.posture or "立")


def _descend(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    stand = scene.people[name]
    place, slot = _target(scene, name, step, segment, "to", "at")
    seat = scene.seats.get(name)
    from_seat = any("席" in f.text or "筵" in f.text for f in (*step.origin, *step.object))
    if place is not None and level_of((place.x, place.y)) != "hall":
        scene.go(name, place, how=_how(slot, noted), facing=step.facing)
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
    if level_of(stand.point) == "court" and not _is_off(scene, name):
        return  # he is down already: the text speaks of it again
    foot = scene.own_steps(name, top=False)
    west = any("西" in f.text for f in step.origin)
    if west or any(fold(f.text) in ("阼階", "東階") for f in step.origin):
        foot = locate("西階下" if west else "阼階下", scene.around(name, step)) or foot
    zh, en = ("降不言所立，當在其階下", "where he stands below is not said; at the foot of his steps")
    scene.go(name, replace(foot, certainty="derived"), how="said", facing=step.facing, zh=zh, en=en)


def _enter(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "to", "at")
    if place is not None and place.name not in ("門", "廟門", "大門", "庠門", "寢門"):
        scene.go(name, place, how=_how(slot, noted), facing=step.facing)
        return
    if level_of(scene.people[name].point) == "hall" and not _is_off(scene, name):
        return
    inside = scene.own_side(name, ("門右", "門左"))
    scene.go(name, inside, how="said", facing=step.facing)


def _leave(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "to", "at")
    if place is not None and place.y < -176:
        scene.go(name, place, how=_how(slot, noted), facing=step.facing)
    elif not _is_off(scene, name):
        scene.go(name, scene.own_side(name, ("門東", "門西")), how="said", facing=step.facing)


def _return(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "to", "at")
    place = place or scene.beside_the_verb(name, step, segment)
    if place is not None and place.name not in ("位", "初位"):
        _to_seat(scene, name, place, step, _how(slot, noted))
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


def _goto(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "to", "object", "at")
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
        place = _before(scene, name, place, step.facing)
    _to_seat(scene, name, place, step, _how(slot, noted))


def _before(scene: Scene, name: str, place: Place, facing: str) -> Place:
    """Beside a thing, on the side from which one faces it; the host on the north, a guest on the south of the basin."""
    part = scene.plan.named(place.name)
    dx, dy = DIRECTIONS.get(facing, (0.0, -1.0 if scene.cast.members[name].side == "東" else 1.0))
    x, y = (part.box[0] + part.box[2]) / 2 if part else place.x, (part.box[1] + part.box[3]) / 2 if part else place.y
    return replace(place, x=x - dx * 6, y=y - dy * 6)


def _approach(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, _slot = _target(scene, name, step, segment, "to", "at")
    if place is not None and not place.axis and place.name not in ("階", "門"):
        _goto(scene, name, step, segment, noted)
        return
    _shift(scene, name, step, 4.0, "進不言所至", "how far he advances is not said")


def _withdraw(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "to", "at")
    if place is not None and slot == "to":
        _goto(scene, name, step, segment, noted)
        return
    _shift(scene, name, step, -3.0, "退不言所至", "how far he steps back is not said")


def _shift(scene: Scene, name: str, step: Step, far: float, zh: str, en: str) -> None:
    stand = scene.people[name]
    if stand.place == _OFF:
        return
    dx, dy = DIRECTIONS.get(step.facing or stand.facing, (0.0, -1.0 if 38 < stand.y < 48 else 1.0))
    spot = Place(stand.x + dx * far, stand.y + dy * far, stand.place, "open", zh, en)
    if level_of((spot.x, spot.y)) == level_of(stand.point):
        scene.go(name, spot, how="said", facing=step.facing or stand.facing)


def _stay(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """An act at a place: whoever is not there yet has gone there, unsaid."""
    place, slot = _target(scene, name, step, segment, "at")
    verb = fold(step.verb)
    stand = scene.people[name]
    if place is None and _is_off(scene, name):
        _join(scene, name)
        stand = scene.people[name]
    said = verb.endswith(("立", "坐", "俟"))
    seat = scene.seats.get(name)
    if verb == "坐" and place is None and seat is not None and level_of(stand.point) == "hall":
        place = Place(seat.x, seat.y, "席", seat.certainty, "坐必就席", "to sit he is on his mat")
    slack = 1.0 if said or slot in noted else 6.0
    if place is not None and (abs(place.x - stand.x) + abs(place.y - stand.y) > slack or _is_off(scene, name)):
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
        if not _is_off(scene, first):
            zh, en = f"與{first}同處，經無文", f"with {first}; unsaid"
            scene.go(name, Place(stand.x, stand.y, stand.place, "derived", zh, en), how="inferred", zh=zh, en=en)


def _follow(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    led = [n for n in scene.cast.persons((*step.object, *step.recipient)) if n != name and not _is_off(scene, n)]
    leader = led or [n for n in scene.moved if n != name and not _is_off(scene, n)]
    if not leader:
        return
    stand = scene.people[leader[0]]
    zh, en = f"從{leader[0]}，其位經無文", f"follows {leader[0]}; his place is not said"
    spot = Place(stand.x, stand.y - 6, stand.place, "open", zh, en)
    scene.go(name, spot, how="said", facing=step.facing or stand.facing)


def _meet(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, slot = _target(scene, name, step, segment, "at", "to")
    gate = place is None or "門" in place.name
    if gate and place is not None and "內" in place.name:
        spot, others = scene.own_side(name, ("門右", "門左")), ("門右", "門左")
    elif gate:
        spot, others = scene.own_side(name, ("門東", "門西")), ("門東", "門西")
    else:
        assert place is not None
        spot, others = place, ("門東", "門西")
    scene.go(name, spot, how=_how(slot, noted), facing=step.facing or ("西" if gate else ""))
    if scene.cast.members[name].helper and scene.acting[0] != name:
        scene.call(name, scene.acting[0])
    for guest in scene.cast.persons((*step.object, *step.recipient)):
        if guest != name and _is_off(scene, guest):
            _bring(scene, guest, others)


def _bring(scene: Scene, guest: str, where: tuple[str, str]) -> None:
    zh, en = "賓至而經無文，當在門西", "that he has come is not said; on the guests’ side of the gate"
    scene.go(guest, scene.own_side(guest, where), how="inferred", facing="東", zh=zh, en=en)


def _words_of_things(step: Step) -> list[str]:
    return [fold(f.text) for f in step.object if f.text]


@cache
def _is_kept(word: str) -> bool:
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


def _take(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    place, _slot = _target(scene, name, step, segment, "origin", "to")
    for text in _words_of_things(step):
        near = (place.x, place.y) if place else scene.people[name].point
        if not place:
            spot = scene.props.points(scene.people[name].point).get(text)
            place = Place(*spot, text, "derived", "", "") if spot else None
        if place and text not in ("肺", "末", "本"):
            zh, en = f"取{text}者必就其處", f"to take the {text} he must be where it is"
            scene.reach(name, place, zh, en)
            near = (place.x, place.y)
        if text not in scene.cast.members and _is_kept(text):
            scene.props.take(name, text, near)
    scene.turn(name, facing=step.facing, posture=step.posture)


def _put(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    place, _slot = _target(scene, name, step, segment, "to")
    stand = scene.people[name]
    basket = any("篚" in f.text for f in (*step.to, *step.at))
    if any(fold(f.text) in ("其所", "故所") for f in step.to):
        known = [p for text in _words_of_things(step) if (p := scene.props.last(text))]
        place = replace(known[0], zh="其所：前所奠之處", en="where it was set down before") if known else place
    part = scene.plan.named(place.name) if place else None
    if place is not None and part is not None and part.kind in ("spot", "steps") and "端" not in place.name:
        if abs(place.x - stand.x) + abs(place.y - stand.y) > 6 and not _is_off(scene, name):
            zh, en = f"奠於{place.name}者必就之", f"to set it down at {place.name} he must be there"
            scene.go(name, place, how="inferred", facing=step.facing, zh=zh, en=en)
        stand, place = scene.people[name], None
    if place is None:
        dx, dy = DIRECTIONS.get(stand.facing, (0.0, -1.0 if 40 < stand.y < 48 else 1.0))
        where = Place(
            stand.x + dx * 4.6,
            stand.y + dy * 4.6,
            "前",
            "open",
            "奠不言其處，姑置其前",
            "where is not said; set before him",
        )
    else:
        where = place
        scene.reach(name, place, f"奠於{place.name}者必就之", f"to set it down at {place.name} he must be there")
    for text in _words_of_things(step):
        if text not in scene.cast.members and _is_kept(text):
            below = basket and place is not None and "下" in place.name
            scene.props.put(name, text, where, away=basket and not below)
    scene.turn(name, facing=step.facing, posture=step.posture)


def _receive(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    for text in _words_of_things(step):
        if text in scene.cast.members or not _is_kept(text) or _is_off(scene, name):
            continue
        giver = scene.props.holder_of(text, but=name)
        if not giver and text in VESSELS and scene.offering not in ("", name):
            giver = scene.offering
        if giver:
            _come_together(scene, name, giver, taker=name)
        elif not giver:
            spot2 = scene.props.points(scene.people[name].point).get(text)
            if spot2:
                scene.reach(
                    name,
                    Place(*spot2, text, "derived", "", ""),
                    f"受者必就{text}",
                    f"to receive the {text} he must be near it",
                )
        scene.props.give(giver, name, text)
    scene.served = name


def _come_together(scene: Scene, name: str, other: str, *, taker: str = "") -> None:
    """Giver and taker are near each other; where one is on the hall and one below, the taker goes to the giver."""
    taker = taker or other
    giver = other if taker == name else name
    zh, en = "受者必近授者，經不言其往", "who receives must be near who gives; unsaid"
    stand, goal = scene.people[taker if taker == name else name], scene.people[other]
    if level_of(stand.point) != level_of(goal.point):
        there = scene.people[giver]
        spot = Place(there.x, there.y, f"{giver}之前", "derived", zh, en)
        scene.go(taker, scene.near(taker, spot), how="inferred", zh=zh, en=en)
    else:
        scene.reach(name, Place(goal.x, goal.y, f"{other}之前", "derived", "", ""), zh, en)


def _give(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    takers = [n for n in scene.cast.persons((*step.recipient, *step.object)) if n != name]
    for text in _words_of_things(step):
        if text in scene.cast.members or not _is_kept(text):
            continue
        for taker in takers[:1]:
            if not _is_off(scene, taker):
                _come_together(scene, name, taker)
            scene.props.give(name, taker, text)
    scene.turn(name, facing=step.facing)


def _fill(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, _slot = _target(scene, name, step, segment, "at", "origin")
    wine = scene.props.wine()
    if place is not None and place.name not in ("席",):
        _stay(scene, name, step, segment, noted)
    elif wine is not None and not _is_off(scene, name):
        spot = Place(wine[0], wine[1] - 1.5, "尊所", "derived", "", "")
        if level_of(scene.people[name].point) == level_of(wine):
            scene.reach(name, spot, "酌必就尊，經無文", "to ladle he must be at the wine; unsaid")
        else:
            zh, en = (
                "酌必升堂就尊，經不言其升",
                "to ladle he must be on the hall at the wine; that he goes up is not said",
            )
            scene.go(name, scene.near(name, spot), how="inferred", zh=zh, en=en)
        scene.turn(name, facing=step.facing or "北")
    _in_hand(scene, name, step)
    scene.props.fill(name, full=True)


def _in_hand(scene: Scene, name: str, step: Step) -> None:
    """What is washed, filled or offered is in the hand, whether or not the text says that it was taken up."""
    for text in _words_of_things(step):
        if text in VESSELS and not _is_off(scene, name):
            scene.props.take(name, text, None)


def _drink(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    if not fold(step.verb).startswith("啐"):
        scene.props.fill(name, full=False)


def _wash(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, _ = _target(scene, name, step, segment, "at", "to")
    basin = locate("洗", scene.around(name, step))
    if place is not None:
        _stay(scene, name, step, segment, noted)
    elif basin is not None and level_of(scene.people[name].point) != "hall":
        stand = scene.people[name]
        if abs(stand.x - basin.x) + abs(stand.y - basin.y) > 16:
            zh, en = "洗、盥必就洗，經不言其往", "to wash he must be at the basin; that he goes there is not said"
            spot = replace(_before(scene, name, basin, step.facing), certainty="derived")
            scene.go(name, spot, how="inferred", facing=step.facing, zh=zh, en=en)
    scene.turn(name, facing=step.facing)
    if "洗" in step.verb:
        _in_hand(scene, name, step)
        scene.props.fill(name, full=False)


_MEASURE = re.compile(r"^[一二兩三四五六七八九十]+")


def _lay(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, _slot = _target(scene, name, step, segment, "at", "to")
    owners = scene.cast.persons((*step.recipient, *step.object))
    mat = fold(step.verb) in ("席", "筵") or any(fold(f.text) in ("席", "筵", "加席") for f in step.object)
    if name and place is not None and not _is_off(scene, name) and scene.cast.members[name].helper:
        _attend(scene, name, place, "設者必就其處", "whoever sets it out must be there")
    if mat:
        for owner in owners or _owners_of(scene, place):
            _lay_mat(scene, owner, place if len(owners) < 2 else None, step)
        return
    dish = any(w in f.text for f in step.object for w in ("俎", "薦", "脯", "醢", "豆", "籩"))
    if dish and place is None:
        _serve(scene, name, step, segment, noted)
        return
    for number, text in enumerate(_words_of_things(step)):
        text = _MEASURE.sub("", text) or text
        if text in scene.cast.members or (scene.plan.named(text) and text in ("洗", "水")):
            continue
        spot = place
        if spot is None and text in WINES:
            spot = locate("房戶之間", scene.around(name, step))
            spot = spot and replace(spot, certainty="open", zh=_OPEN[0], en=_OPEN[1])
        if spot is not None:
            scene.props.lay(text if text != "篚" else "上篚", text, replace(spot, x=spot.x + 3.2 * number))


def _owners_of(scene: Scene, place: Place | None) -> tuple[str, ...]:
    """Whose a mat is that the text lays for nobody: of those whose seat is known to be at that place."""
    return tuple(
        of
        for (of, kind), station in sorted(scene.stations.items())
        if kind == "seat" and place is not None and place.name in station.place and of in scene.cast.members
    )


def _lay_mat(scene: Scene, owner: str, place: Place | None, step: Step) -> None:
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


def _serve(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
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
    elif stand.place != _OFF:
        base, across = (stand.x, stand.y + 4), (1.0, 0.0)
        zh, en = "經不言薦於何處", "where it is put is not said"
    else:
        return
    spot = Place(*base, f"{diner}席前", "derived", zh, en)
    if name and scene.cast.members[name].helper:
        _attend(scene, name, spot, "薦者必就席前，經無文", "who serves comes before the mat; unsaid")
    texts = [t for t in _words_of_things(step) if t not in scene.cast.members] or ["薦"]
    for text in texts[:2]:
        kind = "俎" if "俎" in text else "薦"
        side = -2.2 if kind == "俎" else 2.2
        put = replace(spot, x=spot.x + across[0] * side, y=spot.y + across[1] * side)
        scene.props.lay(f"{kind}·{diner}", kind, put)


def _offer(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    scene.offering = name
    for guest in scene.cast.persons((*step.recipient, *step.object)):
        if guest != name:
            scene.served = guest


def _bow(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    place, _ = _target(scene, name, step, segment, "at")
    outside = place is not None and place.name.endswith("門外")
    if place is not None and outside:
        _meet(scene, name, step, segment, noted)
        return
    if fold(step.verb) == "送" and place is None and any("門" in f.text for f in step.to):
        _leave(scene, name, step, segment, noted)
        return
    _stay(scene, name, step, segment, noted)
    if not _is_off(scene, name) and level_of(scene.people[name].point) == "gate":
        for guest in scene.cast.persons((*step.recipient, *step.object)):
            if _is_off(scene, guest):
                _bring(scene, guest, ("門東", "門西"))


def _speak(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    _stay(scene, name, step, segment, noted)
    named = [n for n in scene.cast.persons((*step.object, *step.recipient)) if n != name]
    place = {o: i for i, o in enumerate(segment.offsets)} if segment is not None else {}
    if segment is not None and named and step.end - 1 in place:
        behind = fold(segment.text[place[step.end - 1] + 1 :])[:12]
        found = re.match(rf"{re.escape(named[0])}為(.+)", behind)
        other = next((n for n in scene.cast.names if found and found[1].startswith(n)), "")
        if other and other != named[0]:
            scene.become(named[0], other)


EFFECTS: dict[str, Effect] = {
    "rise": _rise,
    "descend": _descend,
    "enter": _enter,
    "leave": _leave,
    "return": _return,
    "goto": _goto,
    "approach": _approach,
    "withdraw": _withdraw,
    "stand": _stay,
    "follow": _follow,
    "meet": _meet,
    "take": _take,
    "put": _put,
    "give": _give,
    "receive": _receive,
    "fill": _fill,
    "wash": _wash,
    "drink": _drink,
    "lay": _lay,
    "serve": _serve,
    "offer": _offer,
    "bow": _bow,
    "speak": _speak,
    "play": _stay,
    "still": _stay,
}
