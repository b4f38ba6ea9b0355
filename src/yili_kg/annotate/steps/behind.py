"""What stands behind a verb: nouns by kind, phrases with 于, 自 and 之, acts that are objects, facings."""

from __future__ import annotations

from collections.abc import Callable

from yili_kg.annotate.steps.acts import Act
from yili_kg.annotate.steps.frames import Frame
from yili_kg.annotate.steps.nouns import Phrase, Phrases
from yili_kg.annotate.steps.stream import Noun, Stream
from yili_kg.annotate.steps.words import Words

__all__ = ["Behind"]


#: Behind these 人 is somebody.
_ANYBODY = ("使", "授")


class Behind:
    """Fills the slots of an act from the words behind its verb; `verb_at` says whether a verb stands at a place."""

    def __init__(
        self, stream: Stream, phrases: Phrases, words: Words, verb_at: Callable[[int], tuple[Frame, int] | None]
    ) -> None:
        self._s, self._p, self._w, self._verb_at = stream, phrases, words, verb_at
        self._t, self._n = stream.folded, len(stream.folded)

    def _open(self, place: int) -> bool:
        return place < self._n and self._s.breaks[place] == 0

    def read(self, act: Act) -> None:
        """Put what stands behind the verb into the act; `act.until` is where that ends."""
        place = act.end
        if self._open(place) and self._t[place] == "之" and place not in self._s.covered:
            act.pronoun = True
            place += 1
        elif act.frame.acts:
            place = self._declined(act, place)
        while self._open(place):
            end = self._one(act, place)
            if end == place:
                break
            place = end
        act.until = max(place, act.end)

    def _declined(self, act: Act, place: int) -> int:
        """An act or word of the frame's own list as the object (辭降, 告事畢)."""
        if self._open(place + 1) and self._t[place] == "其" and place not in self._s.covered:
            end = self._declined(act, place + 1)
            return end if end > place + 1 else place
        for words in act.frame.acts:
            end = place + len(words)
            if self._t.startswith(words, place) and self._open(place) and not self._s.parted(place, end - 1):
                noun = self._s.nouns.get(place)
                if noun is not None and (
                    noun.end > end
                    or (
                        noun.end == end
                        and noun.kind == "thing"
                        and act.frame.get("thing") == "object"
                        and words[-1] != "手"
                    )
                ):
                    continue
                if self._open(end) and self._t[end] == "之" and len(words) == 1:
                    continue
                slot = "recipient" if act.frame.get("thing") == "recipient" else "object"
                act.put(slot, [Phrase(place, end, Noun(place, end, "thing", self._s.words(place, end)))])
                return end
        return place

    def _one(self, act: Act, place: int) -> int:
        """One phrase behind the verb; returns its end, or `place` where nothing belongs to the verb any more."""
        graph = self._t[place]
        bare = place not in self._s.covered
        if bare and graph in "于於諸乎":
            return self._yu(act, place)
        if bare and graph in "自由":
            return self._from(act, place)
        facing = self._p.facing(place) if bare else None
        if facing is not None:
            rest = facing.end
            rest = self._p.lie(rest) if self._open(rest) else rest
            layout = act.frame.get("agent") == "attendants"
            if (layout or self._somebody_acts(rest)) and not act.facing:
                act.facing = facing.direction
                return rest
            return place
        lie = self._p.lie(place)
        if bare and lie != place:
            return lie
        if bare and graph in self._w.numbers:
            return self._number(act, place)
        if bare and graph == "人" and act.verb in _ANYBODY and "recipient" not in act.slots:
            act.put("recipient", [Phrase(place, place + 1, Noun(place, place + 1, "person", "人"))])
            return place + 1
        return self._noun(act, place)

    def _somebody_acts(self, place: int) -> bool:
        """Whether the clause ends at `place`, or somebody else is named there."""
        if not self._open(place):
            return True
        phrase = self._p.at(place) if place in self._s.nouns else None
        return phrase is not None and phrase.kind == "person"

    def _number(self, act: Act, place: int) -> int:
        end = place
        while self._open(end) and self._t[end] in self._w.numbers and end not in self._s.covered:
            end += 1
        if self._open(end) and self._t[end] in "等个个曲":
            return end + 1
        phrase = self._p.at(place)
        if phrase is not None:
            return self._noun(act, place)
        leaps = self._t[act.end - 1] == "踊"
        if self._open(end) and self._verb_at(end) is not None and not leaps:
            return place
        if self._w.has("counted", self._t[act.start : act.end]) and end == place + 1:
            act.count = self._w.numbers[self._t[place]]
        return end

    def _yu(self, act: Act, place: int) -> int:
        row = self._p.owned(place + 1) if self._open(place + 1) else []
        if not row:
            return place
        if row[0].kind == "person" and act.frame.get("yu_person") == "recipient" and "recipient" in act.slots:
            act.slots["object"] = act.slots.pop("recipient")  # 見婦于舅姑
        slot = act.frame.get("yu_person") if row[0].kind == "person" else act.frame.get("yu")
        if not slot and row[0].kind != "person" and self._somebody_acts(row[0].end):
            slot = "at"  # 執燭于阼階上: nothing else follows to which the place could belong
        if not slot or (slot in act.slots and slot != "at"):
            return place
        if act.frame.get("yu") == "to" and "to" in act.slots:
            slot = "at"
        act.put(slot, row[:1] if row[0].kind != "person" else row)
        return row[0].end if row[0].kind != "person" else row[-1].end

    def _from(self, act: Act, place: int) -> int:
        moves = act.frame.get("site") in ("to", "from") or act.frame.get("yu") == "from"
        row = self._p.owned(place + 1) if moves and self._open(place + 1) and "from" not in act.slots else []
        if not row:
            return place
        act.put("from", row[:1])
        return row[0].end

    def _noun(self, act: Act, place: int) -> int:
        row = self._p.row(place, persons=act.frame.get("agent") == "attendants")
        if not row:
            return place
        first, frame = row[0], act.frame
        text = first.noun.text
        seat = self._w.has("seats", text) and frame.get("site") in ("to", "from")
        if first.kind == "person":
            return self._person(act, row)
        if first.kind == "place" or seat:
            slot = frame.get("site") or ("" if first.kind == "place" else frame.get("thing"))
            if not slot or slot in act.slots or act.pronoun or ("to" in act.slots and slot == "from"):
                return place
            if slot == "from" and first.located and self._t[first.end - 1] in "下外前":
                slot = "to"
            act.put(slot, row if slot == "object" else row[:1])
            return row[-1].end if slot == "object" else first.end
        slot = frame.get("thing") if frame.get("thing") != "recipient" else ""
        bound = act.pronoun and frame.get("wants_pronoun") != "person"
        if not slot or slot in act.slots or bound or text[-1:] == "手":
            return place
        after = row[-1].end
        again = bool(act.ahead.topics) and self._open(after) and self._t.startswith(self._t[act.start : act.end], after)
        if again:
            return place  # 豆錯俎錯于豆東: each before its own verb
        act.put(slot, row)
        return after

    def _person(self, act: Act, row: list[Phrase]) -> int:
        """A person behind the verb is its own or the one who acts next."""
        frame, first = act.frame, row[0]
        slot = frame.get("person")
        if frame.get("person_if") == "salute" and len(row) > 1 and self._t[first.end] == "與":
            row = row[:1]  # 揖贊者,與賓揖
        place, end = first.start, row[-1].end
        if not slot or act.pronoun:
            return place
        if slot == "possessor":
            after = self._p.at(end) if self._open(end) else None
            if after is None or after.kind != "thing" or (after.located and act.verb != "舉"):
                return place
            return end
        if slot in act.slots or "recipient" in act.slots or "at" in act.slots or act.facing:
            return place
        own = act.ahead.subject[-1].noun.text if act.ahead.subject else ""
        if own == first.noun.text or "object" in act.slots:
            return place  # 主人降洗 … 揖主人升; 致命賓再拜: it acts next
        follower = self._s.nouns.get(end)
        another = follower is not None and (
            follower.kind == "person" or (follower.kind == "thing" and "thing" in frame.values)
        )
        same = follower is not None and follower.text == row[-1].noun.text
        kind = frame.get("person_if")
        stops = not self._open(end) or same or self._t[end] in "于於與"
        if kind and not (stops or (kind != "stop" and another) or (kind == "salute" and self._saluted(end))):
            return place
        act.put(slot, row)
        return end

    def _saluted(self, end: int) -> bool:
        """Behind 揖 and a person: what makes the person the one saluted though no other is named."""
        return self._t[end] in "入乃之就適即以"
