"""What has been told so far, as the next act finds it: who is in turn, who holds the cup, what lies in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from yili_kg.annotation.steps.acts import Act
from yili_kg.annotation.steps.stream import SEGMENT, Stream
from yili_kg.annotation.steps.vessels import bare_name, means_the_cup_in_hand
from yili_kg.annotation.steps.words import Words
from yili_kg.models import Filler
from yili_kg.models.quick import replace
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["Context", "Filled", "Scene", "attendants", "is_one_of", "same_persons", "supplied"]

Fillers = tuple[Filler, ...]
#: The slots of places.
_PLACES = ("at", "from", "to")


@cache
def _lists() -> dict[str, frozenset[str]]:
    return {name: frozenset(row.words) for name, row in load_word_lists("steps/anaphora-words").items()}


def is_one_of(word: str, name: str) -> bool:
    """Whether a word is on a list of `anaphora-words.yaml`."""
    return word in _lists()[name]


@cache
def attendants() -> Filler:
    """有司: who serves where the text names nobody."""
    name = load_word_lists("steps/anaphora-words")["attendants"].words[0]
    return Filler(text=name, concept=name, supplied=True)


def supplied(fillers: Fillers) -> Fillers:
    """The same, marked as supplied."""
    return tuple(f if f.supplied else replace(f, supplied=True) for f in fillers)


def same_persons(first: Fillers, second: Fillers) -> bool:
    """Whether two are the same persons, whether named or supplied."""
    return bool(first) and {f.text for f in first} == {f.text for f in second}


@dataclass(slots=True)
class Filled:
    """An act with all its slots. `open` are the slots that the verb wants and that stay empty, with the reason;
    `grounds` names, slot by slot, the case by which a word was supplied."""

    act: Act
    slots: dict[str, Fillers]
    open: list[tuple[str, str]] = field(default_factory=list)
    grounds: dict[str, str] = field(default_factory=dict)

    def supply(self, slot: str, fillers: Fillers, ground: str) -> None:
        """Fill a slot from the context, and note by which case; what is in hand is no more where it was taken from."""
        self.slots[slot] = fillers if slot in _PLACES else tuple(replace(f, locative="") for f in fillers)
        if any(f.supplied for f in fillers):
            self.grounds[slot] = ground


@dataclass(slots=True)
class Context:
    """The state of the rite between two acts.

    `current` acted last; `protagonist` is in turn while others only reply, and `replied` is how they do (`cup`,
    `stays` or empty). `others` are the persons named of late, the last one last. `holder` has the cup in his hand,
    `washer` washed last; `cup`, `food`, `held` are the things. `served` is whether the last act is one of attendants,
    `served_by` the nameless ones who did it. `doers` are who did which act last. `asker` asked or ordered something
    last; `assisted` is whether the last act was one of assisting (贊授肺). `order_back` is who gave the order that is being carried out; `returned` is the case by which the turn went
    back at the last break.
    """

    current: Fillers = ()
    protagonist: Fillers = ()
    replied: str = ""
    others: list[Filler] = field(default_factory=list)
    holder: Fillers = ()
    washer: Fillers = ()
    cup: Filler | None = None
    food: Filler | None = None
    held: Fillers = ()
    served: bool = False
    served_by: Fillers = ()
    last: Filled | None = None
    doers: dict[str, Fillers] = field(default_factory=dict)
    asker: Fillers = ()
    assisted: bool = False
    order_back: Fillers = ()
    returned: str = ""
    kinds: dict[str, str] = field(default_factory=dict)

    def other_than(self, these: Fillers) -> Fillers:
        """The one named last who is none of these."""
        names = {f.text for f in these}
        return next(((f,) for f in reversed(self.others) if f.text not in names), ())

    def partner_of(self, these: Fillers, words: Words) -> Fillers:
        """Host or guest: the one person of rank named last who is none of these, else a principal, else anybody."""
        names = {f.text for f in these}
        others = [f for f in reversed(self.others) if f.text not in names]
        alone = next(((f,) for f in others if is_one_of(f.text, "one-person")), ())
        return alone or next(((f,) for f in others if words.has("principals", f.text)), ()) or self.other_than(these)

    def last_slot(self, name: str) -> Fillers:
        """What a slot of the last act holds."""
        return self.last.slots.get(name, ()) if self.last else ()

    @property
    def holder_in_turn(self) -> bool:
        """Whether the one in turn holds the cup and the other has only replied."""
        return self.replied == "cup" and same_persons(self.holder, self.protagonist)

    def come_to(self, act: Act) -> None:
        """Before an act: after a reply and a break the turn goes back to the one who was answered."""
        self.returned = ""
        if not (act.gap >= SEGMENT or (act.gap and self.replied == "cup")):
            return
        carried_out = self.last is not None and (self.last.act.ordered or self.last.act.ahead.ordered)
        if self.order_back and carried_out:
            self.current, self.order_back = self.order_back, ()
            self.returned = "agent-who-gave-the-order"
        if self.holder_in_turn:
            self.current = self.protagonist
            self.returned = "agent-who-was-answered"
        if self.replied != "cup":
            self.replied = ""

    def move_on(self, scene: Scene, *, named: bool) -> None:
        """Behind an act; `named` is whether the text names who does it."""
        agent = scene.slots.get("agent", ())
        self._see_things(scene)
        nameless = bool(agent) and agent[0].text == attendants().text and agent[0].start < 0
        self.served = scene.act.frame.get("agent") == "attendants"
        self.served_by = supplied(agent) if nameless else ()
        if agent and not nameless:
            self._take_turn(scene, agent, named=named)
        self._remember_persons((*scene.slots.get("recipient", ()), *agent))
        self.doers[scene.act.verb] = agent or self.current
        self._pass_cup(scene, agent, named=named)
        self.last = scene.filled

    def _see_things(self, scene: Scene) -> None:
        """The cup that goes round, the food that is tasted next, what lies in the hand."""
        verb, things = scene.act.verb, scene.slots.get("object", ())
        for filler in things:
            if scene.is_cup(filler) and not is_one_of(verb, "cup-only-named"):
                self._see_cup(verb, filler)
            elif scene.words.has("meats", filler.text[-1:]) and is_one_of(verb, "taking-food"):
                self.food = filler
        if not things or self.kinds.get(things[0].text) == "person" or is_one_of(things[0].text[-1:], "not-held"):
            return
        if not is_one_of(verb, "about-words"):
            self.held = things

    def _see_cup(self, verb: str, filler: Filler) -> None:
        """The cup that goes round, unless the one in hand is only called by the general word."""
        bare = bare_name(filler.text)
        if self.cup is None or not means_the_cup_in_hand(verb, bare, self.cup.text):
            self.cup = replace(filler, text=bare)

    def _take_turn(self, scene: Scene, agent: Fillers, *, named: bool) -> None:
        """Who is in turn now, and whether this was only a reply."""
        act, frame = scene.act, scene.act.frame
        self._note_orders(act, agent, named=named)
        reply = frame.get("reply") if named or frame.get("agent") == "other" else ""
        self.assisted = named and scene.assists
        reply = reply or ("stays" if self.assisted else "")
        if reply and not self.replied:
            self.protagonist = self.current
        elif not reply and (named or self.replied):  # whoever goes on from here is in turn again
            self.protagonist = agent
        self.replied = reply
        things = scene.slots.get("object", ())
        tells_when = frame.get("agent") == "washer" and not named and things
        if not (tells_when and not is_one_of(things[0].text, "washing")):  # 卒拜 tells when, not who goes on
            self.current = agent

    def _note_orders(self, act: Act, agent: Fillers, *, named: bool) -> None:
        """Who gave the order that is being carried out, and who asked something last."""
        if act.ordered or act.ahead.ordered:
            self.order_back = self.order_back or self.current
        elif named:  # the order has been carried out: somebody acts of himself
            self.order_back = ()
        if is_one_of(act.verb, "asking-leave"):
            self.asker = agent

    def _remember_persons(self, persons: Fillers) -> None:
        """The persons named of late, at most six."""
        for filler in persons:
            if filler.text != attendants().text and filler.start >= 0:
                self.others = [o for o in self.others if o.text != filler.text][-5:]
                self.others.append(filler)

    def _pass_cup(self, scene: Scene, agent: Fillers, *, named: bool) -> None:
        """Who has the cup in his hand now."""
        frame, verb = scene.act.frame, scene.act.verb
        hold, recipient = frame.get("hold"), scene.slots.get("recipient", ())
        cups = any(scene.is_cup(f) for f in scene.slots.get("object", ()))
        if named and frame.get("agent") == "drinker" and not hold:
            self.holder = agent
        taken = hold == "takes" and (cups or is_one_of(verb, "receiving-with-a-bow"))
        if taken or (cups and is_one_of(verb, "filling")):
            self.holder = agent
        elif hold == "gives" and recipient:
            if cups or not is_one_of(verb, "offering-in-return"):
                self.holder = recipient
        elif hold == "washes":
            self.washer = agent


@dataclass(slots=True)
class Scene:
    """An act among others: its slots as they are being filled, what was told before it, what comes behind it."""

    filled: Filled
    told: Context
    coming: Sequence[Act]
    stream: Stream
    words: Words

    @property
    def act(self) -> Act:
        """The act itself."""
        return self.filled.act

    @property
    def slots(self) -> dict[str, Fillers]:
        """Its slots so far."""
        return self.filled.slots

    @property
    def before(self) -> Act | None:
        """The act before it."""
        return self.told.last.act if self.told.last else None

    @property
    def assists(self) -> bool:
        """Whether the act is done for another one, as his assistant (膳宰贊授肺)."""
        return is_one_of(self.stream.folded[self.act.start - 1 : self.act.start], "assisting")

    def is_cup(self, filler: Filler) -> bool:
        """Whether a word names a cup, by its last graph."""
        return self.words.has("cups", filler.text[-1:])
