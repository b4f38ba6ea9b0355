"""Noun phrases of a stream: number, owner, noun, part of a place (主人之席前, 兩壺, 門東, 介右)."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.annotate.steps.stream import SEGMENT, Noun, Stream
from yili_kg.annotate.steps.words import Words

__all__ = ["Facing", "Phrase", "Phrases"]

_DIRECTIONS = "東西南北"
_DIAGONALS = ("東南", "東北", "西南", "西北")
_FACES = "面鄉嚮"
#: Hands and turnings: 左 and 右 before these are no part of a place.
_HANDED = "執手取祭還兼擁撫擸何受奉加握拥"
#: What follows a direction in words for how a thing lies (東首, 南順, 西上).
_LIE = "首肆順枋柄足領葉末括"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun with what belongs to it, from `start` to `end`; `located` where a part of a place follows (門東)."""

    start: int
    end: int
    noun: Noun
    located: bool = False

    @property
    def kind(self) -> str:
        """person, thing or place; whatever a part of a place follows is a place."""
        return "place" if self.located else self.noun.kind


@dataclass(frozen=True, slots=True)
class Facing:
    """東面, 西北面, 南鄉: the direction and where the words end."""

    end: int
    direction: str


class Phrases:
    """Reads noun phrases and facings at given places of one stream."""

    def __init__(self, stream: Stream, words: Words) -> None:
        self._s, self._w = stream, words
        self._t, self._n = stream.folded, len(stream.folded)

    def _joined(self, place: int) -> bool:
        """Whether graph `place` is there and not parted from the one before it."""
        return place < self._n and self._s.breaks[place] == 0

    def facing(self, place: int, *, after_noun: bool = False) -> Facing | None:
        """A facing that begins at `place`; behind a noun 東北面 is 東 and 北面."""
        run = place
        while run < self._n and run < place + 3 and self._t[run] in _DIRECTIONS and (run == place or self._joined(run)):
            run += 1
        length = run - place
        if not length or run >= self._n or self._t[run] not in _FACES or not self._joined(run):
            return None
        directions = self._t[place:run]
        if length == 1 or (length == 2 and directions in _DIAGONALS and not after_noun):
            return Facing(run + 1, directions)
        return None

    def lie(self, place: int) -> int:
        """Where words for how things or rows lie (北上, 南順) end, if they begin at `place`; else `place`."""
        t = self._t
        if t[place : place + 2] in ("面枋", "面葉") and self._joined(place + 1):
            return place + 2
        sided = place + 1 < self._n and t[place] in "東西南北左右" and self._joined(place + 1)
        if sided and (t[place + 1] in _LIE or (t[place + 1] == "上" and t[place] in _DIRECTIONS)):
            return place + 2
        return place

    def _locatives(self, place: int, kind: str) -> int:
        """Where the parts of a place that begin at `place` end."""
        start = place
        bare = True
        while self._joined(place):
            graph = self._t[place]
            if not self._w.has("locatives", graph) or place in self._s.covered:
                break
            if graph in _DIRECTIONS:
                if self.facing(place, after_noun=bare and kind != "person") is not None and not (
                    bare and kind != "person" and self._two_facing(place)
                ):
                    break
                if self.lie(place) != place:
                    break
            if graph == "下" and self._t[place + 1 : place + 2] == "拜":  # 酌散,下拜
                break
            if graph in "左右" and (place + 1 >= self._n or self._t[place + 1] in _HANDED):
                break
            if kind == "person" and place == start and graph not in "左右東西南北前後":
                break
            if graph in _DIRECTIONS:
                bare = False
            place += 1
            if graph in "上下中內外前後間末端":
                bare = False
        return place

    def _two_facing(self, place: int) -> bool:
        """Whether 東北面 stands there: behind the name of a place the first direction belongs to the place."""
        two = self._t[place : place + 2]
        return two in _DIAGONALS and self._t[place + 2 : place + 3] in tuple(_FACES)

    def at(self, place: int) -> Phrase | None:
        """The noun phrase that begins at `place`, or None."""
        if place >= self._n:
            return None
        start = place
        whole = self._t[place] == "牢" or (self._t[place] == "中" and self._t[place + 1 : place + 2] == "鼎")
        if whole and place not in self._s.covered:
            place += 1
            if not self._joined(place):
                return None
        while place < self._n and self._t[place] in self._w.numbers and place not in self._s.nouns:
            if place > start and not self._joined(place):
                return None
            place += 1
        if place > start and not self._joined(place):
            return None
        if place < self._n and self._t[place] == "其" and place not in self._s.nouns and self._joined(place + 1):
            end = self._locatives(place + 1, "place")
            end = place + 2 if self._t[place + 1] == "后" else end  # 其后 in simplified texts
            if end > place + 1:
                return Phrase(start, end, Noun(place, place + 1, "place", ""), located=True)
            place += 1
        noun = self._s.nouns.get(place)
        if noun is None:
            return None
        return self._tail(start, noun)

    def _tail(self, start: int, noun: Noun) -> Phrase:
        end = noun.end
        following = self._s.nouns.get(end) if self._joined(end) else None
        seat = following is not None and following.text in ("席", "位", "筵") and noun.kind == "person"
        if noun.kind == "person" and following is not None and following.text in ("一人", "二人", "三人"):
            end = following.end
        elif seat and following is not None and self._joined(following.end) and self._t[following.end] == "之":
            noun = Noun(noun.start, following.end, "place", noun.text + following.text, following.concept)
            end = noun.end
        elif noun.kind == "person" and self._joined(end + 2) and self._t[end] == "所" and self._joined(end + 1):
            made = self._s.nouns.get(end + 2)
            if made is not None and made.kind == "thing":
                return Phrase(start, made.end, made)
        elif self._joined(end) and self._t[end] == "之" and self._joined(end + 1):
            owned = self._s.nouns.get(end + 1)
            located = self._locatives(end + 1, "place")
            if owned is not None and not (owned.kind == "person" and noun.kind != "person"):
                inner = self._tail(end + 1, owned)
                return Phrase(start, inner.end, inner.noun, inner.located)
            if located > end + 1:
                return Phrase(start, located, noun, located=True)
        located = self._locatives(end, noun.kind)
        if located > end and self._joined(located + 1) and self._t[located] == "之":
            held = self._s.nouns.get(located + 1)
            if held is not None and held.kind == "thing":  # 俎西之觶
                return self._tail(start, held)
        return Phrase(start, located, noun, located=located > end)

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
        first = self.at(place)
        found = [first] if first is not None else []
        while first is not None and not (first.located and first.kind != found[0].kind):
            place = found[-1].end
            if place >= self._n or self._s.breaks[place] >= SEGMENT or found[-1].located:
                break
            joined = self._s.breaks[place] == 0
            link = joined and self._t[place] in "與及" and self._s.breaks[place + 1 : place + 2] == [0]
            following = self.at(place + 1) if link else self.at(place) if joined else None
            if following is None or following.noun.kind != found[0].noun.kind or following.located:
                break
            if following.noun.text[-1:] == "手":
                break
            if not link and found[0].noun.kind == "place":
                break
            ranks = self._w.lists["ranks"]
            rank = (
                found[-1].noun.text in ranks
                and following.noun.text in ranks
                and following.noun.text not in {f.noun.text for f in found}
            )
            if not link and found[0].noun.kind == "person" and not (persons or rank or self._listed(place)):
                break
            found.append(following)
        return found

    def _listed(self, place: int) -> bool:
        """Whether the editor put 、 before `place`."""
        stream = self._s
        segment, index = stream.segments[stream.owner[place]], stream.index[place]
        return index > 0 and segment.text[index - 1] == "、"
