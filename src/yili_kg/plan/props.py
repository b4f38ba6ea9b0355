"""Vessels, dishes and other things on the stage: where each stands, or in whose hand it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from yili_kg.plan.house import Point
from yili_kg.plan.places import OFF, Place, level_of

__all__ = ["VESSELS", "WINES", "Props", "Thing"]

#: What is drunk from.
VESSELS = frozenset(["爵", "觶", "角", "觚", "散", "觥", "廢爵", "足爵", "繶爵", "斝", "觴", "柶"])

#: What wine is drawn from.
WINES = ("壺", "尊", "甒", "方壺", "圓壺", "瓦大", "膳尊", "酒", "泰")


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing: what it is, where it stands, in whose hand it is (empty: nobody's), whether it is filled, how well known.

    What somebody holds is where he is, whatever `x` and `y` say.
    """

    text: str
    x: float
    y: float
    holder: str
    full: bool
    facing: str
    certainty: str
    zh: str
    en: str


class Props:
    """All things of a play by id: `爵` the first of its kind, `爵2` the second."""

    def __init__(self) -> None:
        self._all: dict[str, Thing] = {}
        self._last: dict[str, Place] = {}

    def last(self, text: str) -> Place | None:
        """Where a thing of that name was last set down (其所)."""
        return self._last.get(text)

    def all(self) -> dict[str, Thing]:
        """Every thing; of one in a hand the place is where it was taken up."""
        return dict(self._all)

    def points(self, near: Point | None = None) -> dict[str, Point]:
        """Text → where it stands, for phrases such as 尊東; of several the one on the level of `near`, else the last."""
        found: dict[str, Point] = {}
        for thing in self._all.values():
            if thing.holder:
                continue
            known = found.get(thing.text)
            if known and near and level_of(known) == level_of(near) != level_of((thing.x, thing.y)):
                continue
            found[thing.text] = (thing.x, thing.y)
        for dish in ("豆", "籩", "菹", "醢", "脯"):
            if "薦" in found:
                found.setdefault(dish, found["薦"])
        if "上篚" in self._all:
            found["上篚"] = (self._all["上篚"].x, self._all["上篚"].y)
        wine = next((found[w] for w in WINES if w in found), None)
        if wine:
            found.setdefault("尊", wine)
            found.setdefault("禁", wine)  # the stand of the jars
        return found

    def wine(self) -> Point | None:
        """Where wine is drawn, or None before it is set out."""
        return self.points().get("尊")

    def lay(self, key: str, text: str, place: Place, *, fixed: bool = False) -> None:
        """Set a thing on the stage; the same key again moves it. What goes elsewhere is not seen."""
        if place.name == OFF:
            self._all.pop(key, None)
            return
        self._all[key] = Thing(text, place.x, place.y, "", False, "", place.certainty, place.zh, place.en)

    def held(self, name: str) -> list[str]:
        """Ids of what a person holds."""
        return [k for k, t in self._all.items() if t.holder == name]

    def holder_of(self, text: str, but: str = "") -> str:
        """Who holds a thing of that name, apart from `but`; the last one who took it; empty where nobody does."""
        return next(
            (t.holder for t in reversed(self._all.values()) if t.text == text and t.holder not in ("", but)), ""
        )

    def take(self, name: str, text: str, near: Point | None) -> None:
        """Put a thing into a person's hand: the nearest that stands about, or one more out of a basket."""
        if any(self._all[k].text == text for k in self.held(name)):
            return
        standing = [k for k, t in self._all.items() if t.text == text and not t.holder]
        if near is not None:
            standing.sort(key=lambda k: _far(near, (self._all[k].x, self._all[k].y)))
            standing = [k for k in standing if _far(near, (self._all[k].x, self._all[k].y)) < 14]
        own = f"{text}·{name}"
        key = own if own in self._all and not self._all[own].holder else standing[0] if standing else self._new(text)
        thing = self._all.pop(key, None) or Thing(text, 0, 0, "", False, "", "derived", "", "")
        self._all[key] = replace(thing, holder=name)

    def give(self, giver: str, taker: str, text: str) -> None:
        """Pass a thing from hand to hand; where the giver does not hold it the taker has it all the same."""
        key = next((k for k in self.held(giver) if self._all[k].text == text), "") if giver else ""
        if key:
            self._all[key] = replace(self._all[key], holder=taker)
        else:
            self.take(taker, text, None)

    def put(self, name: str, text: str, place: Place, *, away: bool) -> None:
        """Set down what a person holds; `away` where it goes into a basket and is not seen any more."""
        self.take(name, text, None)
        key = next(k for k in self.held(name) if self._all[k].text == text)
        if away or place.name == OFF:
            del self._all[key]
            return
        self._last[text] = place
        point = self._clear((place.x, place.y), key)
        thing = self._all.pop(key)
        self._all[key] = replace(
            thing, x=point[0], y=point[1], holder="", certainty=place.certainty, zh=place.zh, en=place.en
        )

    def fill(self, name: str, *, full: bool) -> None:
        """Fill or empty the cups that a person holds."""
        for key in self.held(name):
            if self._all[key].text in VESSELS:
                self._all[key] = replace(self._all[key], full=full)

    def _new(self, text: str) -> str:
        number = 1
        while (key := text if number == 1 else f"{text}{number}") in self._all:
            number += 1
        return key

    def _clear(self, point: Point, key: str) -> Point:
        others = [(t.x, t.y) for k, t in self._all.items() if k != key and not t.holder]
        for dx in (0.0, 2.6, -2.6, 5.2, -5.2):
            if all(_far((point[0] + dx, point[1]), o) > 2.4 for o in others):
                return point[0] + dx, point[1]
        return point


def _far(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
