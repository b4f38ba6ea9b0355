"""The vessel of an offering: the cup that was handled last when 獻, 酢, 酬, 酌 or 飲 is told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from yili_kg.annotation.steps.words import load_words
from yili_kg.models import Filler, Step
from yili_kg.models.quick import replace
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["GROUND", "bare_name", "means_the_cup_in_hand", "with_vessels"]

#: The case of `anaphora.yaml` by which a cup is supplied.
GROUND = "vessel-handled-last"


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(load_word_lists("steps/vessels")[name].words)


def with_vessels(steps: Sequence[Step]) -> list[Step]:
    """The steps of one chapter of one edition, in order, each offering with the cup that goes to somebody.

    The cup of the text carries on from step to step until it is put away; one that another step names is marked as
    supplied.
    """
    cups = _Cups()
    return [cups.told(step) for step in steps]


def bare_name(cup: str) -> str:
    """The name of a cup without what it says of its state (爵 of 虛爵)."""
    return cup[1:] if cup[:1] in _words("states") else cup


def means_the_cup_in_hand(verb: str, cup: str, in_hand: str) -> bool:
    """Whether 爵 is only the general word for the cup of another kind that is in hand (取觚 … 坐奠爵)."""
    return cup != in_hand and cup in _words("any cup") and verb not in _words("taking up")


class _Cups:
    """The cup that goes round, and with which one each kind of offering was made last."""

    def __init__(self) -> None:
        self.cup: Filler | None = None
        self.before: dict[str, Filler] = {}

    def told(self, step: Step) -> Step:
        """A step with its cup, if it is an offering in which the cup is not itself the object."""
        named = self._named(step)
        if named is not None:
            self.cup = named
        elif step.verb in _words("offering") and not step.negated and not self._is_a_gift(step):
            step = self._offered(step)
        if step.verb in _words("putting away") and any(f.text[-1:] in _words("baskets") for f in step.to):
            self.cup = None
        return step

    def _offered(self, step: Step) -> Step:
        """An offering with the cup that was handled last, or with which it was made before."""
        cup = self.cup or self.before.get(step.verb)
        if cup is None:
            return step
        self.before[step.verb] = cup
        return replace(step, vessel=(replace(cup, supplied=True),), grounds=(*step.grounds, ("vessel", GROUND)))

    def _named(self, step: Step) -> Filler | None:
        """The cup that a step names: 爵 alone is any cup, unless it is taken up."""
        cups = [f for f in step.object if load_words().has("cups", f.text[-1:])]
        if not cups or step.verb in _words("ladling"):  # 酌散: from which jar
            return None
        cup = cups[-1]
        cup = replace(cup, text=bare_name(cup.text))
        if self.cup is not None and means_the_cup_in_hand(step.verb, cup.text, self.cup.text):
            return None
        return cup

    def _is_a_gift(self, step: Step) -> bool:
        """酬以束錦: whether something else is given."""
        return step.verb in _words("giving") and bool(step.object)
