"""The stage while a rite is played: where everybody and everything is, and what one act changes."""

from __future__ import annotations

from dataclasses import replace

from yili_kg.models import Filler, Segment, Step
from yili_kg.plan.cast import Cast
from yili_kg.plan.house import House, HousePlan, Point, Station
from yili_kg.plan.locate import locate
from yili_kg.plan.phrases import aligned_with, phrase_of
from yili_kg.plan.places import OFF, Place, Seat, Surroundings, far, level_of
from yili_kg.plan.posts import Posts, Stand
from yili_kg.plan.props import Props, Thing
from yili_kg.plan.room import APART, free_spot
from yili_kg.plan.sayings import reason
from yili_kg.plan.vocabulary import host_and_guest, phrase, word, words
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["OFF", "Scene", "Stand", "Thing"]

#: How far one reaches without a step, 尺.
_REACH = 14.0


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
        self.posts = Posts()
        self.errands: set[str] = set()
        self.advanced: dict[str, Stand] = {}
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
        mat = word("things/mat")
        return self.props.all() | {
            f"{mat}·{s.owner}": Thing(mat, s.x, s.y, "", False, s.facing, s.certainty, s.zh, s.en)
            for s in self.seats.values()
        }

    @property
    def hears_notes(self) -> bool:
        """Whether what the old notes say counts in this play."""
        return not self.layers.isdisjoint(layers().notes)

    # ------------------------------------------------------------ before an act

    def begin(self, acting: tuple[str, ...]) -> None:
        """Get ready for the next act: helpers who came to a task and do not act now go back."""
        self.acting = acting
        self.moved = {}
        for name in sorted(self._away - set(acting)):
            self._place(name, self._home[name], "inferred", *reason("task-done"))
        self._away &= set(acting)
        for name, host in sorted(self._ushers.items()):
            near = [a for a in (*acting, host) if a in self.people]
            if name not in acting and all(far(self.people[a].point, self.people[name].point) > 45 for a in near):
                self._place(name, self._home[name], "inferred", *reason("task-done"))
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
        zh, en = reason("has-become", other=other)
        self.people[name] = replace(off, zh=zh, en=en)

    def _off(self, number: int) -> Stand:
        floor = min(y for p in self.plan.parts for _, y in p.points)
        x, y = -54.0 + 12.0 * (number % 10), min(floor, -192.0) - 27.0 - 8.0 * (number // 10)
        return Stand(x, y, OFF, "", "", "open", *reason("not-in-yet"))

    def _wait(self, name: str) -> None:
        station = self.stations.get((name, "wait"))
        if station is None and self.cast.members[name].helper:
            station = self.stations.get((word("persons/with-a-place-for-helpers"), "wait"))
        if station is None or (place := self._station_place(station)) is None:
            return
        heard = station.layer in self.layers
        zh, en = "、".join(station.words), station.because
        if not heard:
            zh, en = reason("waits-unheard", words=zh, because=en)
        point = self._free(name, place.point, station.facing)
        certainty = "noted" if heard else "conventional"
        standing = word("verbs/standing")
        self.people[name] = Stand(*point, station.place, station.facing, standing, certainty, zh, en)
        self.appoint(name)

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
            side = 1.0 if self.cast.members[name].of_host else -1.0
            at = (stand.x or side, stand.y) if stand and stand.place != OFF else (side, -100.0)
            if self.bound_for:  # who goes down is told where he stands below, not above
                at = (at[0], {"hall": 6.0, "court": -20.0}[self.bound_for])
        return Surroundings(
            self.plan, name, at, facing, self.seats, self.props.points(at),
            {n: (s.x, s.y, s.facing) for n, s in self.people.items() if s.place != OFF},
            self._steps(name),
        )  # fmt: skip

    def _steps(self, name: str) -> str:
        """The steps that somebody goes by."""
        return host_and_guest()["steps"].of(self.cast.members[name].by_host_steps) if name else ""

    def place(self, fillers: tuple[Filler, ...], name: str, step: Step, segment: Segment | None) -> Place | None:
        """Where fillers of `at`, `to` or `origin` are; one that only aligns takes its other coordinate from the rest."""
        found: Place | None = None
        aligned: list[Place] = []
        for filler in fillers:
            spot = self._spot(filler, name, step, segment)
            if spot is None:
                continue
            if spot.axis:
                aligned.append(spot)
            elif found is None:
                found = spot
                aligned += self._in_line(filler.end, name, step, segment)
        return self._combined(found, aligned, name)

    def _spot(self, filler: Filler, name: str, step: Step, segment: Segment | None) -> Place | None:
        """Where one filler is, with the words around it, else by its own words."""
        around, own = self.around(name, step), fold(filler.text)
        asked = self._his_own(self._meant(phrase_of(filler, segment), name), name)
        spot = locate(asked, around) or locate(filler.place, around) or locate(own, around)
        if spot is None or spot.axis or asked != own:
            return spot
        part = self.plan.named(own)
        if part is None or part.may_stand:
            return spot
        # 楣, 序 and the like are nothing to stand on: one stands in line with them.
        return locate(word("places/in-line") + asked, around) or spot

    def _meant(self, asked: str, name: str) -> str:
        """The phrase as it is meant of one of those who act: each at his own seat, and the dishes of him who is served."""
        if len(self.acting) > 1:  # 賓介席末: each at his own
            asked = self._without_names(asked)
        if (
            asked.startswith(words("things/setting-down-by"))
            and self.offering == name
            and self.served not in ("", name)
        ):
            return self.served + asked  # who offers sets down by the dishes of him whom he offers to
        return asked

    def _his_own(self, asked: str, name: str) -> str:
        """The one of several things of a name that is his (物: the right or the left mark)."""
        station = self.stations.get((name, "own"))
        return station.place if station is not None and asked and station.place.endswith(asked) else asked

    def _without_names(self, asked: str) -> str:
        for one in self.acting:
            if asked.startswith(one) and (own := phrase("own-things").match(asked, len(one))):
                return own["own"]
        return asked

    def beside_the_verb(self, name: str, step: Step, segment: Segment | None) -> Place | None:
        """Where one is in line with something that the text names right behind the verb (復位當西序東面)."""
        return self._combined(None, self._in_line(step.end, name, step, segment), name)

    def _in_line(self, start: int, name: str, step: Step, segment: Segment | None) -> list[Place]:
        thing = aligned_with(start, segment)
        spot = locate(word("places/in-line") + thing, self.around(name, step)) if thing else None
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
        posture: str = "",
        zh: str = "",
        en: str = "",
        there: bool = False,
    ) -> None:
        """Put a person at a place; `how` is `said`, `noted` or `inferred`, `zh` and `en` why where it is not said.

        With `there` the text has him there and only leaves out that he goes. Without a posture he stands.
        """
        if place.name == OFF:  # he leaves the plan
            off = replace(self._off(self.cast.names.index(name)), zh=place.zh, en=place.en)
            self._place(name, off, how, place.zh, place.en)
            return
        point = self._free(name, place.point, facing)
        certainty = "noted" if how == "noted" else place.certainty
        if how == "inferred" and not there and place.certainty in ("attested", "noted"):
            certainty = "derived"
        posture = posture or word("verbs/standing")
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

    def appoint(self, name: str, *, sure: bool = False) -> None:
        """Where somebody stands now is his place (位) on this level, to which 反位 and 復位 bring him back."""
        if self.people[name].place != OFF:
            self.posts.add(name, self.people[name], sure=sure)

    def turn(self, name: str, *, facing: str = "", posture: str = "") -> None:
        """Change facing or posture on the spot."""
        stand = self.people[name]
        self.people[name] = replace(stand, facing=facing or stand.facing, posture=posture or stand.posture)

    def _free(self, name: str, point: Point, facing: str = "") -> Point:
        return free_spot(point, [s.point for n, s in self.people.items() if n != name], facing)

    def reach(self, name: str, place: Place, zh: str, en: str) -> None:
        """Bring a person within reach of a place, if he is not; the text says nothing of it."""
        stand = self.people[name]
        if OFF in (stand.place, place.name) or level_of(stand.point) != level_of((place.x, place.y)):
            return  # nobody comes in, goes up or down without a word: the thing meant is another one
        if far(stand.point, (place.x, place.y)) > _REACH:
            self.go(name, self.near(name, place), how="inferred", facing="", zh=zh, en=en)

    def near(self, name: str, place: Place) -> Place:
        """A spot beside a place, on its level; on the hall south of it, so that he faces it as those who serve do."""
        sides = [(place.x, place.y - APART), (place.x, place.y + APART), (place.x - APART, place.y)]
        fit = [s for s in sides if level_of(s) == level_of((place.x, place.y))] or sides
        here = self.people[name].point
        x, y = min(fit, key=lambda s: far(s, here)) if place.y < 0 else fit[0]
        return replace(place, x=x, y=y)

    def own_steps(self, name: str, *, top: bool) -> Place:
        """The head or foot of the steps that a person goes by."""
        end = host_and_guest()["head-of-steps" if top else "foot-of-steps"]
        place = locate(end.of(self.cast.members[name].by_host_steps), self._around(name, ""))
        assert place is not None  # every plan has steps
        return place

    def own_side(self, name: str, what: str) -> Place:
        """The host's or the guests' one of two places (`inside-gate`, `before-gate`), by the person's side."""
        place = locate(host_and_guest()[what].of(self.cast.members[name].of_host), self._around(name, ""))
        assert place is not None
        zh, en = reason("on-own-side")
        return replace(place, certainty="derived", zh=zh, en=en)
