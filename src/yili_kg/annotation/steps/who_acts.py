"""Who does an act for which the text names nobody: cases in the order in which they are tried.

Each case is told in `extraction/rules/steps/anaphora.yaml` under its id, with its reason and examples. A case gives the
persons, `()` where it holds and leaves nobody, or None where it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yili_kg.annotation.steps.context import Fillers, Scene, attendants, is_one_of, same_persons
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
    in_turn = servant and _just_done(scene) and not told.served and scene.act.gap <= WEAK and told.replied != "cup"
    return told.current if in_turn else None


def _doer_serves_at_once(scene: Scene) -> Fillers | None:
    at_once = _just_done(scene) and not scene.act.gap and not _has_taken_his_seat(scene)
    return scene.told.current if at_once else None


def _has_taken_his_seat(scene: Scene) -> bool:
    """Whether the act before brought somebody onto his mat, where he is served."""
    return any(is_one_of(f.text[-1:], "mats") for f in scene.told.last_slot("to"))


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


def _reports_back(scene: Scene) -> Fillers | None:
    told = scene.told
    answered = bool(told.asker) and not same_persons(told.asker, told.current)
    return told.asker if answered and is_one_of(scene.act.verb, "reporting-back") else None


def _asker_goes_on(scene: Scene) -> Fillers | None:
    told, before = scene.told, scene.before
    granted = before is not None and is_one_of(before.verb, "consenting") and told.last_slot("agent") == told.current
    leave = granted and told.replied and bool(told.asker) and same_persons(told.asker, told.protagonist)
    return told.asker if leave else None


def _declined_goes_up(scene: Scene) -> Fillers | None:
    before, told = scene.before, scene.told
    declined = before is not None and before.likeness is None and _declines(scene, before.verb)
    declined = declined and is_one_of(scene.act.verb, "completing")
    return told.partner_of(told.current, scene.words) or None if declined and told.current else None


def _both_do_it(scene: Scene) -> Fillers | None:
    act, told = scene.act, scene.told
    if len(told.current) != 1 or "recipient" in scene.slots or not is_one_of(act.verb, "done-by-both"):
        return None
    together = act.count == _BY_BOTH or (act.count == 0 and _on_the_way(scene))
    return (*told.current, *told.partner_of(told.current, scene.words)) if together else None


def _on_the_way(scene: Scene) -> bool:
    """Whether host and guest are on their way to the hall: behind coming in, or where giving way follows."""
    before = scene.before
    came = before is not None and is_one_of(before.verb, "coming-in")
    washed = before is not None and (before.frame.get("agent") == "washer" or is_one_of(before.verb, "washing"))
    if washed:  # 卒洗揖讓升: who has washed bids the other up
        return False
    coming = scene.coming[0] if scene.coming else None
    gives_way = coming is not None and not coming.ahead.subject and not coming.gap and coming.count != 1
    return came or (gives_way and coming is not None and is_one_of(coming.verb, "giving-way"))


def _declines(scene: Scene, verb: str) -> bool:
    """Whether somebody has declined, or an usher has called up the one who bowed (擯者延之曰升)."""
    servant = not any(scene.words.has("principals", f.text) for f in scene.told.current)
    return is_one_of(verb, "declining") or (servant and is_one_of(verb, "speaking"))


def _assisted_goes_on(scene: Scene) -> Fillers | None:
    told = scene.told
    return told.protagonist or None if told.assisted and told.replied and scene.act.gap < SEGMENT else None


def _bids_in(scene: Scene) -> Fillers | None:
    told, coming = scene.told, scene.coming[0] if scene.coming else None
    alone = scene.act.count == 0 and is_one_of(scene.act.verb, "raising-hands") and not _says_of_all(scene)
    if not alone or coming is None or coming.gap or coming.ahead.subject:
        return None
    bids = len(told.current) > 1 and is_one_of(coming.verb, "coming-in")
    return told.current[:1] if bids else None


def _all_of_them(scene: Scene) -> Fillers | None:
    current = scene.told.current
    alone = len(current) == 1 and is_one_of(current[0].text, "one-person")
    if not alone or not _says_of_all(scene):
        return None
    other = scene.told.other_than(current)
    return (*current, *other) if other and is_one_of(other[0].text, "one-person") else None


def _says_of_all(scene: Scene) -> bool:
    """Whether a word before the verb says that more than one does it (皆, 拾)."""
    act, folded = scene.act, scene.stream.folded
    begin = act.ahead.start if act.ahead.start >= 0 else act.start
    return any(is_one_of(graph, "of-all") for graph in folded[begin : act.start])


def _not_to_himself(scene: Scene) -> Fillers | None:
    current, slots = scene.told.current, scene.slots
    names = {f.text for f in (*slots.get("recipient", ()), *slots.get("object", ()))}
    if not names & {f.text for f in current}:
        return None
    before = scene.told.doers.get(scene.act.verb, ())
    return before if before and not names & {f.text for f in before} else scene.told.other_than(current)


def _office(scene: Scene) -> Fillers | None:
    return scene.told.doers.get(scene.act.verb) or None if is_one_of(scene.act.verb, "acts-of-an-office") else None


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
    ("agent-assisted-goes-on", _assisted_goes_on),
    ("agent-reports-back", _reports_back),
    ("agent-asker-goes-on", _asker_goes_on),
    ("agent-declined-goes-up", _declined_goes_up),
    ("agent-holder-goes-on", _holder_goes_on),
    ("agent-guest-gives-thanks", _guest_gives_thanks),
    ("agent-bidden-goes", _bidden_goes),
    ("agent-bids-in", _bids_in),
    ("agent-both", _both_do_it),
    ("agent-all-of-them", _all_of_them),
    ("agent-not-to-himself", _not_to_himself),
    ("agent-office", _office),
    ("agent-who-gave-the-order", _who_gave_the_order),
    ("agent-who-was-answered", _who_was_answered),
    ("agent-same-goes-on", _same_goes_on),
)
