"""Vessels, dishes and other things on the stage: where each stands, or in whose hand it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from yili_kg.lexicon import load_lexicon
from yili_kg.plan.house import Point
from yili_kg.plan.places import OFF, Place, far, level_of
from yili_kg.plan.vocabulary import word, words
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold

__all__ = ["Props", "Thing", "is_kept"]

#: How far a thing may be from where one takes it, 尺.
_WITHIN = 14.0


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
        self._known_by_others(found)
        return found

    def _known_by_others(self, found: dict[str, Point]) -> None:
        """Add what stands with something else: dishes with the 薦, the place of the wine with its jars."""
        served = found.get(word("things/served"))
        if served:
            for dish in words("things/within-served"):
                found.setdefault(dish, served)
        basket = self._all.get(word("things/upper-basket"))
        if basket:
            found[word("things/upper-basket")] = (basket.x, basket.y)
        wine = next((found[w] for w in words("things/wine") if w in found), None)
        if wine:
            for name in words("things/place-of-wine"):
                found.setdefault(name, wine)

    def wine(self, near: Point) -> Point | None:
        """Where one who is there draws wine: the first that was set out on the hall, or below if he is by it."""
        set_out = [(t.x, t.y) for t in self._all.values() if t.text in words("things/wine") and not t.holder]
        by_him = [point for point in set_out if level_of(point) == level_of(near) and far(point, near) < _WITHIN]
        above = [point for point in set_out if level_of(point) == "hall"]
        return next(iter(by_him or above or set_out), None)

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
        own = f"{text}·{name}"
        if own in self._all and not self._all[own].holder:
            key = own
        else:
            standing = self._standing(text, near)
            key = standing[0] if standing else self._new(text)
        thing = self._all.pop(key, None) or Thing(text, 0, 0, "", False, "", "derived", "", "")
        self._all[key] = replace(thing, holder=name)

    def _standing(self, text: str, near: Point | None) -> list[str]:
        """Ids of the things of that name that nobody holds; with a point those in reach of it, the nearest first."""
        standing = [k for k, t in self._all.items() if t.text == text and not t.holder]
        if near is None:
            return standing
        away = {k: far(near, (self._all[k].x, self._all[k].y)) for k in standing}
        return [k for k in sorted(standing, key=away.__getitem__) if away[k] < _WITHIN]

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
            if self._all[key].text in words("things/cup"):
                self._all[key] = replace(self._all[key], full=full)

    def _new(self, text: str) -> str:
        number = 1
        while (key := text if number == 1 else f"{text}{number}") in self._all:
            number += 1
        return key

    def _clear(self, point: Point, key: str) -> Point:
        others = [(t.x, t.y) for k, t in self._all.items() if k != key and not t.holder]
        for dx in (0.0, 2.6, -2.6, 5.2, -5.2):
            if all(far((point[0] + dx, point[1]), o) > 2.4 for o in others):
                return point[0] + dx, point[1]
        return point


@cache
def is_kept(text: str) -> bool:
    """Whether a thing is one to be seen in a hand or set down: of a type that is handled, and not eaten."""
    entries, forms = load_lexicon().entries, load_lexicon().forms
    handled = {name for name, row in mention_types().items() if row.handled}
    entry = entries.get(text) or next((entries[f.concept] for f in forms.get(text, ()) if f.type in handled), None)
    if entry is None or entry.type not in handled:
        return False
    while entry.broader:
        if fold(entry.broader) in words("things/eaten"):
            return False
        entry = entries[entry.broader]
    return True
