"""Who does an act for which the text names nobody: cases in the order in which they are tried.

Each case is told in `extraction/rules/steps/anaphora.yaml` under its id, with its reason and examples. A case gives the
persons, `()` where it holds and leaves nobody, or None where it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yili_kg.annotation.steps.context import Fillers, Scene, attendants, is_one_of
from yili_kg.annotation.steps.stream import SEGMENT, STRONG, WEAK

__all__ = ["CASES", "CASES_OF_SERVING", "who_acts"]

Case = Callable[[Scene], Fillers | None]
#: So many salutes are made by both.
_BY_BOTH = 3


def who_acts(scene: Scene) -> tuple[Fillers, str]:
    """The persons and the id of the case that decided; nobody where it leaves nobody."""
    cases = CASES_OF_SERVING if scene.act.frame.get("agent") == "attendants" else CASES
    for ground, case in cases:
        found = case(scene)
        if found is not None:
            return found, ground
    return (), ""


# --- laying out and serving -----------------------------------------------------------------------------------------


def _served_before(scene: Scene) -> bool:
    """Whether the act before was one of laying out or serving, too, and somebody is in turn."""
    return scene.before is not None and scene.before.frame.get("agent") == "attendants" and bool(scene.told.current)


def _just_done(scene: Scene) -> bool:
    """Whether somebody did the act before, and from such an act one goes on to serve."""
    verb = scene.before.verb if scene.before else ""
    return bool(scene.told.last_slot("agent")) and is_one_of(verb[-1:], "going-on-to-serve")


def _server_goes_on(scene: Scene) -> Fillers | None:
    told = scene.told
    goes_on = _served_before(scene) and told.last_slot("agent") == told.current and scene.act.gap <= WEAK
    return told.current if goes_on else None


def _server_lays_out_more(scene: Scene) -> Fillers | None:
    more = _served_before(scene) and scene.act.ahead.topics and scene.told.served
    return scene.told.current if more else None


def _servant_serves(scene: Scene) -> Fillers | None:
    told = scene.told
    servant = bool(told.current) and not any(scene.words.has("principals", f.text) for f in told.current)
    in_turn = servant and not told.served and scene.act.gap < STRONG and told.replied != "cup"
    return told.current if in_turn else None


def _doer_serves_at_once(scene: Scene) -> Fillers | None:
    return scene.told.current if _just_done(scene) and not scene.act.gap else None


def _bearer_serves(scene: Scene) -> Fillers | None:
    bare = "object" not in scene.slots and "recipient" not in scene.slots
    bears = bare and bool(scene.told.held) and scene.act.gap <= WEAK and _just_done(scene)
    return scene.told.current if bears else None


def _attendants_serve(scene: Scene) -> Fillers | None:
    return (attendants(),)


CASES_OF_SERVING: Sequence[tuple[str, Case]] = (
    ("agent-server-goes-on", _server_goes_on),
    ("agent-server-lays-out-more", _server_lays_out_more),
    ("agent-servant-serves", _servant_serves),
    ("agent-doer-serves-at-once", _doer_serves_at_once),
    ("agent-bearer-serves", _bearer_serves),
    ("agent-attendants", _attendants_serve),
)

# --- all other acts -------------------------------------------------------------------------------------------------


def _attendants_go_on(scene: Scene) -> Fillers | None:
    told = scene.told
    goes_on = told.served_by and scene.act.gap < STRONG and scene.act.frame.get("goes_on") == "attendants"
    return told.served_by if goes_on else None


def _holder_drinks(scene: Scene) -> Fillers | None:
    told, act = scene.told, scene.act
    drinks = act.frame.get("agent") == "drinker" and told.holder and told.replied and act.likeness is None
    return told.holder if drinks else None


def _finished(scene: Scene) -> str:
    """The act that is finished (卒洗), where the verb says that one is; else empty."""
    finished = scene.slots.get("object", ())
    return finished[0].text if finished and scene.act.frame.get("agent") == "washer" else ""


def _washer_has_washed(scene: Scene) -> Fillers | None:
    return scene.told.washer or None if is_one_of(_finished(scene), "washing") else None


def _doer_has_done(scene: Scene) -> Fillers | None:
    finished = _finished(scene)
    return None if is_one_of(finished, "washing") else scene.told.doers.get(finished)


def _other_answers(scene: Scene) -> Fillers | None:
    before = scene.before
    if scene.act.frame.get("agent") != "other" or before is None or not scene.act.gap:
        return None
    return scene.told.other_than(scene.told.current) if is_one_of(before.verb[:1], "asking") else None


def _who_came_last_answers(scene: Scene) -> Fillers | None:
    return scene.told.current if scene.act.frame.get("agent") == "other" else None


def _salutes_the_next(scene: Scene) -> Fillers | None:
    told = scene.told
    next_one = is_one_of(scene.act.verb, "saluting-the-next") and "recipient" in scene.slots
    return told.protagonist if next_one and told.replied == "cup" and told.protagonist else None


def _holder_goes_on(scene: Scene) -> Fillers | None:
    told = scene.told
    goes_on = told.holder_in_turn and is_one_of(scene.act.verb[0], "acts-of-the-holder")
    return told.protagonist if goes_on and not _receives(scene) else None


def _receives(scene: Scene) -> bool:
    """Whether who acts here goes on to take the cup: then it is the other one's no more."""
    for following in (scene.act, *scene.coming):
        if following is not scene.act and (following.ahead.subject or following.gap >= SEGMENT):
            return False
        if is_one_of(following.verb, "taking-over"):
            return True
    return False


def _guest_gives_thanks(scene: Scene) -> Fillers | None:
    before = scene.before
    given = before is not None and before.pronoun and is_one_of(before.verb, "giving-to-a-guest")
    thanks = given and not scene.act.gap and is_one_of(scene.act.verb[0], "thanking")
    return scene.told.last_slot("recipient") or None if thanks else None


def _bidden_goes(scene: Scene) -> Fillers | None:
    before = scene.before
    bidden = before is not None and is_one_of(before.verb, "raising-hands") and not scene.act.gap
    goes = bidden and is_one_of(scene.act.verb, "where-one-is-bidden")
    return scene.told.last_slot("recipient") or None if goes else None


def _both_do_it(scene: Scene) -> Fillers | None:
    act, told = scene.act, scene.told
    both = act.count == _BY_BOTH and is_one_of(act.verb, "done-by-both") and len(told.current) == 1
    return (*told.current, *told.other_than(told.current)) if both else None


def _who_gave_the_order(scene: Scene) -> Fillers | None:
    return scene.told.current if scene.told.returned == "agent-who-gave-the-order" else None


def _who_was_answered(scene: Scene) -> Fillers | None:
    return scene.told.current if scene.told.returned == "agent-who-was-answered" else None


def _same_goes_on(scene: Scene) -> Fillers | None:
    return scene.told.current


CASES: Sequence[tuple[str, Case]] = (
    ("agent-attendants-go-on", _attendants_go_on),
    ("agent-holder-drinks", _holder_drinks),
    ("agent-washer-has-washed", _washer_has_washed),
    ("agent-doer-has-done", _doer_has_done),
    ("agent-other-answers", _other_answers),
    ("agent-who-came-last-answers", _who_came_last_answers),
    ("agent-salutes-the-next", _salutes_the_next),
    ("agent-holder-goes-on", _holder_goes_on),
    ("agent-guest-gives-thanks", _guest_gives_thanks),
    ("agent-bidden-goes", _bidden_goes),
    ("agent-both", _both_do_it),
    ("agent-who-gave-the-order", _who_gave_the_order),
    ("agent-who-was-answered", _who_was_answered),
    ("agent-same-goes-on", _same_goes_on),
)
