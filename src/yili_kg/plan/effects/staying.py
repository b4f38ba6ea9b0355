"""Acts at a place: standing, bowing, speaking, offering, meeting. Whoever is not there yet has gone there."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.plan.acts import act_of
from yili_kg.plan.effects.doing import Doing, before_steps, beside, is_off
from yili_kg.plan.effects.moving import leave, yielded_to
from yili_kg.plan.places import Place, far, level_of
from yili_kg.plan.sayings import named, reason
from yili_kg.plan.scene import Scene
from yili_kg.plan.vocabulary import host_and_guest, word, words
from yili_kg.text.folding import fold

__all__ = ["bow", "meet", "offer", "speak", "stay"]

#: How far from a place one still is at it, 尺: where the text says that he stands there, and else.
_EXACT, _ABOUT = 1.0, 6.0

#: How far from the foot of the steps one still is at them, 尺.
_AT_STEPS = 16.0


def stay(doing: Doing) -> None:
    """An act at a place: whoever is not there yet has gone there, unsaid."""
    if _was_passed(doing):
        return
    place, slot = _where(doing)
    if place is None and doing.off:
        _join(doing.scene, doing.name)
    place = place or _own_mat_to_sit_on(doing)
    if place is not None and (doing.off or not _is_there(doing, place, slot)):
        _has_gone_there(doing, place, slot)
    doing.turns(posture=doing.step.posture or _posture_after(doing.verb))
    if slot and _takes_place(doing):
        doing.scene.appoint(doing.name, sure=doing.verb.endswith(words("places/position")))


def _where(doing: Doing) -> tuple[Place | None, str]:
    """The place that the step names: of steps their foot, where one is below; or beside the body (馮尸, 舉尸)."""
    if doing.says("things/body", "object") and not (doing.step.at or doing.step.to):
        body, slot = doing.target("object")
        if body is not None and body.name in doing.scene.props.points():
            return beside(doing, body), slot
    place, slot = doing.target("at")
    return (before_steps(doing, place) if place is not None else None), slot


def _was_passed(doing: Doing) -> bool:
    """交: whether he is passed by another on his way back to his place, which is told already."""
    second = doing.verb in words("verbs/crossing") and doing.name != doing.scene.acting[0]
    return second and _has_gone_back(doing)


def _takes_place(doing: Doing) -> bool:
    """Whether where he is now is his place: he stands there; or he waits there and has no other."""
    waits = (
        doing.verb in words("verbs/waiting") and doing.scene.posts.last(doing.name, level_of(doing.stand.point)) is None
    )
    return waits or doing.verb in words("verbs/taking-place")


def _has_gone_back(doing: Doing) -> bool:
    """Whether the last that he did was to go back to his place."""
    last = next((verb for name, verb in reversed(doing.scene.recent) if name == doing.name), "")
    return act_of(last).effect == "return"


def _says_where_one_is(doing: Doing) -> bool:
    """立, 坐, 俟: the verb itself says that one is there."""
    return doing.verb.endswith(words("verbs/staying"))


def _own_mat_to_sit_on(doing: Doing) -> Place | None:
    """坐 on the hall is done on one's own mat."""
    seat = doing.scene.seats.get(doing.name)
    if doing.verb not in words("verbs/kneeling") or seat is None or level_of(doing.stand.point) != "hall":
        return None
    return Place(seat.x, seat.y, named("on-mat"), seat.certainty, *reason("sits-on-mat"))


def _is_there(doing: Doing, place: Place, slot: str) -> bool:
    stand = doing.stand
    part_of_mat = place.name.endswith(words("places/part-of-mat"))
    slack = _EXACT if _says_where_one_is(doing) or slot in doing.noted or part_of_mat else _ABOUT
    return abs(place.x - stand.x) + abs(place.y - stand.y) <= slack


def _has_gone_there(doing: Doing, place: Place, slot: str) -> None:
    said = _says_where_one_is(doing)
    how = "noted" if slot in doing.noted else "said" if said else "inferred"
    zh, en = ("", "") if said else reason("is-there", place=place.name)
    doing.scene.go(doing.name, place, how=how, facing=doing.step.facing, zh=zh, en=en, there=True)


def _posture_after(verb: str) -> str:
    """How one is after an act: standing after 興 and 立, kneeling after 坐."""
    if verb in words("verbs/rising-to-feet") or verb.endswith(words("verbs/standing")):
        return word("verbs/standing")
    return word("verbs/kneeling") if verb in words("verbs/kneeling") else ""


def _join(scene: Scene, name: str) -> None:
    """The rest of a group (眾工, 眾笙), and one of the archers, is where its first are, once those have come in."""
    rest, pairs = word("persons/rest-of-group"), words("persons/of-the-pairs")
    first = pairs[0] if name in pairs else name.removeprefix(rest)
    known = first != name and first in scene.cast.members and (scene.cast.members[first].group or name in pairs)
    if not known or is_off(scene, first):
        return
    stand = scene.people[first]
    zh, en = reason("with-group", group=first)
    scene.go(name, Place(stand.x, stand.y, stand.place, "derived", zh, en), how="inferred", zh=zh, en=en)


def meet(doing: Doing) -> None:
    """迎: to the gate; guests who were not there have come."""
    scene = doing.scene
    place, slot = doing.target("at", "to")
    if place is not None and not any(w in place.name for w in words("places/at-the-gate")):
        spot, others, facing = place, "before-gate", ""
    else:
        within = place is not None and any(w in place.name for w in words("places/inside"))
        others = "inside-gate" if within else "before-gate"
        spot, facing = scene.own_side(doing.name, others), host_and_guest()["facing-at-gate"].host
    scene.go(doing.name, spot, how=doing.how_said(slot), facing=doing.step.facing or facing)
    if doing.member.helper and scene.acting[0] != doing.name:
        scene.call(doing.name, scene.acting[0])
    for guest in doing.others("object", "recipient"):
        if is_off(scene, guest):
            _bring(scene, guest, others)


def _bring(scene: Scene, guest: str, where: str) -> None:
    """A guest of whom the text does not say that he has come stands on his side of the gate."""
    zh, en = reason("guest-has-come")
    facing = host_and_guest()["facing-at-gate"].guest
    scene.go(guest, scene.own_side(guest, where), how="inferred", facing=facing, zh=zh, en=en)


def offer(doing: Doing) -> None:
    """獻, 酢, 酬: in front of whom it is offered to, where the text says so."""
    stay(doing)
    doing.scene.offering = doing.name
    for guest in doing.others("recipient", "object"):
        doing.scene.served = guest


def bow(doing: Doing) -> None:
    """拜, 揖: on the spot or at the place named; before the gate guests are met."""
    place, _ = doing.target("at")
    if place is not None and place.name.endswith(words("places/outside-the-gate")):
        meet(doing)
    elif place is None and doing.verb in words("verbs/seeing-off") and doing.speaks_of("places/at-the-gate", "to"):
        leave(doing)
    else:
        if place is None:
            _yields_at_the_steps(doing)
        stay(doing)
        if not doing.off and level_of(doing.stand.point) == "gate":
            for guest in doing.others("recipient", "object"):
                if is_off(doing.scene, guest):
                    _bring(doing.scene, guest, "before-gate")


def _yields_at_the_steps(doing: Doing) -> None:
    """讓 before 升 is done at the foot of the steps, by both: 三揖至于階三讓; of 揖讓升 the text says no more than that."""
    scene = doing.scene
    going_up = next((v for n, v in scene.next if n == doing.name and not _salutes(v)), "")
    if not _yields(doing.verb) or fold(going_up) not in words("verbs/going-up"):
        return
    for name in (*scene.acting, yielded_to(scene, doing.name)):
        if name and not is_off(scene, name) and level_of(scene.people[name].point) == "court":
            foot = replace(scene.own_steps(name, top=False), certainty="derived")
            if far(foot.point, scene.people[name].point) > _AT_STEPS:
                zh, en = reason("yields-at-steps")
                scene.go(name, foot, how="inferred", zh=zh, en=en)


def _yields(verb: str) -> bool:
    return verb.startswith(words("verbs/yielding")) or verb.endswith(words("verbs/yielding"))


def _salutes(verb: str) -> bool:
    return any(w in verb for w in words("verbs/saluting"))


def speak(doing: Doing) -> None:
    """辭, 對, 命: on the spot or from the place named (自阼階前曰); 作相為司正 gives a person another name."""
    if doing.step.origin and not doing.step.at and not doing.others("origin"):
        stay(replace(doing, step=replace(doing.step, at=doing.step.origin)))
    else:
        stay(doing)
    for name in doing.others("object", "recipient")[:1]:
        other = _office(doing, name)
        if other and other != name:
            doing.scene.become(name, other)


def _office(doing: Doing, name: str) -> str:
    """The other name that the text gives somebody right behind the verb; empty where it gives none."""
    segment = doing.segment
    place = {o: i for i, o in enumerate(segment.offsets)} if segment is not None else {}
    last = place.get(doing.step.end - 1)
    if segment is None or last is None:
        return ""
    behind = fold(segment.text[last + 1 :])[:12]
    for becoming in words("verbs/becoming"):
        if behind.startswith(name + becoming):
            office = behind.removeprefix(name + becoming)
            return next((n for n in doing.scene.cast.names if office.startswith(n)), "")
    return ""
