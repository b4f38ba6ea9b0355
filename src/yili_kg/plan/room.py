"""Where there is room: the nearest spot on which nobody stands, in a row with those who stand there already."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.plan.house import Point
from yili_kg.plan.places import far, level_of
from yili_kg.plan.vocabulary import directions

__all__ = ["APART", "free_spot"]

#: How close two persons may stand, 尺; a token on the drawing is as wide.
APART = 7.0


def free_spot(point: Point, taken: Sequence[Point], facing: str = "") -> Point:
    """The nearest spot on the same level that nobody else stands on; people stand side by side, not in file."""
    room = _room(point)
    for dx, dy in _FILE if _is_east_or_west(facing) else _ROW:
        spot = (round(point[0] + dx, 2), round(point[1] + dy, 2))
        if _room(spot) == room and _is_free(spot, taken):
            return spot
    return point[0], min([point[1], *(y for _, y in taken)]) - APART


def _is_free(spot: Point, taken: Sequence[Point]) -> bool:
    """Whether nobody stands too close; most stand too far off for that in one direction alone."""
    x, y = spot
    near = [t for t in taken if -APART < t[0] - x < APART and -APART < t[1] - y < APART]
    return not near or all(far(spot, t) >= APART for t in near)


def _is_east_or_west(facing: str) -> bool:
    x, y = directions().get(facing, (0.0, 0.0))
    return x != 0 and y == 0


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


_STEPS = [(dx * APART, dy * APART) for dx in range(-5, 6) for dy in range(-5, 6)]
#: Where to look for a free spot: in a row from west to east, and for those who face east or west from north to south.
_ROW = sorted(_STEPS, key=lambda d: (round((d[0] / 1.2) ** 2 + d[1] ** 2, 3), abs(d[1]), d[0], d[1]))
_FILE = sorted(_STEPS, key=lambda d: (round(d[0] ** 2 + (d[1] / 1.2) ** 2, 3), abs(d[0]), d[1], d[0]))
