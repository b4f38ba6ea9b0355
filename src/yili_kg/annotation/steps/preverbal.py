"""What stands before a verb: nouns with their prepositions, particles, numbers, negations, gathered until the verb comes."""

from __future__ import annotations

from collections.abc import Callable

from yili_kg.annotation.steps.acts import Preverbal, Scan
from yili_kg.annotation.steps.frames import Frame
from yili_kg.annotation.steps.nouns import Phrase, Phrases
from yili_kg.annotation.steps.prepositions import Before, load_prepositions
from yili_kg.annotation.steps.stream import Stream
from yili_kg.annotation.steps.words import Words

__all__ = ["Gathering"]


class Gathering:
    """Gathers in `ahead` what stands before the next verb; states and graphs that nobody takes go into `found`.

    `verb_at` says whether a verb stands at a place.
    """

    def __init__(
        self,
        stream: Stream,
        phrases: Phrases,
        words: Words,
        found: Scan,
        verb_at: Callable[[int], tuple[Frame, int] | None],
    ) -> None:
        self._s, self._p, self._verb_at = stream, phrases, verb_at
        self._l, self._numbers = words.lists, words.numbers
        self._longest_adverb = words.longest_adverb
        self._t, self._n = stream.folded, len(stream.folded)
        self._found = found
        self._before = {word: row.before for word, row in load_prepositions().items() if row.before}
        self._takes: dict[Before, Callable[[list[Phrase], int], None]] = {
            "": self._bare,
            "at": lambda row, _: self.ahead.at.extend(row),
            "from": lambda row, _: self.ahead.origin.extend(row),
            "means": lambda row, _: self.ahead.means.extend(row),
            "near": lambda row, _: self.ahead.near.extend(row),
            "together": self._together,
            "also": self._also,
            "exists": self._exists,
            "stands": self._stands,
            "state": self._state,
        }
        self.ahead = Preverbal()
        self._case_until = 0

    def conditional(self, place: int) -> bool:
        """Whether `place` lies in the sentence of a case (若 …)."""
        return self._case_until > place

    def is_standing(self, place: int) -> bool:
        """Whether a word for being somewhere (在) stands at `place`."""
        return self._before.get(self._t[place]) == "stands"

    def close(self, place: int) -> None:
        """What has been gathered ends at `place` without a verb: a state."""
        if self.ahead.start >= 0 and not self.ahead.says_nothing():
            self._found.states.append((self.ahead.start, place))
        self.ahead = Preverbal()

    # --- nouns ------------------------------------------------------------------------------------------------------

    def phrase(self, place: int) -> int:
        """A noun phrase before a verb, with its preposition; returns its end or 0."""
        graph = self._t[place]
        before: Before = "" if place in self._s.covered else self._before.get(graph, "")
        if self._counts_acts(place) or (before and not self._governs(place)):
            return 0
        start = place + 1 if before else place
        row = self._p.owned(start) if before in ("at", "from") else self._p.row(start)
        if not row:
            return 0
        hand = row[0].noun.text[-1:] in self._l["hands"]
        if not hand or row[0].located:  # 左手, 二手: how it is held
            self._takes[before](row, place)
        return row[-1].end

    def _counts_acts(self, place: int) -> bool:
        """再拜: whether a number stands right before a verb."""
        if self._t[place] not in self._numbers or place in self._s.nouns:
            return False
        return self._verb_at(place + 1) is not None and not self._s.breaks[place + 1]

    def _governs(self, place: int) -> bool:
        """Whether something follows a preposition in its clause; 以之 names no means."""
        if place + 1 >= self._n or self._s.breaks[place + 1]:
            return False
        return self._t[place] not in self._l["with_it"] or self._t[place + 1] not in self._l["pronoun"]

    def _bare(self, row: list[Phrase], place: int) -> None:
        """A noun without a preposition: who acts, where, or what is told of."""
        if row[0].kind == "person":
            self._subject(row, place)
        elif row[0].kind == "place":
            self.ahead.at.extend(row)
        else:
            self.ahead.topics.extend(row)

    def _subject(self, row: list[Phrase], place: int) -> None:
        """Persons who act; another person before them was part of a state, or of another clause."""
        subject = self.ahead.subject
        apart = bool(subject) and (subject[-1].end != place or subject[-1].noun.text == row[0].noun.text)
        if self.ahead.ordered or self.ahead.state or apart:
            self.close(place)
            self.ahead.start = place
        elif subject and self._s.breaks[place]:
            self.ahead.subject = []
        self.ahead.subject.extend(row)

    def _together(self, row: list[Phrase], place: int) -> None:
        """與賓: with whom somebody acts, or one more of those named right before."""
        self._drop_other_subject(row, place)
        if row[0].kind == "person" and not self.ahead.subject:
            self.ahead.partner.extend(row)
        else:
            self._one_more(row)

    def _also(self, row: list[Phrase], place: int) -> None:
        """及祝: one more of those named right before."""
        self._drop_other_subject(row, place)
        self._one_more(row)

    def _drop_other_subject(self, row: list[Phrase], place: int) -> None:
        subject = self.ahead.subject
        if row[0].kind == "person" and subject and subject[-1].end != place:
            self.ahead.subject = []

    def _one_more(self, row: list[Phrase]) -> None:
        (self.ahead.subject if row[0].kind == "person" else self.ahead.topics).extend(row)

    def _exists(self, row: list[Phrase], place: int) -> None:
        """若有諸公: in a case, who is there is who acts; else what there is is a state."""
        if row[0].kind == "person" and self.conditional(place):
            self.ahead.subject = self.ahead.subject or row
        else:
            self._state(row, place)

    def _stands(self, row: list[Phrase], place: int) -> None:
        """洗在東: where something is; 主人在其右北面答拜, 長在左坐奠爵: he stands there and acts."""
        end = row[-1].end
        acts = bool(self.ahead.subject) and end < self._n and not self._s.breaks[end] and self._verb_at(end) is not None
        if self._p.facing(end) is None and not acts:
            self._state(row, place)
            self.ahead.subject, self.ahead.at = [], []

    def _state(self, _row: list[Phrase], _place: int) -> None:
        """無介, 每一人: what there is or is not; nothing is done with it."""
        self.ahead.state = True
        self.ahead.topics = []

    # --- small words ------------------------------------------------------------------------------------------------

    def small(self, place: int) -> int:
        """A particle, adverb, number, negation, or a graph that nobody knows; returns its end."""
        graph = self._t[place]
        if graph in self._l["conditions"]:
            self._case(place)
        elif graph in self._l["negations"]:
            self.ahead.negated = True
        elif graph in self._numbers:
            self.ahead.count = self._numbers[graph]
        elif graph in self._l["with_it"]:
            self.ahead.means_held = True
        elif not self._says_nothing(graph):
            return self._adverb_end(place) or self._leave(place)
        return place + 1

    def _says_nothing(self, graph: str) -> bool:
        """Whether a graph changes nothing of the slots of the verb behind it."""
        return graph in self._l["adverbs"] or graph in self._l["particles"] or graph in self._l["locatives"]

    def _case(self, place: int) -> None:
        """若 …: what follows in the sentence (without punctuation: before the next note) is conditional."""
        if self._t[place + 1 : place + 2] not in self._l["not_a_case"] and not self.ahead.topics:
            self._case_until = self._s.until(place, self._s.sentence)

    def _adverb_end(self, place: int) -> int:
        """Where an adverb of several graphs ends, or 0."""
        for length in range(self._longest_adverb, 1, -1):
            if self._t[place : place + length] in self._l["adverbs"]:
                return place + length
        return 0

    def _leave(self, place: int) -> int:
        """A graph that no frame takes."""
        left = self._found.left
        if left and left[-1][1] == place and not self._s.breaks[place]:
            left[-1] = (left[-1][0], place + 1)
        else:
            left.append((place, place + 1))
        self.ahead.negated, self.ahead.count = False, 0
        return place + 1
