"""Setting out mats, vessels and dishes."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.plan.effects.doing import Doing
from yili_kg.plan.effects.mats import lay_mat, owners_of
from yili_kg.plan.house import Point
from yili_kg.plan.locate import locate
from yili_kg.plan.places import OFF, Place
from yili_kg.plan.sayings import named, reason
from yili_kg.plan.vocabulary import directions, phrase, word, words
from yili_kg.text.folding import fold

__all__ = ["lay", "serve"]


def lay(doing: Doing) -> None:
    """席, 設, 尊, 陳: mats, vessels and dishes are set out."""
    place, _slot = doing.target("at", "to")
    if doing.name and place is not None and not doing.off and doing.member.helper:
        doing.attend(place, *reason("to-set-out"))
    if doing.verb in words("verbs/laying-mats") or doing.says("things/laid-mat", "object"):
        _lay_mats(doing, place)
    elif place is None and doing.speaks_of("things/dish", "object"):
        serve(doing)
    else:
        _set_out(doing, place)


def _lay_mats(doing: Doing, place: Place | None) -> None:
    """A mat for each who is named; several at one place lie each where its owner's is known to be."""
    owners = doing.scene.cast.persons((*doing.step.recipient, *doing.step.object))
    for owner in owners or owners_of(doing.scene, place):
        lay_mat(doing.scene, owner, place if len(owners) < 2 else None, doing.step)


def _set_out(doing: Doing, place: Place | None) -> None:
    """Vessels side by side at a place; wine of which no place is told stands where it usually does, as a guess."""
    for number, counted in enumerate(fold(f.text) for f in doing.step.object if f.text):
        text = _without_number(counted)
        if text in doing.scene.cast.members or _is_part_of_house(doing, text):
            continue
        spot = place or (_usual_place_of_wine(doing) if text in words("things/wine") else None)
        if spot is not None:
            key = word("things/upper-basket") if text in words("things/basket") else text
            doing.scene.props.lay(key, text, replace(spot, x=spot.x + 3.2 * number))


def _without_number(text: str) -> str:
    """兩壺 → 壺."""
    number = phrase("number").match(text)
    return (text[number.end() :] or text) if number else text


def _is_part_of_house(doing: Doing, text: str) -> bool:
    return text in words("things/part-of-house") and doing.scene.plan.named(text) is not None


def _usual_place_of_wine(doing: Doing) -> Place | None:
    spot = locate(word("places/place-for-wine"), doing.scene.around(doing.name, doing.step))
    zh, en = reason("wine-unsaid")
    return replace(spot, certainty="open", zh=zh, en=en) if spot is not None else None


# ---------------------------------------------------------------- dishes


def serve(doing: Doing) -> None:
    """薦, 設俎: dishes before the mat of him who drinks."""
    diner = next(iter(doing.others("recipient", "object")), doing.scene.served)
    found = _before(doing, diner) if diner in doing.scene.cast.members else None
    if found is None:
        return
    spot, across = found
    if doing.name and doing.member.helper:
        doing.attend(spot, *reason("to-serve"))
    dishes, stand_of_meat = word("things/served"), word("things/meat-stand")
    for text in (doing.things or [dishes])[:2]:
        kind = stand_of_meat if stand_of_meat in text else dishes
        aside = -2.2 if kind == stand_of_meat else 2.2
        there = replace(spot, x=spot.x + across[0] * aside, y=spot.y + across[1] * aside)
        doing.scene.props.lay(f"{kind}·{diner}", kind, there)


def _before(doing: Doing, diner: str) -> tuple[Place, Point] | None:
    """Before somebody's mat, else before himself, and which way dishes stand there in a row; None where he is not there."""
    seat, stand = doing.scene.seats.get(diner), doing.scene.people[diner]
    if seat is not None:
        dx, dy = directions().get(seat.facing, (0.0, -1.0))
        zh, en = reason("before-mat", diner=diner)
        return Place(*seat.point("dishes"), named("before-mat", diner=diner), "derived", zh, en), (dy, -dx)
    if stand.place != OFF:
        zh, en = reason("served-unsaid")
        return Place(stand.x, stand.y + 4, named("served-unsaid", diner=diner), "derived", zh, en), (1.0, 0.0)
    return None
