"""The house as data: plans, their parts, and where people of a rite have their places; read from `ontology/`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.plan.described import IN_SCHEME, OTHER_LABEL, PREFERRED_LABEL, SOURCE, Described, read_described, short
from yili_kg.text.folding import fold

__all__ = ["House", "HousePart", "HousePlan", "Party", "Point", "Setting", "Station", "load_house", "read_house"]

Point = tuple[float, float]

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

#: How a part may be drawn; the first group has an outline, `spot` is only a place to stand at, `elsewhere` is not on the plan.
_KINDS = (
    "platform",
    "area",
    "area-open",
    "steps",
    "steps-east",
    "steps-west",
    "steps-north",
    "thing",
    "wall",
    "line",
    "door",
    "window",
    "pillar",
    "spot",
    "elsewhere",
)


@dataclass(frozen=True, slots=True, order=True)
class HousePart:
    """A part of the house: `points` are its outline in 尺, x east and y north of the middle of the hall's edge.

    `standing` is where one stands who is “at” it (`may_stand`: one can be; nobody stands on a purlin), `names` are all words for it, folded. `certainty` says how well it
    is known where the part lies, `measure_certainty` how large it is; `because`, `source` and `words` say why.
    """

    id: str
    name: str
    en: str
    kind: str
    points: tuple[Point, ...]
    standing: Point
    may_stand: bool
    label_at: Point | None
    rank: int
    names: tuple[str, ...]
    certainty: str
    measure_certainty: str
    measure: str
    because: str
    source: str
    words: tuple[str, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east and north of the outline."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Setting:
    """Why a chapter is played on its plan."""

    chapter: str
    certainty: str
    because: str
    source: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Station:
    """Where a person's seat (`seat`), waiting place (`wait`) or a thing (`thing`) is, on the word of which layer."""

    chapter: str
    of: str
    kind: str
    place: str
    facing: str
    layer: str
    because: str
    source: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Party:
    """Who keeps to a side (`東`, `西`), goes up by certain steps (`阼階`, `西階`) or helps (`助`); in which chapters (all)."""

    chapters: tuple[str, ...]
    side: str
    persons: frozenset[str]
    because: str
    source: str


@dataclass(frozen=True, slots=True)
class HousePlan:
    """One plan: its parts in the order of their names, and how sure the whole is."""

    id: str
    name: str
    en: str
    gate: str
    parts: tuple[HousePart, ...]
    certainty: str
    because: str
    source: str
    words: tuple[str, ...]

    def named(self, name: str) -> HousePart | None:
        """The part that a name means, or None; a part's own name comes before other words for it."""
        key = fold(name)
        found = [p for p in self.parts if key in p.names]
        return min(found, key=lambda p: (fold(p.name) != key, p.kind == "spot", p.id)) if found else None


@dataclass(frozen=True, slots=True)
class House:
    """All plans by id, the plan of each chapter, why, the stations of persons and things, and the parties."""

    plans: dict[str, HousePlan]
    chapters: dict[str, str]
    settings: dict[str, Setting]
    stations: tuple[Station, ...]
    parties: tuple[Party, ...]
    certainties: dict[str, tuple[str, str]]

    def side_of(self, person: str, sides: tuple[str, ...], chapter: str) -> str:
        """Which of some sides a person belongs to; what is said of the chapter comes before what is said of all."""
        for party in sorted(self.parties, key=lambda p: (not p.chapters, p.side)):
            if person in party.persons and party.side in sides and (not party.chapters or chapter in party.chapters):
                return party.side
        return ""

    def plan_of(self, chapter: str) -> HousePlan:
        """The plan that a chapter (`04`) is played on; raises DataError where none is given."""
        try:
            return self.plans[self.chapters[chapter]]
        except KeyError:
            raise DataError(
                f"no plan for chapter {chapter}",
                where="ontology/house.ttl",
                advice=f"add seg:{chapter} yl:playedOn …, or choose one of {' '.join(sorted(self.chapters))}",
            ) from None


def _points(node: Described, term: str) -> tuple[Point, ...]:
    numbers = [float(n) for n in _NUMBER.findall(node.one(term))]
    if len(numbers) < 2 or len(numbers) % 2:
        raise DataError(f"{node.name}: {term} is no WKT", where=node.place, advice="write POINT (x y), LINESTRING …")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _part(node: Described) -> HousePart:
    points = _points(node, "outline")
    kind = node.one("drawnAs")
    if kind not in _KINDS:
        raise DataError(f"{node.name}: drawnAs {kind}", where=node.place, advice=f"one of {' '.join(_KINDS)}")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    name = node.label("lzh")
    return HousePart(
        id=node.name,
        name=name,
        en=node.label("en"),
        kind=kind,
        points=points,
        standing=_points(node, "standing")[0] if node.all("standing") else middle,
        may_stand=bool(node.all("standing")) or kind not in ("line", "wall"),
        label_at=_points(node, "labelAt")[0] if node.all("labelAt") else None,
        rank=int(node.one("rank")),
        names=tuple(dict.fromkeys(fold(n) for n in (name, *node.all(OTHER_LABEL)))),
        certainty=short(node.one("certainty")),
        measure_certainty=short(node.one("measureCertainty")),
        measure=node.one("measure", ""),
        because=node.one("because"),
        source=node.one(SOURCE, ""),
        words=tuple(node.all("sourceWords")),
    )


def read_house(folder: Path) -> House:
    """The house of `folder`/house.ttl and stations.ttl; raises DataError for a field that is missing or broken."""
    nodes = read_described((folder / "house.ttl", folder / "stations.ttl"))
    of_kind: dict[str, list[tuple[str, Described]]] = defaultdict(list)
    for iri, node in sorted(nodes.items()):
        for kind in node.kinds:
            of_kind[kind].append((iri, node))
    plans = _plans(of_kind)
    settings = {s.chapter: s for s in (_setting(n) for _, n in of_kind["Setting"])}
    chapters = {short(iri): n.one("playedOn") for iri, n in nodes.items() if n.all("playedOn")}
    if lost := {p for p in chapters.values() if p not in plans} | (set(chapters) ^ set(settings)):
        raise DataError(f"chapters and plans do not go together: {sorted(lost)}", where="ontology/house.ttl")
    stations = sorted(_station(n) for _, n in of_kind["Station"])
    parties = tuple(_party(n) for _, n in of_kind["Party"])
    return House(plans, chapters, settings, tuple(stations), parties, _certainties(nodes))


def _plans(of_kind: Mapping[str, Sequence[tuple[str, Described]]]) -> dict[str, HousePlan]:
    """Each plan with the parts of its layouts."""
    members: dict[str, list[HousePart]] = defaultdict(list)
    for _, node in of_kind["HousePart"]:
        part = _part(node)
        for layout in node.all("inLayout"):
            members[layout].append(part)
    known = {iri for iri, _ in of_kind["HouseLayout"]}
    plans: dict[str, HousePlan] = {}
    for iri, node in of_kind["HousePlan"]:
        layouts = node.all("hasLayout")
        if lost := set(layouts) - known:
            raise DataError(f"{node.name} has a layout that is not described: {sorted(lost)}", where=node.place)
        plans[iri] = _plan(node, sorted(p for layout in layouts for p in members[layout]))
    return plans


def _plan(node: Described, parts: Iterable[HousePart]) -> HousePlan:
    return HousePlan(
        id=node.name,
        name=node.label("lzh"),
        en=node.label("en"),
        gate=node.one("gateName"),
        parts=tuple(parts),
        certainty=short(node.one("certainty")),
        because=node.one("because"),
        source=node.one(SOURCE, ""),
        words=tuple(node.all("sourceWords")),
    )


def _setting(node: Described) -> Setting:
    return Setting(
        chapter=short(node.one("chapter")),
        certainty=short(node.one("certainty")),
        because=node.one("because"),
        source=node.one(SOURCE, ""),
        words=tuple(node.all("sourceWords")),
    )


def _station(node: Described) -> Station:
    return Station(
        chapter=short(node.one("chapter")),
        of=node.one("ofPerson", "") or node.one("ofThing"),
        kind=node.one("stationKind"),
        place=node.one("placeWords"),
        facing=node.one("seatFacing", ""),
        layer=short(node.one("onWordOf")),
        because=node.one("because"),
        source=node.one(SOURCE, ""),
        words=tuple(node.all("sourceWords")),
    )


def _party(node: Described) -> Party:
    return Party(
        chapters=tuple(short(c) for c in node.all("chapter")),
        side=node.one("side"),
        persons=frozenset(node.all("ofPerson")),
        because=node.one("because"),
        source=node.one(SOURCE, ""),
    )


def _certainties(nodes: Mapping[str, Described]) -> dict[str, tuple[str, str]]:
    """What each certainty is called, Chinese and English."""
    return {
        short(iri): (node.one(f"{PREFERRED_LABEL}@lzh"), node.one(f"{PREFERRED_LABEL}@en"))
        for iri, node in nodes.items()
        if any(scheme.endswith("/certainties") for scheme in node.all(IN_SCHEME))
    }


@cache
def load_house() -> House:
    """The house that comes with yili-kg."""
    return read_house(data_folder("ontology"))
