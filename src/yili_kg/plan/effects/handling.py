"""Acts with things: taking, setting down, giving, receiving, filling, drinking, washing."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.models import Segment, Step
from yili_kg.plan.effects.aims import beside, is_kept, is_off, target, words_of_things
from yili_kg.plan.effects.staying import stay
from yili_kg.plan.places import DIRECTIONS, Place, level_of, locate
from yili_kg.plan.props import VESSELS
from yili_kg.plan.scene import Scene
from yili_kg.text.folding import fold

__all__ = ["drink", "fill", "give", "put", "receive", "take", "wash"]


def take(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """取, 執, 舉: the thing is in the hand; who takes it is where it was."""
    stay(scene, name, step, segment, noted)
    place, _slot = target(scene, name, step, segment, "origin", "to")
    for text in words_of_things(step):
        near = (place.x, place.y) if place else scene.people[name].point
        if not place:
            spot = scene.props.points(scene.people[name].point).get(text)
            place = Place(*spot, text, "derived", "", "") if spot else None
        if place and text not in ("肺", "末", "本"):
            zh, en = f"取{text}者必就其處", f"to take the {text} he must be where it is"
            scene.reach(name, place, zh, en)
            near = (place.x, place.y)
        if text not in scene.cast.members and is_kept(text):
            scene.props.take(name, text, near)
    scene.turn(name, facing=step.facing, posture=step.posture)


def _is_stood_on(name: str) -> bool:
    """Whether a place is one where people stand, so that a thing set down there lies before them."""
    return name.endswith(("階上", "階下", "階前", "階間", "階之間", "楹之間", "中庭"))


def put(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """奠, 加, 委: the thing is set down where the text says, in front of its bearer where it says nothing."""
    stay(scene, name, step, segment, noted)
    place, _slot = target(scene, name, step, segment, "to")
    stand = scene.people[name]
    basket = any("篚" in f.text for f in (*step.to, *step.at))
    if any(fold(f.text) in ("其所", "故所") for f in step.to):
        known = [p for text in words_of_things(step) if (p := scene.props.last(text))]
        place = replace(known[0], zh="其所：前所奠之處", en="where it was set down before") if known else place
    part = scene.plan.named(place.name) if place else None
    if place is not None and (_is_stood_on(place.name) or (part is not None and _is_stood_on(part.name))):
        if abs(place.x - stand.x) + abs(place.y - stand.y) > 6 and not is_off(scene, name):
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
    for text in words_of_things(step):
        if text not in scene.cast.members and is_kept(text):
            below = basket and place is not None and "下" in place.name
            scene.props.put(name, text, where, away=basket and not below)
    scene.turn(name, facing=step.facing, posture=step.posture)


def receive(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """受: the thing goes from whoever holds or offers it to who acts, and the two are near each other."""
    stay(scene, name, step, segment, noted)
    for text in words_of_things(step):
        if text in scene.cast.members or not is_kept(text) or is_off(scene, name):
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
    elif stand.posture == "坐" != goal.posture:  # who sits is served where he sits
        scene.reach(other, Place(stand.x, stand.y, f"{name}之前", "derived", "", ""), zh, en)
    else:
        scene.reach(name, Place(goal.x, goal.y, f"{other}之前", "derived", "", ""), zh, en)


def give(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """授: the thing goes to whom it is given, and the two are near each other."""
    stay(scene, name, step, segment, noted)
    takers = [n for n in scene.cast.persons((*step.recipient, *step.object)) if n != name]
    for text in words_of_things(step):
        if text in scene.cast.members or not is_kept(text):
            continue
        for taker in takers[:1]:
            if not is_off(scene, taker):
                _come_together(scene, name, taker)
            scene.props.give(name, taker, text)
    scene.turn(name, facing=step.facing)


def fill(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """實, 酌: the cup is filled, at the wine."""
    place, _slot = target(scene, name, step, segment, "at", "origin")
    wine = scene.props.wine()
    if place is not None and place.name not in ("席",):
        stay(scene, name, step, segment, noted)
    elif wine is not None and not is_off(scene, name):
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
    for text in words_of_things(step):
        if text in VESSELS and not is_off(scene, name):
            scene.props.take(name, text, None)


def drink(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """飲, 卒爵: the cup is empty."""
    stay(scene, name, step, segment, noted)
    if not fold(step.verb).startswith("啐"):
        scene.props.fill(name, full=False)


def _only_means_to_wash(scene: Scene, name: str) -> bool:
    """降洗 says what one goes down for: where he goes to the basin or washes later, before he goes up, he is not there yet."""
    if [v for n, v in scene.recent[-1:] if n == name] != ["降"]:
        return False
    later = [fold(v) for n, v in scene.next if n == name]
    before = later[: later.index("升")] if "升" in later else later
    return any(v in ("適", "盥", "洗", "卒洗", "盥洗") for v in before)


def wash(scene: Scene, name: str, step: Step, segment: Segment | None, noted: frozenset[str]) -> None:
    """洗, 盥: at the basin."""
    place, _ = target(scene, name, step, segment, "at", "to")
    basin = locate("洗", scene.around(name, step))
    if place is not None:
        stay(scene, name, step, segment, noted)
    elif _only_means_to_wash(scene, name):
        pass
    elif basin is not None and level_of(scene.people[name].point) != "hall":
        stand = scene.people[name]
        if abs(stand.x - basin.x) + abs(stand.y - basin.y) > 16:
            zh, en = "洗、盥必就洗，經不言其往", "to wash he must be at the basin; that he goes there is not said"
            spot = replace(beside(scene, name, basin, step.facing), certainty="derived")
            scene.go(name, spot, how="inferred", facing=step.facing, zh=zh, en=en)
    scene.turn(name, facing=step.facing)
    if "洗" in step.verb:
        _in_hand(scene, name, step)
        scene.props.fill(name, full=False)
