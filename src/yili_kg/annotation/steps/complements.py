"""What stands behind a verb: nouns by kind, phrases with 于, 自 and 之, acts that are objects, facings."""

from __future__ import annotations

from collections.abc import Callable

from yili_kg.annotation.steps.acts import Act
from yili_kg.annotation.steps.frames import Frame
from yili_kg.annotation.steps.nouns import Phrase, Phrases
from yili_kg.annotation.steps.prepositions import load_prepositions
from yili_kg.annotation.steps.stream import Noun, Stream
from yili_kg.annotation.steps.words import Words

__all__ = ["Complements"]

#: Slots of which one that is filled says that the next person is somebody else.
_PERSONAL = ("recipient", "at")


class Complements:
    """Fills the slots of an act from the words behind its verb; `verb_at` says whether a verb stands at a place."""

    def __init__(
        self, stream: Stream, phrases: Phrases, words: Words, verb_at: Callable[[int], tuple[Frame, int] | None]
    ) -> None:
        self._s, self._p, self._verb_at = stream, phrases, verb_at
        self._l, self._numbers = words.lists, words.numbers
        self._t, self._n = stream.folded, len(stream.folded)
        self._behind = {word: row.behind for word, row in load_prepositions().items() if row.behind}

    def _open(self, place: int) -> bool:
        return place < self._n and self._s.breaks[place] == 0

    def read(self, act: Act) -> None:
        """Put what stands behind the verb into the act; `act.until` is where that ends."""
        place = act.end
        if self._open(place) and self._t[place] in self._l["pronoun"] and place not in self._s.covered:
            act.pronoun = True
            place += 1
        elif act.frame.acts:
            place = self._act_as_object(act, place)
        while self._open(place):
            end = self._one(act, place)
            if end == place:
                break
            place = end
        act.until = max(place, act.end)

    # --- acts that are objects --------------------------------------------------------------------------------------

    def _act_as_object(self, act: Act, place: int) -> int:
        """An act or word of the frame's own list as the object (辭降, 告事畢, 辭其降); its end, or `place`."""
        start = place
        while self._open(start + 1) and self._t[start] in self._l["whose"] and start not in self._s.covered:
            start += 1
        for words in act.frame.acts:
            end = start + len(words)
            if self._t.startswith(words, start) and self._is_act(act, words, start):
                slot = "recipient" if act.frame.get("thing") == "recipient" else "object"
                act.put(slot, [Phrase(start, end, Noun(start, end, "thing", self._s.words(start, end)))])
                return end
        return place

    def _is_act(self, act: Act, words: str, start: int) -> bool:
        """Whether these words at `start`, of the frame's own, are an act, and no noun or verb with an object."""
        end = start + len(words)
        if not self._open(start) or self._s.parted(start, end - 1) or self._is_noun(act, words, start):
            return False
        governs = self._open(end) and self._t[end] in self._l["pronoun"]
        return not (governs and len(words) == 1)

    def _is_noun(self, act: Act, words: str, start: int) -> bool:
        """Whether a noun stands there: a longer one, or a thing that the frame takes (but 手 is none)."""
        noun, end = self._s.nouns.get(start), start + len(words)
        if noun is None or noun.end < end:
            return False
        thing = noun.kind == "thing" and act.frame.get("thing") == "object"
        return noun.end > end or (thing and words[-1] not in self._l["hands"])

    # --- one phrase after the other ---------------------------------------------------------------------------------

    def _one(self, act: Act, place: int) -> int:
        """One phrase behind the verb; returns its end, or `place` where nothing belongs to the verb any more."""
        if place in self._s.covered:
            return self._noun(act, place)
        preposition = self._behind.get(self._t[place])
        if preposition is not None:
            return self._at(act, place) if preposition == "at" else self._from(act, place)
        for case in (self._facing, self._lie, self._number, self._anybody):
            end = case(act, place)
            if end is not None:
                return end
        return self._noun(act, place)

    def _facing(self, act: Act, place: int) -> int | None:
        """東面 behind the verb: which way things are laid out; of a person where nobody acts on (then it is his next act's)."""
        facing = self._p.facing(place)
        if facing is None:
            return None
        rest = self._p.lie(facing.end) if self._open(facing.end) else facing.end
        layout = act.frame.get("agent") == "attendants"
        if act.facing or not (layout or self._ends(rest)):
            return place
        act.facing = facing.direction
        return rest

    def _lie(self, _: Act, place: int) -> int | None:
        """北上, 南順: how things or rows lie is in no slot."""
        end = self._p.lie(place)
        return end if end != place else None

    def _number(self, act: Act, place: int) -> int | None:
        """三 behind the verb counts the acts (踊三), or what follows it (取二爵)."""
        if self._t[place] not in self._numbers:
            return None
        end = place
        while self._open(end) and self._t[end] in self._numbers and end not in self._s.covered:
            end += 1
        if self._open(end) and self._t[end] in self._l["classifiers"]:
            return end + 1
        if self._p.at(place) is not None:
            return self._noun(act, place)
        leaps = self._t[act.end - 1] in self._l["leaping"]
        if self._open(end) and self._verb_at(end) is not None and not leaps:
            return place
        if self._t[act.start : act.end] in self._l["counted"] and end == place + 1:
            act.count = self._numbers[self._t[place]]
        return end

    def _anybody(self, act: Act, place: int) -> int | None:
        """使人, 授人: somebody who is not named."""
        if self._t[place] not in self._l["somebody"] or act.verb not in self._l["anybody"]:
            return None
        slot = "object" if act.frame.get("person") == "object" else "recipient"
        if slot in act.slots:
            return None
        act.put(slot, [Phrase(place, place + 1, Noun(place, place + 1, "person", self._t[place]))])
        return place + 1

    def _ends(self, place: int) -> bool:
        """Whether the clause ends at `place`, or somebody else is named there."""
        if not self._open(place):
            return True
        phrase = self._p.at(place) if place in self._s.nouns else None
        return phrase is not None and phrase.kind == "person"

    # --- prepositions -----------------------------------------------------------------------------------------------

    def _at(self, act: Act, place: int) -> int:
        """于 and a place, a thing or persons, in the slot that the frame names."""
        row = self._p.owned(place + 1) if self._open(place + 1) else []
        if not row:
            return place
        person = row[0].kind == "person"
        if person and act.frame.get("yu_person") == "recipient" and "recipient" in act.slots:
            act.slots["object"] = act.slots.pop("recipient")  # 見婦于舅姑
        slot = act.frame.get("yu_person") if person else self._slot_of_place(act, row[0])
        if not slot or (slot in act.slots and slot != "at"):
            return place
        row = row if person else row[:1]
        act.put("at" if act.frame.get("yu") == "to" and "to" in act.slots else slot, row)
        return row[-1].end

    def _slot_of_place(self, act: Act, first: Phrase) -> str:
        """The slot of 于 and a place: the frame's, or `at` where nothing follows that it could belong to (執燭于阼階上)."""
        return act.frame.get("yu") or ("at" if self._ends(first.end) else "")

    def _from(self, act: Act, place: int) -> int:
        """自 and a place behind a verb of moving."""
        moves = act.frame.get("site") in ("to", "from") or act.frame.get("yu") == "from"
        row = self._p.owned(place + 1) if moves and self._open(place + 1) and "from" not in act.slots else []
        if not row:
            return place
        act.put("from", row[:1])
        return row[0].end

    # --- bare nouns -------------------------------------------------------------------------------------------------

    def _noun(self, act: Act, place: int) -> int:
        """A bare noun, by its kind; a mat or a basin is a place to one who goes there."""
        row = self._p.row(place, persons=act.frame.get("agent") == "attendants")
        if not row:
            return place
        first = row[0]
        if first.kind == "person":
            return self._person(act, row)
        seat = first.noun.text in self._l["seats"] and act.frame.get("site") in ("to", "from")
        if first.kind == "place" or seat:
            return self._place(act, row)
        return self._thing(act, row)

    def _place(self, act: Act, row: list[Phrase]) -> int:
        first, frame = row[0], act.frame
        slot = frame.get("site") or ("" if first.kind == "place" else frame.get("thing"))
        if not slot or slot in act.slots or act.pronoun or ("to" in act.slots and slot == "from"):
            return first.start
        if slot == "from" and first.located and self._t[first.end - 1] in self._l["way_out"]:
            slot = "to"
        row = row if slot == "object" else row[:1]
        act.put(slot, row)
        return row[-1].end

    def _thing(self, act: Act, row: list[Phrase]) -> int:
        frame, place, after = act.frame, row[0].start, row[-1].end
        slot = frame.get("thing") if frame.get("thing") != "recipient" else ""
        bound = act.pronoun and frame.get("wants_pronoun") != "person"
        if not slot or slot in act.slots or bound or row[0].noun.text[-1:] in self._l["hands"]:
            return place
        again = self._open(after) and self._t.startswith(self._t[act.start : act.end], after)
        if act.ahead.topics and again:
            return place  # 豆錯俎錯于豆東: each before its own verb
        act.put(slot, row)
        return after

    # --- persons ----------------------------------------------------------------------------------------------------

    def _person(self, act: Act, row: list[Phrase]) -> int:
        """A person behind the verb is its own or the one who acts next."""
        first, slot = row[0], act.frame.get("person")
        salute = act.frame.get("person_if") == "salute"
        if salute and len(row) > 1 and self._t[first.end] in self._l["salutes_with"]:
            row = row[:1]  # 揖贊者,與賓揖
        if not slot or act.pronoun:
            return first.start
        if slot == "possessor":
            return row[-1].end if self._owns_object(act, row[-1].end) else first.start
        if self._acts_next(act, slot, first) or not self._meets_condition(act, row):
            return first.start
        act.put(slot, row)
        return row[-1].end

    def _owns_object(self, act: Act, end: int) -> bool:
        """受尸爵: whether the thing of the person stands behind him, and no place by it."""
        after = self._p.at(end) if self._open(end) else None
        if after is None or after.kind != "thing":
            return False
        return not after.located or act.verb in self._l["raising"]

    def _acts_next(self, act: Act, slot: str, first: Phrase) -> bool:
        """主人降洗 … 揖主人升; 致命賓再拜: with its slots filled, or with the same person before it, the verb has all it takes."""
        if slot in act.slots or act.facing or "object" in act.slots or any(name in act.slots for name in _PERSONAL):
            return True
        own = act.ahead.subject[-1].noun.text if act.ahead.subject else ""
        return own == first.noun.text

    def _meets_condition(self, act: Act, row: list[Phrase]) -> bool:
        """Whether what follows the person shows that he does not act: `person_if` of the frame says what must."""
        condition, end = act.frame.get("person_if"), row[-1].end
        if not condition or self._stops(row):
            return True
        if condition != "stop" and self._another_follows(act, end):
            return True
        return condition == "salute" and self._t[end] in self._l["bidden_on"]

    def _stops(self, row: list[Phrase]) -> bool:
        """Whether the clause stops behind the person, he is named again, or 于 or 與 follows."""
        end = row[-1].end
        follower = self._s.nouns.get(end)
        again = follower is not None and follower.text == row[-1].noun.text
        return not self._open(end) or again or self._t[end] in self._l["stops_behind"]

    def _another_follows(self, act: Act, end: int) -> bool:
        """Whether somebody else is named behind the person, or a thing that the verb takes."""
        follower = self._s.nouns.get(end)
        if follower is None or follower.kind == "place":
            return False
        return follower.kind == "person" or bool(act.frame.get("thing"))
