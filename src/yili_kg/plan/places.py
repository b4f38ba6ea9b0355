"""Places on the plan: a point with a name and a reason, a mat, and what a phrase about a place may refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from yili_kg.plan.house import HousePlan, Point
from yili_kg.plan.vocabulary import directions, sides

__all__ = ["OFF", "Place", "Seat", "Surroundings", "far", "level_of"]

#: The name of the place of those who are not in the house.
OFF = "圖外"


@dataclass(frozen=True, slots=True)
class Place:
    """A point on the plan: what it is called, how well that is known and why (Chinese and English).

    `axis` is `x` or `y` where the phrase only aligns (當東序, 當楣), else empty.
    """

    x: float
    y: float
    name: str
    certainty: str
    zh: str
    en: str
    axis: str = ""

    @property
    def point(self) -> Point:
        """The place as a point."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Seat:
    """A mat: whose, where, which way one sits on it, and how well that is known."""

    owner: str
    x: float
    y: float
    facing: str
    certainty: str
    zh: str
    en: str

    def point(self, where: str) -> Point:
        """`before` it, `dishes` where these stand, `behind`, its `lower-end`, its upper `end`; else on it."""
        dx, dy = directions().get(self.facing, (0.0, -1.0))
        # The lower end is west of one that faces south (升自西方, 注: 由下也) and north of one that faces east or
        # west (主人介凡升席自北方降自南方, 注: 席南上).
        lower = (-1.0, 0.0) if dx == 0 else (0.0, 1.0)
        ax, ay, away = {
            "before": (dx, dy, 10.5),
            "dishes": (dx, dy, 6.4),
            "behind": (-dx, -dy, 5.0),
            "lower-end": (*lower, 3.0),
            "end": (-lower[0], -lower[1], 5.0),
        }.get(where, (0.0, 0.0, 0.0))
        return self.x + ax * away, self.y + ay * away

    def side(self, side: str) -> Point:
        """The point that a side in the words of the text names: a quarter beside it, else as `point`."""
        if side in directions():
            dx, dy = directions()[side]
            return self.x + dx * 9.6, self.y + dy * 9.6
        return self.point(sides()[side].sense if side in sides() else "")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a phrase may refer to: who speaks of it, his own steps, and where seats, things and people are then."""

    plan: HousePlan
    who: str = ""
    at: Point | None = None
    facing: str = ""
    seats: Mapping[str, Seat] | None = None
    things: Mapping[str, Point] | None = None
    people: Mapping[str, tuple[float, float, str]] | None = None
    steps: str = ""

    @property
    def west(self) -> bool:
        """Whether the western one of a pair is meant: one who faces east stands in the west; else the side one is on."""
        x = directions().get(self.facing, (0.0, 0.0))[0]
        return x > 0 if x else self.at is not None and self.at[0] < 0


def level_of(point: Point) -> str:
    """`hall` with its rooms, `court`, `gate` (in and before it) or `out` of the plan."""
    if point[1] >= 0 and -46 < point[0] < 46:
        return "hall"
    if point[1] > -144:
        return "court"
    return "gate" if point[1] > -196 else "out"


def far(one: Point, other: Point) -> float:
    """How far two points are from each other, 尺."""
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
