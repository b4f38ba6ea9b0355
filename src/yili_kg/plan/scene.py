"""The stage while a rite is played: where everybody and everything is, and what one act changes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from yili_kg.models import Filler, Segment, Step
from yili_kg.plan.cast import Cast
from yili_kg.plan.house import House, HousePlan, Point, Station
from yili_kg.plan.places import OFF, Place, Seat, Surroundings, aligned_with, level_of, locate, phrase_of
from yili_kg.plan.props import Props, Thing
from yili_kg.text.folding import fold

__all__ = ["OFF", "Scene", "Stand", "Thing"]

#: How close two persons may stand, 尺; a token on the drawing is as wide.
APART = 7.0

#: How far one reaches without a step, 尺.
_REACH = 14.0


@dataclass(frozen=True, slots=True)
class Stand:
    """How a person stands: place in 尺, its name, facing and posture (empty where not known), and how well known.

    `certainty` is one of the house's (attested, noted, derived, conventional, disputed) or `open`; `zh`, `en` say why.
    """

    x: float
    y: float
    place: str
    facing: str
    posture: str
    certainty: str
    zh: str
    en: str

    @property
    def point(self) -> Point:
        """The place as a point."""
        return self.x, self.y


class Scene:
    """State of one play; effects change it, `people`, `things` and `moved` are read after each act."""

    def __init__(self, plan: HousePlan, cast: Cast, house: House, chapter: str, layers: frozenset[str]) -> None:
        self.plan, self.cast, self.layers = plan, cast, layers
        self.stations: dict[tuple[str, str], Station] = {
            (s.of, s.kind): s for s in house.stations if s.chapter == chapter
        }
        self.seats: dict[str, Seat] = {}
        self.props = Props()
        self.people: dict[str, Stand] = {}
        self.past: dict[str, list[Stand]] = {name: [] for name in cast.names}
        self.moved: dict[str, tuple[str, str, str]] = {}
        self.acting: tuple[str, ...] = ()
        self.served = ""
        self.recent: list[tuple[str, str]] = []
        self.bound_for = ""
        self.saluted: tuple[str, ...] = ()
        self.next: tuple[tuple[str, str], ...] = ()
        self.offering = ""
        self._home: dict[str, Stand] = {}
        self._away: set[str] = set()
        self._ushers: dict[str, str] = {}
        for number, name in enumerate(cast.names):
            self.people[name] = self._off(number)
        for name in cast.names:
            self._wait(name)
        for (of, kind), station in sorted(self.stations.items()):
            place = self._station_place(station) if kind == "thing" else None
            if place:
                self.props.lay(of, of, place, fixed=True)

    @property
    def things(self) -> dict[str, Thing]:
        """Vessels, dishes and mats by id."""
        return self.props.all() | {
            f"席·{s.owner}": Thing("席", s.x, s.y, "", False, s.facing, s.certainty, s.zh, s.en)
            for s in self.seats.values()
        }

    # ------------------------------------------------------------ before an act

    def begin(self, acting: tuple[str, ...]) -> None:
        """Get ready for the next act: helpers who came to a task and do not act now go back."""
        self.acting = acting
        self.moved = {}
        for name in sorted(self._away - set(acting)):
            self._place(name, self._home[name], "inferred", "事畢反位，經無文", "his task done he goes back, unsaid")
        self._away &= set(acting)
        for name, host in sorted(self._ushers.items()):
            near = [a for a in (*acting, host) if a in self.people]
            if name not in acting and all(_far(self.people[a].point, self.people[name].point) > 45 for a in near):
                self._place(
                    name, self._home[name], "inferred", "事畢反位，經無文", "his task done he goes back, unsaid"
                )
                del self._ushers[name]

    def call(self, name: str, host: str = "") -> None:
        """Remember that a helper came to a task, and goes back after it; with a host, when the host has gone on."""
        if host:
            self._ushers[name] = host
        else:
            self._away.add(name)

    def become(self, name: str, other: str) -> None:
        """One person takes another name (作相為司正): the second stands where the first did, who is no more."""
        if self.people[name].place == OFF:
            return  # he took that name before, or has not come in
        self.people[other] = self.people[name]
        off = self._off(self.cast.names.index(name))
        self.people[name] = replace(off, zh=f"已為{other}", en=f"is now {other}")

    def _off(self, number: int) -> Stand:
        floor = min(y for p in self.plan.parts for _, y in p.points)
        x, y = -54.0 + 12.0 * (number % 10), min(floor, -192.0) - 27.0 - 8.0 * (number // 10)
        return Stand(x, y, OFF, "", "", "open", "未入圖中：經未言其在何處", "not in the house yet; not said where")

    def _wait(self, name: str) -> None:
        station = self.stations.get((name, "wait"))
        if station is None and self.cast.members[name].helper:
            station = self.stations.get(("有司", "wait"))
        if station is None or (place := self._station_place(station)) is None:
            return
        heard = station.layer in self.layers
        zh = "、".join(station.words) + ("" if heard else "（經無文，姑從注）")
        stand = Stand(
            *self._free(name, (place.x, place.y), station.facing), station.place, station.facing, "立",
            "noted" if heard else "conventional", zh, station.because,
        )  # fmt: skip
        self.people[name] = stand

    def _station_place(self, station: Station) -> Place | None:
        return locate(station.place, self._around("", ""))

    # ------------------------------------------------------------ where things are

    def around(self, name: str, step: Step) -> Surroundings:
        """What the places of a step may refer to."""
        return self._around(name, step.facing)

    def _around(self, name: str, facing: str) -> Surroundings:
        stand = self.people.get(name)
        at: Point | None = None
        if name:
            side = -1.0 if self.cast.members[name].side == "西" else 1.0
            at = (stand.x or side, stand.y) if stand and stand.place != OFF else (side, -100.0)
            if self.bound_for:  # who goes down is told where he stands below, not above
                at = (at[0], {"hall": 6.0, "court": -20.0}[self.bound_for])
        return Surroundings(
            self.plan, name, at, facing, self.seats, self.props.points(at),
            {n: (s.x, s.y, s.facing) for n, s in self.people.items() if s.place != OFF},
        )  # fmt: skip

    def place(self, fillers: tuple[Filler, ...], name: str, step: Step, segment: Segment | None) -> Place | None:
        """Where fillers of `at`, `to` or `origin` are; one that only aligns takes its other coordinate from the rest."""
        found: Place | None = None
        aligned: list[Place] = []
        for filler in fillers:
            phrase = phrase_of(filler, segment, step.facing)
            if len(self.acting) > 1:  # 賓介席末: each at his own
                phrase = re.sub(rf"^(?:{'|'.join(map(re.escape, self.acting))})之?(?=[席筵薦])", "", phrase)
            if phrase.startswith(("薦", "俎")) and self.offering == name and self.served not in ("", name):
                phrase = self.served + phrase  # who offers sets down by the dishes of him whom he offers to
            spot = locate(phrase, self.around(name, step)) or locate(fold(filler.text), self.around(name, step))
            if spot is None:
                continue
            flat = self.plan.named(fold(filler.text))
            if not spot.axis and flat is not None and not flat.may_stand and phrase == fold(filler.text):
                # 楣, 序 and the like are nothing to stand on: one stands in line with them.
                spot = locate("當" + phrase, self.around(name, step)) or spot
            if spot.axis:
                aligned.append(spot)
            elif found is None:
                found = spot
                aligned += self._in_line(filler.end, name, step, segment)
        return self._combined(found, aligned, name)

    def beside_the_verb(self, name: str, step: Step, segment: Segment | None) -> Place | None:
        """Where one is in line with something that the text names right behind the verb (復位當西序東面)."""
        return self._combined(None, self._in_line(step.end, name, step, segment), name)

    def _in_line(self, start: int, name: str, step: Step, segment: Segment | None) -> list[Place]:
        words = aligned_with(start, segment)
        spot = locate(f"當{words}", self.around(name, step)) if words else None
        return [spot] if spot is not None and spot.axis else []

    def _combined(self, found: Place | None, aligned: list[Place], name: str) -> Place | None:
        stand = self.people.get(name)
        for spot in aligned:
            base = found or (Place(stand.x, stand.y, "", "derived", "", "") if stand and stand.place != OFF else None)
            if base is None:
                continue
            x, y = (spot.x, base.y) if spot.axis == "x" else (base.x, spot.y)
            found = Place(x, y, base.name + spot.name, "attested", spot.zh, spot.en)
        return found

    # ------------------------------------------------------------ moving

    def go(
        self,
        name: str,
        place: Place,
        *,
        how: str,
        facing: str = "",
        posture: str = "立",
        zh: str = "",
        en: str = "",
        there: bool = False,
    ) -> None:
        """Put a person at a place; `how` is `said`, `noted` or `inferred`, `zh` and `en` why where it is not said.

        With `there` the text has him there and only leaves out that he goes.
        """
        if place.name == OFF:  # he leaves the plan
            off = replace(self._off(self.cast.names.index(name)), zh=place.zh, en=place.en)
            self._place(name, off, how, place.zh, place.en)
            return
        point = self._free(name, (place.x, place.y), facing)
        certainty = "noted" if how == "noted" else place.certainty
        if how == "inferred" and not there and place.certainty in ("attested", "noted"):
            certainty = "derived"
        stand = Stand(*point, place.name, facing, posture, certainty, zh or place.zh, en or place.en)
        self._place(name, stand, how, zh or place.zh, en or place.en)

    def _place(self, name: str, stand: Stand, how: str, zh: str, en: str) -> None:
        before = self.people[name]
        self._home.setdefault(name, before)
        if before.place != OFF and (not self.past[name] or self.past[name][-1] != before):
            self.past[name].append(before)
        self.people[name] = stand
        if abs(before.x - stand.x) + abs(before.y - stand.y) > 0.5:
            self.moved[name] = (how, zh, en)

    def turn(self, name: str, *, facing: str = "", posture: str = "") -> None:
        """Change facing or posture on the spot."""
        stand = self.people[name]
        self.people[name] = replace(stand, facing=facing or stand.facing, posture=posture or stand.posture)

    def _free(self, name: str, point: Point, facing: str = "") -> Point:
        """The nearest spot on the same level that nobody else stands on; people stand side by side, not in file."""
        taken = [s.point for n, s in self.people.items() if n != name]
        room = _room(point)
        for dx, dy in _ROWS[facing in ("東", "西")]:
            spot = (round(point[0] + dx, 2), round(point[1] + dy, 2))
            if _room(spot) == room and all(_far(spot, t) >= APART for t in taken):
                return spot
        return point[0], min([point[1], *(y for _, y in taken)]) - APART

    def reach(self, name: str, place: Place, zh: str, en: str) -> None:
        """Bring a person within reach of a place, if he is not; the text says nothing of it."""
        stand = self.people[name]
        if OFF in (stand.place, place.name) or level_of(stand.point) != level_of((place.x, place.y)):
            return  # nobody comes in, goes up or down without a word: the thing meant is another one
        if _far(stand.point, (place.x, place.y)) > _REACH:
            self.go(name, self.near(name, place), how="inferred", facing="", zh=zh, en=en)

    def near(self, name: str, place: Place) -> Place:
        """A spot beside a place, on its level; on the hall south of it, so that he faces it as those who serve do."""
        sides = [(place.x, place.y - APART), (place.x, place.y + APART), (place.x - APART, place.y)]
        fit = [s for s in sides if level_of(s) == level_of((place.x, place.y))] or sides
        here = self.people[name].point
        x, y = min(fit, key=lambda s: _far(s, here)) if place.y < 0 else fit[0]
        return replace(place, x=x, y=y)

    def own_steps(self, name: str, *, top: bool) -> Place:
        """The head or foot of the steps that a person goes by."""
        steps = self.cast.members[name].steps
        place = locate(f"{steps}{'上' if top else '下'}", self._around(name, ""))
        assert place is not None  # every plan has steps
        return place

    def own_side(self, name: str, words: tuple[str, str]) -> Place:
        """The eastern or western one of two places, by the person's side."""
        place = locate(words[self.cast.members[name].side == "西"], self._around(name, ""))
        assert place is not None
        return replace(
            place, certainty="derived", zh="主人在東，客在西（曲禮）", en="host in the east, guests in the west (曲禮)"
        )


def _room(point: Point) -> str:
    """Where one may be moved about to make room: within the walls of the hall, and off its steps in the court."""
    level = level_of(point)
    if level == "hall":
        return "hall" if abs(point[0]) <= 27.5 and 1.5 <= point[1] <= 46 else "beside" if point[1] < 48 else "rooms"
    if level == "court":
        if abs(point[0]) > 58:
            return "wall"
        return "under the eaves" if point[1] > -8 and abs(point[0]) < 46 else "court"
    return level


def _far(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


_STEPS = [(dx * APART, dy * APART) for dx in range(-5, 6) for dy in range(-5, 6)]
#: Where to look for a free spot: in a row from west to east, and for those who face east or west from north to south.
_ROWS = (
    sorted(_STEPS, key=lambda d: (round((d[0] / 1.2) ** 2 + d[1] ** 2, 3), abs(d[1]), d[0], d[1])),
    sorted(_STEPS, key=lambda d: (round(d[0] ** 2 + (d[1] / 1.2) ** 2, 3), abs(d[0]), d[1], d[0])),
)
