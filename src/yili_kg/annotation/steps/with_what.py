"""What the verb wants and the text leaves out: the cup, food, wine, what lies in the hand, the person that 之 is.

Each case is told in `extraction/rules/steps/anaphora.yaml` under its id. A case of `WISHES` says what is wanted (`cup`,
`food`, `wine`, `held`), nothing (empty) or, with None, that it does not hold; the context has the thing or it has not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from yili_kg.annotation.steps.context import Fillers, Scene, is_one_of, same_persons, supplied
from yili_kg.models import Filler
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["OTHER_CASES", "WISHES", "understood"]

Wish = Callable[[Scene], str | None]
_PERSON, _LED, _ARROWS = "person-of-the-pronoun", "object-who-is-led", "object-what-is-counted"
#: Cases that supply a person, or what a number counts, apart from the wishes.
OTHER_CASES = (_PERSON, _LED, _ARROWS)


def understood(scene: Scene) -> None:
    """Supply what the act is done with or to, where the text leaves it out; what cannot be told is noted as open."""
    if _counted(scene) or scene.slots.get("object") or _person(scene) or _led_along(scene):
        return
    wanted, ground = next((w, g) for g, wish in WISHES if (w := wish(scene)) is not None)
    if not wanted:
        return
    fillers = _at_hand(scene, wanted)
    if fillers:
        scene.filled.supply("object", supplied(fillers), ground)
    else:
        scene.filled.open.append(("object", f"the verb wants an object ({wanted}) and none is at hand"))


# --- persons --------------------------------------------------------------------------------------------------------


def _person(scene: Scene) -> bool:
    """之 where the verb takes a person with it: the other one. Returns whether it is such a 之, known or not."""
    frame = scene.act.frame
    if not (scene.act.pronoun and frame.get("wants_pronoun") == "person"):
        return False
    other = scene.told.other_than(scene.slots.get("agent", ()))
    slot = frame.get("person") or "recipient"
    if other and slot not in scene.slots and slot != "possessor":
        scene.filled.supply(slot, supplied(other), _PERSON)
    return True


def _led_along(scene: Scene) -> bool:
    """揖婦以入: with the one who was bidden or led. Returns whether there is one."""
    before = scene.before
    if before is None or not _in_company(scene) or scene.act.gap or not is_one_of(before.verb, "leading"):
        return False
    led = scene.told.last_slot("recipient") or scene.told.last_slot("object")
    if led:
        scene.filled.supply("object", supplied(led), _LED)
    return bool(led)


def _counted(scene: Scene) -> bool:
    """搢三挾一个: a number alone, with a verb for arrows, counts arrows. Returns whether it is such a number."""
    named = scene.slots.get("object", ())
    alone = bool(named) and all(is_one_of(f.text, "counts-alone") for f in named)
    if not alone or not is_one_of(scene.act.verb, "handling-arrows"):
        return False
    scene.filled.supply("object", (_known("arrows"),), _ARROWS)
    return True


# --- things ---------------------------------------------------------------------------------------------------------


def _in_company(scene: Scene) -> bool:
    """以 without a word behind it before a verb of going (以升)."""
    return scene.act.ahead.means_held and bool(scene.act.frame.get("with"))


def _goes_with_what_is_held(scene: Scene) -> str | None:
    return "held" if _in_company(scene) else None


def _left_undone(scene: Scene) -> str | None:
    return "" if scene.act.ahead.negated else None


def _usual(scene: Scene) -> str:
    """What the verb wants of itself."""
    act = scene.act
    return act.frame.get("wants_pronoun" if act.pronoun else "wants")


def _laid_out_from_the_hand(scene: Scene) -> str | None:
    chained = not _usual(scene) and not scene.act.gap and "recipient" not in scene.slots
    return scene.act.frame.get("wants_chain") or None if chained else None


def _wants_nothing(scene: Scene) -> str | None:
    return None if _usual(scene) else ""


def _told_by_likeness(scene: Scene) -> str | None:
    return "" if scene.act.likeness is not None and _usual(scene) in ("wine", "food") else None


def _sees_off(scene: Scene) -> str | None:
    """賓出,主人拜送: the bow is for the guest, not for the cup."""
    if _usual(scene) != "cup" or not is_one_of(scene.act.verb, "seeing-off"):
        return None
    left = scene.before is not None and is_one_of(scene.before.verb, "leaving")
    at_the_gate = any(is_one_of(f.text[-1:], "gates") for f in scene.slots.get("at", ()))
    return "" if left or at_the_gate or "recipient" in scene.slots else None


def _hands_on_cup(scene: Scene) -> str | None:
    hands_on = is_one_of(scene.act.verb, "handing-on") and scene.before is not None
    holds = hands_on and same_persons(scene.told.holder, scene.slots.get("agent", ()))
    return "cup" if holds and scene.before and is_one_of(scene.before.verb, "done-with-the-cup") else None


def _put_into(scene: Scene) -> str | None:
    if _usual(scene) != "cup" and _hands_on_cup(scene) is None:
        return None
    act = scene.act
    behind = scene.stream.folded[act.end : act.end + 1]
    into = is_one_of(act.verb, "filling") and is_one_of(behind, "into")
    return "held" if into or "to" in scene.slots else None


def _food_without_food(scene: Scene) -> str | None:
    return "held" if _usual(scene) == "food" and scene.told.food is None else None


def _pronoun(scene: Scene) -> str | None:
    return _usual(scene) if scene.act.pronoun else None


def _wanted(kind: str) -> Wish:
    def wish(scene: Scene) -> str | None:
        return kind if _usual(scene) == kind else None

    return wish


#: In the order in which they are tried; those without an id want nothing.
WISHES: Sequence[tuple[str, Wish]] = (
    ("object-goes-along", _goes_with_what_is_held),
    ("", _left_undone),
    ("object-laid-out-from-the-hand", _laid_out_from_the_hand),
    ("", _wants_nothing),
    ("", _told_by_likeness),
    ("", _sees_off),
    ("object-put-into", _put_into),
    ("object-cup-handed-on", _hands_on_cup),
    ("object-food-in-the-hand", _food_without_food),
    ("object-of-the-pronoun", _pronoun),
    ("object-cup", _wanted("cup")),
    ("object-wine", _wanted("wine")),
    ("object-food", _wanted("food")),
    ("object-held", _wanted("held")),
)


@cache
def _known(name: str) -> Filler:
    """What a list of `anaphora-words.yaml` names, which is its concept in the lexicon, too."""
    word = load_word_lists("steps/anaphora-words")[name].words[0]
    return Filler(text=word, concept=word, supplied=True)


def _at_hand(scene: Scene, wanted: str) -> Fillers:
    """The thing of a kind that the context has; empty where it has none."""
    told = scene.told
    if wanted == "held":
        return told.held
    if wanted == "wine":
        return (_known("wine"),) if _drinks_wine(scene) else ()
    thing = told.cup if wanted == "cup" else told.food
    return (thing,) if thing is not None else ()


def _drinks_wine(scene: Scene) -> bool:
    """Whether it is wine that is offered or drunk: kneeling or standing, behind an offering, or 飲."""
    act, before = scene.act, scene.before
    offered = before is not None and is_one_of(before.verb, "offering-before-drinking") and not act.gap
    return bool(act.posture or act.pronoun or offered or is_one_of(act.verb, "drinking"))
