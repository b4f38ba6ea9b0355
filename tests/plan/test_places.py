from __future__ import annotations

import pytest

from tests.plan.made import edition_of
from tests.plan.steps import step
from yili_kg.models import Filler, Segment
from yili_kg.plan.house import load_house
from yili_kg.plan.locate import locate
from yili_kg.plan.phrases import phrase_of
from yili_kg.plan.places import Seat, Surroundings, level_of

PLAN = load_house().plan_of("04")
SEATS = {
    "賓": Seat("賓", -12.5, 44.0, "南", "noted", "注", "a note"),
    "主人": Seat("主人", 24.0, 24.0, "西", "noted", "注", "a note"),
}


def around(who: str = "主人", x: float = 24.0, y: float = 6.0, facing: str = "") -> Surroundings:
    return Surroundings(
        PLAN, who, (x, y), facing, SEATS, {"壺": (1.0, 44.0), "尊": (1.0, 44.0), "磬": (0.0, -12.0)},
        {"介": (-24.0, 6.0, "北"), "賓": (-24.0, 6.0, "北"), "主人": (x, y, "北")},
    )  # fmt: skip


#: Phrase of the 儀禮 → level, and the box (west, south, east, north) in which the point must lie.
PHRASES = [
    ("阼階上", "hall", (20, 0, 28, 12)),
    ("西階上", "hall", (-28, 0, -20, 12)),
    ("西階之上", "hall", (-28, 0, -20, 12)),
    ("阼階前", "court", (20, -16, 28, -7)),
    ("西階下", "court", (-28, -16, -20, -7)),
    ("兩楹之間", "hall", (-15, 14, 15, 18)),
    ("楹間", "hall", (-15, 14, 15, 18)),
    ("中庭", "court", (-5, -80, 5, -64)),
    ("洗南", "court", (43, -58, 47, -50)),
    ("洗北", "court", (43, -46, 47, -40)),
    ("洗西", "court", (36, -50, 43, -46)),
    ("碑南", "court", (-2, -56, 2, -49)),
    ("東序端", "hall", (24, 6, 30, 12)),
    ("西序端", "hall", (-30, 6, -24, 12)),
    ("戶西", "hall", (-20, 38, -9, 48)),
    ("牖前", "hall", (-20, 38, -9, 48)),
    ("戶牖之間", "hall", (-20, 38, -9, 48)),
    ("房戶之間", "hall", (-4, 38, 6, 48)),
    ("房中", "hall", (0, 48, 45, 64)),
    ("室中", "hall", (-45, 48, 0, 64)),
    ("東房", "hall", (0, 48, 45, 64)),
    ("門左", "court", (-30, -144, -8, -130)),
    ("門右", "court", (8, -144, 30, -130)),
    ("門外", "gate", (-10, -196, 10, -176)),
    ("門外之東", "gate", (8, -196, 30, -176)),
    ("堂下", "court", (-10, -16, 10, -2)),
    ("堂東", "court", (46, 0, 62, 48)),
    ("西堂下", "court", (-62, 0, -46, 48)),
    ("賓之席前", "hall", (-17, 30, -8, 40)),
    ("主人之席前", "hall", (10, 20, 20, 28)),
    ("賓席之西", "hall", (-26, 42, -18, 46)),
    ("席末", "hall", (22, 24, 26, 30)),
    ("薦西", "hall", (8, 20, 15, 28)),
    ("尊東", "hall", (3, 42, 10, 46)),
    ("尊南", "hall", (-2, 36, 4, 43)),
    ("磬南", "court", (-3, -20, 3, -14)),
    ("介右", "hall", (-20, 4, -10, 8)),
    ("賓東", "hall", (-20, 4, -10, 8)),
    ("阼階東南", "court", (26, -14, 36, -7)),
    ("西階西", "court", (-42, -14, -28, -7)),
    ("東楹之西", "hall", (4, 14, 14, 18)),
]


@pytest.mark.parametrize(("phrase", "level", "box"), PHRASES)
def test_locate_attested_phrases(phrase: str, level: str, box: tuple[float, float, float, float]) -> None:
    at = (24.0, -11.0) if level == "court" else (24.0, 6.0)
    place = locate(phrase, around(x=at[0], y=at[1]))
    assert place is not None
    assert level_of((place.x, place.y)) == level
    assert box[0] <= place.x <= box[2], place
    assert box[1] <= place.y <= box[3], place
    assert place.zh
    assert place.en


def test_locate_aligns_with_a_wall_from_south_to_north_and_with_a_purlin_from_west_to_east() -> None:
    wall, purlin = locate("當西序", around()), locate("當楣", around())
    assert wall is not None
    assert purlin is not None
    assert (wall.axis, wall.x) == ("x", -30)
    assert (purlin.axis, purlin.y) == ("y", 16)


def test_locate_takes_the_side_of_a_pair_from_the_facing_then_from_where_one_is() -> None:
    east, west = locate("序端", around(facing="西")), locate("序端", around(facing="東"))
    mine = locate("序端", around(x=-20))
    assert east
    assert west
    assert mine
    assert east.x > 0 > west.x
    assert mine.x < 0


def test_locate_says_nothing_of_what_it_does_not_know() -> None:
    assert locate("泰山", around()) is None
    assert locate("", around()) is None


def test_phrase_of_has_the_locative_and_what_stands_before() -> None:
    text = "主人西階上北面拜，賓洗西北面，坐奠于兩楹之間，當西序東面"
    segment = Segment(
        id="x",
        layer="經",
        speaker="",
        chapter="04",
        passages=("04.001",),
        extent="whole",
        comments_on="",
        pieces=((0, len(text)),),
        text=text,
        offsets=tuple(range(len(text))),
        order=0,
    )

    def filler(words: str, locative: str = "") -> Filler:
        start = text.index(words)
        return Filler(text=words, start=start, end=start + len(words), locative=locative)

    assert phrase_of(filler("西階", "上"), segment) == "西階上"
    assert phrase_of(filler("楹", "間"), segment) == "兩楹間"
    assert phrase_of(filler("西序"), segment) == "當西序"
    assert phrase_of(Filler(text="堂"), segment) == "堂"
    assert phrase_of(Filler(text="堂", locative="下"), None) == "堂下"


def test_made_editions_hold_their_steps() -> None:
    made = edition_of([step(0, "升", "賓"), step(1, "拜", "賓")])
    assert all(made.edition.document.raw[s.start : s.end] == s.verb for s in made.steps)
