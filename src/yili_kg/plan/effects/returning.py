"""復位, 反位: back to one's place; and 即位, to take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from yili_kg.plan.effects.doing import Doing, goes_to_place_or_mat
from yili_kg.plan.locate import locate
from yili_kg.plan.places import Place, level_of
from yili_kg.plan.sayings import named, reason
from yili_kg.plan.scene import Stand
from yili_kg.plan.vocabulary import words
from yili_kg.text.folding import fold

__all__ = ["go_back", "takes_his_place"]


def go_back(doing: Doing) -> None:
    """復位, 反位: to the place named, else to his own (位): see `_HIS_PLACE`; where none is known he stays, and it is open."""
    place, slot = doing.target("to", "at")
    place = place or doing.scene.beside_the_verb(doing.name, doing.step, doing.segment)
    if place is not None and place.name not in words("places/position"):
        goes_to_place_or_mat(doing, place, doing.how_said(slot))
        doing.scene.appoint(doing.name, sure=True)
    elif doing.speaks_of("things/mat", "to") and doing.name in doing.scene.seats:
        _to_his_mat(doing)
    elif not any(case(doing) for case in _HIS_PLACE):
        doing.turns()
        if not doing.off and doing.verb.endswith(words("places/position")):
            zh, en = reason("place-unknown")
            doing.scene.people[doing.name] = replace(doing.stand, certainty="open", zh=zh, en=en)


def _to(doing: Doing, stand: Stand, why: str, certainty: str = "") -> bool:
    zh, en = reason(why, place=stand.place)
    spot = Place(stand.x, stand.y, stand.place, certainty or stand.certainty, zh, en)
    doing.scene.go(doing.name, spot, how="said", facing=doing.step.facing or stand.facing)
    return True


def _to_his_mat(doing: Doing) -> bool:
    seat = doing.scene.seats[doing.name]
    spot = Place(seat.x, seat.y, named("on-mat"), seat.certainty, seat.zh, seat.en)
    goes_to_place_or_mat(doing, spot, "said")
    return True


def _where_he_advanced_from(doing: Doing) -> bool:
    """進 … 復位: where he stood before he came forward (賓進受爵以復位), if he did not go elsewhere since."""
    before = doing.scene.advanced.get(doing.name)
    if before is None or doing.off or level_of(before.point) != level_of(doing.stand.point):
        return False
    return _to(doing, before, "back-where-he-stood", "derived")


def _to_his_post(doing: Doing) -> bool:
    """Back to the place that the text gave him last on this level: by 立于, 即位, 降 and a place; or his party."""
    here = level_of(doing.stand.point)
    post = _post(doing, here)
    return post is not None and not doing.off and _to(doing, post, "back-to-his-post")


def _post(doing: Doing, level: str) -> Stand | None:
    """The place of his own on a level, else that of the pairs of archers of whom he is one."""
    pairs = words("persons/of-the-pairs")
    posts = doing.scene.posts
    own = posts.back(doing.name, level, doing.stand.point)
    return own or (posts.last(pairs[0], level) if doing.name in pairs else None)


def _to_noted_post(doing: Doing) -> bool:
    """The place that a note gives him, in the court, where the text gives none; nobody goes up to it without a word."""
    station = doing.scene.stations.get((doing.name, "post"))
    if station is None or doing.off or station.layer not in doing.scene.layers:
        return False
    spot = locate(station.place, doing.scene.around(doing.name, replace(doing.step, facing=station.facing)))
    if spot is None or level_of(doing.stand.point) not in (level_of(spot.point), "hall"):
        return False
    spot = replace(spot, certainty="noted", zh="、".join(station.words), en=station.because)
    facing = doing.step.facing or station.facing
    doing.scene.go(doing.name, spot, how="noted", facing=facing, zh=spot.zh, en=spot.en)
    doing.scene.appoint(doing.name, sure=True)
    return True


def _sits_on_the_hall(doing: Doing) -> bool:
    """Who has a mat on the hall has his place on it there."""
    seat = doing.scene.seats.get(doing.name)
    here = level_of(doing.stand.point)
    on_hall = (
        seat is not None and here == level_of((seat.x, seat.y)) and fold(doing.stand.place) != fold(named("on-mat"))
    )
    sat = any(s.place in (named("on-mat"), *words("things/own-mat")) for s in doing.scene.past[doing.name])
    return on_hall and sat and not doing.off and _to_his_mat(doing)


def _where_he_stood(doing: Doing) -> bool:
    """Back to the last other place on this level at which the text or a note has him."""
    here = doing.stand
    for before in reversed(doing.scene.past[doing.name]):
        same = level_of(before.point) == level_of(here.point) and before.certainty in ("attested", "noted")
        if same and abs(before.x - here.x) + abs(before.y - here.y) > 3:
            return _to(doing, before, "back-where-he-stood", "derived")
    return False


def _from_gate_to_his_post(doing: Doing) -> bool:
    """From the gate to his place in the court; nobody goes up or out to a place without a word."""
    return level_of(doing.stand.point) != "hall" and _to_his_post_below(doing)


def _to_his_post_below(doing: Doing) -> bool:
    """To his place in the court."""
    post = _post(doing, "court")
    return post is not None and not doing.off and _to(doing, post, "back-to-his-post")


#: Where one's place is, the surest first.
_HIS_PLACE: tuple[Callable[[Doing], bool], ...] = (
    _where_he_advanced_from,
    _to_his_post,
    _to_noted_post,
    _sits_on_the_hall,
    _from_gate_to_his_post,
    _where_he_stood,
    _to_his_post_below,
)


def takes_his_place(doing: Doing) -> None:
    """即位 of which no place is told: where a note has it; else it is not known, nor where he is brought back to."""
    entering = doing.scene.recent[-1:] and doing.scene.recent[-1][0] == doing.name
    if entering and fold(doing.scene.recent[-1][1]) in words("verbs/coming-in"):
        return
    if not doing.off and not _to_noted_post(doing):
        doing.scene.posts.forget(doing.name, level_of(doing.stand.point))
