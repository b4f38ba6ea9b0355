"""Noun phrases of a stream: number, owner, noun, part of a place (主人之席前, 兩壺, 門東, 介右)."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.annotation.steps.stream import Noun, Stream
from yili_kg.annotation.steps.words import NounKind, Words
from yili_kg.tables.patterns import load_patterns

__all__ = ["Facing", "Phrase", "Phrases"]

#: What an editor puts between the words of one list.
_LIST_MARK = "、"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun with what belongs to it, from `start` to `end`.

    `part` is where the words for a part of a place begin that follow it up to `end` (東 of 門東, of 席之東); -1 where none do.
    """

    start: int
    end: int
    noun: Noun
    part: int = -1

    @property
    def located(self) -> bool:
        """Whether a part of a place follows."""
        return self.part >= 0

    @property
    def kind(self) -> NounKind:
        """person, thing or place; whatever a part of a place follows is a place."""
        return "place" if self.located else self.noun.kind


@dataclass(frozen=True, slots=True)
class Facing:
    """東面, 西北面, 南鄉: the direction and where the words end."""

    end: int
    direction: str


class Phrases:
    """Reads noun phrases and facings at given places of one stream, whose nouns are settled."""

    def __init__(self, stream: Stream, words: Words) -> None:
        self._s, self._l, self._numbers = stream, words.lists, words.numbers
        self._t, self._n = stream.folded, len(stream.folded)
        self._locative, self._direction = words.lists["locatives"], words.lists["directions"]
        self._diagonal, self._faces = words.lists["diagonals"], words.lists["faces"]
        self._sides = words.lists["directions"] | words.lists["hand_sides"]
        self._bounds = words.lists["directions"] | words.lists["bounds"]
        self._behind_number = self._behind_numbers()

    def _behind_numbers(self) -> list[int]:
        """For each place where a number that begins there ends, the place where none does; -1 where the clause ends there."""
        ends = list(range(self._n + 1))
        for place in range(self._n - 1, -1, -1):
            if self._t[place] in self._numbers and place not in self._s.nouns:
                ends[place] = ends[place + 1]
        for match in load_patterns("steps/patterns")["whole"].finditer(self._t):
            if match.start() not in self._s.covered:
                ends[match.start()] = ends[match.end()]
        return [
            end if end == place or (end < self._n and not self._s.parted(place, end)) else -1
            for place, end in enumerate(ends)
        ]

    def _joined(self, place: int) -> bool:
        """Whether graph `place` is there and not parted from the one before it."""
        return place < self._n and self._s.breaks[place] == 0

    # --- directions -------------------------------------------------------------------------------------------------

    def facing(self, place: int, *, after_noun: bool = False) -> Facing | None:
        """A facing that begins at `place`; behind a noun 東北面 is 東 and 北面."""
        run = place
        while (
            run < self._n
            and run < place + 3
            and self._t[run] in self._direction
            and (run == place or self._joined(run))
        ):
            run += 1
        length = run - place
        if not length or run >= self._n or self._t[run] not in self._faces or not self._joined(run):
            return None
        directions = self._t[place:run]
        if length == 1 or (directions in self._diagonal and not after_noun):
            return Facing(run + 1, directions)
        return None

    def lie(self, place: int) -> int:
        """Where words for how things or rows lie (北上, 南順) end, if they begin at `place`; else `place`."""
        if not self._joined(place + 1):
            return place
        side, how = self._t[place], self._t[place + 1]
        sided = side in self._sides and how in self._l["lies"]
        at_end = side in self._direction and how in self._l["row_end"]
        return place + 2 if sided or at_end or side + how in self._l["lies_forward"] else place

    # --- parts of a place -------------------------------------------------------------------------------------------

    def _locatives(self, place: int, kind: str) -> int:
        """Where the parts of a place that begin at `place`, behind a noun of this kind, end."""
        start, bare = place, True
        while self._joined(place) and self._is_part(place, kind, first=place == start, bare=bare):
            bare = bare and self._t[place] not in self._bounds
            place += 1
        return place

    def _is_part(self, place: int, kind: str, *, first: bool, bare: bool) -> bool:
        """Whether a graph is a part of the place before it; `bare`: no direction and no bound stands between."""
        graph = self._t[place]
        if graph not in self._locative or place in self._s.covered:
            return False
        if kind == "person" and first and graph not in self._l["by_persons"]:
            return False
        if graph in self._direction:
            return not self._turns(place, loose=bare and kind != "person")
        return not self._is_handed(place) and self._t[place : place + 2] not in self._l["acts_not_parts"]

    def _turns(self, place: int, *, loose: bool) -> bool:
        """Whether a direction begins a facing or says how something lies.

        `loose`: behind the bare name of a place the first of two directions belongs to the place (門東|北面).
        """
        facing = self.facing(place, after_noun=loose)
        if facing is not None and not (loose and self._two_facing(place)):
            return True
        return self.lie(place) != place

    def _two_facing(self, place: int) -> bool:
        """Whether 東北面 stands there."""
        return self._t[place : place + 2] in self._diagonal and self._t[place + 2 : place + 3] in self._faces

    def _is_handed(self, place: int) -> bool:
        """Whether 左 or 右 is a hand or a turning (左執爵), or ends the text."""
        if self._t[place] not in self._l["hand_sides"]:
            return False
        return place + 1 >= self._n or self._t[place + 1] in self._l["handed"]

    # --- one phrase -------------------------------------------------------------------------------------------------

    def at(self, place: int) -> Phrase | None:
        """The noun phrase that begins at `place`, or None."""
        if place >= self._n:
            return None
        start, place = place, self._behind_number[place]
        if place < 0:
            return None
        if self._t[place] in self._l["whose"] and place not in self._s.nouns and self._joined(place + 1):
            end = self._whose_side(place)
            if end > place + 1:
                return Phrase(start, end, Noun(place, place + 1, "place", ""), part=place + 1)
            place += 1
        noun = self._s.nouns.get(place)
        return None if noun is None else self._with_parts(start, noun)

    def _whose_side(self, place: int) -> int:
        """Where 其 with a part of a place ends (其南, 其后)."""
        if self._t[place + 1] in self._l["rear"]:
            return place + 2
        return self._locatives(place + 1, "place")

    def _with_parts(self, start: int, noun: Noun) -> Phrase:
        """The phrase from `start` on that begins with a noun: down to what is owned last, with its part of a place."""
        while True:
            end = self._name_end(noun)
            if end == noun.end:
                made = self._made_by(noun)
                if made is not None:
                    return Phrase(start, made.end, made)
                if self._has_possession(end):
                    owned = self._owned_by(noun)
                    if owned is not None:
                        noun = owned
                        continue
                    located = self._locatives(end + 1, "place")  # 席之東
                    if located > end + 1:
                        return Phrase(start, located, noun, part=end + 1)
            elif self._is_seat(noun):
                seat = self._s.nouns[noun.end]
                noun = Noun(noun.start, end, "place", noun.text + seat.text, seat.concept)
                continue
            located = self._locatives(end, noun.kind)
            held = self._held_at(located) if located > end else None
            if held is None:
                return Phrase(start, located, noun, part=end if located > end else -1)
            noun = held

    def _following(self, end: int) -> Noun | None:
        """The noun that begins right at `end`, in the same clause."""
        return self._s.nouns.get(end) if self._joined(end) else None

    def _name_end(self, noun: Noun) -> int:
        """Where a noun ends with what makes one name with it: how many persons, the seat of a person."""
        following = self._following(noun.end) if noun.kind == "person" else None
        if following is not None and (following.text in self._l["so_many_persons"] or self._is_seat(noun)):
            return following.end
        return noun.end

    def _is_seat(self, noun: Noun) -> bool:
        """Whether a person and his seat make one place (賓席之前)."""
        following = self._following(noun.end)
        if following is None or following.text not in self._l["seats_of_persons"]:
            return False
        return self._joined(following.end) and self._t[following.end] in self._l["of"]

    def _made_by(self, noun: Noun) -> Noun | None:
        """The thing that a person holds, lays … (賓所執爵)."""
        end = noun.end
        if noun.kind != "person" or not (self._joined(end) and self._joined(end + 1) and self._joined(end + 2)):
            return None
        made = self._s.nouns.get(end + 2) if self._t[end] in self._l["that"] else None
        return made if made is not None and made.kind == "thing" else None

    def _has_possession(self, end: int) -> bool:
        """Whether 之 follows a noun that ends at `end`, and something behind it."""
        return self._joined(end) and self._t[end] in self._l["of"] and self._joined(end + 1)

    def _owned_by(self, noun: Noun) -> Noun | None:
        """The noun behind a noun and 之 (主人之席); a thing owns no person."""
        owned = self._s.nouns.get(noun.end + 1)
        return None if owned is None or (owned.kind == "person" and noun.kind != "person") else owned

    def _held_at(self, end: int) -> Noun | None:
        """The thing behind a place and 之 (俎西之觶)."""
        if not self._joined(end + 1) or self._t[end] not in self._l["of"]:
            return None
        held = self._s.nouns.get(end + 1)
        return held if held is not None and held.kind == "thing" else None

    # --- rows of phrases --------------------------------------------------------------------------------------------

    def owned(self, place: int) -> list[Phrase]:
        """The phrases behind 于 or 自 at `place`: of 尸外門 the gate, not the one whose gate it is."""
        row = self.row(place)
        if row and row[0].kind == "person" and len(row) == 1 and self._joined(row[0].end):
            inner = self.at(row[0].end)
            if inner is not None and inner.noun.kind == "place":
                return [inner]
        return row

    def row(self, place: int, *, persons: bool = False) -> list[Phrase]:
        """The phrases of one list that begins at `place` (脯醢, 主人及祝); `persons` where names may stand side by side."""
        following = self.at(place)
        found: list[Phrase] = []
        while following is not None:
            found.append(following)
            following = self._next_of(found, persons=persons)
        return found

    def _next_of(self, found: list[Phrase], *, persons: bool) -> Phrase | None:
        """The next phrase of a list, of the kind of the first one, linked or side by side."""
        last, kind = found[-1], found[0].noun.kind
        place = last.end
        if last.located or not self._joined(place):
            return None
        link = self._t[place] in self._l["links"] and self._joined(place + 1)
        following = self.at(place + 1 if link else place)
        if following is None or following.noun.kind != kind or following.located:
            return None
        if following.noun.text[-1:] in self._l["hands"]:
            return None
        return following if link or self._stands_beside(found, following, persons=persons) else None

    def _stands_beside(self, found: list[Phrase], following: Phrase, *, persons: bool) -> bool:
        """Whether a noun belongs to a list with nothing between: things do, places do not, persons where they may."""
        kind = following.noun.kind
        if kind != "person":
            return kind == "thing"
        return persons or self._listed(following.start) or self._ranked(found, following)

    def _listed(self, place: int) -> bool:
        """Whether the editor put 、 before `place`."""
        return self._s.mark_before(place) == _LIST_MARK

    def _ranked(self, found: list[Phrase], following: Phrase) -> bool:
        """Whether a rank follows a rank, another than those before (公卿大夫)."""
        ranks, text = self._l["ranks"], following.noun.text
        return found[-1].noun.text in ranks and text in ranks and all(text != phrase.noun.text for phrase in found)
