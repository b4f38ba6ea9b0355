"""Acts with things: taking, setting down, giving, receiving, filling, drinking, washing."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.plan.effects.doing import Doing, beside, is_off
from yili_kg.plan.effects.staying import stay
from yili_kg.plan.house import Point
from yili_kg.plan.locate import locate
from yili_kg.plan.places import Place, level_of
from yili_kg.plan.props import is_kept
from yili_kg.plan.sayings import named, reason
from yili_kg.plan.scene import Scene
from yili_kg.plan.vocabulary import directions, quarter_at, word, words
from yili_kg.text.folding import fold

__all__ = ["drink", "fill", "give", "put", "receive", "take", "wash"]

#: How far from a place one need not go to it in order to set something down, and from the basin to wash, 尺.
_AT_HAND, _AT_BASIN = 6, 16

#: The quarter from which wine is ladled, degrees from north: the jars stand north of him.
_NORTH = 0


def _kept(doing: Doing) -> list[str]:
    """The things of the step that are seen in a hand."""
    return [text for text in doing.things if is_kept(text)]


def _where_it_stands(doing: Doing, text: str) -> Place | None:
    """Where a thing stands that nobody holds."""
    point = doing.scene.props.points(doing.stand.point).get(text)
    return Place(*point, text, "derived", "", "") if point else None


# ---------------------------------------------------------------- taking


def take(doing: Doing) -> None:
    """取, 執, 舉: the thing is in the hand; who takes it is where it was."""
    stay(doing)
    place, _slot = doing.target("origin", "to")
    for text in (fold(f.text) for f in doing.step.object if f.text):
        near: Point = place.point if place else doing.stand.point
        place = place or _where_it_stands(doing, text)
        if place and text not in words("things/taken-where-one-is"):
            doing.scene.reach(doing.name, place, *reason("to-take", thing=text))
            near = place.point
        if text not in doing.scene.cast.members and is_kept(text):
            doing.scene.props.take(doing.name, text, near)
    doing.turns(posture=doing.step.posture)


def _in_hand(doing: Doing) -> None:
    """What is washed, filled or offered is in the hand, whether or not the text says that it was taken up."""
    for text in (fold(f.text) for f in doing.step.object):
        if text in words("things/cup") and not doing.off:
            doing.scene.props.take(doing.name, text, None)


# ---------------------------------------------------------------- setting down


def put(doing: Doing) -> None:
    """奠, 加, 委: the thing is set down where the text says, in front of its bearer where it says nothing."""
    stay(doing)
    place, _slot = doing.target("to")
    if doing.says("places/where-it-was", "to"):
        place = _where_it_was(doing) or place
    if place is not None and _is_stood_on(doing.scene, place):
        _go_to_set_down(doing, place)
        place = None
    into_basket = doing.speaks_of("things/basket", "to", "at")
    if place is not None:
        doing.scene.reach(doing.name, place, *reason("to-set-down", place=place.name))
        into_basket = into_basket and not any(w in place.name for w in words("places/below"))
    for text in _kept(doing):
        doing.scene.props.put(doing.name, text, place or _before_him(doing), away=into_basket)
    doing.turns(posture=doing.step.posture)


def _where_it_was(doing: Doing) -> Place | None:
    """奠于其所: where the first of the things was set down before."""
    last = next((p for f in doing.step.object if (p := doing.scene.props.last(fold(f.text)))), None)
    zh, en = reason("where-it-was")
    return replace(last, zh=zh, en=en) if last else None


def _is_stood_on(scene: Scene, place: Place) -> bool:
    """Whether a place is one where people stand, so that a thing set down there lies before them."""
    part = scene.plan.named(place.name)
    return place.name.endswith(words("places/stood-on")) or (
        part is not None and part.name.endswith(words("places/stood-on"))
    )


def _go_to_set_down(doing: Doing, place: Place) -> None:
    """He stands where he sets it down, if he is not about there."""
    stand = doing.stand
    if abs(place.x - stand.x) + abs(place.y - stand.y) > _AT_HAND and not doing.off:
        zh, en = reason("to-set-down", place=place.name)
        doing.goes(place, how="inferred", zh=zh, en=en)


def _before_him(doing: Doing) -> Place:
    """In front of him as he looks; of whom that is not told, southward at the back of the hall, else northward."""
    stand = doing.stand
    dx, dy = directions().get(stand.facing, (0.0, -1.0 if 40 < stand.y < 48 else 1.0))
    why = reason("set-before-him")
    return Place(stand.x + dx * 4.6, stand.y + dy * 4.6, named("set-before-him"), "open", *why)


# ---------------------------------------------------------------- from hand to hand


def receive(doing: Doing) -> None:
    """受: the thing goes from whoever holds or offers it to who acts, and the two are near each other."""
    stay(doing)
    for text in _kept(doing):
        if doing.off:
            continue
        giver = _giver(doing, text)
        if giver:
            _come_together(doing.scene, doing.name, giver, taker=doing.name)
        elif place := _where_it_stands(doing, text):
            doing.scene.reach(doing.name, place, *reason("to-receive", thing=text))
        doing.scene.props.give(giver, doing.name, text)
    doing.scene.served = doing.name


def _giver(doing: Doing, text: str) -> str:
    """Who holds the thing; a cup that nobody holds is his who offers."""
    before, behind = words("persons/holding")
    holding = f"{before}{text}{behind}"
    if holding in doing.scene.cast.members and not is_off(doing.scene, holding):
        return holding
    holder = doing.scene.props.holder_of(text, but=doing.name)
    if holder or text not in words("things/cup") or doing.scene.offering == doing.name:
        return holder
    return doing.scene.offering


def give(doing: Doing) -> None:
    """授: the thing goes to whom it is given, and the two are near each other."""
    stay(doing)
    takers = doing.others("recipient", "object")[:1]
    for text in _kept(doing):
        for taker in takers:
            if not is_off(doing.scene, taker):
                _come_together(doing.scene, doing.name, taker, taker=taker)
            elif not doing.off:  # that he has come is not said; to receive it he must be there
                spot = Place(*doing.stand.point, named("giver-and-taker", person=doing.name), "derived", "", "")
                zh, en = reason("giver-and-taker")
                doing.scene.go(taker, doing.scene.near(taker, spot), how="inferred", zh=zh, en=en)
            doing.scene.props.give(doing.name, taker, text)
    doing.turns()


def _come_together(scene: Scene, name: str, other: str, *, taker: str) -> None:
    """Giver and taker are near each other; where one is on the hall and one below, the taker goes to the giver."""
    giver = other if taker == name else name
    why = reason("giver-and-taker")
    stand, goal = scene.people[name], scene.people[other]
    if level_of(stand.point) != level_of(goal.point):
        if taker in words("persons/lord"):
            return
        there = scene.people[giver]
        spot = Place(there.x, there.y, named("giver-and-taker", person=giver), "derived", *why)
        scene.go(taker, scene.near(taker, spot), how="inferred", zh=why[0], en=why[1])
        return
    kneeling = word("verbs/kneeling")
    lord = name in words("persons/lord") and other not in words("persons/lord")
    if lord or stand.posture == kneeling != goal.posture:  # a lord, and who sits, is served where he is
        name, other, goal = other, name, stand
    spot = Place(goal.x, goal.y, named("giver-and-taker", person=other), "derived", "", "")
    scene.reach(name, spot, *why)


# ---------------------------------------------------------------- wine and water


def fill(doing: Doing) -> None:
    """實, 酌: the cup is filled, at the wine."""
    place, _slot = doing.target("at", "origin")
    wine = doing.scene.props.wine(doing.stand.point)
    if place is not None and place.name != named("on-mat"):
        stay(doing)
    elif wine is not None and not doing.off:
        _go_to_wine(doing, wine)
        doing.turns(facing=doing.step.facing or quarter_at(_NORTH))
    _in_hand(doing)
    doing.scene.props.fill(doing.name, full=True)


def _go_to_wine(doing: Doing, wine: Point) -> None:
    """To ladle he is at the wine, and on the hall if it is there."""
    why = "to-ladle" if level_of(doing.stand.point) == level_of(wine) else "to-ladle-above"
    spot = Place(wine[0], wine[1] - 1.5, named(why), "derived", "", "")
    zh, en = reason(why)
    if why == "to-ladle":
        doing.scene.reach(doing.name, spot, zh, en)
    else:
        doing.scene.go(doing.name, doing.scene.near(doing.name, spot), how="inferred", zh=zh, en=en)


def drink(doing: Doing) -> None:
    """飲, 卒爵: the cup is empty."""
    stay(doing)
    if not doing.verb.startswith(words("verbs/tasting")):
        doing.scene.props.fill(doing.name, full=False)


def wash(doing: Doing) -> None:
    """洗, 盥: at the basin."""
    place, _ = doing.target("at", "to")
    if place is not None:
        stay(doing)
    elif not _only_means_to_wash(doing.scene, doing.name):
        _go_to_basin(doing)
    doing.turns()
    if any(w in doing.step.verb for w in words("verbs/washing")):
        _in_hand(doing)
        doing.scene.props.fill(doing.name, full=False)


def _only_means_to_wash(scene: Scene, name: str) -> bool:
    """降洗 says what one goes down for: where he goes to the basin or washes later, before he goes up, he is not there yet."""
    if not any(who == name and verb in words("verbs/going-down") for who, verb in scene.recent[-1:]):
        return False
    for who, verb in scene.next:
        if who == name and fold(verb) in words("verbs/going-up"):
            return False
        if who == name and fold(verb) in words("verbs/going-to-wash"):
            return True
    return False


def _go_to_basin(doing: Doing) -> None:
    """Who is below goes to the basin to wash; who is on the hall has one brought."""
    basin = locate(word("places/basin"), doing.scene.around(doing.name, doing.step))
    stand = doing.stand
    if basin is None or level_of(stand.point) == "hall":
        return
    if abs(stand.x - basin.x) + abs(stand.y - basin.y) > _AT_BASIN:
        zh, en = reason("to-wash")
        doing.goes(replace(beside(doing, basin), certainty="derived"), how="inferred", zh=zh, en=en)
