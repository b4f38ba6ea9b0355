"""Names of persons by what they do: a verb with its object before 者 (執爵者), one graph before it (弔者), 贊 and 長."""

from __future__ import annotations

from functools import cache

from yili_kg.annotation.steps.frames import Frames
from yili_kg.annotation.steps.stream import Noun, Stream
from yili_kg.annotation.steps.words import Words
from yili_kg.data import data_folder
from yili_kg.tables.rulebook import FoldedWord
from yili_kg.tables.table import Row, read_table

__all__ = ["Assistant", "load_assistants", "name_doers"]

#: How many graphs before 者 the verb of a name may stand.
_REACH = 4


class Assistant(Row):
    """A graph for somebody who does what follows, with the concept that he is, if the lexicon has it."""

    graph: FoldedWord
    concept: str = ""
    example: str


@cache
def load_assistants() -> dict[str, Assistant]:
    """The graphs of `extraction/rules/steps/assistants.tsv`."""
    rows = read_table(data_folder("extraction") / "rules" / "steps" / "assistants.tsv", Assistant, unique=("graph",))
    return {row.graph: row for row in rows}


def name_doers(stream: Stream, frames: Frames, words: Words) -> None:
    """Put the names of persons by what they do among the nouns of the stream."""
    doers = _Doers(stream, frames, words)
    assistants, names = load_assistants(), words.lists["names"]
    for place, graph in enumerate(stream.folded):
        if place in stream.covered:
            if graph in assistants and doers.is_assisting(place):
                del stream.nouns[place]
                stream.covered.discard(place)
            continue
        if graph in assistants and doers.is_assistant(place):
            stream.put(Noun(place, place + 1, "person", graph, assistants[graph].concept))
        elif graph in names and not doers.name_by_act(place):
            doers.name_by_one(place)


class _Doers:
    def __init__(self, stream: Stream, frames: Frames, words: Words) -> None:
        self.s, self.f, self.l, self.numbers = stream, frames, words.lists, words.numbers
        self.t = stream.folded

    def is_assistant(self, place: int) -> bool:
        """Whether 贊 or 長 is somebody who does what follows, not the act of assisting or a word for length."""
        behind = place + 1
        if behind >= len(self.t) or self.s.breaks[behind] or behind in self.s.covered:
            return self._does(behind)
        if self.t[behind] in self.l["not_by_assistants"]:
            return self._does(behind)
        return self.f.is_verb(self.t, behind) and (bool(self.s.breaks[place]) or not self._person_before(place))

    def _person_before(self, place: int) -> bool:
        """Whether the name of a person ends right before `place` (膳宰贊授肺: he assists)."""
        starts = range(place - 1, max(place - 1 - _REACH, -1), -1)
        ahead = next((noun for start in starts if (noun := self.s.nouns.get(start)) is not None), None)
        return ahead is not None and ahead.end == place and ahead.kind == "person"

    def is_assisting(self, place: int) -> bool:
        """Whether 贊 behind a person and before a verb, taken for a name, is what he does."""
        noun, behind = self.s.nouns.get(place), place + 1
        if noun is None or noun.end != behind or behind >= len(self.t) or self.s.breaks[place] or self.s.breaks[behind]:
            return False
        return self.f.is_verb(self.t, behind) and behind not in self.s.covered and self._person_before(place)

    def _does(self, behind: int) -> bool:
        return self.t[behind : behind + 2] in self.l["by_assistants"]

    def name_by_act(self, place: int) -> bool:
        """執爵者, 不執者, 先飲者: the name that ends in 者 at `place` and begins with a verb; whether one may be there."""
        for start in range(place - 1, max(place - 1 - _REACH, -1), -1):
            if self.s.parted(start, place) or (start in self.s.covered and start not in self.s.nouns):
                return True
            if self.f.is_verb(self.t, start) and start not in self.s.covered:
                if not self._is_told(start, place):
                    self._name(self._first(start, place), place)
                return True
        return False

    def _is_told(self, start: int, place: int) -> bool:
        """Whether the verb tells what is done: somebody is named before it and a number follows, or something is said."""
        named = start > 0 and start - 1 in self.s.covered and not self.s.breaks[start]
        counted = self.t[place + 1 : place + 2] in self.numbers
        return (counted and named) or not self.l["not_named"].isdisjoint(self.t[start:place])

    def _first(self, start: int, place: int) -> int:
        """Where the name with a verb at `start` begins: 受 and 不 before it belong to it."""
        if start + 1 == place and self._before(start) in self.l["named_with_one"] and not self.s.breaks[start]:
            start -= 1
        if self._before(start) in self.l["named_with"] and not self.s.breaks[start]:
            start -= 1
        return start

    def _before(self, place: int) -> str:
        return self.t[place - 1] if place else ""

    def _name(self, start: int, place: int) -> None:
        """One noun from `start` to 者, in the place of those inside it."""
        for inner in range(start, place + 1):
            self.s.nouns.pop(inner, None)
        thing = self._before(start) in self.l["named_things"]
        self.s.put(Noun(start, place + 1, "thing" if thing else "person", self.s.words(start, place + 1)))

    def name_by_one(self, place: int) -> None:
        """弔者, 先者: one graph and 者 where a clause begins or behind a noun."""
        start = place - 1
        if start < 0 or start in self.s.covered or self.s.breaks[place]:
            return
        graph = self.t[start]
        stands = bool(self.s.breaks[start]) or start - 1 in self.s.covered
        if stands and graph not in self.numbers and graph not in self.l["particles"]:
            self.s.put(Noun(start, place + 1, "person", self.s.words(start, place + 1)))
