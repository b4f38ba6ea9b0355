"""Where a place phrase of a step lies on the plan: 阼階上, 洗南, 兩楹之間, 席前, 介右, 當楣 … → a point with a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from yili_kg.models import Filler, Segment
from yili_kg.plan.house import HousePart, HousePlan, Point
from yili_kg.text.folding import fold

__all__ = ["DIRECTIONS", "OFF", "Place", "Seat", "Surroundings", "aligned_with", "level_of", "locate", "phrase_of"]

#: The name of the place of those who are not in the house.
OFF = "圖外"

#: Facing → unit vector, x east and y north.
DIRECTIONS: dict[str, Point] = {
    "東": (1.0, 0.0),
    "西": (-1.0, 0.0),
    "南": (0.0, -1.0),
    "北": (0.0, 1.0),
    "東南": (0.7, -0.7),
    "東北": (0.7, 0.7),
    "西南": (-0.7, -0.7),
    "西北": (-0.7, 0.7),
}

_PAIRS = "東南|東北|西南|西北"
_SIDES = "[上下前後東西南北左右內外中間閒端末側]"
_SUFFIX = re.compile(rf"^(?P<base>.+?)之?(?P<side>{_PAIRS}|{_SIDES})$")
_BEHIND = re.compile(rf"^之?(?:{_PAIRS}|{_SIDES}|階|堂廉)")
_BETWEEN = re.compile(r"^(?P<one>.+?)與(?P<other>.+?)之間$")

_IN_LINE = re.compile(rf"^(?:{_SIDES})?[,，]?當(?P<with>[東西]?[楣序楹棟阿碑榮霤階夾])(?![{'上下前後'}])")

#: Parts that come in pairs: the word alone → the eastern and the western one.
_PAIRED = {
    "階": ("阼階", "西階"),
    "序": ("東序", "西序"),
    "楹": ("東楹", "西楹"),
    "坫": ("東坫", "西坫"),
    "夾": ("東夾", "西夾"),
    "榮": ("東榮", "西榮"),
    "霤": ("東霤", "西霤"),
    "塾": ("東塾", "西塾"),
    "序端": ("東序端", "西序端"),
    "壁": ("東壁", "西壁"),
    "箱": ("東箱", "西箱"),
    "夾室": ("東夾", "西夾"),
    "堂塗": ("陳", "陳"),
}

_SIDE_EN = {
    "東": "east of",
    "西": "west of",
    "南": "south of",
    "北": "north of",
    "東南": "south-east of",
    "東北": "north-east of",
    "西南": "south-west of",
    "西北": "north-west of",
    "內": "inside",
    "外": "outside",
    "前": "before",
    "後": "behind",
    "左": "left of",
    "右": "right of",
    "下": "below",
    "上": "on",
    "中": "in",
    "間": "between",
    "端": "at the end of",
    "末": "at the end of",
    "側": "beside",
}

#: How far from the edge of a thing one stands beside it, 尺.
_BESIDE = 4.0


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

    def point(self, side: str) -> Point:
        """前 before it, 薦 where the dishes stand, 末 its lower end, 端 its upper end, a quarter beside it, else on it."""
        dx, dy = DIRECTIONS.get(self.facing, (0.0, -1.0))
        # The lower end is west of one that faces south (升自西方, 注: 由下也) and north of one that faces east or
        # west (主人介凡升席自北方降自南方, 注: 席南上).
        lower = (-1.0, 0.0) if self.facing in ("南", "北", "") else (0.0, 1.0)
        move = {
            "前": (dx, dy, 10.5),
            "薦": (dx, dy, 6.4),
            "後": (-dx, -dy, 5.0),
            "末": (*lower, 3.0),
            "端": (-lower[0], -lower[1], 5.0),
        }
        if side in move:
            ax, ay, far = move[side]
        elif side in DIRECTIONS:
            (ax, ay), far = DIRECTIONS[side], 9.6
        else:
            ax, ay, far = 0.0, 0.0, 0.0
        return self.x + ax * far, self.y + ay * far


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a phrase may refer to: who speaks of it, and where seats, things and people are at that moment."""

    plan: HousePlan
    who: str = ""
    at: Point | None = None
    facing: str = ""
    seats: Mapping[str, Seat] | None = None
    things: Mapping[str, Point] | None = None
    people: Mapping[str, tuple[float, float, str]] | None = None


def level_of(point: Point) -> str:
    """`hall` with its rooms, `court`, `gate` (in and before it) or `out` of the plan."""
    if point[1] >= 0 and -46 < point[0] < 46:
        return "hall"
    if point[1] > -144:
        return "court"
    return "gate" if point[1] > -196 else "out"


def phrase_of(filler: Filler, segment: Segment | None, facing: str = "") -> str:
    """The words of a filler with the locatives around it that the slot leaves out (西階 → 西階上), folded.

    `facing` is the step's, so that the 北 of 西階上北面 is not taken for a place.
    """
    text = fold(filler.text)
    if segment is None or filler.start < 0 or not segment.offsets:
        return text
    begin = next((i for i, o in enumerate(segment.offsets) if o == filler.start), -1)
    end = next((i + 1 for i, o in enumerate(segment.offsets) if o == filler.end - 1), -1)
    if begin < 0 or end < begin:
        return text
    words = fold(segment.text)
    behind = words[end : end + 6]
    if facing:
        behind = re.split(rf"{facing}[面鄉嚮]", behind)[0]
    behind = re.split(r"[面鄉嚮,，.。;；:：、]", behind)[0] if not facing else behind
    grown = ""
    while found := _BEHIND.match(behind[len(grown) :]):
        grown += found.group()
    before = words[max(0, begin - 4) : begin]
    head = ""
    if before.endswith(("當", "直")):
        head = "當"
    elif owner := re.search(r"(主人|眾賓|大夫|賓|介|公|尸|工)之?$", before):
        head = owner.group() if text.startswith(("席", "筵", "薦", "俎")) else ""
    elif before.endswith("兩") and text == "楹":
        head = "兩"
    return head + text + grown


def aligned_with(start: int, segment: Segment | None) -> str:
    """What the words from a place in the source on say one is in line with: 楣 in 上當楣北面, 西序 in 當西序東面."""
    if segment is None or start < 0:
        return ""
    begin = next((i for i, o in enumerate(segment.offsets) if o >= start), -1)
    if begin < 0:
        return ""
    found = _IN_LINE.match(fold(segment.text[begin : begin + 9]))
    return found["with"] if found else ""


def locate(phrase: str, around: Surroundings) -> Place | None:
    """The place that a phrase names, or None where it names none that is known here."""
    words = re.sub(r"^[于於乎自在諸至適即就]+|[。,，、;；]", "", fold(phrase)).strip()
    if not words:
        return None
    if words.startswith(("當", "直")) and len(words) > 1:
        return _aligned(words[1:], around)
    found = _named(words, around)
    if found is not None:
        return found
    if words.endswith("堂廉") and len(words) > 2:
        base = locate(words[:-2].removesuffix("之"), replace(around, at=(0.0, 4.0)))
        return replace(base, y=4.0, name=words) if base is not None else None
    if pair := _BETWEEN.match(words):
        one, other = locate(pair["one"], around), locate(pair["other"], around)
        if one and other:
            x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
            return Place(x, y, words, "derived", "兩處之間", f"half-way between {pair['one']} and {pair['other']}")
    if split := _SUFFIX.match(words):
        return _beside(split["base"], split["side"], words, around)
    return None


def _named(words: str, around: Surroundings) -> Place | None:
    if words in ("席", "筵", "其席", "己席"):
        return _seat(around.who, "", words, around)
    if words.endswith(("席", "筵")) and (place := _seat(re.sub(r"之?[席筵]$", "", words), "", words, around)):
        return place
    part = around.plan.named(words) or around.plan.named(words.replace("之", ""))
    pair = _PAIRED.get(words)
    if part is None and pair is not None:
        part = around.plan.named(pair[_west(around)])
    things = around.things or {}
    if words in things and (part is None or part.kind != "thing" or _same_level(things[words], around.at)):
        x, y = things[words]
        return Place(x, y, words, "derived", f"{words}所在", f"where the {words} is")
    if part is not None:
        return _at_part(part, words)
    people = around.people or {}
    if words in people:
        x, y, _ = people[words]
        return Place(x, y, words, "derived", f"{words}所在", f"where {words} is")
    return None


def _same_level(point: Point, other: Point | None) -> bool:
    return other is None or level_of(point) == level_of(other)


def _west(around: Surroundings) -> bool:
    """Whether the western one of a pair is meant: one who faces east stands in the west; else the side one is on."""
    if "東" in around.facing:
        return True
    if "西" in around.facing:
        return False
    return around.at is not None and around.at[0] < 0


def _at_part(part: HousePart, words: str) -> Place:
    if part.kind == "elsewhere":
        return Place(*part.standing, OFF, "open", f"往{words}，不在圖中", f"at {words}, which is not on the plan")
    return Place(*part.standing, words, part.certainty, "、".join(part.words) or part.name, part.because)


def _seat(owner: str, side: str, words: str, around: Surroundings) -> Place | None:
    seats = around.seats or {}
    seat = seats.get(owner) or next((s for name, s in seats.items() if fold(name) == owner), None)
    if seat is None:
        return None
    x, y = seat.point(side)
    return Place(x, y, words, seat.certainty, seat.zh, seat.en)


def _aligned(words: str, around: Surroundings) -> Place | None:
    """當東序, 當楣: one coordinate is the thing's, the other is left as it is."""
    target = locate(words, around)
    if target is None:
        return None
    part = around.plan.named(words) or around.plan.named(_PAIRED.get(words, ("", ""))[_west(around)])
    if part is None:
        return replace(target, name=f"當{words}", axis="y", certainty="attested")
    west, south, east, north = part.box
    upright = part.kind in ("wall", "line") and east - west < 1
    flat = part.kind == "line" and north - south < 1
    x, y = part.points[0] if upright or flat else (target.x, target.y)
    axis = "x" if upright or part.kind == "steps" else "y"
    return replace(target, x=x, y=y, name=f"當{words}", axis=axis, certainty="attested")


def _beside(base: str, side: str, words: str, around: Surroundings) -> Place | None:
    owner = re.sub(r"之?[席筵]$", "", base)
    if base in ("席", "筵", "其席"):
        owner = around.who
    if base.endswith(("席", "筵")) and (place := _seat(owner, side, words, around)):
        return place
    if re.fullmatch(r".*[薦俎醢脯]", base):  # the dishes stand before the seat
        before = _seat(re.sub(r"之?[薦俎醢脯]+$", "", base) or around.who, "薦", words, around)
        if before is not None:
            dx, dy = DIRECTIONS.get(side, (0.0, 0.0))
            return replace(before, x=before.x + dx * 5.4, y=before.y + dy * 5.4, certainty="derived")
    people = around.people or {}
    if base in people and side in (*DIRECTIONS, "左", "右", "前", "後"):
        x, y, facing = people[base]
        dx, dy = _turned(facing or "北", side)
        return Place(
            x + dx * 7, y + dy * 7, words, "derived", f"{base}所在之{side}", f"{_SIDE_EN.get(side, side)} {base}"
        )
    middle = locate(base, around)
    if middle is None:
        return None
    part = around.plan.named(base) or around.plan.named(_PAIRED.get(base, ("", ""))[_west(around)])
    zh, en = f"{base}之{side}，遠近經無文", f"{_SIDE_EN.get(side, side)} {base}; how far is not said"
    if part is None:
        dx, dy = DIRECTIONS.get(side, (0.0, -1.0 if side in "前下" else 0.0))
        return Place(middle.x + dx * _BESIDE, middle.y + dy * _BESIDE, words, "derived", zh, en)
    west, south, east, north = part.box
    x, y = (west + east) / 2, (south + north) / 2
    if part.kind in ("steps", "spot") and side in ("東", "西") and around.at and level_of(around.at) == "hall":
        return Place(x + (6 if side == "東" else -6), 5.0, words, "derived", zh, en)
    if part.kind == "steps" and side in ("東", "西"):
        return Place(x + (9 if side == "東" else -9), south - 3, words, "derived", zh, en)
    if side in ("中", "上") or (side == "間" and part.kind.startswith("area")):
        return Place(*part.standing, words, part.certainty, zh, part.because)
    if side in ("下", "前") and part.kind == "steps":
        return Place(x, south - _BESIDE, words, "attested", zh, en)
    if side == "下" and part.kind == "thing":  # 篚下: on the ground before it
        return Place(west - 2.5, south - 1, words, "derived", zh, en)
    if side == "端":
        return Place(x, south, words, "attested", zh, en)
    if side in ("內", "外"):
        sign = 1 if (side == "內") else -1
        return Place(part.standing[0], (north + 5) if sign > 0 else (south - 5), words, "derived", zh, en)
    if side in DIRECTIONS:
        dx, dy = DIRECTIONS[side]
        return Place(
            (east if dx > 0 else west if dx < 0 else x) + dx * _BESIDE,
            (north if dy > 0 else south if dy < 0 else y) + dy * _BESIDE,
            words,
            "derived",
            zh,
            en,
        )
    if side in ("前", "後"):
        return Place(x, south - _BESIDE if side == "前" else north + _BESIDE, words, "derived", zh, en)
    return None


def _turned(facing: str, side: str) -> Point:
    """The direction of a side: a quarter as it is, 左 右 前 後 from the person's own facing."""
    if side in DIRECTIONS:
        return DIRECTIONS[side]
    dx, dy = DIRECTIONS[facing]
    return {"前": (dx, dy), "後": (-dx, -dy), "左": (-dy, dx), "右": (dy, -dx)}[side]
