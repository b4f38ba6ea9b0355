"""From a stream to acts: one walk from left to right, gathering what stands before a verb, then what stands behind it."""

from __future__ import annotations

from yili_kg.annotation.steps.acts import Act, Preverbal, Scan
from yili_kg.annotation.steps.complements import Complements
from yili_kg.annotation.steps.doers import name_doers
from yili_kg.annotation.steps.frames import Frame, Frames
from yili_kg.annotation.steps.likeness import Comparisons
from yili_kg.annotation.steps.nouns import Phrases
from yili_kg.annotation.steps.preverbal import Gathering
from yili_kg.annotation.steps.speech import Speech
from yili_kg.annotation.steps.stream import SEGMENT, STRONG, WEAK, Stream
from yili_kg.annotation.steps.words import Words

__all__ = ["scan"]

#: How many graphs before one a noun that covers it may begin.
_LONGEST_NOUN = 6


def scan(stream: Stream, frames: Frames, words: Words) -> Scan:
    """All acts of a stream with what the text itself says of them."""
    name_doers(stream, frames, words)
    return _Scanner(stream, frames, words).run()


class _Scanner:
    def __init__(self, stream: Stream, frames: Frames, words: Words) -> None:
        self.s, self.f, self.l, self.numbers = stream, frames, words.lists, words.numbers
        self.t, self.n = stream.folded, len(stream.folded)
        self.found = Scan()
        self.phrases = Phrases(stream, words)
        self.complements = Complements(stream, self.phrases, words, self._verb)
        self.gathered = Gathering(stream, self.phrases, words, self.found, self._verb)
        self.speech = Speech(stream, words)
        self.comparisons = Comparisons(stream, words)
        self.order_until = 0
        self.last: Act | None = None
        #: What can begin at a place, in the order in which it is looked for; each returns its end, or 0.
        self.cases = (
            self._likeness,
            self._facing,
            self._lie,
            self._place_where_one_is,
            self._explanation,
            self._one_with_saying,
            self._act_at,
            self.gathered.phrase,
        )

    # --- the walk ---------------------------------------------------------------------------------------------------

    def run(self) -> Scan:
        """Walk the stream once."""
        place = 0
        while place < self.n:
            if self.s.breaks[place]:
                self._boundary(place)
                said = self.speech.quoted_end(place)
                if said and self.last is not None:  # 命負侯者:「…」 without 曰
                    self.found.said.append((place, said))
                    place = said
                    continue
            place = self._step(place)
        self.gathered.close(self.n)
        return self.found

    def _step(self, place: int) -> int:
        """Read what begins at `place`; returns where to go on."""
        if self.gathered.ahead.start < 0:
            self.gathered.ahead.start = place
        for case in self.cases:
            end = case(place)
            if end:
                return end
        return self.gathered.small(place)

    def _boundary(self, place: int) -> None:
        """A break: what was gathered without a verb is a state, unless it belongs to the act before."""
        if self.last is not None and (self._faced(self.last) or self._started(self.last)):
            self.gathered.ahead = Preverbal()
        ahead = self.gathered.ahead
        if self.s.breaks[place] >= SEGMENT or ahead.state or ahead.ordered:
            self.gathered.close(place)

    def _faced(self, act: Act) -> bool:
        """A facing alone, behind a comma at most, is that of the act before."""
        ahead = self.gathered.ahead
        alone = ahead.facing and not (ahead.subject or ahead.topics or ahead.at or ahead.origin or ahead.means)
        if not alone or act.facing or act.ahead.facing or self.s.parted(act.end, ahead.start) > WEAK:
            return False
        act.facing = ahead.facing
        return True

    def _started(self, act: Act) -> bool:
        """自 and a place alone say where the moving of the act before began."""
        ahead = self.gathered.ahead
        alone = ahead.origin and not (ahead.subject or ahead.at or ahead.facing or ahead.topics)
        if not alone or not act.frame.get("site") or "from" in act.slots:
            return False
        act.put("from", ahead.origin)
        return True

    # --- what is no act ---------------------------------------------------------------------------------------------

    def _likeness(self, place: int) -> int:
        """如初 and its kin."""
        if not self.comparisons.begins(place):
            return 0
        likeness = self.comparisons.read(place, self.last, self.gathered.ahead.subject)
        self.found.likenesses.append(likeness)
        self.gathered.ahead = Preverbal()
        return likeness.end

    def _facing(self, place: int) -> int:
        """東面 before a verb."""
        facing = self.phrases.facing(place) if place not in self.s.nouns else None
        if facing is None:
            return 0
        self.gathered.ahead.facing = facing.direction
        return facing.end

    def _lie(self, place: int) -> int:
        """北上, 南順: how rows and things lie is in no slot."""
        lie = self.phrases.lie(place) if place not in self.s.nouns else place
        return lie if lie != place else 0

    def _place_where_one_is(self, place: int) -> int:
        """賓在左: where one is, no act."""
        if place in self.s.covered or not self.gathered.is_standing(place):
            return 0
        side = place + 1
        while side < self.n and not self.s.breaks[side] and side not in self.s.covered:
            if self.t[side] not in self.l["locatives"]:
                break
            side += 1
        if side == place + 1 or self.phrases.facing(side) is not None:
            return 0
        self.gathered.close(side)
        return side

    def _explanation(self, place: int) -> int:
        """傳曰: up to the end of the segment nothing is prescribed."""
        if place in self.s.covered or self.t[place : place + 2] not in self.l["explaining"]:
            return 0
        end = self.s.segment_end(place)
        self.found.said.append((place, end))
        return end

    def _one_with_saying(self, place: int) -> int:
        """對曰, 命曰: one act, the saying."""
        if self.t[place] not in self.l["one_with_saying"] or place in self.s.covered:
            return 0
        says = self.t[place + 1 : place + 2] in self.l["saying"] and not self.s.breaks[place + 1]
        return place + 1 if says else 0

    # --- verbs ------------------------------------------------------------------------------------------------------

    def _verb(self, place: int, *, made: bool = False) -> tuple[Frame, int] | None:
        """The verb at `place` by its frame and length, unless a noun stands there; `made`: one that has what it must."""
        if place >= self.n or (place and self.t[place - 1] in self.l["that_which"]):
            return None
        floor, ceiling = self.s.clause(place)
        for frame, length in self.f.at(self.t, place, floor, ceiling):
            if self._is_noun(place, frame, length):
                continue
            if not made or self._made(place, frame, length) is not None:
                return frame, length
        return None

    def _is_noun(self, place: int, frame: Frame, length: int) -> bool:
        """Whether a noun stands where the verb would, or ends inside it; some verbs go before a noun of their length."""
        if place in self.s.covered:
            noun = self.s.nouns.get(place)
            if noun is None or noun.end != place + length or not frame.get("over"):
                return True
        return length > 1 and self._is_named(place + length - 1)

    def _is_named(self, place: int) -> bool:
        """Whether the graph belongs to a noun of the lexicon."""
        for start in range(place, max(place - _LONGEST_NOUN, -1), -1):
            noun = self.s.nouns.get(start)
            if noun is not None:
                return noun.end > place and bool(noun.concept)
        return False

    def _made(self, place: int, frame: Frame, length: int) -> Act | None:
        """The act with its complements, or None where it lacks what it must have."""
        act = Act(place, place + length, frame, self.s.words(place, place + length), self.gathered.ahead, 0)
        self.complements.read(act)
        return act if self._has_what_it_must(act) else None

    def _has_what_it_must(self, act: Act) -> bool:
        """Whether an act has what its frame cannot do without."""
        must, ahead = act.frame.get("must"), act.ahead
        filled = act.slots.keys() - {"from"}
        if must == "object":
            told = bool(ahead.topics or ahead.means or ahead.means_held)
            return "object" in filled or act.pronoun or told
        if must == "place":
            return "to" in filled
        return must != "noun" or bool(filled) or act.pronoun

    def _act_at(self, place: int) -> int:
        """The act at `place`, if a verb stands there that has what it must; its end, or that of a posture before one."""
        verb = self._verb(place, made=True)
        if verb is None:
            return 0
        frame, length = verb
        end = place + length
        if self._is_posture(place, end):
            self.gathered.ahead.posture = self.t[place:end]
            return end
        act = self._made(place, frame, length)
        return 0 if act is None else self._take(act)

    def _is_posture(self, place: int, end: int) -> bool:
        """坐奠爵: whether the verb is only the posture of the act right behind it."""
        postures = self.l["postures"]
        if self.t[place:end] not in postures or end >= self.n or self.s.breaks[end] or self.t[end] in postures:
            return False
        following = self._verb(end)
        return following is not None and self._made(end, *following) is not None

    def _take(self, act: Act) -> int:
        """One more act: with what was gathered before it, in its place among the others; returns where to go on."""
        self._qualify(act)
        self._hand_back(act)
        if act.verb in self.l["saying"]:
            act.until = self.speech.end(act.end)
            self.found.said.append((act.end, act.until))
        self._order(act)
        self.found.acts.append(act)
        self._share_origin(act)
        self.last = act
        self.gathered.ahead = self._ahead_of_next(act)
        return act.until

    def _qualify(self, act: Act) -> None:
        """Case, posture, number, and how far the act is parted from the one before."""
        ahead = act.ahead
        ahead.conditional = self.gathered.conditional(act.start)
        act.posture = ahead.posture
        act.count = ahead.count if self.t[act.start : act.end] in self.l["counted"] else act.count
        act.count = act.count or next((self.numbers[g] for g in act.verb if g in self.numbers), 0)  # 答再拜
        act.gap = self.s.parted(self.last.end - 1, act.start) if self.last else STRONG

    # --- orders -----------------------------------------------------------------------------------------------------

    def _order(self, act: Act) -> None:
        """司馬命取矢: behind an order to nobody, what the clause still tells is what is ordered."""
        if act.start < self.order_until and not act.ahead.subject and not act.gap:
            act.ordered = True
        elif act.gap or act.ahead.subject:
            self.order_until = 0
        if act.frame.get("opens") and "recipient" not in act.slots and "object" not in act.slots:
            self.order_until = self.s.clause_end(act.end)

    def _ahead_of_next(self, act: Act) -> Preverbal:
        """What stands before the next verb from the beginning: the one who is ordered in the same clause."""
        told = act.slots.get("recipient") or act.slots.get("object") or [] if act.frame.get("opens") else []
        ordered = [phrase for phrase in told if phrase.kind == "person"]
        if ordered and act.until < self.n and not self.s.breaks[act.until]:
            return Preverbal(subject=ordered, ordered=True)
        return Preverbal()

    # --- what two acts share ----------------------------------------------------------------------------------------

    def _share_origin(self, act: Act) -> None:
        """升降自西階: both by the same steps."""
        last = self.last
        if last is None or "from" not in act.slots or last.end != act.start or act.gap or last.slots:
            return
        if {last.verb, act.verb} == self.l["up_and_down"]:
            last.put("from", act.slots["from"])

    def _hand_back(self, act: Act) -> None:
        """A noun between two acts that the first one wants and lacks is its object."""
        last, topics = self.last, act.ahead.topics
        if last is None or not topics or self.s.parted(last.end - 1, topics[0].start):
            return
        if last.until == topics[0].start and self._lacks_object(last):
            last.put("object", topics)
            act.ahead.topics = []

    def _lacks_object(self, act: Act) -> bool:
        """Whether an act that takes a thing behind it has none, in no way."""
        if "object" in act.slots or act.pronoun or act.ahead.topics:
            return False
        frame = act.frame
        return frame.get("thing") == "object" and frame.get("agent") != "drinker" and frame.get("must") != "object"
