"""Who acts, and with what, where the text does not say: agents carried on, the turns of host and guest, the cup's way.

What is put in here is marked as supplied, and only where the context leaves one answer; else the slot stays empty and
`open` says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from yili_kg.annotate.steps.acts import Act, Scan
from yili_kg.annotate.steps.nouns import Phrase
from yili_kg.annotate.steps.stream import SEGMENT, STRONG, WEAK, Stream
from yili_kg.annotate.steps.words import Words
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Filler

__all__ = ["Filled", "phrase_fillers", "take_turns"]

_ATTENDANTS = "有司"
_MOVING = "盥升入出降進坐取受執洗櫛適奉奠啟舉反興開秉從還洗實設"
#: What attendants go on with when they have laid something out (設篚于禁南, 加二勺于兩壺).
_SERVING = ("step-add", "step-pour-fill", "step-put", "step-handle")
#: What stands before these with 以 is what is given.
_GIVING = ("授", "獻", "致", "示", "歸", "贈", "餼", "從")
#: What is handed back after these is the cup.
_AFTER_CUP = ("卒", "既", "拜", "答拜")
#: Behind these 以入 is with the one who was bidden or led.
_LEADING = ("揖", "帥", "延", "迎", "納")
#: Whom one bids with raised hands goes where he is bidden.
_BIDDEN = ("適", "即", "就")
_CUP_ACTS = ("執", "興", "坐", "奠", "拜", "洗", "降", "祭", "升", "實", "進", "酌")


@dataclass(slots=True)
class Filled:
    """An act with all its slots; `open` are the slots that the verb wants and that stay empty, with the reason."""

    act: Act
    slots: dict[str, tuple[Filler, ...]]
    open: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class _State:
    current: tuple[Filler, ...] = ()
    protagonist: tuple[Filler, ...] = ()
    replied: str = ""
    others: list[Filler] = field(default_factory=list)
    holder: tuple[Filler, ...] = ()
    washer: tuple[Filler, ...] = ()
    cup: Filler | None = None
    food: Filler | None = None
    held: tuple[Filler, ...] = ()
    served: bool = False
    served_by: tuple[Filler, ...] = ()
    last: Filled | None = None
    doers: dict[str, tuple[Filler, ...]] = field(default_factory=dict)
    order_back: tuple[Filler, ...] = ()


def take_turns(scan: Scan, stream: Stream, words: Words) -> list[Filled]:
    """The acts of a stream in order with who does them and with what."""
    turns = _Turns(stream, words)
    return [turns.fill(act, scan.acts[place + 1 : place + 4]) for place, act in enumerate(scan.acts)]


def phrase_fillers(stream: Stream, phrases: list[Phrase]) -> tuple[Filler, ...]:
    """The nouns of phrases as the text has them; what has no noun of its own (其南) is left out."""
    made: list[Filler] = []
    for phrase in phrases:
        if phrase.noun.text:
            start, end = stream.source(phrase.noun.start, phrase.noun.end)
            made.append(
                Filler(text=phrase.noun.text, concept=phrase.noun.concept, supplied=False, start=start, end=end)
            )
    return tuple(dict.fromkeys(made))


def _same(first: tuple[Filler, ...], second: tuple[Filler, ...]) -> bool:
    """Whether two are the same persons, whether named or supplied."""
    return bool(first) and {f.text for f in first} == {f.text for f in second}


class _Turns:
    def __init__(self, stream: Stream, words: Words) -> None:
        self.s, self.w, self.state = stream, words, _State()
        self.kinds: dict[str, str] = {}

    # --- words of the text ------------------------------------------------------------------------------------------

    def _fillers(self, phrases: list[Phrase]) -> tuple[Filler, ...]:
        self.kinds.update((p.noun.text, p.noun.kind) for p in phrases)
        return self._paired(phrase_fillers(self.s, phrases))

    def _paired(self, fillers: tuple[Filler, ...]) -> tuple[Filler, ...]:
        """The fillers, two nouns of one graph side by side as one word (脯醢)."""
        made: list[Filler] = []
        for filler in fillers:
            last = made[-1] if made else None
            pair = last is not None and last.end == filler.start and last.text + filler.text in self.w.lists["pairs"]
            if last and pair:
                made[-1] = Filler(
                    text=last.text + filler.text,
                    concept=f"{last.concept} {filler.concept}".strip(),
                    supplied=False,
                    start=last.start,
                    end=filler.end,
                )
            else:
                made.append(filler)
        return tuple(made)

    @staticmethod
    def _supplied(fillers: tuple[Filler, ...]) -> tuple[Filler, ...]:
        return tuple(Filler(text=f.text, concept=f.concept, supplied=True, start=f.start, end=f.end) for f in fillers)

    # --- one act ----------------------------------------------------------------------------------------------------

    def fill(self, act: Act, coming: list[Act]) -> Filled:
        """The act with all its slots, the state moved on; `coming` are the acts behind it."""
        state, ahead, frame = self.state, act.ahead, act.frame
        slots = {name: self._fillers(phrases) for name, phrases in act.slots.items()}
        filled = Filled(act, slots)
        self._ahead(act, slots)
        subject = self._fillers(ahead.subject)
        if act.gap >= SEGMENT or (act.gap and state.replied == "cup"):
            self._back(act)
        if subject:
            agent = subject
        elif ahead.partner and act.verb == "揖":
            agent = self._supplied(state.current)
            slots.setdefault("recipient", self._fillers(ahead.partner))
        elif ahead.partner:
            agent = (*self._supplied(state.current), *self._fillers(ahead.partner))
        elif ahead.topics and "object" not in act.slots and frame.get("agent") != "attendants":
            agent = ()
        else:
            agent = self._supplied(self._unnamed(act, slots, coming))
        worn = bool(subject) and all(self._worn(phrase) for phrase in ahead.topics)
        takes_things = (frame.get("thing") == "object" or not subject) and not worn
        if ahead.topics and "object" not in slots and takes_things:
            slots["object"] = self._fillers(ahead.topics)
        if agent:
            slots["agent"] = agent
        self._objects(act, slots, filled)
        laid = state.last.slots.get("at") if state.served and state.last else None
        if laid and ahead.topics and "at" not in slots and frame.get("agent") == "attendants":
            slots["at"] = self._supplied(laid)  # 笙磬 … 皆南陳: where the laying out began
        if not agent and not (ahead.topics and "object" in slots):
            filled.open.append(("agent", "nobody has been named from whom it could be carried on"))
        self._move_on(act, slots, bool(subject))
        state.last = filled
        return filled

    @staticmethod
    def _worn(phrase: Phrase) -> bool:
        """Whether a noun before the verb is what somebody wears (主人玄端迎于門外)."""
        entry = load_lexicon().entries.get(phrase.noun.concept)
        return entry is not None and "objects/dress" in entry.place

    def _ahead(self, act: Act, slots: dict[str, tuple[Filler, ...]]) -> None:
        ahead = act.ahead
        if act.verb == "立" and "at" in slots and not slots["at"] and ahead.subject:
            slots["at"] = self._supplied(self.state.current)  # 立于其左: beside who acted last
        at = ahead.at or (ahead.near if ahead.facing else [])
        at = [phrase for phrase in at if phrase.noun.text]
        if at:
            slots["at"] = (*self._fillers(at[-1:]), *slots.get("at", ()))
        if ahead.origin and "from" not in slots:
            slots["from"] = self._fillers(ahead.origin[:1])
        if (ahead.means and act.frame.get("with") and "object" not in slots) or (
            ahead.means and "object" not in slots and act.verb in _GIVING and not act.pronoun
        ):
            slots["object"] = self._fillers(ahead.means)

    def _back(self, act: Act) -> None:
        """After a reply and a break the turn goes back to the one who was answered."""
        state = self.state
        if state.order_back:
            state.current, state.order_back = state.order_back, ()
        if state.replied == "cup" and _same(state.holder, state.protagonist):
            state.current = state.protagonist
        if state.replied != "cup":
            state.replied = ""

    def _other(self, than: tuple[Filler, ...]) -> tuple[Filler, ...]:
        names = {f.text for f in than}
        for filler in reversed(self.state.others):
            if filler.text not in names:
                return (filler,)
        return ()

    def _unnamed(self, act: Act, slots: dict[str, tuple[Filler, ...]], coming: list[Act]) -> tuple[Filler, ...]:
        """Who does an act for which the text names nobody."""
        state, frame = self.state, act.frame
        kind = frame.get("agent")
        before = state.last.act if state.last else None
        if kind == "attendants":
            carried = before is not None and before.frame.get("agent") == "attendants" and bool(state.current)
            if carried and state.last and state.last.slots.get("agent") == state.current and act.gap <= WEAK:
                return state.current
            if carried and act.ahead.topics and state.served and before:
                return state.current
            done = bool(state.last and state.last.slots.get("agent"))
            chained = before is not None and done and not act.gap and before.verb[-1:] in _MOVING
            bare = "object" not in slots and "recipient" not in slots
            servant = bool(state.current) and not any(f.text in self.w.lists["principals"] for f in state.current)
            if servant and not state.served and act.gap < STRONG and state.replied != "cup":
                return state.current
            if chained or (
                bare and done and before is not None and state.held and act.gap <= WEAK and before.verb[-1:] in _MOVING
            ):
                return state.current
            return (Filler(text=_ATTENDANTS, concept="有司", supplied=True),)
        if state.served_by and act.gap < STRONG and frame.id in _SERVING and state.last:
            return state.served_by
        if kind == "drinker" and state.holder and state.replied and act.likeness is None:
            return state.holder
        if kind == "washer":
            finished = slots.get("object", ())
            if finished and finished[0].text in ("洗", "盥"):
                return state.washer or state.current
            if finished and finished[0].text in state.doers:
                return state.doers[finished[0].text]
            return state.current
        if kind == "other":
            asked = before is not None and act.gap and before.verb[:1] in "拜辭請問稽"
            return self._other(state.current) if asked else state.current
        others = act.verb in ("拜", "揖", "厭") and "recipient" in slots
        if state.replied == "cup" and state.protagonist and others:
            return state.protagonist  # 再拜賓,賓答拜,拜介: the same one salutes the next
        held = state.replied == "cup" and _same(state.holder, state.protagonist) and act.verb[0] in _CUP_ACTS
        if held and not self._receives(act, coming):
            return state.protagonist
        thanked = before is not None and before.pronoun and before.verb in ("勞", "賜", "命") and act.verb[0] in "拜稽"
        if thanked and not act.gap and state.last:
            return state.last.slots.get("recipient", ()) or state.current
        if before is not None and before.verb == "揖" and not act.gap and act.verb in _BIDDEN:
            return (state.last.slots.get("recipient") if state.last else ()) or state.current
        if act.count == 3 and act.verb in ("揖", "讓") and len(state.current) == 1:
            return (*state.current, *self._other(state.current))
        return state.current

    @staticmethod
    def _receives(act: Act, coming: list[Act]) -> bool:
        """Whether who acts here goes on to take the cup: then it is the other one's no more."""
        for following in (act, *coming):
            if following is not act and (following.ahead.subject or following.gap >= SEGMENT):
                return False
            if following.verb == "受":
                return True
        return False

    def _objects(self, act: Act, slots: dict[str, tuple[Filler, ...]], filled: Filled) -> None:
        """What the verb wants and the context has: cup, food, wine, what was handed over."""
        state, frame = self.state, act.frame
        if slots.get("object"):
            return
        wants = frame.get("wants_pronoun") if act.pronoun else frame.get("wants")
        if act.pronoun and wants == "person":
            other = self._other(slots.get("agent", ()))
            slot = frame.get("person") or "recipient"
            if other and slot not in slots and slot != "possessor":
                slots[slot] = self._supplied(other)
            return
        if act.ahead.means_held and frame.get("with"):
            wants = "held"
            led = state.last.slots.get("recipient") or state.last.slots.get("object") if state.last else None
            if led and state.last and state.last.act.verb in _LEADING and not act.gap:
                slots["object"] = self._supplied(led)  # 揖婦以入
                return
        elif act.ahead.negated:
            return
        if not wants and frame.get("wants_chain") and not act.gap and "recipient" not in slots:
            wants = frame.get("wants_chain")
        if not wants or (act.likeness is not None and wants in ("wine", "food")):
            return
        if wants == "food" and state.food is None:
            wants = "held"
        supplied: tuple[Filler, ...] = ()
        if wants == "cup" and act.verb == "拜送" and self._seeing_off(slots):
            return  # 賓出,主人拜送: the guest, not the cup
        given = act.verb == "授" and _same(state.holder, slots.get("agent", ())) and state.last is not None
        if given and state.last is not None and state.last.act.verb in _AFTER_CUP:
            wants = "cup"
        into = act.verb == "實" and self.s.folded[act.end : act.end + 1] in ("于", "於")
        if wants == "cup" and ("to" in slots or into):
            wants = "held"  # 實于篚: what is in the hand, not the cup
        if wants == "cup" and state.cup is not None:
            supplied = (state.cup,)
        elif wants == "wine":
            if (
                act.posture
                or act.pronoun
                or (state.last and state.last.act.verb == "祭" and not act.gap)
                or act.verb == "飲"
            ):
                supplied = (Filler(text="酒", concept="酒", supplied=True),)
        elif wants == "food" and state.food is not None:
            supplied = (state.food,)
        elif wants == "held" and state.held:
            supplied = state.held
        if supplied:
            slots["object"] = self._supplied(supplied)
        else:
            filled.open.append(("object", f"the verb wants an object ({wants}) and none is at hand"))

    def _seeing_off(self, slots: dict[str, tuple[Filler, ...]]) -> bool:
        """Whether a bow of sending goes to one who leaves."""
        last = self.state.last
        left = last is not None and last.act.verb in ("出", "退", "還")
        return left or any(f.text.endswith("門") for f in slots.get("at", ())) or "recipient" in slots

    # --- the state --------------------------------------------------------------------------------------------------

    def _is_cup(self, filler: Filler) -> bool:
        return filler.text[-1:] in self.w.lists["cups"]

    def _move_on(self, act: Act, slots: dict[str, tuple[Filler, ...]], named: bool) -> None:
        state, frame = self.state, act.frame
        agent, recipient = slots.get("agent", ()), slots.get("recipient", ())
        things = slots.get("object", ())
        for filler in things:
            if self._is_cup(filler) and act.verb not in ("拜", "卒"):
                state.cup = replace(filler, text=filler.text.removeprefix("虛"))
            elif filler.text[-1:] in self.w.lists["meats"] and act.verb in ("取", "受", "執", "舉", "授"):
                state.food = filler
        handled = (
            bool(things) and self.kinds.get(things[0].text) != "person" and things[0].text[-1:] not in ("手", "酒")
        )
        if handled and act.verb not in ("辭", "告", "請", "卒", "拜", "聽", "命"):
            state.held = things
        served = bool(agent) and agent[0].text == _ATTENDANTS and agent[0].start < 0
        state.served = frame.get("agent") == "attendants"
        state.served_by = self._supplied(agent) if served else ()
        if agent and not served:
            if act.ordered or act.ahead.ordered:
                state.order_back = state.order_back or state.current
            reply = frame.get("reply") if named or frame.get("agent") == "other" else ""
            if reply:
                if not state.replied:
                    state.protagonist = state.current
                state.replied = reply
            elif named:
                state.replied, state.protagonist = "", agent
            elif state.replied:  # whoever goes on from here is in turn again
                state.replied = ""
                state.protagonist = agent
            passing = frame.get("agent") == "washer" and not named and things and things[0].text not in ("洗", "盥")
            if not passing:  # 卒拜 tells when, not who goes on
                state.current = agent
        for filler in (*recipient, *agent):
            if filler.text != _ATTENDANTS and filler.start >= 0:
                state.others = [o for o in state.others if o.text != filler.text][-5:]
                state.others.append(filler)
        state.doers[act.verb] = agent or state.current
        hold = frame.get("hold")
        cups = [f for f in things if self._is_cup(f)]
        if named and frame.get("agent") == "drinker" and not frame.get("hold"):
            state.holder = agent
        if (hold == "takes" and (cups or act.verb == "拜受")) or (act.verb == "實" and cups):
            state.holder = agent
        elif hold == "gives" and recipient:
            state.holder = recipient if (act.verb not in ("酬", "酢") or cups) else state.holder
        elif hold == "washes":
            state.washer = agent
