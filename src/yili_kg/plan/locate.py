"""Where a place phrase of a step lies on the plan: 阼階上, 洗南, 兩楹之間, 席前, 介右, 當楣 … → a point with a reason.

The phrase is a name (of a part of the house, a thing, a person, a mat), or a name and a side of it. Each kind is a case of
its own; they are tried in order and the first that knows the phrase tells the place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from yili_kg.plan.house import HousePart, Point
from yili_kg.plan.places import OFF, Place, Seat, Surroundings, level_of
from yili_kg.plan.sayings import reason
from yili_kg.plan.vocabulary import Side, directions, pairs, phrase, sides, word, words
from yili_kg.text.folding import fold

__all__ = ["locate"]

#: How far from the edge of a thing one stands beside it, 尺.
_BESIDE = 4.0

#: How far north of the edge of the hall one stands who is “at the edge”, 尺.
_EDGE = 4.0


#: How far from its middle one stands on the ground east or west of the hall, 尺.
_BESIDE_HALL = 52.0


def locate(words_of_place: str, around: Surroundings) -> Place | None:
    """The place that a phrase names, or None where it names none that is known here."""
    text = fold(words_of_place)
    if leading := phrase("leading").match(text):
        text = text[leading.end() :]
    text = phrase("mark").sub("", text).strip()
    if not text:
        return None
    for mark in words("places/in-line"):
        if text.startswith(mark) and len(text) > len(mark):
            return _in_line(text.removeprefix(mark), around)
    return (
        _beside_the_hall(text, around)
        or _named(text, around)
        or _at_edge(text, around)
        or _half_way(text, around)
        or _at_side(text, around)
    )


# ---------------------------------------------------------------- what has a name


def _named(name: str, around: Surroundings) -> Place | None:
    """席 alone is one's own mat and nothing else; then whose mat it is, a thing, a part of the house, a person."""
    if name in words("things/own-mat"):
        return _mat(around.who, None, name, around)
    if name.endswith(words("things/mat")) and (place := _mat(_owner_of_mat(name), None, name, around)):
        return place
    part = around.plan.named(name) or around.plan.named(name.replace("之", "")) or _of_pair(name, around)
    return _thing(name, part, around) or (_part(part, name) if part else None) or _person(name, around)


def _owner_of_mat(name: str) -> str:
    return phrase("mat-at-the-end").sub("", name)


def _seat(owner: str, around: Surroundings) -> Seat | None:
    seats = around.seats or {}
    return seats.get(owner) or next((s for who, s in seats.items() if fold(who) == owner), None)


def _mat(owner: str, side: str | None, name: str, around: Surroundings) -> Place | None:
    """Somebody's mat, or a side of it; none before it is laid."""
    seat = _seat(owner, around)
    if seat is None:
        return None
    x, y = seat.side(side) if side else (seat.x, seat.y)
    return Place(x, y, name, seat.certainty, seat.zh, seat.en)


def _of_pair(name: str, around: Surroundings) -> HousePart | None:
    """The eastern or the western one of parts that come in pairs (序, 楹); of the steps (階) one's own."""
    if around.steps and name in words("places/own-steps"):
        return around.plan.named(around.steps)
    pair = pairs().get(name)
    return around.plan.named(pair.west if around.west else pair.east) if pair else None


def _part_or_one_of_pair(name: str, around: Surroundings) -> HousePart | None:
    return around.plan.named(name) or _of_pair(name, around)


def _thing(name: str, part: HousePart | None, around: Surroundings) -> Place | None:
    """A thing on the stage; one of the house (洗, 碑) comes before it where the other is on another level."""
    point = (around.things or {}).get(name)
    if point is None:
        return None
    if part is not None and part.kind == "thing" and around.at is not None and level_of(point) != level_of(around.at):
        return None
    return Place(*point, name, "derived", *reason("where-thing-is", thing=name))


def _part(part: HousePart, name: str) -> Place:
    if part.kind == "elsewhere":
        return Place(*part.standing, OFF, "open", *reason("not-on-plan", place=name))
    return Place(*part.standing, name, part.certainty, "、".join(part.words) or part.name, part.because)


def _person(name: str, around: Surroundings) -> Place | None:
    stand = (around.people or {}).get(name)
    if stand is None:
        return None
    return Place(stand[0], stand[1], name, "derived", *reason("where-person-is", person=name))


# ---------------------------------------------------------------- what is told by something else


def _in_line(name: str, around: Surroundings) -> Place | None:
    """當東序, 當楣: one coordinate is the thing's, the other is left as it is."""
    target = locate(name, around)
    if target is None:
        return None
    called = word("places/in-line") + name
    part = _part_or_one_of_pair(name, around)
    if part is None:
        return replace(target, name=called, axis="y", certainty="attested")
    west, south, east, north = part.box
    upright = part.kind in ("wall", "line") and east - west < 1
    flat = part.kind == "line" and north - south < 1
    x, y = part.points[0] if upright or flat else (target.x, target.y)
    axis = "x" if upright or part.kind == "steps" else "y"
    return replace(target, x=x, y=y, name=called, axis=axis, certainty="attested")


def _at_edge(name: str, around: Surroundings) -> Place | None:
    """西階上堂廉: at the southern edge of the hall, straight behind what is named."""
    for edge in words("places/edge-of-hall"):
        if name.endswith(edge) and len(name) > len(edge):
            before = name.removesuffix(edge).removesuffix("之")
            base = locate(before, replace(around, at=(0.0, _EDGE)))
            return replace(base, y=_EDGE, name=name) if base is not None else None
    return None


def _half_way(name: str, around: Surroundings) -> Place | None:
    """甲與乙之間: half-way between two places that are known."""
    two = phrase("two-and-between").match(name)
    one = locate(two["one"], around) if two else None
    other = locate(two["other"], around) if two else None
    if two is None or one is None or other is None:
        return None
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    return Place(x, y, name, "derived", *reason("half-way", one=two["one"], other=two["other"]))


# ---------------------------------------------------------------- a side of something


@dataclass(frozen=True, slots=True)
class _Relation:
    """A name and a side of it; `name` are both as the text has them."""

    base: str
    side: Side
    name: str
    around: Surroundings

    @property
    def why(self) -> tuple[str, str]:
        return reason("beside", base=self.base, side=self.side.side, side_en=self.side.of)

    def place(self, x: float, y: float, certainty: str = "derived") -> Place:
        return Place(x, y, self.name, certainty, *self.why)


def _beside_the_hall(name: str, around: Surroundings) -> Place | None:
    """序東 of one who is below: on the ground beside the hall, for nobody goes up without a word (鄭玄: 東夾前)."""
    found = phrase("name-and-side").match(name)
    pair = pairs().get(found["base"]) if found else None
    if found is None or pair is None or around.at is None or level_of(around.at) == "hall":
        return None
    side = sides()[found["side"]]
    wall = around.plan.named(pair.east if side.x > 0 else pair.west)
    if wall is None or wall.kind != "wall" or not _is_east_or_west(side):
        return None
    return _Relation(found["base"], side, name, around).place(_BESIDE_HALL * side.x, _middle(wall)[1])


def _at_side(name: str, around: Surroundings) -> Place | None:
    found = phrase("name-and-side").match(name)
    if found is None:
        return None
    relation = _Relation(found["base"], sides()[found["side"]], name, around)
    place = _side_of_mat(relation) or _side_of_dishes(relation) or _side_of_person(relation)
    if place is not None:
        return place
    middle = locate(relation.base, around)
    if middle is None:
        return None
    part = _part_or_one_of_pair(relation.base, around)
    if part is None:
        return _side_of_thing(relation, middle)
    return next((place for case in _SIDES_OF_PARTS if (place := case(relation, part))), None)


def _side_of_mat(relation: _Relation) -> Place | None:
    """席前, 賓席末, 席東."""
    if not relation.base.endswith(words("things/mat")):
        return None
    own = relation.base in words("things/own-mat")
    owner = relation.around.who if own else _owner_of_mat(relation.base)
    return _mat(owner, relation.side.side, relation.name, relation.around)


def _side_of_dishes(relation: _Relation) -> Place | None:
    """薦西, 俎南: the dishes stand before the seat."""
    found = phrase("dishes").match(relation.base)
    seat = _seat(found["owner"] or relation.around.who, relation.around) if found else None
    if seat is None:
        return None
    (x, y), (dx, dy) = seat.point("dishes"), (relation.side.x, relation.side.y)
    return Place(x + dx * 5.4, y + dy * 5.4, relation.name, "derived", seat.zh, seat.en)


def _side_of_person(relation: _Relation) -> Place | None:
    """介右, 賓南: a quarter as it is, 左 右 前 後 from the person's own facing."""
    stand = (relation.around.people or {}).get(relation.base)
    if stand is None or relation.side.sense not in ("quarter", "left", "right", "before", "behind"):
        return None
    x, y, facing = stand
    dx, dy = _turned(directions().get(facing, (0.0, 1.0)), relation.side)
    why = reason("beside-person", person=relation.base, side=relation.side.side, side_en=relation.side.of)
    return Place(x + dx * 7, y + dy * 7, relation.name, "derived", *why)


def _turned(ahead: Point, side: Side) -> Point:
    """The direction of a side of one who looks ahead in a direction."""
    dx, dy = ahead
    senses = {"before": (dx, dy), "behind": (-dx, -dy), "left": (-dy, dx), "right": (dy, -dx)}
    return senses.get(side.sense, (side.x, side.y))


def _side_of_thing(relation: _Relation, middle: Place) -> Place:
    """尊東: beside a thing that is no part of the house; before and below it are south of it."""
    side = relation.side
    dx, dy = (0.0, -1.0) if side.sense in ("before", "below") else (side.x, side.y)
    return relation.place(middle.x + dx * _BESIDE, middle.y + dy * _BESIDE)


def _along_edge_of_hall(relation: _Relation, part: HousePart) -> Place | None:
    """階東 of one who is on the hall: at its edge, east of the head of the steps."""
    at = relation.around.at
    if part.kind not in ("steps", "spot") or not _is_east_or_west(relation.side) or not at or level_of(at) != "hall":
        return None
    return relation.place(_middle(part)[0] + 6 * relation.side.x, 5.0)


def _beside_steps(relation: _Relation, part: HousePart) -> Place | None:
    """階東 of one who is below: in the court, a little south of where the steps end."""
    if part.kind != "steps" or not _is_east_or_west(relation.side):
        return None
    return relation.place(_middle(part)[0] + 9 * relation.side.x, part.box[1] - 3)


def _within(relation: _Relation, part: HousePart) -> Place | None:
    """堂上, 房中, 房戶之間: where one stands who is at the part itself."""
    sense = relation.side.sense
    if sense not in ("in", "on") and not (sense == "between" and part.kind.startswith("area")):
        return None
    return Place(*part.standing, relation.name, part.certainty, relation.why[0], part.because)


def _foot_of_steps(relation: _Relation, part: HousePart) -> Place | None:
    """阼階下, 西階前: south of the steps."""
    if part.kind != "steps" or relation.side.sense not in ("below", "before"):
        return None
    return relation.place(_middle(part)[0], part.box[1] - _BESIDE, "attested")


def _on_ground_before(relation: _Relation, part: HousePart) -> Place | None:
    """篚下: on the ground before it."""
    if part.kind != "thing" or relation.side.sense != "below":
        return None
    return relation.place(part.box[0] - 2.5, part.box[1] - 1)


def _end_of_wall(relation: _Relation, part: HousePart) -> Place | None:
    """序端: its southern end."""
    return relation.place(_middle(part)[0], part.box[1], "attested") if relation.side.sense == "end" else None


def _through(relation: _Relation, part: HousePart) -> Place | None:
    """門內, 戶外: north or south of it, for gates and doors look south."""
    _, south, _, north = part.box
    y = {"inside": north + 5, "outside": south - 5}.get(relation.side.sense)
    return relation.place(part.standing[0], y) if y is not None else None


def _quarter_of_part(relation: _Relation, part: HousePart) -> Place | None:
    """洗南, 碑東: beside its edge on that side."""
    if relation.side.sense != "quarter":
        return None
    (x, y), (west, south, east, north) = _middle(part), part.box
    dx, dy = relation.side.x, relation.side.y
    edge_x, edge_y = (east if dx > 0 else west if dx < 0 else x), (north if dy > 0 else south if dy < 0 else y)
    return relation.place(edge_x + dx * _BESIDE, edge_y + dy * _BESIDE)


def _before_or_behind(relation: _Relation, part: HousePart) -> Place | None:
    """牖前: a house looks south, so before a part is south of it."""
    _, south, _, north = part.box
    y = {"before": south - _BESIDE, "behind": north + _BESIDE}.get(relation.side.sense)
    return relation.place(_middle(part)[0], y) if y is not None else None


def _is_east_or_west(side: Side) -> bool:
    return side.sense == "quarter" and side.y == 0


def _middle(part: HousePart) -> Point:
    west, south, east, north = part.box
    return (west + east) / 2, (south + north) / 2


#: How a side of a part of the house is found, in order.
_SIDES_OF_PARTS: tuple[Callable[[_Relation, HousePart], Place | None], ...] = (
    _along_edge_of_hall,
    _beside_steps,
    _within,
    _foot_of_steps,
    _on_ground_before,
    _end_of_wall,
    _through,
    _quarter_of_part,
    _before_or_behind,
)
